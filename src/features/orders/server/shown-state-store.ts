/** SQL of the state that an order is shown in: one whose money is to go back says how far that is, and one whose money a bank has taken says so. */
import { sql } from "kysely";
import type { ShownState } from "../rules/order-state.ts";

/** Of the orders that a query knows by this name. Failed is what is owed and neither on its way nor to be sent. */
export function shownStateOf(orders: "o" | "orders") {
  const column = (name: string) => sql.ref(`${orders}.${name}`);
  return sql<ShownState>`CASE WHEN ${column("state")} IN ('paid', 'refund_due') AND ${column("disputed_pence")} > 0 THEN 'disputed'
    WHEN ${column("state")} = 'paid' AND ${column("charged_back_pence")} > 0
      AND ${column("charged_back_pence")} + ${column("refunded_pence")} >= ${column("captured_pence")} THEN 'charged_back'
    WHEN ${column("state")} <> 'refund_due' THEN ${column("state")}
    WHEN ${column("captured_pence")} <= ${column("refunded_pence")} + ${column("returning_pence")} + ${column("charged_back_pence")} THEN 'refund_sent'
    WHEN EXISTS (SELECT FROM refunds due WHERE due.order_id = ${column("id")} AND due.state = 'due') THEN 'refund_due'
    ELSE 'refund_failed' END`;
}
