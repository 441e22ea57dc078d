/** Whether a draw has a waiting room, and its stage. The room itself is in features/queue. */
import { isSalesOver, type Sale } from "./lifecycle.ts";

/**
 * `gathering`: arrivals take part in the drawing of the order and cannot buy yet; `open`: visitors are
 * admitted in order.
 */
export type QueueStage = "soon" | "gathering" | "open";

/**
 * `opensAt`: when the first visitors are admitted, if later than the sales open; the room opens
 * `gatherMinutes` before.
 */
export type QueueTimes = { readonly opensAt: Date | undefined; readonly gatherMinutes: number };

/** A sale, and the times of its waiting room if it has one. */
export type Queueing = Sale & { readonly queue: QueueTimes | undefined };

/** `from`: when the room opens; `opens`: when the first visitors are admitted. */
export function queueHours(draw: Pick<Sale, "opensAt">, { opensAt, gatherMinutes }: QueueTimes): { from: Date; opens: Date } {
  const opens = Math.max(draw.opensAt.getTime(), opensAt?.getTime() ?? 0);
  return { from: new Date(opens - gatherMinutes * 60_000), opens: new Date(opens) };
}

/** Undefined without a waiting room, or if nothing is left to buy. */
export function queueStage(lottery: Queueing, now: Date): QueueStage | undefined {
  const { queue } = lottery;
  if (queue === undefined || lottery.status !== "active" || isSalesOver(lottery, now)) return undefined;
  const { from, opens } = queueHours(lottery, queue);
  if (now >= opens) return "open";
  return now >= from ? "gathering" : "soon";
}

/** Whether a purchase has to wait for its turn. */
export function needsTurn(lottery: Queueing, now: Date): boolean {
  const stage = queueStage(lottery, now);
  return stage === "gathering" || stage === "open";
}

/** The waiting room as the draw's page shows it; times in ms. */
export type QueueView = { readonly stage: QueueStage; readonly from: number; readonly opensAt: number };

/** Undefined if a purchase has no waiting room before it. */
export function queueView(lottery: Queueing, now: Date): QueueView | undefined {
  const stage = queueStage(lottery, now);
  if (!stage || !lottery.queue) return undefined;
  const { from, opens } = queueHours(lottery, lottery.queue);
  return { stage, from: from.getTime(), opensAt: opens.getTime() };
}
