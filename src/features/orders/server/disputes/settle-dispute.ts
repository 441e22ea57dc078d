/** Brings a dispute to the provider's state. Idempotent; independent of the order of events. */

import { partOfOrder } from "#features/access/rules/alert.ts";
import { recordChange } from "#features/access/server/actor.ts";
import { correctAlert, raiseAlert, raiseAlertFirst, withdrawAlert, withdrawAlerts } from "#features/access/server/raise-alert.ts";
import { isFrozen } from "#features/lotteries/rules/lifecycle.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import type { PaymentDispute } from "#platform/payments/payment-disputes.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import type { DisputeStanding, PaymentProviderName } from "#shared/states.ts";
import { isOver, standingOf } from "../../rules/dispute.ts";
import { stageOf } from "../../rules/evidence.ts";
import { amountDue, leftOf, sumRefunds } from "../../rules/refund-state.ts";
import { findOrderPaidOtherwise, findPaidOrder } from "../reading/find-paid-order.ts";
import { lockLotteryState } from "../refunds/lottery-state-store.ts";
import { listRefundRows } from "../refunds/refund-reading-store.ts";
import { adjustDueRefund, oweAgain, refundRemaining } from "../refunds/refund-store.ts";
import { isBought, type MarkedOrder, markDisputed, settleState, withdrawRefundAlerts } from "../settlement/settle-state.ts";
import { lockOrder, type OrderRow } from "../store.ts";
import { type DisputeRow, endPaid, findDisputeRow, findMoney, upsertDispute } from "./dispute-store.ts";
import { storeReportedSent } from "./evidence/submission-store.ts";

type DisputeMail = JobData["dispute-mail"]["message"];

type Settled = MarkedOrder & {
  readonly id: string;
  readonly order: OrderRow;
  readonly reported: PaymentDispute;
  readonly before: DisputeStanding | undefined;
  readonly standing: DisputeStanding;
  /** The deadline was extended since the last check. */
  readonly isExtended: boolean;
  readonly isFrozen: boolean;
  /** The bank returned money that is refunded to the buyer. */
  readonly owed: boolean;
};

/** Retries after concurrent updates of the same dispute. */
const MOST_TRIES = 10;

/** A second payment is not in the books: staff handle its dispute at the provider. Returns the order. */
async function alertSecondPayment(
  ctx: Ctx,
  provider: PaymentProviderName,
  reported: PaymentDispute,
): Promise<string | undefined> {
  const { id, paymentIntentId, amount, dueBy } = reported;
  const order = await findOrderPaidOtherwise(ctx, { provider, paymentIntentId });
  if (!order) return undefined;
  const message = `${id}, ${paymentIntentId}`;
  const about = { subject: partOfOrder(order.id, id), at: ctx.now() } as const;
  if (isOver(standingOf(reported))) {
    await withdrawAlert(ctx.db, { kind: "second_payment_disputed", ...about });
    return order.id;
  }
  // Runs in each round, and the deadline may change or disappear.
  const facts = { amount, message, ...(dueBy && { due: dueBy.toJSON() }) };
  if (dueBy)
    await correctAlert(ctx.db, { kinds: ["second_payment_disputed"], subject: about.subject, facts: { due: facts.due } });
  if (await raiseAlertFirst(ctx.db, { kind: "second_payment_disputed", ...about, facts, same: { amount, message } }))
    ctx.log.error(
      { alert: "second_payment_disputed", orderId: order.id, disputeId: id },
      "a second payment of an order is disputed",
    );
  return order.id;
}

