/** When a session ends by itself, however it is used: a copy that somebody took does not open the account for ever. */

const MINUTE = 60_000;
const DAY = 86_400_000;

/** `unusedMs` after its last use, and `wholeMs` after it began, whichever comes first. Source: OWASP ASVS 5, 7.3. */
export const SESSION_ENDS = {
  player: { unusedMs: 30 * DAY, wholeMs: 90 * DAY },
  administrator: { unusedMs: 30 * MINUTE, wholeMs: 12 * 60 * MINUTE },
} as const;

/** A use is written down no more often than this. */
export const USE_NOTED_AFTER_MS = { player: DAY, administrator: MINUTE } as const;

/**
 * Pages ask these by themselves while nobody is there: to be asked is no use. Some are pages that look again while a draw or a campaign is on its
 * way, or people wait. Whether somebody came to them by hand cannot be told from that, so looking at them alone keeps no session; whatever is done
 * there does.
 */
const ASKED_BY_ITSELF: readonly RegExp[] = [
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
  return method !== "GET" || !ASKED_BY_ITSELF.some((address) => address.test(pathname));
}
