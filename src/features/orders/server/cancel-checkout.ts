/** A buyer who turned back frees the tickets for others, instead of keeping them until the page ends by itself. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { isHolding } from "../rules/settlement.ts";
import { findOrderRow } from "./store.ts";
import { endHold } from "./sweep-orders.ts";

/** Ends the hold of the buyer's own order. Somebody else's, an unknown and a settled one are left alone, without a word. */
export async function cancelCheckout(
  ctx: Ctx,
  buyerId: string,
  orderId: string | undefined,
): Promise<{ lotteryId: string } | undefined> {
  const order = isUuid(orderId) ? await findOrderRow(ctx.db, orderId) : undefined;
  if (order?.userId !== buyerId) return undefined;
  if (isHolding(order.state)) await endHold(ctx, order);
  return { lotteryId: order.lotteryId };
}