/** Ends a paid order without valid tickets. Returns whether money is refunded to the buyer. */
async function endWithoutTickets(ctx: Ctx, tx: Tx, order: OrderRow, { stake, valid, voidBefore }: MarkedOrder): Promise<boolean> {
  if (valid > 0 || stake.disputed > 0) return false;
  const { captured, refunded } = await findMoney(tx, order.id);
  if (captured - refunded - stake.chargedBack <= 0) {
    await endPaid(tx, order.id, refunded >= captured ? "refunded" : "charged_back", ctx.now());
    return false;
  }
  // Buyers who gave up their tickets did so without a refund, whatever the bank decides.
  if (voidBefore > order.ticketsRefunded) return false;
  // The bank returned, or never withdrew, money for tickets that cannot take part any more.
  const owed = await refundRemaining(tx, [order.id], { reason: "left_out", now: ctx.now() });
  for (const orderId of owed) await ctx.jobs.send(tx, "refund", { orderId });
  return owed.length > 0;
}

/** Adjusts and sends the partial refund of a paid order that waited for the bank. */
async function resumePartial(ctx: Ctx, tx: Tx, order: OrderRow, { stake }: MarkedOrder): Promise<void> {
  const refunds = await listRefundRows(tx, order.id);
  const due = refunds.find(({ state }) => state === "due");
  if (!due) return;
  const left = leftOf({ captured: order.captured, chargedBack: stake.chargedBack }, sumRefunds(refunds));
  await adjustDueRefund(tx, due.id, amountDue(due, left), ctx.now());
  if (stake.disputed === 0) await ctx.jobs.send(tx, "refund", { orderId: order.id });
}

/** Adjusts the refund of an ended order: less if a bank has paid, more if a bank returned money. */
async function settleEnded(ctx: Ctx, tx: Tx, order: OrderRow, { stake }: MarkedOrder): Promise<boolean> {
  if (!isBought(order)) return false;
  const now = ctx.now();
  const after = { ...order, disputed: stake.disputed, chargedBack: stake.chargedBack };
  const refunds = await listRefundRows(tx, order.id);
  const amount = leftOf(after, sumRefunds(refunds));
  const isDue = refunds.some(({ state }) => state === "due");
  const cameBack = stake.chargedBack < order.chargedBack && amount > 0;
  if (cameBack && !isDue) await oweAgain(tx, order.id, { amount, reason: "left_out", now });
  const { state } = await settleState(ctx, tx, after);
  await withdrawRefundAlerts(tx, order.id, { state, at: now });
  // This refund waited for the bank.
  if (isDue || cameBack) await ctx.jobs.send(tx, "refund", { orderId: order.id });
  return cameBack;
}

async function apply(
  ctx: Ctx,
  tx: Tx,
  { order, reported, known }: { order: OrderRow; reported: PaymentDispute; known: DisputeRow | undefined },
): Promise<Settled> {
  const now = ctx.now();
  const wasFrozen = isFrozen(await lockLotteryState(tx, order.lotteryId));
  const standing = standingOf(reported);
  const hadMoney = known !== undefined && known.standing !== "inquiry";
  const afterFreeze = hadMoney ? known.afterFreeze : wasFrozen;
  const closedAt = isOver(standing) ? now : undefined;
  const id = await upsertDispute(tx, reported, { orderId: order.id, standing, afterFreeze, closedAt, now });
  if (reported.isSubmitted && !isOver(standing)) await storeReportedSent(tx, { disputeId: id, stage: stageOf(standing) }, now);
  const marked = await markDisputed(ctx, tx, order);
  if (order.state === "paid") await resumePartial(ctx, tx, order, marked);
  const owed =
    order.state === "paid" ? await endWithoutTickets(ctx, tx, order, marked) : await settleEnded(ctx, tx, order, marked);
  const isExtended = known?.dueBy !== undefined && reported.dueBy !== undefined && reported.dueBy > known.dueBy;
  return { id, order, reported, before: known?.standing, standing, isExtended, isFrozen: wasFrozen, owed, ...marked };
}

const UNTIL_DECIDED = ["dispute_inquiry", "dispute_opened", "dispute_of_refunded", "dispute_of_winner", "dispute_due"] as const;

/** The price of tickets that do not take part and that no bank has refunded. */
function priceOfMissing({ order: { quantity, captured }, stake, valid }: Settled): Pence {
  const missing = valid === 0 ? 0 : Math.max(0, quantity - valid - stake.void);
  return pence(Math.round((captured * missing) / quantity));
}

