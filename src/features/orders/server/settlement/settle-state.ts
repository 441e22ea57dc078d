/** Derives an order's state, refund and tickets after each change of its refunds or disputes. */
import { withdrawAlerts } from "#features/access/server/raise-alert.ts";
import { canLeave, isFrozen } from "#features/lotteries/rules/lifecycle.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { pence } from "#shared/money/money.ts";
import { BOUGHT_STATES, type PaidOrderState } from "#shared/states.ts";
import { type AtStake, atStake } from "../../rules/dispute.ts";
import {
  amountDue,
  type BoughtOrder,
  failedParts,
  isFullyReturned,
  leftOf,
  stateAfterRefunds,
  sumRefunds,
} from "../../rules/refund-state.ts";
import { findMoney, listClaims, setAtStake } from "../disputes/dispute-store.ts";
import { holdsStandingTicket, holdsValidTicket } from "../refunds/cancel-store.ts";
import { lockLotteryState } from "../refunds/lottery-state-store.ts";
import { listRefundRows } from "../refunds/refund-reading-store.ts";
import { adjustDueRefund, recordState } from "../refunds/refund-store.ts";
import type { OrderRow } from "../store.ts";
import { type Marked, markTickets, voidTickets } from "../ticket-store.ts";

/** An order that was paid. */
export type PaidOrderRow = OrderRow & { readonly state: BoughtOrder["state"] };
/** `frozen`: all money is refunded or charged back, but the tickets are on a fixed list of entries. */
export type SettledState = { readonly state: BoughtOrder["state"]; readonly frozen: boolean };

/** Whether the order was paid, whatever came after. */
export function isBought(order: OrderRow): order is PaidOrderRow {
  return (BOUGHT_STATES as readonly PaidOrderState[]).includes(order.state);
}

/** `isPicked`: one of its tickets wins, or is a reserve that may still be called. */
export type MarkedOrder = Marked & { readonly stake: AtStake; readonly isPicked: boolean };

/** Suspends or voids the tickets that disputes take. Requires the order's lock, and locks its draw. */
export async function markDisputed(ctx: Ctx, tx: Tx, order: OrderRow): Promise<MarkedOrder> {
  // Locked, so that a freeze either comes first and is seen, or leaves these tickets out.
  const lottery = await lockLotteryState(tx, order.lotteryId);
  const isPicked = await holdsStandingTicket(tx, order.id);
  // Tickets on a frozen list, or that win or are next in line, are only suspended.
  const mayVoid = canLeave(lottery, { mayWin: isPicked }).ok;
  const money = await findMoney(tx, order.id);
  const stake = atStake({ ...order, ...money }, await listClaims(tx, order.id));
  await setAtStake(tx, order.id, stake);
  const toVoid = mayVoid ? stake.void : 0;
  return { ...(await markTickets(tx, order, { suspended: stake.takenOut, toVoid, now: ctx.now() })), stake, isPicked };
}

/**
 * Derives and stores the state. Adjusts a due refund to what is left, but creates none. Requires the order's
 * lock.
 */
export async function settleState(ctx: Ctx, tx: Tx, order: PaidOrderRow): Promise<SettledState> {
  const rows = await listRefundRows(tx, order.id);
  const sums = sumRefunds(rows);
  const isPaid = order.state === "paid";
  // Locked, so that a freeze either comes first and is seen, or does not count these tickets.
  const frozen =
    isPaid &&
    isFullyReturned(order, sums) &&
    isFrozen(await lockLotteryState(tx, order.lotteryId)) &&
    (await holdsValidTicket(tx, order.id));
  const state = stateAfterRefunds(order, sums, !frozen);
  if (isPaid && state !== "paid") await voidTickets(tx, order, ctx.now());
  const due = rows.find((row) => row.state === "due");
  const toSend = due && amountDue(due, leftOf(order, sums));
  if (due && due.amount !== toSend) await adjustDueRefund(tx, due.id, toSend ?? pence(0), ctx.now());
  await recordState(tx, order.id, { ...sums, state, now: ctx.now() });
  if (state === "paid" && order.disputed + order.chargedBack > 0) await markDisputed(ctx, tx, order);
  return { state, frozen };
}

/** Whether a partial refund has failed or is not sent yet. */
async function owesPart(tx: Tx, orderId: string): Promise<boolean> {
  const refunds = await listRefundRows(tx, orderId);
  return failedParts(refunds).length > 0 || refunds.some(({ state }) => state === "due");
}

/**
 * Withdraws the alerts about refunds of an order that is owed nothing. `isPartSent`: a partial refund,
 * or one at the provider, arrived.
 */
export async function withdrawRefundAlerts(
  tx: Tx,
  orderId: string,
  { state, isPartSent = false, at }: { readonly state: BoughtOrder["state"]; readonly isPartSent?: boolean; readonly at: Date },
): Promise<void> {
  const isSettled = state === "refunded" || state === "charged_back";
  const owesNoPart = state === "paid" && isPartSent && !(await owesPart(tx, orderId));
  if (!isSettled && !owesNoPart) return;
  await withdrawAlerts(tx, {
    kinds: ["refund_failed", "refund_returned", "refund_waits", ...(isSettled ? (["fraud_warning"] as const) : [])],
    subject: { type: "order", id: orderId },
    at,
  });
}
