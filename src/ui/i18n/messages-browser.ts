/** The messages of the browser: begins with those the page was sent with, fetches others as pages need them, remembers the language. */
import type { i18n, ResourceLanguage } from "i18next";
import { DEFAULT_LOCALE, isLocale, type Locale, localeCookie } from "#shared/locale.ts";
import { writeCookie } from "../cookie.ts";
import { createEngine, type Retries } from "./messages-engine.ts";
import { loadMessages } from "./messages-loader.ts";

/** The block of JSON in which a page carries its messages: `{namespace: texts}`. */
export const MESSAGES_BLOCK = "messages";
/** Where the choice is kept, under the name that i18next's own detector gives it. */
const STORED_LOCALE = "i18nextLng";

const RETRIES: Retries = { maxRetries: 3, retryTimeout: 350 };

/** The messages of the page in this window, in the language that the server rendered it in. */
export function messagesOfPage(page: Document = document): i18n {
  const { lang, dataset } = page.documentElement;
  const inlined: ResourceLanguage = JSON.parse(page.getElementById(MESSAGES_BLOCK)?.textContent || "{}");
  const locale = isLocale(lang) ? lang : DEFAULT_LOCALE;
  return createEngine({
    locale,
    shop: dataset.shop ?? "",
    inlined,
    load: loadMessages,
    retries: RETRIES,
    report: window.reportError,
  });
}

/**
 * Shows another language in place: first fetches what is missing of it, so that no text ever shows as a key.
 *
 * @returns false where texts did not arrive; then nothing has changed
 */
export async function switchMessages(words: i18n, locale: Locale): Promise<boolean> {
  const missing = () => [words.options.ns ?? []].flat().filter((namespace) => !words.hasResourceBundle(locale, namespace));
  if (missing().length > 0) await words.reloadResources([locale], missing());
  if (missing().length > 0) return false;
  await words.changeLanguage(locale);
  rememberLocale(locale);
  return true;
}

/** The language chosen in this browser before, if any. */
export function rememberedLocale(): Locale | undefined {
  try {
    const stored = window.localStorage.getItem(STORED_LOCALE);
    return isLocale(stored) ? stored : undefined;
  } catch {
    return undefined; // Storage is switched off.
  }
}

/** Keeps the language for the next visit: for scripts, and in a cookie for the server. */
export function rememberLocale(locale: Locale): void {
  writeCookie(localeCookie(locale));
  try {
    window.localStorage.setItem(STORED_LOCALE, locale);
  } catch {
    // Storage is switched off or full; the cookie is enough.
  }
}
