/** The tickets of an order, and the postal card of a free entry. */
import { useTranslation } from "react-i18next";
import { formatTicketNumber } from "#shared/ids.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList, type DefinitionRow } from "#ui/lists/definition-list.tsx";
import type { Card } from "../rules/postal/postal-card.ts";
import type { ShownOrder } from "../server/reading/show-order.ts";

/** Further ticket numbers are folded. */
const UNFOLDED_TICKETS = 60;

type TicketsProps = {
  order: { readonly shortNumber: number };
  tickets: ShownOrder["tickets"];
};

/** Ticket numbers, void ones struck through. */
function Numbers({ shortNumber, tickets }: { shortNumber: number; tickets: TicketsProps["tickets"] }) {
  const { t } = useTranslation("admin-orders");
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-2">
      {tickets.map(({ number, isVoid, isSuspended }) => (
        <li key={number} translate="no" className="type-mono text-[0.9375rem]">
          {isVoid ? (
            <del className="text-muted">
              {formatTicketNumber(shortNumber, number)}
              <span className="sr-only"> {t("order.voidTicket")}</span>
            </del>
          ) : (
            formatTicketNumber(shortNumber, number)
          )}
          {isSuspended && <span className="text-danger-text"> {t("order.suspendedTicket")}</span>}
        </li>
      ))}
    </ul>
  );
}

/** All ticket numbers, with how many were issued and how many are void. */
export function OrderTickets({ order: { shortNumber }, tickets }: TicketsProps) {
  const { t } = useTranslation("admin-orders");
  const { number } = useFormat();
  const folded = tickets.length - UNFOLDED_TICKETS;
  const voided = tickets.filter(({ isVoid }) => isVoid).length;
  return (
    <AdminCard
      title={t("order.ticketNumbers")}
      note={[
        tickets.length > 0 && t("order.issued", { count: tickets.length, n: number(tickets.length) }),
        voided > 0 && t("order.gone", { count: voided, n: number(voided) }),
      ]
        .filter(Boolean)
        .join(", ")}
    >
      {tickets.length === 0 && <p className="text-muted">{t("order.noTickets")}</p>}
      <Numbers shortNumber={shortNumber} tickets={tickets.slice(0, UNFOLDED_TICKETS)} />
      {folded > 0 && (
        <details className="mt-3">
          <summary className="link cursor-pointer">{t("order.moreTickets", { count: folded, n: number(folded) })}</summary>
          <Numbers shortNumber={shortNumber} tickets={tickets.slice(UNFOLDED_TICKETS)} />
        </details>
      )}
    </AdminCard>
  );
}

/** The card of a free entry; undefined after its data was deleted. */
export function OrderCard({ card }: { card: Card | undefined }) {
  const { t } = useTranslation("admin-orders");
  const { date } = useFormat();
  if (!card) {
    return (
      <AdminCard title={t("order.postcard.title")}>
        <p className="text-muted">{t("order.postcard.gone")}</p>
      </AdminCard>
    );
  }
  const rows: DefinitionRow[] = [
    { id: "name", term: t("order.postcard.name"), value: `${card.firstName} ${card.lastName}` },
    { id: "born", term: t("order.postcard.born"), value: date(card.birthDate) },
    {
      id: "address",
      term: t("order.postcard.address"),
      value: <span className="whitespace-pre-line">{`${card.address}\n${card.county}`}</span>,
    },
    { id: "email", term: t("order.postcard.email"), value: card.email ?? "–" },
    { id: "phone", term: t("order.postcard.phone"), value: card.phone ?? "–" },
    { id: "received", term: t("order.postcard.received"), value: date(card.receivedOn) },
    { id: "posted", term: t("order.postcard.posted"), value: card.postedOn === undefined ? "–" : date(card.postedOn) },
  ];
  return (
    <AdminCard title={t("order.postcard.title")}>
      <DefinitionList rows={rows} />
    </AdminCard>
  );
}
