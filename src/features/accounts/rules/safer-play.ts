import { addMonths, type Day, londonDate, startOfLondonDay } from "#shared/dates.ts";
import type { Pence } from "#shared/money.ts";
import { err, ok, type Result } from "#shared/result.ts";

/** When players are asked about a limit: at the start, after the first purchase, before the next. Voluntary code, 1.4. */
export const ASK_MOMENTS = ["start", "bought", "again"] as const;
export type AskMoment = (typeof ASK_MOMENTS)[number];

export function isAskMoment(text: unknown): text is AskMoment {
  return ASK_MOMENTS.some((moment) => moment === text);
}

/** Whether a player who has `bought` before is asked at this moment: each comes once, in order, and none after an answer. */
export function isAskedAt(moment: AskMoment, { skipped }: Pick<PlayerLimits, "skipped">, bought: boolean): boolean {
  if (bought === (moment === "start")) return false;
  return skipped === undefined || ASK_MOMENTS.indexOf(skipped) < ASK_MOMENTS.indexOf(moment);
}

/** What is stored of a player. Instants are exact; `limit` is per calendar month, Europe/London, and £0 is a limit, too. */
export type PlayerLimits = {
  readonly limit: Pence | undefined;
  /** A limit that was raised, or lifted (no amount), and waits for its time. */
  readonly next: { readonly limit: Pence | undefined; readonly from: Date } | undefined;
  readonly pausedUntil: Date | undefined;
  readonly excludedUntil: Date | undefined;
  /** Until when an exclusion of the same person under another account holds for this one. Decision 0083. */
  readonly matchedUntil?: Date | undefined;
  /** The last moment at which the question for a limit was skipped; `again` also stands for an answer. */
  readonly skipped: AskMoment | undefined;
};

export const NO_LIMITS: PlayerLimits = {
  limit: undefined,
  next: undefined,
  pausedUntil: undefined,
  excludedUntil: undefined,
  skipped: undefined,
};

/** The highest limit that can be asked for; who wants more wants none. */
export const HIGHEST_LIMIT = 10_000_000;
/** A limit is raised or lifted after a night's sleep. */
export const RAISE_AFTER_MS = 86_400_000;

export function limitAt({ limit, next }: PlayerLimits, now: Date): Pence | undefined {
  return next && next.from <= now ? next.limit : limit;
}

export function nextLimitAt({ next }: PlayerLimits, now: Date): PlayerLimits["next"] {
  return next && next.from > now ? next : undefined;
}

/** The pause or exclusion that a player is in; of both, the one that ends later. */
export type Rest = { readonly kind: "paused" | "excluded"; readonly until: Date };

export function restAt({ pausedUntil, excludedUntil, matchedUntil }: PlayerLimits, now: Date): Rest | undefined {
  const rests: Rest[] = [];
  if (matchedUntil && matchedUntil > now) rests.push({ kind: "excluded", until: matchedUntil });
  if (excludedUntil && excludedUntil > now) rests.push({ kind: "excluded", until: excludedUntil });
  if (pausedUntil && pausedUntil > now) rests.push({ kind: "paused", until: pausedUntil });
  return rests.sort((one, other) => other.until.getTime() - one.until.getTime())[0];
}

export type LimitsView = {
  readonly limit: Pence | undefined;
  /** A raise that waits; without a sum the limit ends then. */
  readonly next: { readonly limit: Pence | undefined; readonly from: number } | undefined;
  readonly rest: { readonly kind: "paused" | "excluded"; readonly until: number } | undefined;
};

/** - `now`: in force at once. `later`: from `from` on. `kept`: nothing changes, and what waited is taken back. */
export type LimitChange =
  | { readonly kind: "now"; readonly limit: Pence }
  | { readonly kind: "later"; readonly limit: Pence | undefined; readonly from: Date }
  | { readonly kind: "kept" };

/** What follows when a player asks for a limit: a lower one holds at once, a higher one or none only after 24 hours. */
export function changeLimit(limits: PlayerLimits, wanted: Pence | undefined, now: Date): Result<LimitChange, "bad_limit"> {
  if (wanted !== undefined && (wanted < 0 || wanted > HIGHEST_LIMIT)) return err("bad_limit");
  const current = limitAt(limits, now);
  if (wanted === current) return ok({ kind: "kept" });
  if (wanted !== undefined && (current === undefined || wanted < current)) return ok({ kind: "now", limit: wanted });
  return ok({ kind: "later", limit: wanted, from: new Date(now.getTime() + RAISE_AFTER_MS) });
}

/** How long a pause may be. Source: the UK's voluntary code for prize draws; a day to six months. */
export const PAUSES = {
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  quarter: { months: 3 },
  half: { months: 6 },
} as const;
/** Six months at least. */
export const EXCLUSIONS = { half: { months: 6 }, year: { months: 12 }, years: { months: 60 } } as const;
export type PauseLength = keyof typeof PAUSES;
export type ExclusionLength = keyof typeof EXCLUSIONS;

export function isPauseLength(text: unknown): text is PauseLength {
  return typeof text === "string" && Object.hasOwn(PAUSES, text);
}
export function isExclusionLength(text: unknown): text is ExclusionLength {
  return typeof text === "string" && Object.hasOwn(EXCLUSIONS, text);
}

/** Characters of what staff write down of why. */
export const LONGEST_REST_REASON = 500;

/** People whom one member of staff may keep from play within a day alone (docs/decisions/0077). */
export const KEPT_OUT_ALONE = 25;

/** How somebody asked staff for a rest. */
export const WAYS_ASKED = ["email", "phone", "post", "in_person"] as const;
export type WayAsked = (typeof WAYS_ASKED)[number];

export function isWayAsked(text: unknown): text is WayAsked {
  return WAYS_ASKED.some((way) => way === text);
}

export type WantedRest =
  | { readonly kind: "pause"; readonly length: PauseLength }
  | { readonly kind: "exclusion"; readonly length: ExclusionLength };

export function readRest(kind: unknown, length: unknown): WantedRest | undefined {
  if (kind === "pause" && isPauseLength(length)) return { kind, length };
  return kind === "exclusion" && isExclusionLength(length) ? { kind, length } : undefined;
}

/** When a rest that begins now is over: so many days of 24 hours, or the same day of a later month (its last, where there is none). */
export function restEnd(now: Date, length: { readonly days: number } | { readonly months: number }): Date {
  if ("days" in length) return new Date(now.getTime() + length.days * 86_400_000);
  return addMonths(now, length.months);
}

export function endOfRest(rest: WantedRest, now: Date): Date {
  return restEnd(now, rest.kind === "pause" ? PAUSES[rest.length] : EXCLUSIONS[rest.length]);
}

/** The calendar month of an instant in London, from its first midnight to the next month's. */
export function londonMonth(instant: Date): { readonly from: Date; readonly to: Date } {
  const [year = 0, month = 0] = londonDate(instant).split("-").map(Number);
  return { from: startOfLondonDay(firstOf(year, month)), to: startOfLondonDay(firstOf(year, month + 1)) };
}

function firstOf(year: number, month: number): Day {
  const [y, m] = month === 13 ? [year + 1, 1] : [year, month];
  return `${String(y).padStart(4, "0")}-${String(m).padStart(2, "0")}-01`;
}
