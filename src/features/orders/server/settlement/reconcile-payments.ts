/** Compares each provider's books with ours, for lost webhooks and refunds that were not sent. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { PaymentProvider } from "#platform/payments/payments.server.ts";
import { IncompleteList } from "#shared/incomplete-list.ts";
import { type EndedPage, listPagesBetween, listPaidPages, listUnpaidPages } from "../checkout/payment-page-store.ts";
import { disputesOf } from "../disputes/reconcile-disputes.ts";
import { syncRefunds } from "../refunds/book-refunds.ts";
import { receiveRefundEvent } from "../refunds/receive-refund-event.ts";
import { findStoredState, listOverdueRefunds, listReturning } from "../refunds/refund-reading-store.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { findOrderRow } from "../store.ts";
import { isFinished } from "./event-store.ts";
import { receiveEvent } from "./receive-event.ts";
import { settleOrder } from "./settle-order.ts";

/** Look-back of each round: longer than the life of a page, and than a night without staff. */
const LOOK_BACK_HOURS = 26;
/** A refund that its queue has not sent within this time is retried in each round. */
const REFUND_OVERDUE_HOURS = 1;
/** In one round. */
const MOST_REFUNDS = 50;
/** The first round of a process looks back as far as providers list events: the shop may have been down. */
const FIRST_LOOK_BACK_HOURS = 30 * 24;
/** Providers whose first round is done. */
const lookedBack = new WeakSet<PaymentProvider>();

/** Logs a failure, so that the other payments are not delayed; the next round retries it. */
async function attempt(ctx: Ctx, subject: Record<string, string>, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => ctx.log.error({ err: error, ...subject }, "reconciling a payment failed"));
}

/** Processes events that the shop missed. */
async function reconcileEvents(ctx: Ctx, provider: PaymentProvider, since: Date): Promise<void> {
  for await (const event of provider.listEvents(since))
    await attempt(ctx, { event: event.id }, async () => {
      if (!(await isFinished(ctx.db, event.id))) await receiveEvent(ctx, event);
    });
}

/** Settles paid pages whose orders are not settled. */
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

/** If each payment needs a request, rounds read the last hours only, and all payments once an hour. */
const RECENT_HOURS = 2;
/** When all payments of a provider were last read. */
const readAllAt = new WeakMap<PaymentProvider, Date>();

function hoursAgo(ctx: Ctx, hours: number): Date {
  return new Date(ctx.now().getTime() - hours * 3_600_000);
}

/** Since when a round reads the provider. */
function lookBackStart(ctx: Ctx, provider: PaymentProvider): Date {
  return hoursAgo(ctx, lookedBack.has(provider) ? LOOK_BACK_HOURS : FIRST_LOOK_BACK_HOURS);
}

/** Reads refunds that had no event, or no final one. */
async function reconcileRefunds(ctx: Ctx, provider: PaymentProvider): Promise<void> {
  const since = lookBackStart(ctx, provider);
  const readAt = readAllAt.get(provider);
  const paidSince = readAt && readAt > hoursAgo(ctx, 1) ? hoursAgo(ctx, RECENT_HOURS) : undefined;
  const paid = () => listPaidPages(ctx.db, { provider: provider.name, since, paidSince });
  const markDone = () => {
    lookedBack.add(provider);
    if (!paidSince) readAllAt.set(provider, ctx.now());
  };
  try {
    for await (const { id, paymentIntentId, state } of provider.listRefunds(since, paid))
      await attempt(ctx, { refund: id }, async () => {
        if ((await findStoredState(ctx.db, id)) !== state)
          await receiveRefundEvent(ctx, { provider: provider.name, paymentIntentId });
      });
    markDone();
  } catch (error) {
    if (error instanceof IncompleteList) markDone();
    throw error;
  }
}

const HOUR_MS = 3_600_000;
/** A page that is not closed can be paid for a day; the last payment is listed some seconds later. */
const PAGE_LIVES_MS = 24.1 * HOUR_MS;
/** Look-back of a new process. An authorisation lapses within a week. */
const FIRST_LOOK_BACK_MS = 48 * HOUR_MS;
/** Pages of one round. */
const MOST_PAGES = 500;
/** Opening time of the last page checked. */
const checkedUntil = new WeakMap<PaymentProvider, Date>();

/** Settles each authorisation beside the order's own payment. @returns whether all could be checked */
async function checkPage(
  ctx: Ctx,
  { name, listAuthorisations }: PaymentProvider,
  { sessionId, orderId, paymentIntentId: ownPayment }: EndedPage,
): Promise<boolean> {
  try {
    for (const paymentIntentId of (await listAuthorisations?.(orderId)) ?? [])
      if (paymentIntentId !== ownPayment) await settleOrder(ctx, sessionId, { provider: name, paymentIntentId });
    return true;
  } catch (error) {
    ctx.log.error({ err: error, orderId }, "an order's authorisations could not be checked");
    return false;
  }
}

/** Releases authorisations beside the captured one, or of unpaid orders. Each process checks a page once. */
export async function reconcileAuthorisations(ctx: Ctx, provider: PaymentProvider): Promise<void> {
  const { listAuthorisations } = provider;
  if (!listAuthorisations) return;
  const now = ctx.now().getTime();
  const earliest = new Date(now - FIRST_LOOK_BACK_MS);
  const last = checkedUntil.get(provider);
  const from = last && last > earliest ? last : earliest;
  const endedPages = { provider: provider.name, from, to: new Date(now - PAGE_LIVES_MS), most: MOST_PAGES };
  let isComplete = true;
  for (const page of await listPagesBetween(ctx.db, endedPages)) {
    isComplete = (await checkPage(ctx, provider, page)) && isComplete;
    // The next round starts with the first page that failed.
    if (isComplete) checkedUntil.set(provider, page.openedAt);
  }
}

/** Settles paid pages, processes missed events, sends overdue refunds, and updates the others. */
export async function reconcilePayments(ctx: Ctx): Promise<void> {
  const since = hoursAgo(ctx, LOOK_BACK_HOURS);
  for (const orderId of await listOverdueRefunds(ctx.db, hoursAgo(ctx, REFUND_OVERDUE_HOURS), MOST_REFUNDS))
    await attempt(ctx, { order: orderId }, () => sendRefund(ctx, orderId));
  for (const order of await listReturning(ctx.db, MOST_REFUNDS))
    await attempt(ctx, { order: order.id }, () => syncRefunds(ctx, order));
  const failures: unknown[] = [];
  // A failing provider does not delay the others; the error at the end makes the job retry.
  const callProvider = async (provider: PaymentProvider, work: (provider: PaymentProvider) => Promise<void>) =>
    work(provider).catch((error: unknown) => {
      ctx.log.warn({ err: error, provider: provider.name }, "a payment provider could not be read");
      failures.push(error);
    });
  for (const provider of ctx.payments.all) await callProvider(provider, () => reconcilePages(ctx, provider, since));
  const disputes = disputesOf(ctx);
  for (const provider of ctx.payments.all)
    await callProvider(provider, () => disputes.reconcile(provider, lookBackStart(ctx, provider)));
  await disputes.follow();
  for (const provider of ctx.payments.all) {
    await callProvider(provider, () => reconcileEvents(ctx, provider, since));
    await callProvider(provider, () => reconcileRefunds(ctx, provider));
    await callProvider(provider, () => reconcileAuthorisations(ctx, provider));
  }
  if (failures.length > 0) throw new AggregateError(failures, "a payment provider could not be read");
}
