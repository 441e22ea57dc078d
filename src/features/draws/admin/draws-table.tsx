/** The table of all draws, with the button that each state allows. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { formatClosing } from "#shared/dates/draw-hours.ts";
import { Allowed, useMay } from "#ui/allowed.tsx";
import { LinkButton } from "#ui/button.tsx";
import { DialogButton } from "#ui/feedback/dialog-button.tsx";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import { Dices, FileCheck2, Hourglass, Trophy, Users } from "#ui/icons.ts";
import { DataTable, type SortOrder } from "#ui/lists/data-table.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import { isUnderWay, type ManagedDraw, mayBeDrawn } from "../rules/managed-draw.ts";
import { DrawStatus } from "./draw-progress.tsx";

type Props = {
  draws: readonly ManagedDraw[];
  sorted: SortOrder;
  empty: ReactNode;
  onDraw: (id: string) => void;
};

function Image({ draw: { images } }: { draw: ManagedDraw }) {
  const [picture] = images;
  return (
    <div className="h-[60px] w-24 shrink-0 overflow-hidden rounded-[8px] bg-[#111]">
      <Picture picture={picture} alt="" sizes="96px" />
    </div>
  );
}

/**
 * Draws a winner, shows the progress of a draw under way, or links to the winner. `gold`: on the draw's
 * page.
 */
export function DrawButton({ draw, variant, onDraw }: { draw: ManagedDraw; variant: "gold" | "outline"; onDraw: () => void }) {
  const { t } = useTranslation("admin-draws");
  const title = inLanguage(draw.title, useLocale());
  const icon = { size: 18, strokeWidth: 1.6, "aria-hidden": true } as const;
  if (mayBeDrawn(draw)) {
    return (
      <Allowed right="draws.run">
        <DialogButton
          dialog={`draw:${draw.id}`}
          variant={variant}
          icon={<Dices {...icon} />}
          aria-label={t("draw.drawOf", { title })}
          onOpen={onDraw}
        >
          {t("draw.draw")}
        </DialogButton>
      </Allowed>
    );
  }
  if (isUnderWay(draw)) {
    return (
      <DialogButton dialog={`draw:${draw.id}`} variant="outline" icon={<Hourglass {...icon} />} onOpen={onDraw}>
        {t("draw.progress")}
      </DialogButton>
    );
  }
  if (!draw.winner) return null;
  return variant === "gold" ? (
    <LinkButton to={`/draws/${draw.id}`} icon={<FileCheck2 {...icon} />}>
      {t("draw.proof")}
    </LinkButton>
  ) : (
    <Allowed right="winners.read">
      <LinkButton to={`/admin/winners#${draw.id}`} variant="tertiary" icon={<Trophy {...icon} />}>
        {t("draw.winner")}
      </LinkButton>
    </Allowed>
  );
}

function Actions({ draw, onDraw }: { draw: ManagedDraw; onDraw: (id: string) => void }) {
  const { t } = useTranslation("admin-draws");
  const title = inLanguage(draw.title, useLocale());
  return (
    <div className="draw-actions">
      <Allowed right="people.read">
        <LinkButton
          to={`/admin/draw/${draw.id}`}
          variant="tertiary"
          icon={<Users size={18} strokeWidth={1.6} aria-hidden="true" />}
          aria-label={t("draw.viewOf", { title })}
        >
          {t("draw.view")}
        </LinkButton>
      </Allowed>
      <DrawButton draw={draw} variant="outline" onDraw={() => onDraw(draw.id)} />
    </div>
  );
}

/** `onDraw`: opens the dialog that draws a winner. */
export function DrawsTable({ draws, sorted, empty, onDraw }: Props) {
  const { t } = useTranslation("admin-draws");
  const { money } = useFormat();
  const locale = useLocale();
  const hasActions = [useMay("people.read"), useMay("draws.run"), useMay("winners.read"), draws.some(isUnderWay)].includes(true);
  return (
    <div className="draws-table">
      <DataTable
        caption={t("draw.title")}
        rows={draws}
        rowKey={({ id }) => id}
        sorted={sorted}
        empty={empty}
        columns={[
          { id: "image", header: t("draw.image"), card: "bare", width: "100px", cell: (draw) => <Image draw={draw} /> },
          {
            id: "title",
            header: t("draw.lottery"),
            sorts: true,
            card: "title",
            cell: ({ title }) => <span className="block min-w-28 font-[580]">{inLanguage(title, locale)}</span>,
          },
          {
            id: "description",
            header: t("draw.description"),
            card: "bare",
            cell: ({ description }) => (
              <p className="line-clamp-3 text-start whitespace-normal text-muted">{inLanguage(description, locale)}</p>
            ),
          },
          {
            id: "price",
            header: t("draw.price"),
            sorts: true,
            end: true,
            mono: true,
            cell: (draw) => money(draw.pricePerTicket),
          },
          {
            id: "value",
            header: t("draw.value"),
            sorts: true,
            end: true,
            mono: true,
            cell: (draw) => money(draw.priceValue, "whole"),
          },
          {
            id: "end",
            header: t("draw.endDate"),
            sorts: true,
            cell: (draw) => <span className="whitespace-nowrap">{formatClosing(draw, locale, "short")}</span>,
          },
          { id: "status", header: t("draw.status"), cell: (draw) => <DrawStatus draw={draw} /> },
          ...(hasActions
            ? [
                {
                  id: "actions",
                  header: t("draw.actions"),
                  end: true,
                  card: "bare",
                  cell: (draw: ManagedDraw) => <Actions draw={draw} onDraw={onDraw} />,
                } as const,
              ]
            : []),
        ]}
      />
    </div>
  );
}
