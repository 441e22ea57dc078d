/**
 * Ends lapsed holds, refunds cancelled draws and recovers from crashes. The provider decides whether a page
 * was paid.
 */
import type { Ctx } from "#platform/ctx.server.ts";
import type { PaymentPage } from "#platform/payments/payments.server.ts";
import { PAYMENT_PROVIDERS, type PaymentProviderName } from "#shared/states.ts";
import { OPENING_SECONDS } from "../../rules/checkout/hold.ts";
import { openPage } from "../checkout/open-page.ts";
import { forgetNetworks } from "../holds/hold-store.ts";
import { finishCancellations } from "../refunds/cancel-lottery.ts";
import { findOrderRow, listLapsedOrders, type OrderRow } from "../store.ts";
import { settlePage, settleWithoutPayment } from "./settle-order.ts";
import { resolveAuthorisation } from "./take-authorised.ts";

/** Lapsed holds of a provider in one round. */
const MOST_LAPSED = 100;
/** Concurrent orders, so that one slow answer does not delay the rest. */
const CONCURRENCY = 4;
/** No new order is started after this time, so that a slow provider cannot extend a round. */
const ROUND_MS = 30_000;

/** After a crash before recording: the identical call returns the same page, or the hold is released. */
async function recoverPage(ctx: Ctx, order: OrderRow): Promise<string | undefined> {
  if (!order.payBy || !order.pageRequest) return undefined;
  await openPage(ctx, { ...order, payBy: order.payBy, pageRequest: order.pageRequest }, { isToClose: true });
  return (await findOrderRow(ctx.db, order.id))?.sessionId;
}

/** Closes an order's page and returns its state. Undefined if there is nothing (more) to settle. */
export async function closePage(ctx: Ctx, order: OrderRow): Promise<PaymentPage | undefined> {
  if (order.total === 0) {
    // Normally settled when it was held, except after a crash.
    await settleWithoutPayment(ctx, order);
    return undefined;
  }
  const sessionId = order.sessionId ?? (await recoverPage(ctx, order));
  if (sessionId === undefined) return undefined;
  const provider = ctx.payments.of(order.provider);
  const closed = await provider.expirePage(sessionId, order.capturing);
  return closed.ok ? closed.value : resolveAuthorisation(ctx, order, await provider.getPage(sessionId, order.capturing));
}

/** Closes the hold's page, or settles it as the provider reports it. */
export async function endHold(ctx: Ctx, order: OrderRow): Promise<void> {
  const page = await closePage(ctx, order);
  if (page) await settlePage(ctx, page);
}

async function sweepAt(ctx: Ctx, provider: PaymentProviderName): Promise<number> {
  const openedBefore = new Date(ctx.now().getTime() - OPENING_SECONDS * 1000);
  const lapsed = await listLapsedOrders(ctx.db, { provider, now: ctx.now(), openedBefore, limit: MOST_LAPSED });
  const queue = [...lapsed];
  const until = performance.now() + ROUND_MS;
  const worker = async () => {
    for (let order = queue.shift(); order && performance.now() < until; order = queue.shift()) {
      await endHold(ctx, order).catch((error: unknown) =>
        ctx.log.error({ err: error, orderId: order?.id }, "sweeping an order failed"),
      );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return lapsed.length;
}

/**
 * One round over the lapsed holds of all providers. Failures are logged, and retried in the next round.
 * @returns how many lapsed
 */
export async function sweepOrders(ctx: Ctx): Promise<number> {
  const swept = await Promise.all(PAYMENT_PROVIDERS.map((provider) => sweepAt(ctx, provider)));
  await finishCancellations(ctx);
  await forgetNetworks(ctx.db);
  return swept.reduce((sum, count) => sum + count, 0);
}
