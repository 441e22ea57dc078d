/** The only place where payments become tickets. Idempotent, callable from anywhere. */
import type { RawBuilder } from "kysely";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import { canSell } from "#features/lotteries/rules/lifecycle.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobPart } from "#platform/jobs/jobs.server.ts";
import type { PaymentPage } from "#platform/payments/payments.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { pence } from "#shared/money/money.ts";
import type { PaymentProviderName, RefundReason } from "#shared/states.ts";
import { creditBefore } from "../../rules/checkout/spending.ts";
import { decideSettlement, isHolding, type Settlement } from "../../rules/settlement.ts";
import { isBeyondCreditLimit, monthOf } from "../checkout/beyond-credit-limit.ts";
import { isConfirmed } from "../checkout/buyer-store.ts";
import { withDrawPermit } from "../checkout/draw-permit.ts";
import { isCodeTaken } from "../checkout/promotion-store.ts";
import { byCreditAtMost } from "../checkout/spending-store.ts";
import { exceedsPersonLimit, releaseHold, returnHold } from "../holds/hold-store.ts";
import {
  findLotteryState,
  lockLotteryState,
  lockOrderSaleAndSpender,
  lockSaleAndSpender,
} from "../refunds/lottery-state-store.ts";
import { oweRefund } from "../refunds/refund-store.ts";
import { findOrderBySession, findOrderRow, lockOrder, type OrderRow } from "../store.ts";
import { issueHeld, issueTickets, type Money } from "../ticket-store.ts";
import { isErased } from "./capture-store.ts";
import { finishEvent } from "./event-store.ts";
import { resolveAuthorisation, voidOther, withdrawAuthorisationAlert } from "./take-authorised.ts";

/** Of the secret tag of each ticket. */
const TAG_BYTES = 16;
const NO_MONEY: Money = { paymentIntentId: undefined, captured: pence(0), cardFunding: undefined };

/** `pending`: the page is open and unpaid. `unknown`: the page belongs to no order of this shop. */
export type Settled = { readonly orderId: string | undefined; readonly outcome: "pending" | "settled" | "unknown" };
const UNKNOWN: Settled = { orderId: undefined, outcome: "unknown" };

/** What the caller already knows about a page, from an order or an event. */
type KnownPayment = {
  readonly order?: OrderRow | undefined;
  readonly provider?: PaymentProviderName;
  readonly eventId?: string;
  readonly paymentIntentId?: string | undefined;
};

async function findOrderOf(ctx: Ctx, page: PaymentPage): Promise<OrderRow | undefined> {
  return page.orderId === undefined ? findOrderBySession(ctx.db, page.id) : findOrderRow(ctx.db, page.orderId);
}

function moneyOf({ paymentIntentId, amount: captured, cardFunding }: PaymentPage): Money {
  return { paymentIntentId, captured, cardFunding };
}

/** A payment, and its page if it has one. */
type Payment = { readonly sessionId: string | undefined; readonly money: Money };

/** Queues the confirmation in the statement that issues the tickets. */
function withConfirmation(ctx: Ctx, { id }: OrderRow, issue: (job: JobPart) => Promise<boolean>): Promise<boolean> {
  return ctx.jobs.sendWithin("mail", { message: "order-confirmation", orderId: id }, issue);
}

function tagsFor(ctx: Ctx, { quantity }: OrderRow): Buffer {
  return ctx.random(quantity * TAG_BYTES);
}

/** Issues the tickets of a locked order. @returns false if the draw does not allow it */
async function issue(ctx: Ctx, tx: Tx, order: OrderRow, payment: Payment & { from: "hold" | "stock" }): Promise<boolean> {
  const issue = { ...payment, tags: tagsFor(ctx, order), now: ctx.now() };
  return withConfirmation(ctx, order, (job) => issueTickets(tx, order, { ...issue, job }));
}

/**
 * Issues the tickets of nearly all payments in one statement. @returns false if the order's lock is needed
 * to decide
 */
