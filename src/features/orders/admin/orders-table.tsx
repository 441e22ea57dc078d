/** The table of orders. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatTicketNumber } from "#shared/ids.ts";
import { pence } from "#shared/money/money.ts";
import { Badge } from "#ui/badge.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable, type SortOrder } from "#ui/lists/data-table.tsx";
import { EmailText } from "#ui/text/email-text.tsx";
import { SHOWN_STATES } from "../rules/order-state.ts";
import type { OrderList } from "../server/reading/list-orders.ts";

/** An order with the title of its draw in the viewer's language. */
type TableOrder = Omit<OrderList["orders"][number], "lotteryTitle"> & { readonly lottery: string };

type Props = { orders: readonly TableOrder[]; sorted: SortOrder; empty: ReactNode };

/** The buyer's name and address. */
function Player({ order }: { order: TableOrder }) {
  const { t } = useTranslation("admin-orders");
  const { id, player, email } = order;
  return (
    <div>
      <Link to={`/admin/orders/${id}`} className="inline-flex min-h-7 items-center font-[560] hover:underline">
        {player || t("orders.erased")}
      </Link>
      <span className="block text-[0.8125rem] text-muted wrap-anywhere">
        {email ? <EmailText address={email} /> : player && t("orders.noEmail")}
      </span>
    </div>
  );
}

/** The total, and what of it was refunded or is on its way back. */
function Amount({ order: { kind, total, refunded, returning } }: { order: TableOrder }) {
  const { money } = useFormat();
  if (kind === "free") return <>–</>;
  const refundedOrReturning = pence(refunded + returning);
  return (
    <div>
      {money(total)}
      {refundedOrReturning > 0 && (
        <span className="block text-[0.8125rem] whitespace-nowrap text-muted">{`−${money(refundedOrReturning)}`}</span>
      )}
    </div>
  );
}

/** The number of tickets, and the first one. */
function Tickets({ order }: { order: TableOrder }) {
  const { number } = useFormat();
  const { quantity, firstTicket, shortNumber } = order;
  return (
    <div>
      <span className="type-mono">{number(quantity)}</span>
      {firstTicket !== undefined && (
        <span className="type-mono block text-[0.8125rem] whitespace-nowrap text-muted">
          {formatTicketNumber(shortNumber, firstTicket)}
        </span>
      )}
    </div>
  );
}

export function OrdersTable({ orders, sorted, empty }: Props) {
  const { t } = useTranslation(["admin-orders", "admin"]);
  const { date } = useFormat();
  return (
    <div className="orders-table">
      <DataTable
        caption={t("orders.title")}
        rows={orders}
        rowKey={({ id }) => id}
        sorted={sorted}
        empty={empty}
        columns={[
          { id: "player", header: t("orders.player"), card: "title", cell: (order) => <Player order={order} /> },
          {
            id: "order",
            header: t("orders.order"),
            cell: ({ id, orderNumber }) => (
              <Link to={`/admin/orders/${id}`} className="link type-mono text-[0.8125rem] whitespace-nowrap">
                {orderNumber}
              </Link>
            ),
          },
          {
            id: "lottery",
            header: t("orders.lottery"),
            cell: ({ lottery }) => <span className="block min-w-19">{lottery}</span>,
          },
          { id: "tickets", header: t("orders.tickets"), end: true, cell: (order) => <Tickets order={order} /> },
          {
            id: "total",
            header: t("orders.amount"),
            sorts: true,
            end: true,
            mono: true,
            cell: (order) => <Amount order={order} />,
          },
          {
            id: "created",
            header: t("orders.created"),
            sorts: true,
            cell: ({ createdAt }) => `${date(createdAt, "short")}, ${date(createdAt, "time")}`,
          },
          {
            id: "state",
            header: t("orders.state"),
            cell: ({ shownState: state }) => <Badge tone={SHOWN_STATES[state].tone}>{t(SHOWN_STATES[state].text)}</Badge>,
          },
        ]}
      />
    </div>
  );
}
