/** The orders of a player in one draw, folded, with their receipts. */
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import { ChevronDown } from "#ui/icons.ts";
import { TextLink } from "#ui/text/text-link.tsx";
import type { HistoryOrder } from "../../rules/purchase-history.ts";

type Props = { orders: readonly HistoryOrder[]; purchases: number; hasReceipts: boolean };

/** The text of each state; `paid` has several. */
const STATES = {
  reserved: "waiting",
  awaiting_payment: "waiting",
  refund_due: "refundDue",
  refunded: "refunded",
  disputed: "disputed",
  charged_back: "chargedBack",
  free: "free",
  void: "void",
} as const;

/** The state of an order, and what of it was refunded. */
function State({ order }: { order: HistoryOrder }) {
  const { t } = useTranslation("profile");
  const { money } = useFormat();
  if (order.state === "refund_due" && order.returning > 0) return <>{t("states.refundSent")}</>;
  if (order.state !== "paid") return <>{t(`states.${STATES[order.state]}`)}</>;
  if (order.returning > 0) return <>{t("states.partlyReturning", { amount: money(order.returning) })}</>;
  if (order.refunded > 0) return <>{t("states.partly", { amount: money(order.refunded) })}</>;
  return <>{t(order.valid === 0 ? "states.given" : "states.paid")}</>;
}

function Order({ order, hasReceipt }: { order: HistoryOrder; hasReceipt: boolean }) {
  const { t } = useTranslation("profile");
  const { date, money, number } = useFormat();
  const on = date(order.at, "short");
  const ticketsText = t("tickets.count", { count: order.quantity, n: number(order.quantity) });
  const isOpen = order.state === "reserved" || order.state === "awaiting_payment";
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-6 gap-y-0.5 border-t border-line py-1 text-[0.9375rem]">
      <span className="text-muted sm:w-28">{on}</span>
      <span translate="no" className="type-mono text-[0.8125rem] sm:w-24">
        <span className="sr-only">{t("tickets.order")} </span>
        {order.orderNumber}
      </span>
      <span className="sm:w-28">{ticketsText}</span>
      <span className="font-[520] sm:w-28">{order.kind === "free" ? t("tickets.free") : money(order.total)}</span>
      <span className="type-small min-w-0 grow">
        <State order={order} />
      </span>
      {hasReceipt && !isOpen && (
        <TextLink to={`/profile/receipts/${order.id}`} aria-label={t("tickets.receiptOf", { n: ticketsText, date: on })}>
          {t("tickets.receipt")}
        </TextLink>
      )}
    </li>
  );
}

/** `purchases` counts completed ones; orders that await their payment are listed beside them. */
export function HistoryOrders({ orders, purchases, hasReceipts }: Props) {
  const { t } = useTranslation("profile");
  const { number } = useFormat();
  const waiting = orders.length - purchases;
  const purchasesText = t("tickets.purchases", { count: purchases, n: number(purchases) });
  const label =
    waiting > 0 ? t("tickets.andWaiting", { purchases: purchasesText, count: waiting, n: number(waiting) }) : purchasesText;
  return (
    <details className="more-orders">
      <summary>
        {purchases === 0 ? t("states.waiting") : label}
        <ChevronDown size={18} strokeWidth={1.6} aria-hidden="true" />
      </summary>
      <ul className="mt-2 grid border-b border-line">
        {orders.map((order) => (
          <Order key={order.id} order={order} hasReceipt={hasReceipts} />
        ))}
      </ul>
    </details>
  );
}
