/** `times` in any period of `seconds`. */
export type RateLimit = { readonly times: number; readonly seconds: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * `fooByBar` limits attempts at `foo` for each `bar`. Address: the client's IP address. Mobile networks share
 * addresses, so limits by address are wide. Attempts by strangers count for account and address together, so
 * that they do not lock out the owner. Known devices have their own limits.
 */
export const RATE_LIMITS = {
  signInByAddress: { times: 30, seconds: MINUTE },
  signInByAccountAndAddress: { times: 10, seconds: 5 * MINUTE },
  signInByAccount: { times: 60, seconds: HOUR },
  signInByDevice: { times: 10, seconds: 5 * MINUTE },
  signInMailByAccount: { times: 3, seconds: HOUR },
  signInMailByAddress: { times: 20, seconds: HOUR },
  /** Second factor, after a correct password. */
  codeByUser: { times: 5, seconds: 5 * MINUTE },
  codeByUserADay: { times: 30, seconds: 24 * HOUR },
  codeByDevice: { times: 10, seconds: 5 * MINUTE },
  codeByDeviceADay: { times: 60, seconds: 24 * HOUR },
  passkeyByAddress: { times: 30, seconds: MINUTE },
  registerByAddress: { times: 60, seconds: HOUR },
  passwordByUser: { times: 10, seconds: 5 * MINUTE },
  passwordByUserAnHour: { times: 30, seconds: HOUR },
  /** Limits the log entries of wrong passkeys; none can be guessed. */
  passkeyByUser: { times: 10, seconds: 5 * MINUTE },
  passkeyByUserAnHour: { times: 30, seconds: HOUR },
  resetByAccountAndAddress: { times: 3, seconds: HOUR },
  resetByDevice: { times: 3, seconds: HOUR },
  resetMailByAccount: { times: 3, seconds: HOUR },
  resetMailByAccountADay: { times: 6, seconds: 24 * HOUR },
  resetByAddress: { times: 60, seconds: HOUR },
  /** Mails to an unconfirmed address, over all its spellings, so that strangers cannot flood a mailbox. */
  unconfirmedMailByMailbox: { times: 12, seconds: 24 * HOUR },
  /** Mails whose link opens an account: sign-in and password reset. */
  openingMailByMailbox: { times: 12, seconds: 24 * HOUR },
  /** The same for one requesting IP address. Wider than what strangers can cause: one reset link an hour. */
  openingMailByAddress: { times: 36, seconds: 24 * HOUR },
  /** Sign-in mails to an unconfirmed address. A link is valid for six hours. */
  signInMailUnconfirmed: { times: 6, seconds: 24 * HOUR },
  verificationByUser: { times: 3, seconds: HOUR },
  /** Birth dates typed to undo a change of address: the reader of that mailbox may be a stranger. */
  undoByLink: { times: 5, seconds: 24 * HOUR },
  /** Limits guessing a staff member's name and birth date, which the checkout would confirm. */
  identityChangeByUser: { times: 5, seconds: 24 * HOUR },
  /** Exports of one's own data: expensive, and logged permanently. */
  exportByUser: { times: 10, seconds: HOUR },
  /** Log entries that users cause on their own account, or strangers on one of the staff. */
  ownEventsByUser: { times: 20, seconds: 24 * HOUR },
  emailChangeByUser: { times: 5, seconds: HOUR },
  /** By account, or by mailbox and address of an anonymous sender. */
  contactBySender: { times: 3, seconds: HOUR },
  /** Anonymous senders. */
  contactByAddress: { times: 30, seconds: HOUR },
  contactReplyByRecipient: { times: 3, seconds: 24 * HOUR },
  /** Answers and first messages, against a stolen session of the staff. */
  playerMailByStaff: { times: 60, seconds: HOUR },
  campaignTestByUser: { times: 12, seconds: 10 * MINUTE },
  checkoutByUser: { times: 10, seconds: MINUTE },
  /** Free orders by unconfirmed accounts from one network. */
  freeByNetwork: { times: 10, seconds: 24 * HOUR },
  /** Queries to the payment provider by a waiting buyer. The page makes ten. */
  paymentLookupByUser: { times: 30, seconds: MINUTE },
  paymentLookupByAddress: { times: 120, seconds: MINUTE },
  resendByOrder: { times: 3, seconds: HOUR },
  callsByApiKey: { times: 120, seconds: MINUTE },
  quizAnswerByUserAndDraw: { times: 5, seconds: HOUR },
  /** Comparisons with the payment provider: once for all processes, a bit shorter than a job's interval. */
  reconcileRound: { times: 1, seconds: 140 },
  compareRound: { times: 1, seconds: 29 * MINUTE },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof RATE_LIMITS;

/** An IPv6 site has 65,536 networks. Together they get the limit of this many. */
const HOUSEHOLDS = 16;

/** Limits that do not count by site: in a rush, all buyers of a site would wait for its row. */
const WITHOUT_SITES: readonly RateLimitName[] = ["paymentLookupByAddress"];

/**
 * The wider limit of an IPv6 site (a /48), for limits by address. `who`: a network such as
 * `2001:db8:1:2::/64`.
 */
export function siteLimit(name: RateLimitName, who: string): { readonly site: string; readonly times: number } | undefined {
  const groups =
    name.endsWith("ByAddress") && !name.endsWith("AndAddress") && !WITHOUT_SITES.includes(name)
      ? /^([0-9a-f]+:){3}(?=[0-9a-f]+::\/64$)/.exec(who)
      : null;
  return groups ? { site: `${groups[0]}:/48`, times: RATE_LIMITS[name].times * HOUSEHOLDS } : undefined;
}

/** The start of the current window of `seconds`, and its elapsed share from 0 to 1. */
export function windowAt(now: Date, seconds: number): { readonly start: Date; readonly elapsed: number } {
  const second = now.getTime() / 1000;
  const start = Math.floor(second / seconds) * seconds;
  return { start: new Date(start * 1000), elapsed: (second - start) / seconds };
}

/** Sliding window: the current attempts, and the share of the previous ones that is still in the period. */
export function usedAttempts(previous: number, current: number, elapsed: number): number {
  return current + previous * (1 - elapsed);
}

/** Whole seconds, at least 1, until an attempt is free. */
export function secondsUntilFree(limit: RateLimit, previous: number, current: number, elapsed: number): number {
  const room = limit.times - 1;
  // Either in this window, as the last one's share fades, or in the next.
  const opens = current <= room && previous > 0 ? 1 - (room - current) / previous : 2 - room / Math.max(current, 1);
  // Tolerates rounding errors.
  return Math.max(1, Math.ceil((opens - elapsed) * limit.seconds - 1e-6));
}
