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

/** Pages ask these by themselves while nobody is there: to be asked is no use. */
const ASKED_BY_ITSELF: ReadonlySet<string> = new Set(["GET /api/session", "GET /admin/session"]);

/** Whether a request shows that somebody is there. */
export function isUse({ method, url }: { readonly method: string; readonly url: string }): boolean {
  return !ASKED_BY_ITSELF.has(`${method} ${new URL(url).pathname}`);
}
