/** The visitor's choice about cookies in this browser. Everything optional checks it before it runs. */
import { useSyncExternalStore } from "react";
import { readCookies, writeCookie } from "#ui/cookie.ts";
import { warn } from "#ui/loading/browser-log.ts";
import { type CookieSettings, consentCookies, ESSENTIAL_ONLY, storedConsent } from "../../rules/cookie-settings.ts";

/** The page of the settings for browsers without scripts. */
export const COOKIE_PAGE = "/cookie-settings";

type Consent = {
  /** Undefined until the visitor has chosen; nothing optional runs before that. */
  readonly settings: CookieSettings | undefined;
  readonly isCustomising: boolean;
};

/** On the server: cached pages are identical for all visitors and do not ask. */
const NOT_ASKED: Consent = { settings: ESSENTIAL_ONLY, isCustomising: false };

// Module state, only in the browser: a single page lives there.
let consent: Consent | undefined;
const listeners = new Set<() => void>();

/** The visitor's choice, and whether the dialog is open. */
export function useConsent(): Consent {
  return useSyncExternalStore(subscribe, current, () => NOT_ASKED);
}

/** Stores the choice and closes the dialog. */
export function chooseCookies(settings: CookieSettings): void {
  for (const cookie of consentCookies(settings)) writeCookie(cookie);
  change({ settings, isCustomising: false });
}

/** Opens or closes the dialog. */
export function customiseCookies(isCustomising: boolean): void {
  change({ ...current(), isCustomising });
}

function current(): Consent {
  consent ??= { settings: readSettings(), isCustomising: false };
  return consent;
}

function readSettings(): CookieSettings | undefined {
  const stored = storedConsent(readCookies());
  if (stored.ok) return stored.value;
  warn("The stored cookie settings cannot be read and are ignored");
  return ESSENTIAL_ONLY;
}

function change(next: Consent): void {
  consent = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
