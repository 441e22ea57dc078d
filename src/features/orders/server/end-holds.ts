/** Ends what a player is paying for: because the player turned back, or may not buy any more. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { isHolding } from "../rules/settlement.ts";
import { findOrderRow } from "./store.ts";
import { endHold } from "./sweep-orders.ts";

/** The payment pages go, and the holds with them; where a payment was faster, the tickets are there. A provider that does not answer leaves it to the sweeper. */
export async function endHolds(ctx: Ctx, orderIds: readonly string[]): Promise<void> {
  await Promise.all(orderIds.map((orderId) => tryToEnd(ctx, orderId)));
}

async function tryToEnd(ctx: Ctx, orderId: string): Promise<void> {
  try {
    const order = await findOrderRow(ctx.db, orderId);
    if (order) await endHold(ctx, order);
  } catch (error) {
    ctx.log.error({ err: error, orderId }, "a hold could not be released yet");
  }
}

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
