/** The words of the browser: begins with those the page was sent with, fetches others as pages need them, remembers the language. */
import { type BackendModule, createInstance, type i18n, type ResourceLanguage } from "i18next";
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale, localeCookie } from "#shared/locale.ts";
import { writeCookie } from "./cookie.ts";
import { loadWords, WordsFailure } from "./words-loader.ts";

/** The block of JSON in which a page carries its words: `{namespace: texts}`. */
export const WORDS_BLOCK = "words";
/** Where the choice is kept, under the name that i18next's own detector gives it. */
const STORED_LOCALE = "i18nextLng";

/** How often and after how long (doubling) a failed load is tried again. */
const RETRIES = { maxRetries: 3, retryTimeout: 350 };

type Loader = (url: string) => Promise<ResourceLanguage[string]>;

const backend = (load: Loader): BackendModule => ({
  type: "backend",
  callbackApi: true,
  init: () => undefined,
  // i18next's contract: a failure passed with `true` is tried again, with `false` it is final.
  read: (locale, namespace, callback) => {
    load(`/locales/${locale}/${namespace}.json`).then(
      (texts) => callback(null, texts),
      (failure: unknown) => callback(failure as Error, failure instanceof WordsFailure && failure.retryable),
    );
  },
});

/** i18next over the words that are already here; `load` is called for any other namespace, and for another language. */
export function createWords(locale: Locale, inlined: ResourceLanguage, load: Loader = loadWords, retries = RETRIES): i18n {
  const words = createInstance().use(backend(load));
  void words.init({
    resources: { [locale]: inlined },
    partialBundledLanguages: true,
    lng: locale,
    // Both languages have the same keys (a test says so): a second language would only be fetched for nothing.
    fallbackLng: false,
    supportedLngs: [...LOCALES],
    load: "currentOnly",
    ns: Object.keys(inlined),
    defaultNS: "common",
    initAsync: false,
    interpolation: { escapeValue: false }, // React escapes what it shows.
    ...retries,
  });
  return words;
}

/** The words of the page in this window, in the language that the server rendered it in. */
export function wordsOfPage(page: Document = document): i18n {
  const { lang } = page.documentElement;
  const inlined: ResourceLanguage = JSON.parse(page.getElementById(WORDS_BLOCK)?.textContent || "{}");
  return createWords(isLocale(lang) ? lang : DEFAULT_LOCALE, inlined);
}

/**
 * Shows another language in place: first fetches what is missing of it, so that no text ever shows as a key.
 *
 * @returns false where texts did not arrive; then nothing has changed
 */
export async function switchWords(words: i18n, locale: Locale): Promise<boolean> {
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
