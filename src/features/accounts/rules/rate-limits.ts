/** How often somebody may try. Counted in the database, so that every process counts the same. */

/** `times` in any `seconds` on end. */
export type RateLimit = { readonly times: number; readonly seconds: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * By what is counted. Whole mobile networks share an address, so those limits are wide. What a stranger does to an account counts for account and
 * address together, so that it keeps nobody else out; over all addresses it counts softly. A known device has its own.
 */
export const RATE_LIMITS = {
  signInByAddress: { times: 30, seconds: MINUTE },
  signInByAccountAndAddress: { times: 10, seconds: 5 * MINUTE },
  signInByAccount: { times: 60, seconds: HOUR },
  signInByDevice: { times: 10, seconds: 5 * MINUTE },
  signInMailByAccount: { times: 3, seconds: HOUR },
  signInMailByAddress: { times: 20, seconds: HOUR },
  /** Of a second factor: whoever tries them has the password already. */
  codeByUser: { times: 5, seconds: 5 * MINUTE },
  codeByUserADay: { times: 30, seconds: 24 * HOUR },
  codeByDevice: { times: 10, seconds: 5 * MINUTE },
  codeByDeviceADay: { times: 60, seconds: 24 * HOUR },
  passkeyByAddress: { times: 30, seconds: MINUTE },
  registerByAddress: { times: 60, seconds: HOUR },
  passwordByUser: { times: 10, seconds: 5 * MINUTE },
  passwordByUserAnHour: { times: 30, seconds: HOUR },
  /** Of answers with a passkey in an open session: none can be guessed, and the log keeps a line of each wrong one. */
  passkeyByUser: { times: 10, seconds: 5 * MINUTE },
  passkeyByUserAnHour: { times: 30, seconds: HOUR },
  resetByAccountAndAddress: { times: 3, seconds: HOUR },
  resetByDevice: { times: 3, seconds: HOUR },
  resetMailByAccount: { times: 3, seconds: HOUR },
  resetMailByAccountADay: { times: 6, seconds: 24 * HOUR },
  resetByAddress: { times: 60, seconds: HOUR },
  /** To an address that nobody has shown to read; its other spellings count together: whoever opens accounts with a stranger's fills no mailbox. */
  unshownMailByMailbox: { times: 12, seconds: 24 * HOUR },
  openingMailByMailbox: { times: 12, seconds: 24 * HOUR },
  /** More than strangers can have sent: a link to a new password while none is valid, which is an hour. */
  openingMailByAddress: { times: 36, seconds: 24 * HOUR },
  /** A link to sign in waits six hours for whoever has the password; only they use it up sooner, to have the next one sent. */
  signInMailUnshown: { times: 6, seconds: 24 * HOUR },
  verificationByUser: { times: 3, seconds: HOUR },
  /** Of a birth date: whoever tries them reads a mailbox that may be a stranger's. */
  undoByLink: { times: 5, seconds: 24 * HOUR },
  /** Of name or birth date: whoever tries those of somebody on the staff is told at the checkout which are right. */
  identityChangeByUser: { times: 5, seconds: 24 * HOUR },
  /** Of one's own data: gathering them is work, and the log keeps a line of each for good. */
  exportByUser: { times: 10, seconds: HOUR },
  /** Lines of the log about what anybody may do to their own account, or to one of the staff, as often as they like. */
  ownEventsByUser: { times: 20, seconds: 24 * HOUR },
  emailChangeByUser: { times: 5, seconds: HOUR },
  /** By account, or by mailbox and address of a sender who is not signed in, so that nobody uses up another person's. */
  contactBySender: { times: 3, seconds: HOUR },
  /** Of senders who are not signed in. */
  contactByAddress: { times: 30, seconds: HOUR },
  contactReplyByRecipient: { times: 3, seconds: 24 * HOUR },
  campaignTestByUser: { times: 12, seconds: 10 * MINUTE },
  checkoutByUser: { times: 10, seconds: MINUTE },
  /** Orders that cost nothing, by accounts whose address nobody has confirmed: made-up ones take a free draw for nothing. */
  freeByNetwork: { times: 10, seconds: 24 * HOUR },
  /** Looks at the payment provider by who waits for a result: the page itself looks ten times. */
  paymentLookByUser: { times: 30, seconds: MINUTE },
  paymentLookByAddress: { times: 120, seconds: MINUTE },
  resendByOrder: { times: 3, seconds: HOUR },
  callsByApiKey: { times: 120, seconds: MINUTE },
  quizAnswerByUserAndDraw: { times: 5, seconds: HOUR },
  /** Of all processes of the shop together: less than the time between two rounds of one. */
  reconcileRound: { times: 1, seconds: 140 },
  compareRound: { times: 1, seconds: 29 * MINUTE },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof RATE_LIMITS;

/** As many as this of its households does a site have in such a limit: whoever has a whole site has 65,536 of them to ask from. */
const HOUSEHOLDS = 16;

/** Counted for each person as well, and by every buyer in a rush: no site's row is waited for there. */
const WITHOUT_SITES: readonly RateLimitName[] = ["paymentLookByAddress"];

/** For a limit by address, and an IPv6 one (`2001:db8:1:2::/64`): the site that it is of, a /48, which anybody gets for nothing, and its limit. */
export function siteLimit(name: RateLimitName, who: string): { readonly site: string; readonly times: number } | undefined {
  const groups =
    name.endsWith("ByAddress") && !name.endsWith("AndAddress") && !WITHOUT_SITES.includes(name)
      ? /^([0-9a-f]+:){3}(?=[0-9a-f]+::\/64$)/.exec(who)
      : null;
  return groups ? { site: `${groups[0]}:/48`, times: RATE_LIMITS[name].times * HOUSEHOLDS } : undefined;
}

/** A clock's window of `seconds`: the unix second where the one that holds `now` began, and how far it has run, 0 to 1. */
export function windowAt(now: Date, seconds: number): { readonly start: Date; readonly elapsed: number } {
  const second = now.getTime() / 1000;
  const start = Math.floor(second / seconds) * seconds;
  return { start: new Date(start * 1000), elapsed: (second - start) / seconds };
}

/**
 * How much of the limit is used: this window's attempts, and of the last one's the share that still lies in the past `seconds`.
 * So a limit cannot be doubled by waiting for the full minute.
 */
export function usedAttempts(previous: number, current: number, elapsed: number): number {
  return current + previous * (1 - elapsed);
}

/** Whole seconds, at least 1, after which an attempt is free again if nobody takes one meanwhile. */
export function secondsUntilFree(limit: RateLimit, previous: number, current: number, elapsed: number): number {
  const room = limit.times - 1;
  // Room opens either in this window, as the last one's share fades, or in the next, as this one's does.
  const opens = current <= room && previous > 0 ? 1 - (room - current) / previous : 2 - room / Math.max(current, 1);
  // A billionth over a whole second is the arithmetic's, not the visitor's.
  return Math.max(1, Math.ceil((opens - elapsed) * limit.seconds - 1e-6));
}
