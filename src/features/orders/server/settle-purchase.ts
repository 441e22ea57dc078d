/** A buyer comes back from paying: brings the purchase up to date and tells how it stands. */
import { consumeRateLimit } from "#features/accounts/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { findPurchase, type Purchase } from "./list-tickets.ts";
import { settleOrder } from "./settle-order.ts";
import { findOrderRow } from "./store.ts";

/** The payment came, whatever became of it. */
export function isSettled(state: Purchase["state"]): boolean {
  return state === "paid" || state === "refund_due" || state === "refunded" || state === "charged_back";
}

/**
 * The buyer's own purchase, by its payment session or by its own id. The provider is asked only about a
 * purchase of this buyer, only while it is not settled, and only so often for each buyer and address: beyond that the webhook and the sweeper
 * bring it up to date, and what is known already is told.
 *
 * @returns undefined for somebody else's and for an unknown one alike
 */
export async function settlePurchase(
  ctx: Ctx,
  buyer: Looking,
  by: { readonly sessionId?: string; readonly orderId?: string },
): Promise<Purchase | undefined> {
  const purchase = await findPurchase(ctx, buyer.id, by);
  if (!purchase || isSettled(purchase.state)) return purchase;
  // By its own id a purchase comes back that costs nothing, or from a provider whose address has no room for the page's.
  const order = by.sessionId === undefined ? await findOrderRow(ctx.db, purchase.orderId) : undefined;
  const sessionId = by.sessionId ?? order?.sessionId;
  if (sessionId === undefined || !(await mayAskProvider(ctx, buyer))) return purchase;
  try {
    await settleOrder(ctx, sessionId, { order });
  } catch (error) {
    // The webhook and the sweeper go on trying; what is known already is shown meanwhile.
    ctx.log.error({ err: error, orderId: purchase.orderId }, "a returning buyer's purchase could not be settled");
    return purchase;
  }
  return findPurchase(ctx, buyer.id, by);
}

/** Who waits for a payment, and the client's address. */
export type Looking = { readonly id: string; readonly address: string };

/** Takes one of the looks at the payment provider that a buyer and an address have. */
export async function mayAskProvider(ctx: Ctx, { id, address }: Looking): Promise<boolean> {
  const waits = await Promise.all([
    consumeRateLimit(ctx, "paymentLookByUser", id),
    consumeRateLimit(ctx, "paymentLookByAddress", address),
  ]);
  return waits.every((seconds) => seconds === 0);
}
