/** The only place that stores refunds as the provider reports them. Idempotent; ignores outdated reports. */
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { ProviderRefund } from "#platform/payments/payments.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { Pence } from "#shared/money/money.ts";
import type { RefundCause, RefundState } from "#shared/states.ts";
import { canMoveTo, hasFailed, isOnTheWay, isPartial, leftOf, partsPaidBy, sumRefunds } from "../../rules/refund-state.ts";
import { isBought, type SettledState, settleState, withdrawRefundAlerts } from "../settlement/settle-state.ts";
import { lockOrder, type OrderRow } from "../store.ts";
import { listRefundRows, type RefundRow } from "./refund-reading-store.ts";
import { addForeignRefund, advanceRefund, markReplaced, oweAgain, type ReportedRefund } from "./refund-store.ts";

/** A change of a refund. `from` is undefined for one that the shop did not know. */
type Step = {
  readonly refundId: string;
  readonly from: RefundState | undefined;
  readonly to: RefundState;
  readonly amount: Pence;
  readonly createdAt: Date;
  readonly isForeign: boolean;
  readonly isPartial: boolean;
  /** Cause of the refund that is still due when the provider sent less than was owed. */
  readonly rest: RefundCause | undefined;
};

/** An order with a payment. */
export type PaidOrder = Pick<OrderRow, "id" | "provider"> & { readonly paymentIntentId: string };

/** A bank returned money between a refund and its confirmation: the rest is still owed. */
async function oweRest(ctx: Ctx, tx: Tx, order: OrderRow, reason: RefundCause): Promise<void> {
  const amount = leftOf(order, sumRefunds(await listRefundRows(tx, order.id)));
  if (amount === 0) return;
  await oweAgain(tx, order.id, { amount, reason, now: ctx.now() });
  await ctx.jobs.send(tx, "refund", { orderId: order.id });
}

/**
 * The row of a reported refund: by the provider's id, by our own id, or among refunds that were sent before
 * they had ids.
 */
function findRow(unmatched: ReadonlySet<RefundRow>, reported: ProviderRefund, orderId: string): RefundRow | undefined {
  const rows = [...unmatched];
  const withoutProviderId = rows.filter(({ providerRefundId }) => providerRefundId === undefined);
  return (
    rows.find(({ providerRefundId }) => providerRefundId === reported.id) ??
    withoutProviderId.find(({ id }) => id === reported.refundId) ??
    (reported.refundId === undefined && reported.orderId === orderId
      ? withoutProviderId.find(({ state }) => state === "due")
      : undefined) ??
    (reported.orderId === undefined ? withoutProviderId.find(({ reason }) => reason === "at_provider") : undefined)
  );
}

/** A new refund at the provider replaces partial refunds owed before it, so that they are not paid twice. */
async function replaceParts(tx: Tx, orderId: string, foreign: Step, now: Date): Promise<void> {
  const paid = partsPaidBy(await listRefundRows(tx, orderId), foreign);
  await markReplaced(
    tx,
    paid.map(({ id }) => id),
    now,
  );
}

/** Stores each refund that has moved on. */
async function bookEach(ctx: Ctx, tx: Tx, order: OrderRow, reported: readonly ProviderRefund[]): Promise<Step[]> {
  const rows = await listRefundRows(tx, order.id);
  const unmatched = new Set(rows);
  const steps: Step[] = [];
  for (const refund of reported.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())) {
    const row = findRow(unmatched, refund, order.id);
    const report: ReportedRefund = { ...refund, providerRefundId: refund.id, sentAt: refund.createdAt };
    if (row) unmatched.delete(row);
    const from = row?.state;
    // A refund that the shop did not send is booked in any state; otherwise only forward steps count.
    if (row?.providerRefundId !== undefined && !canMoveTo(row.state, refund.state)) continue;
    if (row) await advanceRefund(tx, row.id, report, ctx.now());
    const refundId = row?.id ?? (await addForeignRefund(tx, order.id, report, ctx.now()));
    // The rest of a partial refund was taken by a bank meanwhile.
    const isShort = row && from === "due" && row.amount > refund.amount && !isPartial(row.reason);
    const rest = isShort ? row.reason : undefined;
    const isPart = row !== undefined && isPartial(row.reason);
    const { amount, createdAt, state: to } = refund;
    if (from !== to) steps.push({ refundId, from, to, amount, createdAt, isForeign: !row, isPartial: isPart, rest });
  }
  for (const step of steps) if (step.isForeign && !hasFailed(step.to)) await replaceParts(tx, order.id, step, ctx.now());
  return steps;
}

/**
 * The mail to the buyer. No mail about a failure if the buyer knows of no refund, or has the money from the
 * bank.
 */
function messageOf({ from, to }: Step, { state }: SettledState): "refund" | "refund-pending" | "refund-failed" | undefined {
  if (to === "succeeded") return "refund";
  if (isOnTheWay(to)) return "refund-pending";
  return state !== "charged_back" && from !== undefined && from !== "due" && hasFailed(to) ? "refund-failed" : undefined;
}

type BookedSteps = SettledState & { readonly steps: readonly Step[] };

/** Alerts go to the log at once, and stay in the back office until staff handle them. */
async function raiseAlerts(ctx: Ctx, tx: Tx, orderId: string, { steps, frozen, state }: BookedSteps): Promise<void> {
  const subject = { type: "order", id: orderId } as const;
  const at = ctx.now();
  for (const { refundId, to, amount, isForeign } of steps) {
    const about = { order: orderId, refund: refundId };
    if (hasFailed(to)) {
      ctx.log.error({ alert: "refund_returned", ...about }, "a refund failed after it had been sent");
      await raiseAlert(tx, { kind: "refund_returned", subject, facts: { amount }, at });
    } else if (to === "requires_action") {
      ctx.log.error({ alert: "refund_waits", ...about }, "a refund waits for an action at the provider");
      await raiseAlert(tx, { kind: "refund_waits", subject, facts: { amount }, at });
    } else if (isForeign && state === "paid") {
      ctx.log.error({ alert: "money_went_back", ...about, reason: "at_provider", frozen }, "a refund was made at the provider");
      await raiseAlert(tx, { kind: "money_went_back", subject, facts: { amount }, at });
    }
  }
  const isPartSent = steps.some((step) => (step.isPartial || step.isForeign) && step.to === "succeeded");
  await withdrawRefundAlerts(tx, orderId, { state, isPartSent, at });
}

/**
 * Books the reported refunds of an order, and sends its mails. The refund of the last penny voids its
 * tickets, unless entries are frozen.
 */
export async function bookRefunds(ctx: Ctx, orderId: string, reported: readonly ProviderRefund[]): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || !isBought(order)) return;
    const steps = await bookEach(ctx, tx, order, reported);
    const settled = await settleState(ctx, tx, order);
    const rest = steps.find((step) => step.rest !== undefined)?.rest;
    if (rest !== undefined) await oweRest(ctx, tx, order, rest);
    for (const step of steps) {
      const message = messageOf(step, settled);
      if (message) await ctx.jobs.send(tx, "mail", { message, orderId, refundId: step.refundId });
    }
    await raiseAlerts(ctx, tx, orderId, { ...settled, steps });
  });
}

/** Reads the refunds of an order from the provider, and books them. */
export async function syncRefunds(ctx: Ctx, order: PaidOrder): Promise<void> {
  await bookRefunds(ctx, order.id, await ctx.payments.of(order.provider).listRefundsOf(order.paymentIntentId));
}
