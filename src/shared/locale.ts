/** The languages of the shop, and which of them a visitor reads. */

export const LOCALES = ["en", "fr"] as const;
export type Locale = (typeof LOCALES)[number];
/** A text in English, and in French where somebody wrote it. */
export type LocalizedText = { readonly en: string; readonly fr: string | undefined };
export const DEFAULT_LOCALE: Locale = "en";

/** The visitor's choice, mirrored where the server can read it. */
const LOCALE_COOKIE = "lang";
/** The parameter of addresses that ask for a language: what search engines link to, and what the switch is without scripts. */
export const LOCALE_PARAM = "lng";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The cookie that keeps a choice for a year, as `Set-Cookie` and `document.cookie` write it. Scripts may read it: it is no secret. */
export function localeCookie(locale: Locale): string {
  return `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}

export function isLocale(value: unknown): value is Locale {
  return LOCALES.includes(value as Locale);
}

/** What a request says of its reader's language, as it was sent. */
export type LocaleHints = { readonly url: string; readonly cookie?: string | null; readonly acceptLanguage?: string | null };

/** The language of a reply: `?lng=`, then the cookie, then the browser's own preference, then English. Unknown values are passed over. */
export function chooseLocale({ url, cookie, acceptLanguage }: LocaleHints): Locale {
  return askedLocale(url) ?? cookieLocale(cookie) ?? preferredLocale(acceptLanguage) ?? DEFAULT_LOCALE;
}

/** The language that an address asks for, if any. */
export function askedLocale(url: string): Locale | undefined {
  const value = new URLSearchParams(url.split("#", 1)[0]?.split("?")[1]).get(LOCALE_PARAM);
  return isLocale(value) ? value : undefined;
}

/** The language that a `Cookie` header carries, if any. */
export function cookieLocale(header: string | null | undefined): Locale | undefined {
  const values = (header ?? "").split(";").map((pair) => pair.trim().split("="));
  return values
    .find(([name]) => name === LOCALE_COOKIE)
    ?.slice(1)
    .find(isLocale);
}

/** The best of an `Accept-Language` header (RFC 9110, 12.5.4): highest weight first, then the order written; `fr-CA` reads French, `q=0` reads nothing. */
function preferredLocale(header: string | null | undefined): Locale | undefined {
  const ranges = (header ?? "").split(",").map((range) => {
    const [tag = "", ...parameters] = range
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { language: tag.split("-")[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  const readable = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return readable.map(({ language }) => language).find(isLocale);
}
