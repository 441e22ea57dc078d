/** What happened to some of the demo's orders: refunds, a dispute and a proposal. */
import { recordChange } from "#features/access/server/actor.ts";
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import { divide } from "#features/orders/rules/partial-refund.ts";
import { upsertDispute } from "#features/orders/server/disputes/dispute-store.ts";
import { listOrderTickets } from "#features/orders/server/reading/order-detail-store.ts";
import type { ProposedRefund } from "#features/orders/server/refunds/refund-order.ts";
import { advanceRefund, owePartial, refundRemaining } from "#features/orders/server/refunds/refund-store.ts";
import { markDisputed, settleState } from "#features/orders/server/settlement/settle-state.ts";
import { lockOrder, type OrderRow } from "#features/orders/server/store.ts";
import { voidNumbers, voidTickets } from "#features/orders/server/ticket-store.ts";
import { proposalExpiresAt } from "#features/staff/rules/proposals.ts";
import { insertProposal } from "#features/staff/server/approvals/proposal-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { type Pence, pence } from "#shared/money/money.ts";

/** An order, and the person who paid for it. */
export type StoryOrder = {
  readonly order: OrderRow;
  readonly buyer: { readonly name: string; readonly email: string; readonly userId: string };
};

/** The newest order of this size that is at least so many days old, of neither the player nor `others`. */
export async function findStoryOrder(
  tx: Tx,
  wanted: {
    readonly title: string;
    readonly quantity: number;
    readonly before: Date;
    readonly playerId: string;
    readonly others?: readonly StoryOrder[];
  },
): Promise<StoryOrder> {
  const excluded = [wanted.playerId, ...(wanted.others ?? []).map(({ order }) => order.userId)];
  const row = await tx
    .selectFrom("orders as o")
    .innerJoin("users as u", "u.id", "o.user_id")
    .innerJoin("lotteries as l", "l.id", "o.lottery_id")
    .select(["o.id", "u.first_name", "u.last_name", "u.email"])
    .where("o.kind", "=", "paid")
    .where("l.title", "=", wanted.title)
    .where("o.quantity", "=", wanted.quantity)
    .where("o.settled_at", "<", wanted.before)
    .where("u.id", "not in", excluded)
    .orderBy("o.settled_at", "desc")
    .orderBy("o.id")
    .executeTakeFirstOrThrow();
  const order = await lockOrder(tx, row.id);
  if (!order) throw new Error(`The demonstration has no order ${row.id}`);
  return { order, buyer: { name: `${row.first_name} ${row.last_name}`, email: row.email ?? "", userId: order.userId } };
}

type StoryRefund = { readonly order: OrderRow; readonly at: Date; readonly by: string; readonly reason: string };
/** Why and when the buyer's bank sent the money back. */
type Failure = { readonly reason: string; readonly at: Date };

/** Staff have refunded the order. */
export async function refundInStory(ctx: Ctx, tx: Tx, refund: StoryRefund & { readonly failed?: Failure }): Promise<void> {
  const { order, at, failed } = refund;
  const voided = await voidTickets(tx, order, at);
  await refundRemaining(tx, [order.id], { reason: "staff", now: at });
  await sendInStory(ctx, tx, { ...order, state: "refund_due" }, { amount: order.captured, at, failed });
  await recordRefund(tx, refund, { state: "refund_due", void_tickets: voided, amount_pence: order.captured });
  if (failed)
    await raiseAlert(tx, {
      kind: "refund_returned",
      subject: { type: "order", id: order.id },
      facts: { amount: order.captured },
      at: failed.at,
    });
}

/** Staff have refunded the last tickets of the order. */
export async function refundLastInStory(ctx: Ctx, tx: Tx, refund: StoryRefund & { readonly count: number }): Promise<void> {
  const { order, at, count } = refund;
  const tickets = await listOrderTickets(tx, order.id);
  const part = divide({ captured: order.captured, left: order.captured, tickets }, { by: "last", count });
  if (!part.ok || part.value === "whole") throw new Error(`The demonstration's order ${order.id} is too small`);
  const { amount, ticketNumbers } = part.value;
  await voidNumbers(tx, order, ticketNumbers, at);
  await owePartial(tx, order.id, { amount, ticketNumbers, now: at });
  await sendInStory(ctx, tx, { ...order, state: "paid" }, { amount, at, failed: undefined });
  await recordRefund(tx, refund, { amount_pence: amount, void_tickets: count, ticket_numbers: ticketNumbers });
}

