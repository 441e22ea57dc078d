/** What one person pays by credit card in a month, for the order that is being settled. */
import { londonMonth } from "#features/accounts/rules/safer-play.ts";
import type { PaymentPage } from "#platform/payments/payments.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { passesCreditLimit } from "../rules/spending.ts";
import { sumSpending } from "./spending-store.ts";
import type { OrderRow } from "./store.ts";

/** The orders that a payment by credit card is counted with: the others of its month. */
export function monthOf({ id, createdAt }: OrderRow) {
  return { ...londonMonth(createdAt), except: id };
}

/** The page refuses credit cards where they are too much, or only authorises the payment; this meets two that were paid at once, and cards that were not known for what they are. */
export async function isBeyondCreditLimit(tx: Tx, order: OrderRow, page: PaymentPage): Promise<boolean> {
  return passesCreditLimit(await sumSpending(tx, order.userId, monthOf(order)), page.amount);
}
