const MINUTE = 60_000;
const DAY = 86_400_000;

/** After the last use and after the start, whichever comes first. Source: OWASP ASVS 5, 7.3. */
export const SESSION_ENDS = {
  player: { unusedMs: 30 * DAY, wholeMs: 90 * DAY },
  administrator: { unusedMs: 30 * MINUTE, wholeMs: 12 * 60 * MINUTE },
} as const;

/** Minimum interval between recorded uses. */
export const USE_NOTED_AFTER_MS = { player: DAY, administrator: MINUTE } as const;

/** Polling requests, which do not prolong a session. */
const POLLING_REQUESTS: readonly RegExp[] = [
  /^\/api\/session$/,
  /^\/admin\/session$/,
  /^\/admin\/draw$/,
  /^\/admin\/emails\/[^/]+$/,
  /^\/admin\/lotteries\/[^/]+\/queue$/,
  /^\/draws\/[^/]+$/,
  /^\/mailbox$/,
];

export function isUse({ method, url }: { readonly method: string; readonly url: string }): boolean {
  const pathname = new URL(url).pathname.replace(/\.data$/, "");
  return method !== "GET" || !POLLING_REQUESTS.some((address) => address.test(pathname));
}