/** The provider has sent the refund that is due, and the bank may have sent it back. */
async function sendInStory(
  ctx: Ctx,
  tx: Tx,
  order: Parameters<typeof settleState>[2],
  { amount, at, failed }: { readonly amount: Pence; readonly at: Date; readonly failed: Failure | undefined },
): Promise<void> {
  const { id } = await tx.selectFrom("refunds").select("id").where("order_id", "=", order.id).executeTakeFirstOrThrow();
  const sent = { providerRefundId: `re_demo_${order.id.slice(0, 8)}`, amount, sentAt: at };
  const outcome = failed
    ? { state: "failed" as const, failureReason: failed.reason }
    : { state: "succeeded" as const, failureReason: undefined };
  await advanceRefund(tx, id, { ...sent, ...outcome }, failed?.at ?? at);
  await settleState(ctx, tx, order);
  await mailInStory(tx, order, { message: `refund:${order.id}:${id}`, at });
  if (failed) await mailInStory(tx, order, { message: `refund-failed:${order.id}:${id}`, at: failed.at });
}

/** The buyer was sent a mail. */
async function mailInStory(tx: Tx, order: OrderRow, { message, at }: { message: string; at: Date }): Promise<void> {
  const { email } = await tx.selectFrom("users").select("email").where("id", "=", order.userId).executeTakeFirstOrThrow();
  const named = { message, message_id: `demo.${message}`, recipient: email ?? "", user_id: order.userId };
  const times = { created_at: at, claimed_at: at, sent_at: at };
  await tx
    .insertInto("mails")
    .values({ ...named, ...times, state: "sent", attempts: 1 })
    .execute();
}

function recordRefund(tx: Tx, { order, at, by, reason }: StoryRefund, after: Readonly<Record<string, unknown>>): Promise<void> {
  const about = { action: "order.refund", subjectType: "order", subjectId: order.id } as const;
  return recordChange(tx, { ...about, actor: { kind: "admin", id: by, reauthAt: at }, after, reason, at });
}

/** The buyer's bank has taken the money back, and the tickets are suspended until it decides. */
export async function disputeInStory(ctx: Ctx, tx: Tx, order: OrderRow, dates: { openedAt: Date; dueBy: Date }): Promise<void> {
  const { openedAt, dueBy } = dates;
  const reported = {
    id: `dp_demo_${order.id.slice(0, 8)}`,
    paymentIntentId: order.paymentIntentId,
    status: "needs_response",
    reason: "fraudulent",
    amount: order.captured,
    withdrawn: order.captured,
    fee: pence(2000),
    dueBy,
    isSubmitted: false,
    openedAt,
  };
  const stored = { orderId: order.id, standing: "open", afterFreeze: false, closedAt: undefined, now: ctx.now() } as const;
  const id = await upsertDispute(tx, reported, stored);
  await markDisputed(ctx, tx, order);
  await mailInStory(tx, order, { message: `dispute-opened:${order.id}:${id}`, at: openedAt });
  await recordChange(tx, {
    ...{ actor: { kind: "clock" }, action: "dispute.open", subjectType: "order", subjectId: order.id },
    before: { dispute: null },
    after: { dispute: "open", provider_id: reported.id, status: reported.status, amount_pence: order.captured, void_tickets: 0 },
    at: openedAt,
  });
  await raiseAlert(tx, {
    kind: "dispute_opened",
    subject: { type: "dispute", id },
    facts: { amount: order.captured, back: order.captured, due: dueBy.toJSON() },
    at: openedAt,
  });
}

/** A colleague proposes a refund that is too large to make alone. */
export async function proposeInStory(
  tx: Tx,
  { order, by, at, reason }: { order: OrderRow; by: string; at: Date; reason: string },
): Promise<void> {
  const payload: ProposedRefund = { amount: order.captured, orderNumber: order.orderNumber };
  const about = { kind: "order_refund", subjectId: order.id, reason } as const;
  const dates = { proposedAt: at, expiresAt: proposalExpiresAt(at) };
  const id = await insertProposal(tx, { ...about, payload, proposedBy: by, ...dates });
  if (id === undefined) throw new Error(`The demonstration's order ${order.id} has a proposal`);
  await recordChange(tx, {
    ...{ actor: { kind: "admin", id: by, reauthAt: at }, action: "proposal.make", subjectType: "proposal", subjectId: id },
    after: { kind: about.kind, subject_id: order.id },
    ...{ reason, at },
  });
  await raiseAlert(tx, { kind: "approval_needed", subject: { type: "shop", id }, at, isMailed: true });
}
