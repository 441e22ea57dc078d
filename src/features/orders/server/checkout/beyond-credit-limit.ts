/** The monthly limit on credit card payments, checked when an order is settled. */
import { londonMonth } from "#features/accounts/rules/person/safer-play.ts";
import type { PaymentPage } from "#platform/payments/payments.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { exceedsCreditLimit } from "../../rules/checkout/spending.ts";
import type { OrderRow } from "../store.ts";
import { sumSpending } from "./spending-store.ts";

/** The calendar month in which the order was created, and the order itself, which sums leave out. */
export function monthOf({ id, createdAt }: OrderRow) {
  return { ...londonMonth(createdAt), except: id };
}

/**
 * Whether a paid page exceeds the limit. The page itself blocks credit cards beyond it, but not two payments
 * at once, nor cards whose kind is unknown before the payment.
 */
export async function isBeyondCreditLimit(tx: Tx, order: OrderRow, page: PaymentPage): Promise<boolean> {
  return exceedsCreditLimit(await sumSpending(tx, order.userId, monthOf(order)), page.amount);
}
