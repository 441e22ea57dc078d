/** The retry schedule of messages, and the meaning of responses. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses between attempts, three days in total. Source: Standard Webhooks, "Retry schedule". */
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

/** How long a worker's claim lasts: several times the longest request. */
export const LEASE_MS = MINUTE;
/** After a change, both secrets sign for this time. */
export const SECRET_OVERLAP_MS = 24 * HOUR;
/** Events and their log are deleted after this time, delivered or not. */
export const RETENTION_MS = 30 * 24 * HOUR;
export const MOST_ENDPOINTS = 20;
export const LONGEST_ADDRESS = 500;

/** What becomes of a message after an attempt. `gone`: the receiver wants no more messages (410). */
export type DeliveryResult =
  | { readonly to: "delivered" }
  | { readonly to: "later"; readonly at: Date }
  | { readonly to: "failed"; readonly because: "failing" | "gone" };

/** Response to an attempt: `status` is undefined without one, `retryAfter` is the header. */
export type AttemptResult = { readonly status: number | undefined; readonly retryAfter?: string | undefined };

/** What becomes of the message after its `tries`-th attempt. Only 2xx counts as delivered. */
export function deliveryResult({ status, retryAfter, tries, now }: AttemptResult & { tries: number; now: Date }): DeliveryResult {
  if (status !== undefined && status >= 200 && status < 300) return { to: "delivered" };
  if (status === 410) return { to: "failed", because: "gone" };
  const pause = PAUSES_MS[tries - 1];
  if (pause === undefined) return { to: "failed", because: "failing" };
  const wait = requestedWait({ status, retryAfter }, now) ?? 0;
  return { to: "later", at: new Date(now.getTime() + Math.max(pause, wait)) };
}

/** Retry-After is limited to the longest pause of the schedule. */
const LONGEST_WAIT_MS = Math.max(...PAUSES_MS);

/** The Retry-After time in ms of a 429 or 503; undefined without a valid header. Source: RFC 9110, 10.2.3. */
export function requestedWait({ status, retryAfter = "" }: AttemptResult, now: Date): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const header = retryAfter.trim();
  let ms = Number.NaN;
  if (/^\d{1,10}$/.test(header)) ms = Number(header) * SECOND;
  else if (/^[A-Z][a-z]{2}, /.test(header)) ms = Date.parse(header) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_WAIT_MS) : undefined;
}
