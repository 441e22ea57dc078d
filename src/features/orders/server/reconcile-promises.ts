/** Of one order a page may be paid twice. Finds the promises that no webhook told of, once their page takes no more payments. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { PaymentProvider } from "#platform/payments/payments.server.ts";
import { type EndedPage, listPagesBetween } from "./known-page-store.ts";
import { settleOrder } from "./settle-order.ts";

const HOUR_MS = 3_600_000;
/** A page that nothing closes can be paid for a day; what was paid in its last second is listed some seconds later. */
const PAGE_LIVES_MS = 24.1 * HOUR_MS;
/** How far back a process looks at first. A promise lapses within a week. */
const FIRST_LOOK_MS = 48 * HOUR_MS;
const AT_ONCE = 500;
/** When the last page was opened that has been looked at. */
const lookedUntil = new WeakMap<PaymentProvider, Date>();

/** Whoever has been paid already, or is paid no more, lets the rest go; each page is looked at once by a process. */
export async function reconcilePromises(ctx: Ctx, provider: PaymentProvider): Promise<void> {
  const { listPromises } = provider;
  if (!listPromises) return;
  const now = ctx.now().getTime();
  const earliest = new Date(now - FIRST_LOOK_MS);
  const last = lookedUntil.get(provider);
  const from = last && last > earliest ? last : earliest;
  const ended = { provider: provider.name, from, to: new Date(now - PAGE_LIVES_MS), most: AT_ONCE };
  let isWhole = true;
  for (const page of await listPagesBetween(ctx.db, ended)) {
    isWhole = (await lookAt(ctx, provider, page)) && isWhole;
    // The next round begins with the first that could not be looked at.
    if (isWhole) lookedUntil.set(provider, page.openedAt);
  }
}

async function lookAt(ctx: Ctx, { name, listPromises }: PaymentProvider, { sessionId, orderId }: EndedPage): Promise<boolean> {
  try {
    for (const paymentIntentId of (await listPromises?.(orderId)) ?? [])
      await settleOrder(ctx, sessionId, { provider: name, paymentIntentId });
    return true;
  } catch (error) {
    ctx.log.error({ err: error, orderId }, "an order's promises could not be looked at");
    return false;
  }
}
