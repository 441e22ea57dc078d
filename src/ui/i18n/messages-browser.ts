/** The messages of the browser: begins with those the page was sent with, fetches others as pages need them, remembers the language. */
import { type BackendModule, createInstance, type i18n, type ResourceLanguage } from "i18next";
import { i18nextOptions } from "#shared/i18next-options.ts";
import { DEFAULT_LOCALE, isLocale, type Locale, localeCookie } from "#shared/locale.ts";
import { writeCookie } from "../cookie.ts";
import { loadMessages, type MessagesFailure } from "./messages-loader.ts";

export const MESSAGES_BLOCK = "messages";
/** Where the choice is kept, under the name that i18next's own detector gives it. */
const STORED_LOCALE = "i18nextLng";

/** i18next reads a failure's second argument as "may be tried again". */
const backend: BackendModule = {
  type: "backend",
  callbackApi: true,
  init: () => undefined,
  read: (language, namespace, done) =>
    void loadMessages(`/locales/${language}/${namespace}.json`).then(
      (texts) => done(null, texts),
      (failure: MessagesFailure) => done(failure, failure.retryable),
    ),
};

/** The messages of the page in this window, in the language that the server rendered it in. */
export function messagesOfPage(page: Document = document): i18n {
  const { lang, dataset } = page.documentElement;
  const inlined: ResourceLanguage = JSON.parse(page.getElementById(MESSAGES_BLOCK)?.textContent || "{}");
  const messages = messagesIn(isLocale(lang) ? lang : DEFAULT_LOCALE, dataset.shop ?? "", inlined);
  messages.on("failedLoading", (_language, _namespace, failure) => window.reportError(failure));
  return messages;
}

/** An instance that begins with these texts of one language, by namespace. */
export function messagesIn(locale: Locale, shop: string, texts: ResourceLanguage): i18n {
  const messages = createInstance({
    ...i18nextOptions(shop),
    lng: locale,
    // Every file is whole: the server has put English where a language has nothing.
    fallbackLng: false,
    load: "currentOnly",
    resources: { [locale]: texts },
    partialBundledLanguages: true,
    ns: Object.keys(texts),
    maxRetries: 3,
    retryTimeout: 350,
  }).use(backend);
  void messages.init();
  return messages;
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