async function issueInOneStatement(ctx: Ctx, order: OrderRow, page: PaymentPage, eventId: string | undefined): Promise<boolean> {
  const decision = decideSettlement(order, page, { isCancelled: false, exceedsCreditLimit: false });
  if (decision.action !== "issue") return false;
  const issue = {
    from: "hold",
    sessionId: page.id,
    money: moneyOf(page),
    tags: tagsFor(ctx, order),
    now: ctx.now(),
    eventId,
  } as const;
  const attempt = (db: Db | Tx, only?: RawBuilder<unknown>) =>
    withConfirmation(ctx, order, (job) => issueHeld(db, order, { ...issue, only, job }));
  if (page.cardFunding !== "credit") return ctx.pool.withPermit(order.lotteryId, () => attempt(ctx.db));
  const underCreditLimit = byCreditAtMost(creditBefore(page.amount), order.userId, monthOf(order));
  return withDrawPermit(ctx, order, async (tx) => {
    // Totals per person must be read by a statement that starts after the lock is taken.
    await lockOrderSaleAndSpender(tx, order.id);
    return attempt(tx, underCreditLimit);
  });
}

/** Owes the buyer a payment that cannot buy tickets, and queues its refund. */
async function refundPayment(
  ctx: Ctx,
  tx: Tx,
  order: OrderRow,
  refusal: Payment & { reason: RefundReason | "erasure" },
): Promise<void> {
  if (isHolding(order.state)) await returnHold(tx, order);
  await oweRefund(tx, order.id, { ...refusal, now: ctx.now() });
  await ctx.jobs.send(tx, "refund", { orderId: order.id });
  ctx.log.warn({ orderId: order.id, reason: refusal.reason }, "a payment cannot buy its tickets; refunding it");
}

/** Carries the decision out. A payment that cannot buy tickets any more is refunded. */
async function applyDecision(ctx: Ctx, tx: Tx, order: OrderRow, page: PaymentPage, decision: Settlement): Promise<void> {
  const money = moneyOf(page);
  switch (decision.action) {
    case "nothing":
      return;
    case "release":
      return releaseHold(tx, order, ctx.now());
    case "refund":
      return refundPayment(ctx, tx, order, { reason: decision.reason, sessionId: page.id, money });
    case "issue":
      if (await issue(ctx, tx, order, { from: "hold", sessionId: page.id, money })) return;
      return refundPayment(ctx, tx, order, { reason: "closed", sessionId: page.id, money });
    case "issue_again": {
      if (await isErased(tx, order.userId))
        return refundPayment(ctx, tx, order, { reason: "erasure", sessionId: page.id, money });
      if (await isCodeTaken(tx, order.id))
        return refundPayment(ctx, tx, order, { reason: "code_used", sessionId: page.id, money });
      // Locked first, so that concurrent purchases of the same person are seen.
      const lottery = await lockLotteryState(tx, order.lotteryId);
      if (await issue(ctx, tx, order, { from: "stock", sessionId: page.id, money })) return;
      const selling = canSell(lottery, order.quantity, ctx.now());
      if (!selling.ok && selling.error !== "sold_out")
        return refundPayment(ctx, tx, order, { reason: "closed", sessionId: page.id, money });
      const reason = (await exceedsPersonLimit(tx, order)) ? "person_limit" : "sold_out";
      return refundPayment(ctx, tx, order, { reason, sessionId: page.id, money });
    }
  }
}

/**
 * Settles in the caller's transaction: locks the order, then its draw. @returns false for an unknown order
 */
export async function settleLocked(ctx: Ctx, tx: Tx, orderId: string, page: PaymentPage): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (!order) return false;
  const isCredit = page.paid && page.cardFunding === "credit";
  // Locks draw before person, like keying in a card and erasing an account.
  const lottery = await (isCredit ? lockSaleAndSpender(tx, order) : findLotteryState(tx, order.lotteryId));
  const decision = decideSettlement(order, page, {
    isCancelled: lottery?.status === "cancelled",
    exceedsCreditLimit: isCredit && (await isBeyondCreditLimit(tx, order, page)),
  });
  await applyDecision(ctx, tx, order, page, decision);
  return true;
}

