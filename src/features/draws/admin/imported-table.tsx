/** The table of imported draws, and the dialog that removes one. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ImportedDrawView } from "#features/lotteries/rules/import/imported-view.ts";
import type { ManagedRow } from "#features/lotteries/server/import/imported-draws.ts";
import { useMay } from "#ui/allowed.tsx";
import { DialogButton, useDialogSubject } from "#ui/feedback/dialog-button.tsx";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";

type Draw = ImportedDrawView & Pick<ManagedRow, "reference" | "importedAt" | "importedFrom" | "ticketsImported" | "ticketsOwned">;
/** The reply to the removal of an imported draw. */
export type RemoveImportedReply = FormReply<"remove", "not_found" | "failed">;

/** The style of the second line of a cell. */
const SECOND_LINE = "text-[0.8125rem] font-normal text-muted wrap-anywhere";

function Name({ draw: { title, platform, reference } }: { draw: Draw }) {
  return (
    <span className="grid gap-0.5">
      <span className="wrap-anywhere">{title}</span>
      <span className={SECOND_LINE}>
        {platform} ·{" "}
        <span translate="no" className="type-mono">
          {reference}
        </span>
      </span>
    </span>
  );
}

function Winner({ draw: { winnerName, winningTicket } }: { draw: Draw }) {
  const { t } = useTranslation("admin-draws");
  return (
    <span className="grid gap-0.5">
      <span className="wrap-anywhere">{winnerName ?? t("imported.player")}</span>
      <span className={SECOND_LINE}>{t("imported.ticket", { number: winningTicket })}</span>
    </span>
  );
}

/** Imported tickets of all that the draw had, and how many of the imported ones belong to an account here. */
function Tickets({ draw: { ticketsImported, tickets, ticketsOwned } }: { draw: Draw }) {
  const { t } = useTranslation("admin-draws");
  const { number } = useFormat();
  return (
    <span className="grid gap-0.5">
      <span>{t("imported.ofTickets", { here: number(ticketsImported), tickets: number(tickets) })}</span>
      <span className={SECOND_LINE}>{t("imported.owned", { count: ticketsOwned, n: number(ticketsOwned) })}</span>
    </span>
  );
}

function Imported({ draw: { importedAt, importedFrom } }: { draw: Draw }) {
  const { date } = useFormat();
  return (
    <span className="grid gap-0.5">
      <span>{`${date(importedAt, "short")}, ${date(importedAt, "time")}`}</span>
      <span className={SECOND_LINE}>{importedFrom}</span>
    </span>
  );
}

/** Open while there is a draw. */
function RemoveDialog({ draw, onClose }: { draw: Draw | undefined; onClose: () => void }) {
  const { t } = useTranslation("admin-draws");
  return (
    <ConfirmDialog<RemoveImportedReply>
      open={draw !== undefined}
      onClose={onClose}
      intent="remove"
      title={t("imported.removeTitle", { title: draw?.title ?? "" })}
      description={t("imported.removeText")}
      confirmLabel={t("imported.remove")}
      fields={{ id: draw?.id ?? "" }}
      say={(code) => t(code === "not_found" ? "imported.removeGone" : "imported.removeFailed")}
      done={() => t("imported.removed")}
      closesOnRefusal
      needsReauth
    />
  );
}

/** On one line, so that it can be typed as shown. */
function Command({ children }: { children: ReactNode }) {
  return (
    <code translate="no" className="type-mono text-[0.8125rem] whitespace-nowrap">
      {children}
    </code>
  );
}

export function ImportedTable({ draws }: { draws: readonly Draw[] }) {
  const { t } = useTranslation("admin-draws");
  const { date } = useFormat();
  const mayRemove = useMay("winners.write");
  const [drawToRemove, setDrawToRemove] = useDialogSubject("remove", (id) => draws.find((draw) => draw.id === id));
  const removeColumn = {
    ...({ id: "actions", header: t("imported.actions"), card: "bare" } as const),
    cell: (draw: Draw) => (
      <span className="contents" data-right="winners.write">
        <DialogButton dialog={`remove:${draw.id}`} variant="danger" size="sm" onOpen={() => setDrawToRemove(draw)}>
          {t("imported.remove")}
          <span className="sr-only"> ({draw.title})</span>
        </DialogButton>
      </span>
    ),
  };
  return (
    <>
      <DataTable
        caption={t("imported.title")}
        rows={draws}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title={t("imported.none")}>
            <RichText text={t("imported.noneText")} parts={{ code: (command) => <Command>{command}</Command> }} />
          </EmptyState>
        }
        columns={[
          { id: "draw", header: t("imported.draw"), card: "title", width: "240px", cell: (draw) => <Name draw={draw} /> },
          { id: "drawnOn", header: t("imported.drawnOn"), cell: ({ drawnOn }) => date(drawnOn, "short") },
          { id: "winner", header: t("imported.winner"), cell: (draw) => <Winner draw={draw} /> },
          { id: "tickets", header: t("imported.tickets"), cell: (draw) => <Tickets draw={draw} /> },
          { id: "imported", header: t("imported.imported"), cell: (draw) => <Imported draw={draw} /> },
          ...(mayRemove ? [removeColumn] : []),
        ]}
      />
      <RemoveDialog draw={drawToRemove} onClose={() => setDrawToRemove(undefined)} />
    </>
  );
}
