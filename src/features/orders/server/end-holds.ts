/** Ends what a player is paying for. One order that cannot be ended does not keep the others open. */
import type { Ctx } from "#platform/ctx.server.ts";
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
