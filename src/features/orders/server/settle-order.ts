/** The one place where money becomes tickets. Safe to run at any time, any number of times, from anywhere. */

import { londonMonth } from "#features/accounts/rules/safer-play.ts";
import { canSell } from "#features/lotteries/rules/lifecycle.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { PaymentPage } from "#platform/payments/payments.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { pence } from "#shared/money.ts";
import type { RefundReason } from "#shared/states.ts";
import { decideSettlement, isHolding, type Settlement } from "../rules/settlement.ts";
import { passesCreditLimit } from "../rules/spending.ts";
import { giveBackHold, passesPersonLimit, releaseHold } from "./hold-store.ts";
import { findLotteryState, lockLotteryState } from "./lottery-state-store.ts";
import { isCodeTaken } from "./promotion-store.ts";
import { oweRefund } from "./refund-store.ts";
import { lockSpender, sumSpending } from "./spending-store.ts";
import { findOrderBySession, lockOrder, type OrderRow } from "./store.ts";
import { issueTickets, type Money } from "./ticket-store.ts";

const TAG_BYTES = 16;
const NO_MONEY: Money = { paymentIntentId: undefined, captured: pence(0), cardFunding: undefined };

/** `pending`: the page is open and nobody has paid yet. `unknown`: the page belongs to no order of this shop. */
export type Settled = { readonly orderId: string | undefined; readonly outcome: "pending" | "settled" | "unknown" };

/**
 * Asks the provider how a page stands and does what follows: tickets, release, or refund.
 *
 * The webhook, the result page and the sweeper all call this; it believes nobody but the provider.
 */
export async function settleOrder(ctx: Ctx, sessionId: string): Promise<Settled> {
  return settlePage(ctx, await ctx.payments.getPage(sessionId));
}

/** The same with what the provider has just said of the page. */
export async function settlePage(ctx: Ctx, page: PaymentPage): Promise<Settled> {
  const orderId = page.orderId ?? (await findOrderBySession(ctx.db, page.id))?.id;
  if (orderId === undefined) return { orderId, outcome: "unknown" };
  const known = await ctx.db.transaction().execute((tx) => settleLocked(ctx, tx, orderId, page));
  if (!known) return { orderId: undefined, outcome: "unknown" };
  return { orderId, outcome: page.state === "open" && !page.paid ? "pending" : "settled" };
}

/** Settles an order of £0.00, which never goes to the provider. */
export async function settleWithoutPayment(ctx: Ctx, orderId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.total !== 0 || !isHolding(order.state)) return;
    // Called off before it was settled: there is nothing to send back.
    if (!(await issue(ctx, tx, order, { from: "hold", sessionId: undefined, money: NO_MONEY })))
      await releaseHold(tx, order, ctx.now());
  });
}

/** Gives the stock of an order back that has no page anywhere. */
export async function abandonOrder(ctx: Ctx, orderId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.state === "reserved" && order.sessionId === undefined) await releaseHold(tx, order, ctx.now());
  });
}

/** In the caller's transaction; false for an unknown order. Locks the order, then its draw. */
export async function settleLocked(ctx: Ctx, tx: Tx, orderId: string, page: PaymentPage): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (!order) return false;
  const lottery = await findLotteryState(tx, order.lotteryId);
  const decision = decideSettlement(order, page, {
    isCancelled: lottery?.status === "cancelled",
    passesCreditLimit: await isBeyondCreditLimit(tx, order, page),
  });
  await carryOut(ctx, tx, order, page, decision);
  return true;
}

/** The page refuses credit cards where they are too much; this meets two pages that were paid at once, and cards that were not known for what they are. */
async function isBeyondCreditLimit(tx: Tx, order: OrderRow, page: PaymentPage): Promise<boolean> {
  if (!page.paid || page.cardFunding !== "credit") return false;
  // Order, draw, person: whoever keys a card in, or erases an account, takes the last two one after the other, too.
  await lockLotteryState(tx, order.lotteryId);
  await lockSpender(tx, order.userId);
  return passesCreditLimit(
    await sumSpending(tx, order.userId, { ...londonMonth(order.createdAt), except: order.id }),
    page.amount,
  );
}

async function carryOut(ctx: Ctx, tx: Tx, order: OrderRow, page: PaymentPage, decision: Settlement): Promise<void> {
  const money: Money = { paymentIntentId: page.paymentIntentId, captured: page.amount, cardFunding: page.cardFunding };
  switch (decision.action) {
    case "nothing":
      return;
    case "release":
      return releaseHold(tx, order, ctx.now());
    case "refund":
      return refuse(ctx, tx, order, { reason: decision.reason, sessionId: page.id, money });
    case "issue":
      if (await issue(ctx, tx, order, { from: "hold", sessionId: page.id, money })) return;
      return refuse(ctx, tx, order, { reason: "closed", sessionId: page.id, money });
    case "issue_again": {
      if (await isCodeTaken(tx, order.id)) return refuse(ctx, tx, order, { reason: "code_used", sessionId: page.id, money });
      // First, so that what the same person buys in this moment is seen.
      const lottery = await lockLotteryState(tx, order.lotteryId);
      if (await issue(ctx, tx, order, { from: "stock", sessionId: page.id, money })) return;
      const selling = canSell(lottery, order.quantity, ctx.now());
      if (!selling.ok && selling.error !== "sold_out")
        return refuse(ctx, tx, order, { reason: "closed", sessionId: page.id, money });
      const reason = (await passesPersonLimit(tx, order)) ? "person_limit" : "sold_out";
      return refuse(ctx, tx, order, { reason, sessionId: page.id, money });
    }
  }
}

type Payment = { readonly sessionId: string | undefined; readonly money: Money };

async function issue(ctx: Ctx, tx: Tx, order: OrderRow, payment: Payment & { from: "hold" | "stock" }): Promise<boolean> {
  const tags = ctx.random(order.quantity * TAG_BYTES);
  if (!(await issueTickets(tx, order, { ...payment, tags, now: ctx.now() }))) return false;
  await ctx.jobs.send(tx, "mail", { message: "order-confirmation", orderId: order.id });
  return true;
}

/** The money came but cannot buy tickets: it goes back by itself. */
async function refuse(ctx: Ctx, tx: Tx, order: OrderRow, refusal: Payment & { reason: RefundReason }): Promise<void> {
  if (isHolding(order.state)) await giveBackHold(tx, order);
  await oweRefund(tx, order.id, { ...refusal, now: ctx.now() });
  await ctx.jobs.send(tx, "refund", { orderId: order.id });
  ctx.log.warn({ orderId: order.id, reason: refusal.reason }, "a payment cannot buy its tickets; refunding it");
}
