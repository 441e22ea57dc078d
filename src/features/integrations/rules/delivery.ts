/** How long a message is tried, and what an answer means. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses between tries: three days in all. Source: Standard Webhooks, "Retry schedule". */
export const PAUSES_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  20 * HOUR,
];

/** Whoever sends it has it alone for so long: several times what a message may take. */
export const LEASE_MS = MINUTE;
/** After a change both secrets sign for so long. */
export const SECRET_OVERLAP_MS = 24 * HOUR;
/** Then events go, with their log, also where they never arrived. */
export const KEPT_MS = 30 * 24 * HOUR;
export const MOST_ENDPOINTS = 20;
export const LONGEST_ADDRESS = 500;

/** `gone`: the receiver says that it wants no more (410). */
export type DeliveryEnd =
  | { readonly to: "delivered" }
  | { readonly to: "later"; readonly at: Date }
  | { readonly to: "failed"; readonly because: "failing" | "gone" };

/** What follows from a try, the `tries`-th; `status` undefined where no reply came. Only 2xx is a yes. */
export function afterTry({ status, tries, now }: { status: number | undefined; tries: number; now: Date }): DeliveryEnd {
  if (status !== undefined && status >= 200 && status < 300) return { to: "delivered" };
  if (status === 410) return { to: "failed", because: "gone" };
  const pause = PAUSES_MS[tries - 1];
  if (pause === undefined) return { to: "failed", because: "failing" };
  return { to: "later", at: new Date(now.getTime() + pause) };
}
