/** The monthly limit on credit card payments, checked when an order is settled. */
import { londonMonth } from "#features/accounts/rules/person/safer-play.ts";
import type { PaymentPage } from "#platform/payments/payments.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { exceedsCreditLimit } from "../../rules/checkout/spending.ts";
import type { OrderRow } from "../store.ts";
import { sumSpending } from "./spending-store.ts";

/** The order's month, without the order itself. */
export function monthOf({ id, createdAt }: OrderRow) {
  return { ...londonMonth(createdAt), except: id };
}

/** The page blocks credit cards, but not two payments at once, nor cards of unknown kind: checked here. */
export async function isBeyondCreditLimit(tx: Tx, order: OrderRow, page: PaymentPage): Promise<boolean> {
  return exceedsCreditLimit(await sumSpending(tx, order.userId, monthOf(order)), page.amount);
}
