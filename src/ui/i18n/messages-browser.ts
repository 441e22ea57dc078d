/**
 * The browser's texts: those sent with the page, others loaded when needed, and the stored choice of
 * language.
 */
import { type BackendModule, createInstance, type i18n, type ResourceLanguage } from "i18next";
import { i18nextOptions } from "#shared/language/i18next-options.ts";
import { DEFAULT_LOCALE, isLocale, type Locale, localeCookie } from "#shared/language/locale.ts";
import { writeCookie } from "../cookie.ts";
import { loadMessages, type MessagesFailure } from "./messages-loader.ts";

/** The id of the page's data block with its texts. */
export const MESSAGES_BLOCK = "messages";
/** The storage key of i18next's own detector. */
const STORED_LOCALE = "i18nextLng";

/** i18next reads a failure's second argument as "may be retried". */
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

/** The texts of the page in the language that the server rendered it in. */
export function messagesOfPage(page: Document = document): i18n {
  const { lang, dataset } = page.documentElement;
  const inlined: ResourceLanguage = JSON.parse(page.getElementById(MESSAGES_BLOCK)?.textContent || "{}");
  const messages = messagesIn(isLocale(lang) ? lang : DEFAULT_LOCALE, dataset.shop ?? "", inlined);
  messages.on("failedLoading", (_language, _namespace, failure) => window.reportError(failure));
  return messages;
}

/**
 * An i18next instance for one language.
 * @param texts by namespace; missing namespaces are loaded when needed
 */
export function messagesIn(locale: Locale, shop: string, texts: ResourceLanguage): i18n {
  const messages = createInstance({
    ...i18nextOptions(shop),
    lng: locale,
    // Every file is complete: the server has filled gaps with English.
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
 * Switches the language in place, after loading missing texts. False, and unchanged, if they did not
 * arrive.
 */
export async function switchMessages(messages: i18n, locale: Locale): Promise<boolean> {
  const missing = () => [messages.options.ns ?? []].flat().filter((namespace) => !messages.hasResourceBundle(locale, namespace));
  if (missing().length > 0) await messages.reloadResources([locale], missing());
  if (missing().length > 0) return false;
  await messages.changeLanguage(locale);
  rememberLocale(locale);
  return true;
}

/** The language chosen in this browser earlier. */
export function rememberedLocale(): Locale | undefined {
  try {
    const stored = window.localStorage.getItem(STORED_LOCALE);
    return isLocale(stored) ? stored : undefined;
  } catch {
    return undefined; // Storage is disabled.
  }
}

/** Stores the language for later visits, and in a cookie for the server. */
export function rememberLocale(locale: Locale): void {
  writeCookie(localeCookie(locale));
  try {
    window.localStorage.setItem(STORED_LOCALE, locale);
  } catch {
    // Storage is disabled or full; the cookie suffices.
  }
}
