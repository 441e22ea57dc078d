import { addMonths, type Day, londonDate, startOfLondonDay } from "#shared/dates/dates.ts";
import type { Pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";

/**
 * When the shop suggests a spending limit: before the first purchase, after it, before the next one.
 * Source: UK voluntary code for prize draw operators, 1.4.
 */
export const LIMIT_PROMPTS = ["start", "bought", "again"] as const;
export type LimitPrompt = (typeof LIMIT_PROMPTS)[number];

/** Whether a text names a prompt. */
export function isLimitPrompt(text: unknown): text is LimitPrompt {
  return LIMIT_PROMPTS.some((prompt) => prompt === text);
}

/**
 * Whether to show this prompt: `start` before the first purchase, the others after it. A prompt is due until
 * it or a later one is skipped; none is once a limit was chosen (`skipped` is then `again`).
 */
export function isLimitPromptDue(prompt: LimitPrompt, { skipped }: Pick<PlayerLimits, "skipped">, hasBought: boolean): boolean {
  const isBeforePurchase = prompt === "start";
  if (isBeforePurchase === hasBought) return false;
  return skipped === undefined || LIMIT_PROMPTS.indexOf(skipped) < LIMIT_PROMPTS.indexOf(prompt);
}

/** What a player has set. `limit`: for purchases in a calendar month in London; £0 is a limit, too. */
export type PlayerLimits = {
  readonly limit: Pence | undefined;
  /** A pending raise, or the pending end of the limit (no amount). */
  readonly next: { readonly limit: Pence | undefined; readonly from: Date } | undefined;
  readonly pausedUntil: Date | undefined;
  readonly excludedUntil: Date | undefined;
  /** End of an exclusion of the same person's other account. Decision 0083. */
  readonly matchedUntil?: Date | undefined;
  /** The last prompt that the player skipped; `again` also if the player chose a limit. */
  readonly skipped: LimitPrompt | undefined;
};

/** A player without a spending limit, pause or exclusion. */
export const NO_LIMITS: PlayerLimits = {
  limit: undefined,
  next: undefined,
  pausedUntil: undefined,
  excludedUntil: undefined,
  skipped: undefined,
};

/** The highest monthly limit that a player may choose, in pence. */
export const HIGHEST_LIMIT = 10_000_000;
/** The cooling-off period for a higher or no limit. */
export const RAISE_AFTER_MS = 86_400_000;

/** The limit in force at `now`, in pence a month. Undefined: none. */
export function limitAt({ limit, next }: PlayerLimits, now: Date): Pence | undefined {
  return next && next.from <= now ? next.limit : limit;
}

/** The pending change, if it is still to come at `now`. */
export function nextLimitAt({ next }: PlayerLimits, now: Date): PlayerLimits["next"] {
  return next && next.from > now ? next : undefined;
}

/** A pause or exclusion that keeps a player from buying. */
export type ActiveExclusion = { readonly kind: "paused" | "excluded"; readonly until: Date };

/** The pause or exclusion in force at `now`; of several, the one that ends last. */
export function activeExclusion(
  { pausedUntil, excludedUntil, matchedUntil }: PlayerLimits,
  now: Date,
): ActiveExclusion | undefined {
  const exclusions: ActiveExclusion[] = [];
  if (matchedUntil && matchedUntil > now) exclusions.push({ kind: "excluded", until: matchedUntil });
  if (excludedUntil && excludedUntil > now) exclusions.push({ kind: "excluded", until: excludedUntil });
  if (pausedUntil && pausedUntil > now) exclusions.push({ kind: "paused", until: pausedUntil });
  return exclusions.sort((one, other) => other.until.getTime() - one.until.getTime())[0];
}

/** What the player's page shows. Times in Unix milliseconds. */
export type LimitsView = {
  readonly limit: Pence | undefined;
  /** A pending raise, or the pending end of the limit (no amount). */
  readonly next: { readonly limit: Pence | undefined; readonly from: number } | undefined;
  readonly exclusion: { readonly kind: "paused" | "excluded"; readonly until: number } | undefined;
};

/** `now`: in force at once. `later`: from `from` on. `kept`: unchanged, and a pending raise is cancelled. */
export type LimitChange =
  | { readonly kind: "now"; readonly limit: Pence }
  | { readonly kind: "later"; readonly limit: Pence | undefined; readonly from: Date }
  | { readonly kind: "kept" };

/** A lower limit applies at once, a higher one or none (`wanted` undefined) after 24 hours. */
export function changeLimit(limits: PlayerLimits, wanted: Pence | undefined, now: Date): Result<LimitChange, "bad_limit"> {
  if (wanted !== undefined && (wanted < 0 || wanted > HIGHEST_LIMIT)) return err("bad_limit");
  const current = limitAt(limits, now);
  if (wanted === current) return ok({ kind: "kept" });
  if (wanted !== undefined && (current === undefined || wanted < current)) return ok({ kind: "now", limit: wanted });
  return ok({ kind: "later", limit: wanted, from: new Date(now.getTime() + RAISE_AFTER_MS) });
}

/**
 * Lengths of pauses, from a day to six months (`half` a year), by the values that forms send. Source: the
 * UK's voluntary code for prize draws.
 */
export const PAUSES = {
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  quarter: { months: 3 },
  half: { months: 6 },
} as const;
/** Lengths of exclusions, at least six months, by the values that forms send. `years`: five of them. */
export const EXCLUSIONS = { half: { months: 6 }, year: { months: 12 }, years: { months: 60 } } as const;
export type PauseLength = keyof typeof PAUSES;
export type ExclusionLength = keyof typeof EXCLUSIONS;

/** Whether a text names a length of pauses. */
export function isPauseLength(text: unknown): text is PauseLength {
  return typeof text === "string" && Object.hasOwn(PAUSES, text);
}
/** Whether a text names a length of exclusions. */
export function isExclusionLength(text: unknown): text is ExclusionLength {
  return typeof text === "string" && Object.hasOwn(EXCLUSIONS, text);
}

/** Longest reason that staff may give, in characters. */
export const LONGEST_EXCLUSION_REASON = 500;

/** People whom one member of staff may exclude a day without approval (docs/decisions/0036). */
export const EXCLUSIONS_WITHOUT_APPROVAL = 25;

/** How a player asked the staff to be excluded. */
export const REQUEST_CHANNELS = ["email", "phone", "post", "in_person"] as const;
export type RequestChannel = (typeof REQUEST_CHANNELS)[number];

/** Whether a text names a channel. */
export function isRequestChannel(text: unknown): text is RequestChannel {
  return REQUEST_CHANNELS.some((way) => way === text);
}

export type WantedExclusion =
  | { readonly kind: "pause"; readonly length: PauseLength }
  | { readonly kind: "exclusion"; readonly length: ExclusionLength };

/** The requested pause or exclusion; undefined if kind or length is invalid. */
export function readExclusion(kind: unknown, length: unknown): WantedExclusion | undefined {
  if (kind === "pause" && isPauseLength(length)) return { kind, length };
  return kind === "exclusion" && isExclusionLength(length) ? { kind, length } : undefined;
}

/** After days of 24 hours, or on the same day of a later month (its last day, if shorter). */
export function endAfter(now: Date, length: { readonly days: number } | { readonly months: number }): Date {
  if ("days" in length) return new Date(now.getTime() + length.days * 86_400_000);
  return addMonths(now, length.months);
}

/** When a pause or exclusion that begins at `now` ends. */
export function exclusionEnd(wanted: WantedExclusion, now: Date): Date {
  return endAfter(now, wanted.kind === "pause" ? PAUSES[wanted.length] : EXCLUSIONS[wanted.length]);
}

/** The calendar month of an instant in London, from midnight to midnight. */
export function londonMonth(instant: Date): { readonly from: Date; readonly to: Date } {
  const [year = 0, month = 0] = londonDate(instant).split("-").map(Number);
  return { from: startOfLondonDay(firstOf(year, month)), to: startOfLondonDay(firstOf(year, month + 1)) };
}

function firstOf(year: number, month: number): Day {
  const [y, m] = month === 13 ? [year + 1, 1] : [year, month];
  return `${String(y).padStart(4, "0")}-${String(m).padStart(2, "0")}-01`;
}
