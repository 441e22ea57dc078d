/** Cards that were keyed in: the note after one, and the list of the last ones. */
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatTicketNumber } from "#shared/ids.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Badge } from "#ui/badge.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import type { EnteredCard } from "../../server/postal/key-in-card.ts";
import type { FreeEntryDesk } from "../../server/postal/list-free-entries.ts";

/** The first ticket of a card and, if it brought several, the last one. */
function ticketsText({ shortNumber, number, quantity }: Pick<EnteredCard, "shortNumber" | "number" | "quantity">): string {
  const first = formatTicketNumber(shortNumber, number);
  return quantity > 1 ? `${first} – ${formatTicketNumber(shortNumber, number + quantity - 1)}` : first;
}

/** The result of a card, such as "Rosa Lindqvist has number CONC-0042-000137". */
export function useResultText(): (entry: EnteredCard) => string {
  const { t } = useTranslation("admin-entries");
  return useCallback(
    ({ name, ...entry }) =>
      t(entry.quantity > 1 ? "freeEntries.doneSeveral" : "freeEntries.done", { name, number: ticketsText(entry) }),
    [t],
  );
}

/** The result of a card, whether its owner was told by e-mail, and a link to its order. */
export function DoneNote({ entry }: { entry: EnteredCard }) {
  const { t } = useTranslation("admin-entries");
  const { number } = useFormat();
  const resultText = useResultText();
  const tickets = { count: entry.quantity, n: number(entry.quantity) };
  return (
    <Note
      tone="success"
      role="status"
      title={resultText(entry)}
      action={<TextLink to={`/admin/orders/${entry.orderId}`}>{t("freeEntries.see")}</TextLink>}
    >
      {[
        entry.isMailed ? t("freeEntries.doneMailed", tickets) : t("freeEntries.doneSilent"),
        entry.joined && t("freeEntries.doneJoined"),
      ]
        .filter(Boolean)
        .join(" ")}
    </Note>
  );
}

/** The cards keyed in last, newest first. */
export function KeyedCards({ entries }: { entries: FreeEntryDesk["entries"] }) {
  const { t } = useTranslation("admin-entries");
  const { date } = useFormat();
  return (
    <AdminCard title={t("freeEntries.last")} flush>
      <DataTable
        caption={t("freeEntries.last")}
        plain
        rows={entries}
        rowKey={({ orderId }) => orderId}
        empty={<p className="p-5 text-muted">{t("freeEntries.lastNone")}</p>}
        columns={[
          {
            id: "name",
            header: t("freeEntries.name"),
            cell: ({ orderId, name, isVoid, ...entry }) => (
              <div>
                <Link to={`/admin/orders/${orderId}`} className="inline-flex min-h-7 items-center font-[560] hover:underline">
                  {name}
                </Link>
                <span translate="no" className="type-mono block text-[0.8125rem] text-muted">
                  {ticketsText(entry)}
                </span>
                {isVoid && <Badge tone="cancelled">{t("freeEntries.isVoid")}</Badge>}
              </div>
            ),
          },
          {
            id: "when",
            header: t("freeEntries.when"),
            cell: ({ keyedAt }) => `${date(keyedAt, "short")}, ${date(keyedAt, "time")}`,
          },
        ]}
      />
    </AdminCard>
  );
}
