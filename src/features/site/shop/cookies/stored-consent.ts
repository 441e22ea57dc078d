/** The visitor's choice about cookies in this browser. Everything optional checks it before it runs. */
import { useSyncExternalStore } from "react";
import { readCookies, writeCookie } from "#ui/cookie.ts";
import { warn } from "#ui/loading/browser-log.ts";
import { type CookieSettings, consentCookies, ESSENTIAL_ONLY, storedConsent } from "../../rules/cookie-settings.ts";

export const COOKIE_PAGE = "/cookie-settings";

type Consent = {
  /** Undefined until the visitor has chosen; nothing optional runs before that. */
  readonly settings: CookieSettings | undefined;
  readonly isCustomising: boolean;
};

/** On the server: cached pages are identical for all visitors and do not ask. */
const NOT_ASKED: Consent = { settings: ESSENTIAL_ONLY, isCustomising: false };

// Only in the browser, where a single page lives.
let consent: Consent | undefined;
const listeners = new Set<() => void>();

export function useConsent(): Consent {
  return useSyncExternalStore(subscribe, current, () => NOT_ASKED);
}

export function chooseCookies(settings: CookieSettings): void {
  for (const cookie of consentCookies(settings)) writeCookie(cookie);
  change({ settings, isCustomising: false });
}

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
