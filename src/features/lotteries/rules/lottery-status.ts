/** Which status a draw may be given by hand. Its winner is drawn elsewhere, and so is it called off. The tables refuse the same (`lotteries_keep_promises`). */
import type { LotteryStatus } from "./sale.ts";

/** As the specification lists them. */
export const STATUSES = ["draft", "active", "completed", "cancelled"] as const satisfies readonly LotteryStatus[];

/**
 * `starts_open`: a new draw is a draft or active. `not_back`: what was on sale is no draft again. `not_sold_yet`: only what was active is
 * completed. `has_tickets`: with tickets, completed is reached by drawing. `being_paid`: somebody pays at this moment. `is_final`: completed
 * and cancelled draws stay so.
 */
export type StatusProblem = "starts_open" | "not_back" | "not_sold_yet" | "has_tickets" | "being_paid" | "is_final";

/** `from` is undefined for a new draw; `tickets` are all that were ever dealt, `held` those that are being paid for. */
export function statusProblem(
  from: LotteryStatus | undefined,
  to: LotteryStatus,
  { tickets, held }: { readonly tickets: number; readonly held: number },
): StatusProblem | undefined {
  if (from === undefined) return to === "draft" || to === "active" ? undefined : "starts_open";
  if (from === to) return undefined;
  if (from === "completed" || from === "cancelled") return "is_final";
  if (to === "draft") return "not_back";
  if (to !== "completed") return undefined;
  if (from === "draft") return "not_sold_yet";
  if (tickets > 0) return "has_tickets";
  return held > 0 ? "being_paid" : undefined;
}

export function isStatus(value: unknown): value is LotteryStatus {
  return STATUSES.includes(value as LotteryStatus);
}
