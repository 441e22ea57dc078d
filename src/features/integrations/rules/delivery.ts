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

/** What came of a try: `status` undefined where no reply came, `retryAfter` as the header says it. */
export type TryEnd = { readonly status: number | undefined; readonly retryAfter?: string | undefined };

/** What follows from the `tries`-th try. Only 2xx is a yes. */
export function afterTry({ status, retryAfter, tries, now }: TryEnd & { tries: number; now: Date }): DeliveryEnd {
  if (status !== undefined && status >= 200 && status < 300) return { to: "delivered" };
  if (status === 410) return { to: "failed", because: "gone" };
  const pause = PAUSES_MS[tries - 1];
  if (pause === undefined) return { to: "failed", because: "failing" };
  const asked = waitAsked({ status, retryAfter }, now) ?? 0;
  return { to: "later", at: new Date(now.getTime() + Math.max(pause, asked)) };
}

/** Nobody has the shop wait longer than it does by itself. */
const LONGEST_WAIT_MS = Math.max(...PAUSES_MS);

/** How long a busy receiver asks to be left alone, in ms, with 429 and 503. Source: RFC 9110, 10.2.3. */
export function waitAsked({ status, retryAfter = "" }: TryEnd, now: Date): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const said = retryAfter.trim();
  const ms = /^\d{1,10}$/.test(said)
    ? Number(said) * SECOND
    : /^[A-Z][a-z]{2}, /.test(said)
      ? Date.parse(said) - now.getTime()
      : Number.NaN;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_WAIT_MS) : undefined;
}
