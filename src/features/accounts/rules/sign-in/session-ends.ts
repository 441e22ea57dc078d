/** When sessions expire. */

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * Time since the last use (`idleMs`) and since the start (`absoluteMs`); the earlier one ends the session.
 * Source: OWASP ASVS 5, 7.3.
 */
export const SESSION_ENDS = {
  player: { idleMs: 30 * DAY, absoluteMs: 90 * DAY },
  administrator: { idleMs: 30 * MINUTE, absoluteMs: 12 * 60 * MINUTE },
} as const;

/** A use is recorded only this long after the last recorded one. In ms. */
export const USE_RECORDED_AFTER_MS = { player: DAY, administrator: MINUTE } as const;

/** Addresses that open pages request by themselves. They do not prolong a session. */
const POLLING_REQUESTS: readonly RegExp[] = [
  /^\/api\/session$/,
  /^\/admin\/session$/,
  /^\/admin\/draw$/,
  /^\/admin\/emails\/[^/]+$/,
  /^\/admin\/lotteries\/[^/]+\/queue$/,
  /^\/draws\/[^/]+$/,
  /^\/mailbox$/,
];

/** Whether a request counts as a use of the session. */
export function isUse({ method, url }: { readonly method: string; readonly url: string }): boolean {
  const pathname = new URL(url).pathname.replace(/\.data$/, "");
  return method !== "GET" || !POLLING_REQUESTS.some((address) => address.test(pathname));
}