function alertOf(settled: Settled) {
  const { standing, isPicked, order } = settled;
  if (standing === "inquiry") return "dispute_inquiry";
  if (standing === "open")
    return isPicked ? "dispute_of_winner" : order.state === "paid" ? "dispute_opened" : "dispute_of_refunded";
  if (standing === "lost") return isPicked ? "dispute_of_winner_lost" : "dispute_lost";
  if (standing === "closed") return undefined;
  return priceOfMissing(settled) > 0 ? "dispute_won_in_part" : "dispute_won";
}

/** Sends no mail without tickets, nor about the end of an unannounced dispute, unless tickets are lost. */
function mailOf({ before, standing, isFrozen, owed, valid, voided }: Settled): DisputeMail | undefined {
  if (valid + voided === 0) return undefined;
  if (standing === "open") return isFrozen ? "dispute-opened-frozen" : "dispute-opened";
  if (standing === "won" && before === "open" && !owed) return "dispute-won";
  if (standing === "lost") return voided > 0 ? "dispute-lost" : "dispute-lost-frozen";
  return undefined;
}

/** Writes log, alert and mail about what has changed; nothing if called again. */
async function notify(ctx: Ctx, tx: Tx, settled: Settled): Promise<void> {
  const { id, order, reported, before, standing } = settled;
  const at = ctx.now();
  const subject = { type: "dispute", id } as const;
  if (settled.isExtended || reported.isSubmitted) await withdrawAlert(tx, { kind: "dispute_due", subject, at });
  if (reported.dueBy) await correctAlert(tx, { kinds: UNTIL_DECIDED, subject, facts: { due: reported.dueBy.toJSON() } });
  if (before === standing) return;
  await recordChange(tx, {
    actor: { kind: "clock" },
    action: `dispute.${standing}`,
    subjectType: "order",
    subjectId: order.id,
    before: { dispute: before ?? null },
    after: {
      dispute: standing,
      provider_id: reported.id,
      status: reported.status,
      amount_pence: reported.amount,
      void_tickets: settled.voided,
    },
    at,
  });
  await withdrawAlerts(tx, { kinds: UNTIL_DECIDED, subject, at });
  const amount = standing === "lost" ? reported.withdrawn : reported.amount;
  const facts = { amount, back: priceOfMissing(settled), ...(reported.dueBy && { due: reported.dueBy.toJSON() }) };
  const kind = alertOf(settled);
  if (kind) await raiseAlert(tx, { kind, subject, facts, at });
  const message = mailOf(settled);
  if (message) await ctx.jobs.send(tx, "dispute-mail", { message, disputeId: id, orderId: order.id });
  ctx.log.error(
    { alert: "payment_disputed", orderId: order.id, disputeId: reported.id, standing },
    "a payment is disputed, or its dispute has changed",
  );
}

/** Returns the order; undefined for a payment that is not the shop's. */
export async function settleDispute(ctx: Ctx, disputeId: string, provider: PaymentProviderName): Promise<string | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = await findDisputeRow(ctx.db, disputeId);
    // Before locking: a slow provider must not block the order and its draw.
    const reported = await ctx.payments.of(provider).getDispute(disputeId);
    if (!reported && before && !isOver(before.standing)) throw new Error(`${provider} knows no dispute ${disputeId} any more`);
    const found = reported && (await findPaidOrder(ctx, { provider, paymentIntentId: reported.paymentIntentId }));
    if (!found) return reported && alertSecondPayment(ctx, provider, reported);
    const isSettled = await ctx.db.transaction().execute(async (tx) => {
      const order = await lockOrder(tx, found.id);
      if (!order) return true;
      const known = await findDisputeRow(tx, disputeId);
      // Settled concurrently, perhaps from newer data: read again.
      if (known?.version !== before?.version) return false;
      await notify(ctx, tx, await apply(ctx, tx, { order, reported, known }));
      return true;
    });
    if (isSettled) return found.id;
  }
  throw new Error(`The dispute ${disputeId} is being settled by others`);
}
