/** A buyer comes back from paying: brings the purchase up to date and tells how it stands. */
import type { Ctx } from "#platform/ctx.server.ts";
import { findPurchase, type Purchase } from "./list-tickets.ts";
import { settleOrder } from "./settle-order.ts";

const SETTLED: readonly Purchase["state"][] = ["paid", "refund_due", "refunded"];

/**
 * The buyer's own purchase, by its payment session or, where no payment was needed, by its own id. The provider is asked only about a
 * purchase of this buyer, and only while it is not settled.
 *
 * @returns undefined for somebody else's and for an unknown one alike
 */
export async function settlePurchase(
  ctx: Ctx,
  buyerId: string,
  by: { readonly sessionId?: string; readonly orderId?: string },
): Promise<Purchase | undefined> {
  const purchase = await findPurchase(ctx, buyerId, by);
  if (!purchase || by.sessionId === undefined || SETTLED.includes(purchase.state)) return purchase;
  try {
    await settleOrder(ctx, by.sessionId);
  } catch (error) {
    // The webhook and the sweeper go on trying; what is known already is shown meanwhile.
    ctx.log.error({ err: error, order: purchase.orderId }, "a returning buyer's purchase could not be settled");
    return purchase;
  }
  return findPurchase(ctx, buyerId, by);
}
