/** Whether people queue for a draw, which is switched on for each draw; how they do stands in features/queue. */
import { isSalesOver, type Sale } from "./lifecycle.ts";

/** `soon`: not open yet; `gathering`: arrivals are drawn at the opening; `open`: turns come one after the other. */
export type QueueStage = "soon" | "gathering" | "open";

/** `opensAt`: when the first turns come, where that is not when the draw opens; people come in `gatherMinutes` before. */
export type QueueTimes = { readonly opensAt: Date | undefined; readonly gatherMinutes: number };

/** A draw, and its waiting room; undefined where it has none. */
export type Queueing = Sale & { readonly queue: QueueTimes | undefined };

/** When people may come in, and when the first turns come. */
export function queueHours(draw: Pick<Sale, "opensAt">, { opensAt, gatherMinutes }: QueueTimes): { from: Date; opens: Date } {
  const opens = Math.max(draw.opensAt.getTime(), opensAt?.getTime() ?? 0);
  return { from: new Date(opens - gatherMinutes * 60_000), opens: new Date(opens) };
}

/** Undefined where nobody queues: no waiting room, or nothing to buy any more. */
export function queueStage(lottery: Queueing, now: Date): QueueStage | undefined {
  const { queue } = lottery;
  if (queue === undefined || lottery.status !== "active" || isSalesOver(lottery, now)) return undefined;
  const { from, opens } = queueHours(lottery, queue);
  if (now >= opens) return "open";
  return now >= from ? "gathering" : "soon";
}

/** Whoever wants to buy needs a turn. */
export function needsTurn(lottery: Queueing, now: Date): boolean {
  const stage = queueStage(lottery, now);
  return stage === "gathering" || stage === "open";
}

/** The waiting room as the draw's page tells of it; instants in milliseconds. */
export type QueueView = { readonly stage: QueueStage; readonly from: number; readonly opensAt: number };

export function queueView(lottery: Queueing, now: Date): QueueView | undefined {
  const stage = queueStage(lottery, now);
  if (!stage || !lottery.queue) return undefined;
  const { from, opens } = queueHours(lottery, lottery.queue);
  return { stage, from: from.getTime(), opensAt: opens.getTime() };
}
