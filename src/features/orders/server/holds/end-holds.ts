/** Ends unpaid holds: because the buyer went back, or may no longer buy. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { isHolding } from "../../rules/settlement.ts";
import { endHold } from "../settlement/sweep-orders.ts";
import { findOrderRow } from "../store.ts";

async function tryToEnd(ctx: Ctx, orderId: string): Promise<void> {
  try {
    const order = await findOrderRow(ctx.db, orderId);
    if (order) await endHold(ctx, order);
  } catch (error) {
    ctx.log.error({ err: error, orderId }, "a hold could not be released yet");
  }
}

/**
 * Closes pages and releases holds. A payment that was faster gets its tickets; after an error the sweeper
 * retries.
 */
export async function endHolds(ctx: Ctx, orderIds: readonly string[]): Promise<void> {
  await Promise.all(orderIds.map((orderId) => tryToEnd(ctx, orderId)));
}

/**
 * Ends the hold of the buyer's own order. @returns its draw; undefined for an unknown order or another
 * buyer's
 */
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