/** Settles with a page that was just read from the provider. */
export async function settlePage(
  ctx: Ctx,
  reportedPage: PaymentPage,
  { order: known, eventId }: KnownPayment = {},
): Promise<Settled> {
  const order = known && (reportedPage.orderId ?? known.id) === known.id ? known : await findOrderOf(ctx, reportedPage);
  if (order?.provider !== reportedPage.provider) return UNKNOWN;
  const page = await resolveAuthorisation(ctx, order, reportedPage);
  const orderId = order.id;
  const isIssued = await issueInOneStatement(ctx, order, page, eventId);
  if (!isIssued)
    await withDrawPermit(ctx, order, async (tx) => {
      await settleLocked(ctx, tx, orderId, page);
      if (eventId !== undefined) await finishEvent(tx, eventId, orderId, ctx.now());
    });
  await withdrawAuthorisationAlert(ctx, order, reportedPage);
  if (isIssued) return { orderId, outcome: "settled" };
  return { orderId, outcome: (page.state === "open" || page.isAuthorised) && !page.paid ? "pending" : "settled" };
}

/** Reads the page from the provider, trusting nothing else; issues tickets, releases or refunds. */
export async function settleOrder(ctx: Ctx, sessionId: string, known: KnownPayment = {}): Promise<Settled> {
  const order = known.order ?? (await findOrderBySession(ctx.db, sessionId));
  const provider = order?.provider ?? known.provider;
  if (!provider) return UNKNOWN;
  const payments = ctx.payments.of(provider);
  const [chosen, reported] = [order?.capturing ?? order?.paymentIntentId, known.paymentIntentId];
  // One of two payments for an order is captured; the other is voided before its event is finished.
  if (order && chosen !== undefined && reported !== undefined && reported !== chosen)
    await voidOther(ctx, order, sessionId, reported);
  return settlePage(ctx, await payments.getPage(sessionId, chosen ?? reported), { ...known, order });
}

type OrderKey = Pick<OrderRow, "id" | "lotteryId">;

/**
 * Takes one attempt of the network's allowance for free tickets, since fake accounts get around a limit per
 * person.
 */
async function takeFreeAllowance(ctx: Ctx, tx: Tx, { unitPrice, userId, network, lotteryId }: OrderRow): Promise<boolean> {
  if (unitPrice > 0 || network === undefined || (await isConfirmed(tx, userId))) return true;
  // Lock the draw before the rate limit's row, or orders of other draws from this network would wait, too.
  await lockLotteryState(tx, lotteryId);
  return (await consumeRateLimit({ ...ctx, db: tx }, "freeByNetwork", network)) === 0;
}

/**
 * Settles an order of £0.00. @returns false if its network's allowance is used up, or if it has ended
 * already
 */
export async function settleWithoutPayment(ctx: Ctx, key: OrderKey): Promise<boolean> {
  return withDrawPermit(ctx, key, async (tx) => {
    const order = await lockOrder(tx, key.id);
    if (order?.total !== 0 || !isHolding(order.state)) return order?.state !== "expired";
    const isGranted = await takeFreeAllowance(ctx, tx, order);
    // The draw was cancelled before: there is nothing to refund.
    if (!isGranted || !(await issue(ctx, tx, order, { from: "hold", sessionId: undefined, money: NO_MONEY })))
      await releaseHold(tx, order, ctx.now());
    return isGranted;
  });
}

/** Returns the stock of an order that has no page at any provider. */
export async function abandonOrder(ctx: Ctx, key: OrderKey): Promise<void> {
  await withDrawPermit(ctx, key, async (tx) => {
    const order = await lockOrder(tx, key.id);
    if (order?.state === "reserved" && order.sessionId === undefined) await releaseHold(tx, order, ctx.now());
  });
}
