/** Brings one dispute to where the provider says that it stands. Safe to call at any time, any number of times, in whatever order its events come. */
import { recordChange } from "#features/accounts/server/actor.ts";
import { raiseAlert, withdrawAlert } from "#features/accounts/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/db.server.ts";
import type { JobData } from "#platform/jobs.server.ts";
import type { PaymentDispute } from "#platform/payment-disputes.server.ts";
import { atStake, type DisputeStanding, isOver, standingOf } from "../rules/dispute.ts";
import { holdsStandingTicket } from "./cancel-store.ts";
import {
  type DisputeRow,
  endChargedBack,
  findDisputeRow,
  findMoney,
  listClaims,
  markTickets,
  setAtStake,
  upsertDispute,
} from "./dispute-store.ts";
import { findPaidOrder } from "./find-paid-order.ts";
import { lockLotteryState } from "./lottery-state-store.ts";
import { oweWhatIsLeft } from "./refund-store.ts";
import { lockOrder, type OrderRow } from "./store.ts";

type DisputeMail = JobData["dispute-mail"]["message"];

type Settled = {
  readonly id: string;
  readonly order: OrderRow;
  readonly told: PaymentDispute;
  readonly before: DisputeStanding | undefined;
  readonly standing: DisputeStanding;
  readonly isFrozen: boolean;
  readonly isPicked: boolean;
  /** Tickets of the order: valid and not suspended, and valid. */
  readonly playing: number;
  readonly valid: number;
  readonly voided: number;
  /** What the bank gave back goes on to the buyer. */
  readonly owed: boolean;
};

/** Returns the order; undefined for a payment that is not the shop's. */
export async function settleDispute(ctx: Ctx, disputeId: string): Promise<string | undefined> {
  const first = await ctx.payments.getDispute(disputeId);
  const found = first.paymentIntentId === undefined ? undefined : await findPaidOrder(ctx, first.paymentIntentId);
  if (!found) return undefined;
  await ctx.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, found.id);
    if (!order) return;
    // Asked under the lock: of two that are settled at once, the later one has the later word.
    const told = await ctx.payments.getDispute(disputeId);
    const known = await findDisputeRow(tx, disputeId);
    await tellOf(ctx, tx, await apply(ctx, tx, { order, told, known }));
  });
  return found.id;
}

async function apply(
  ctx: Ctx,
  tx: Tx,
  { order, told, known }: { order: OrderRow; told: PaymentDispute; known: DisputeRow | undefined },
): Promise<Settled> {
  const now = ctx.now();
  // Locked, so that a freeze either comes first and is seen, or leaves these tickets out.
  const lottery = await lockLotteryState(tx, order.lotteryId);
  const isFrozen = lottery?.salesState === "closed" || lottery?.salesState === "drawn";
  const standing = standingOf(told);
  const hadMoney = known !== undefined && known.standing !== "inquiry";
  const afterFreeze = hadMoney ? known.afterFreeze : isFrozen;
  const closedAt = isOver(standing) ? now : undefined;
  const id = await upsertDispute(tx, told, { orderId: order.id, standing, afterFreeze, closedAt, now });
  const isPicked = await holdsStandingTicket(tx, order.id);
  // Nothing leaves a list between its freeze and the result, and a ticket that wins or is next in line stays on it: there a lost one is suspended.
  const mayVoid = lottery?.salesState !== "closed" && !isPicked;
  const tickets = await markOrder(ctx, tx, order, mayVoid);
  return { id, order, told, before: known?.standing, standing, isFrozen, isPicked, ...tickets };
}

/** What all disputes of an order together make of it. */
async function markOrder(ctx: Ctx, tx: Tx, order: OrderRow, mayVoid: boolean) {
  const money = await findMoney(tx, order.id);
  if (!money) return { playing: 0, valid: 0, voided: 0, owed: false };
  const stake = atStake({ ...money, quantity: order.quantity }, await listClaims(tx, order.id));
  const now = ctx.now();
  await setAtStake(tx, order.id, stake);
  const tickets = await markTickets(tx, order, { suspended: stake.suspended, toVoid: mayVoid ? stake.void : 0, now });
  const left = money.captured - money.refunded - stake.chargedBack;
  let owed: readonly string[] = [];
  const isEmpty = tickets.valid === 0 && stake.disputed === 0;
  if (isEmpty && left > 0) {
    // The bank gave back what bought tickets that cannot take part any more: those of a list that was fixed meanwhile.
    owed = await oweWhatIsLeft(tx, [order.id], { reason: "left_out", now });
    for (const orderId of owed) await ctx.jobs.send(tx, "refund", { orderId });
  } else if (isEmpty && stake.chargedBack > 0) await endChargedBack(tx, order.id, now);
  return { ...tickets, owed: owed.length > 0 };
}

/** Log, alert and mail of what has changed; a second time there is nothing to tell. */
async function tellOf(ctx: Ctx, tx: Tx, settled: Settled): Promise<void> {
  const { id, order, told, before, standing } = settled;
  if (before === standing) return;
  const at = ctx.now();
  await recordChange(tx, {
    actor: { kind: "clock" },
    action: `dispute.${standing}`,
    subjectType: "order",
    subjectId: order.id,
    before: { dispute: before ?? null },
    after: {
      dispute: standing,
      provider_id: told.id,
      status: told.status,
      amount_pence: told.amount,
      void_tickets: settled.voided,
    },
    at,
  });
  const subject = { type: "dispute", id } as const;
  for (const kind of ["dispute_inquiry", "dispute_opened", "dispute_of_winner", "dispute_due"] as const)
    if (standing !== "open" || kind === "dispute_inquiry") await withdrawAlert(tx, { kind, subject, at });
  const facts = { amount: told.amount, ...(told.dueBy && { due: told.dueBy.toJSON() }) };
  const kind = alertOf(settled);
  if (kind) await raiseAlert(tx, { kind, subject, facts, at });
  const message = mailOf(settled);
  if (message) await ctx.jobs.send(tx, "dispute-mail", { message, disputeId: id, orderId: order.id });
  ctx.log.error({ alert: "payment_disputed", order: order.id, dispute: told.id, standing }, "a bank has spoken about a payment");
}

function alertOf({ standing, isPicked, owed, voided, valid, order }: Settled) {
  if (standing === "inquiry") return "dispute_inquiry";
  if (standing === "open") return isPicked ? "dispute_of_winner" : "dispute_opened";
  if (standing === "lost") return isPicked ? "dispute_of_winner_lost" : "dispute_lost";
  if (standing === "closed") return undefined;
  // Left out of a list in part: the price of those tickets has to be given back by hand.
  return !owed && voided === 0 && valid > 0 && valid < order.quantity ? "dispute_won_in_part" : "dispute_won";
}

/** Nobody is told of tickets that they do not hold any more, nor of an end whose beginning they never heard of, unless it costs them their tickets. */
function mailOf({ before, standing, isFrozen, owed, valid, voided }: Settled): DisputeMail | undefined {
  if (valid + voided === 0) return undefined;
  if (standing === "open") return isFrozen ? "dispute-opened-frozen" : "dispute-opened";
  if (standing === "won" && before === "open" && !owed) return "dispute-won";
  if (standing === "lost") return voided > 0 ? "dispute-lost" : "dispute-lost-frozen";
  return undefined;
}
