/** Lifetimes, states and scopes of API keys. */
import type { Right } from "#features/access/rules/rights.ts";
import { words } from "#shared/text/words.ts";

const DAY_MS = 86_400_000;

/** The offered lifetimes in days; there is no unlimited one. */
export const KEY_DAYS = [30, 90, 180, 365] as const;
/** In characters. */
export const LONGEST_KEY_NAME = 60;
/** The maximal number of working keys. */
export const MOST_KEYS = 50;
/** Also the maximal number of working keys: each may be replaced once while the old one still works. */
export const MOST_KEYS_WITH_REPLACED = 2 * MOST_KEYS;
/** How long a replaced key still works, to change programs one by one. */
const KEY_OVERLAP_MS = DAY_MS;

export type KeyTimes = { readonly madeAt: Date; readonly expiresAt: Date; readonly revokedAt: Date | undefined };
/** `ending`: expires within a week. */
export type KeyState = "works" | "ending" | "expired" | "revoked";

/** The state at `now`. */
export function keyState({ expiresAt, revokedAt }: KeyTimes, now: Date): KeyState {
  if (revokedAt) return "revoked";
  if (expiresAt <= now) return "expired";
  return expiresAt.getTime() - now.getTime() < 7 * DAY_MS ? "ending" : "works";
}

/** The end of a lifetime in days. */
export function expiresAfter(days: number, now: Date): Date {
  return new Date(now.getTime() + days * DAY_MS);
}

/** When a replacement expires: it gets the same lifetime. */
export function renewedUntil({ madeAt, expiresAt }: KeyTimes, now: Date): Date {
  return new Date(now.getTime() + Math.min(expiresAt.getTime() - madeAt.getTime(), 365 * DAY_MS));
}

/** Until when a replaced key still works, never beyond its own expiry. */
export function overlapUntil({ expiresAt }: KeyTimes, now: Date): Date {
  return new Date(Math.min(expiresAt.getTime(), now.getTime() + KEY_OVERLAP_MS));
}

/** Rights that a key can have. */
export const API_SCOPES = words("draws.read orders.read entries.read winners.read draws.export") satisfies readonly Right[];
export type ApiScope = (typeof API_SCOPES)[number];

/** Whether a text names a scope. */
export function isApiScope(text: string): text is ApiScope {
  return API_SCOPES.some((scope) => scope === text);
}
