/** Compares the books of each provider with ours, for webhooks that never came and refunds that never went. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { PaymentProvider } from "#platform/payments/payments.server.ts";
import { PartlyTold } from "#shared/partly-told.ts";
import { syncRefunds } from "./book-refunds.ts";
import { isFinished } from "./event-store.ts";
import { hearOfRefund } from "./hear-of-refund.ts";
import { type EndedPage, listPagesBetween, listPaidPages, listUnpaidPages } from "./known-page-store.ts";
import { receiveEvent } from "./receive-event.ts";
import { disputesOf } from "./reconcile-disputes.ts";
import { findToldState, listOverdueRefunds, listReturning } from "./refund-reading-store.ts";
import { sendRefund } from "./send-refund.ts";
import { settleOrder } from "./settle-order.ts";
import { findOrderRow } from "./store.ts";

/** How far back each round looks: longer than a page can live, and than a night without anybody at the desk. */
const LOOK_BACK_HOURS = 26;
/** A refund that its queue has not sent within this time is tried again in each round, until it goes. */
const REFUND_OVERDUE_HOURS = 1;
const REFUNDS_AT_ONCE = 50;
/** Refunds fail late, and banks dispute while nobody listens: the first round of a process looks as far back as the provider still tells events of, for a shop that was away. */
const FIRST_LOOK_HOURS = 30 * 24;
const lookedFar = new WeakSet<PaymentProvider>();

/** Settles paid pages that no order knows of yet, works through events that were never received, sends overdue refunds, and looks how the others stand. */
export async function reconcilePayments(ctx: Ctx): Promise<void> {
  const since = hoursAgo(ctx, LOOK_BACK_HOURS);
  for (const orderId of await listOverdueRefunds(ctx.db, hoursAgo(ctx, REFUND_OVERDUE_HOURS), REFUNDS_AT_ONCE))
    await attempt(ctx, { order: orderId }, () => sendRefund(ctx, orderId));
  for (const order of await listReturning(ctx.db, REFUNDS_AT_ONCE))
    await attempt(ctx, { order: order.id }, () => syncRefunds(ctx, order));
  const unheard: unknown[] = [];
  // A provider that cannot be asked keeps none of the others' money waiting; the round is tried again for it.
  const ask = async (provider: PaymentProvider, look: (provider: PaymentProvider) => Promise<void>) =>
    look(provider).catch((error: unknown) => {
      ctx.log.warn({ err: error, provider: provider.name }, "a payment provider could not be asked");
      unheard.push(error);
    });
  for (const provider of ctx.payments.all) await ask(provider, () => reconcilePages(ctx, provider, since));
  const disputes = disputesOf(ctx);
  for (const provider of ctx.payments.all) await ask(provider, () => disputes.reconcile(provider, sinceLastLook(ctx, provider)));
  await disputes.follow();
  for (const provider of ctx.payments.all) {
    await ask(provider, () => reconcileEvents(ctx, provider, since));
    await ask(provider, () => reconcileRefunds(ctx, provider));
    await ask(provider, () => reconcileAuthorisations(ctx, provider));
  }
  if (unheard.length > 0) throw new AggregateError(unheard, "a payment provider could not be asked");
}

async function reconcileEvents(ctx: Ctx, provider: PaymentProvider, since: Date): Promise<void> {
  for await (const event of provider.listEvents(since))
    await attempt(ctx, { event: event.id }, async () => {
      if (!(await isFinished(ctx.db, event.id))) await receiveEvent(ctx, event);
    });
}

async function reconcilePages(ctx: Ctx, provider: PaymentProvider, since: Date): Promise<void> {
  const unpaid = () => listUnpaidPages(ctx.db, { provider: provider.name, since });
  for await (const page of provider.listPages(since, unpaid)) {
    const { orderId } = page;
    if (!(page.paid || page.isAuthorised) || orderId === undefined) continue;
    await attempt(ctx, { order: orderId }, async () => {
      const order = await findOrderRow(ctx.db, orderId);
      if (order && ["reserved", "awaiting_payment", "expired"].includes(order.state))
        await settleOrder(ctx, page.id, { provider: provider.name });
    });
  }
}

/** Where each payment has to be asked for by itself, only what was paid in the last hours is in each round; the rest once an hour. */
const OFTEN_HOURS = 2;
const lookedAtAll = new WeakMap<PaymentProvider, Date>();

/** Refunds that no event has told of, or not to their end. */
async function reconcileRefunds(ctx: Ctx, provider: PaymentProvider): Promise<void> {
  const since = sinceLastLook(ctx, provider);
  const lookedAt = lookedAtAll.get(provider);
  const paidSince = lookedAt && lookedAt > hoursAgo(ctx, 1) ? hoursAgo(ctx, OFTEN_HOURS) : undefined;
  const paid = () => listPaidPages(ctx.db, { provider: provider.name, since, paidSince });
  const isDone = () => {
    lookedFar.add(provider);
    if (!paidSince) lookedAtAll.set(provider, ctx.now());
  };
  try {
    for await (const { id, paymentIntentId, state } of provider.listRefunds(since, paid))
      await attempt(ctx, { refund: id }, async () => {
        if ((await findToldState(ctx.db, id)) !== state) await hearOfRefund(ctx, { provider: provider.name, paymentIntentId });
      });
    isDone();
  } catch (error) {
    if (error instanceof PartlyTold) isDone();
    throw error;
  }
}

function sinceLastLook(ctx: Ctx, provider: PaymentProvider): Date {
  return hoursAgo(ctx, lookedFar.has(provider) ? LOOK_BACK_HOURS : FIRST_LOOK_HOURS);
}

/** One that fails is met again in the next round and does not keep the rest waiting. */
async function attempt(ctx: Ctx, subject: Record<string, string>, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => ctx.log.error({ err: error, ...subject }, "reconciling a payment failed"));
}

function hoursAgo(ctx: Ctx, hours: number): Date {
  return new Date(ctx.now().getTime() - hours * 3_600_000);
}

const HOUR_MS = 3_600_000;
/** A page that nothing closes can be paid for a day; what was paid in its last second is listed some seconds later. */
const PAGE_LIVES_MS = 24.1 * HOUR_MS;
/** How far back a process looks at first. An authorisation lapses within a week. */
const FIRST_LOOK_MS = 48 * HOUR_MS;
const AT_ONCE = 500;
/** When the last page was opened that has been looked at. */
const lookedUntil = new WeakMap<PaymentProvider, Date>();

/** Whoever has been paid already, or is paid no more, lets the rest go; each page is looked at once by a process. */
export async function reconcileAuthorisations(ctx: Ctx, provider: PaymentProvider): Promise<void> {
  const { listAuthorisations } = provider;
  if (!listAuthorisations) return;
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

async function lookAt(
  ctx: Ctx,
  { name, listAuthorisations }: PaymentProvider,
  { sessionId, orderId, paymentIntentId: own }: EndedPage,
): Promise<boolean> {
  try {
    for (const paymentIntentId of (await listAuthorisations?.(orderId)) ?? [])
      if (paymentIntentId !== own) await settleOrder(ctx, sessionId, { provider: name, paymentIntentId });
    return true;
  } catch (error) {
    ctx.log.error({ err: error, orderId }, "an order's authorisations could not be looked at");
    return false;
  }
}
