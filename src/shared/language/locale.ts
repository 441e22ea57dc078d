/** The shop's languages, and which of them a request is answered in. */
import { sharedState } from "../shared-state.ts";

/**
 * The shop's own languages, complete everywhere; one may be switched off (docs/decisions/0119). Others are
 * folders of files (docs/decisions/0069).
 */
export const LOCALES = ["en", "fr"] as const;
export type OwnLocale = (typeof LOCALES)[number];
/** Stands for added languages in types (ISO 639-2, local use), so that code handles more than two. */
type AddedLocale = "qaa";
export type Locale = OwnLocale | AddedLocale;
/** A text in English, with an optional French translation. */
export type LocalizedText = { readonly en: string; readonly fr: string | undefined };
export const DEFAULT_LOCALE: OwnLocale = "en";

/**
 * A language to read the shop in. `name`: in itself; `tag` (BCP 47): for numbers and dates; `dir`: set if
 * it is read from right to left.
 */
export type Language = { readonly locale: Locale; readonly tag: string; readonly name: string; readonly dir?: "rtl" };
const OWN: readonly Language[] = [
  { locale: "en", tag: "en-GB", name: "English" },
  { locale: "fr", tag: "fr-FR", name: "Français" },
];
/**
 * The languages of this process, or of this page. `known`: those with texts (`installed`), without an own
 * language that the owner has switched off. `languages.ts` has the server's and the back office's functions.
 */
export const languages = sharedState("shopLanguages", { installed: OWN, known: OWN, offered: OWN });

/** The languages to choose from; includes the page's own, even if it is not offered yet. */
export function offeredLanguages(current?: Locale): readonly Language[] {
  return languages.known.filter((language) => language.locale === current || languages.offered.includes(language));
}

/** Reads the languages that `writeLanguages` has put into a page. */
export function readLanguages(written: string): void {
  languages.known = languages.offered = JSON.parse(written);
}

/** The BCP 47 tag of a language, for Intl's formats. */
export function localeTag(locale: Locale): string {
  return (findLanguage(locale) ?? OWN.find((own) => own.locale === locale))?.tag ?? "en-GB";
}

/** The `dir` attribute of a language: set if it is read from right to left. */
export function directionOf(locale: Locale): "rtl" | undefined {
  return findLanguage(locale)?.dir;
}

function findLanguage(locale: unknown): Language | undefined {
  return languages.known.find((language) => language.locale === locale);
}

/** A value in an own language; in the default one if the language is added or switched off. */
export function wordsIn<T>(words: { readonly en: T; readonly fr?: T | undefined }, locale: Locale): T {
  const own = LOCALES.find((each) => each === locale && isLocale(each)) ?? defaultLocale();
  return (own === "fr" ? words.fr : undefined) ?? words.en;
}

const LOCALE_COOKIE = "lang";
/** The query parameter of a language, for search engines and for the switch without scripts. */
export const LOCALE_PARAM = "lng";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The cookie that stores a visitor's language for a year, for `Set-Cookie` and `document.cookie`. */
export function localeCookie(locale: Locale): string {
  return `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}

/** Whether a value is the code of a language with texts, offered or not, that is not switched off. */
export function isLocale(value: unknown): value is Locale {
  return findLanguage(value) !== undefined;
}

/** English, or French if English is switched off. */
export function defaultLocale(): OwnLocale {
  return LOCALES.find((locale) => isLocale(locale)) ?? DEFAULT_LOCALE;
}

/** The parts of a request that determine its language. */
export type LocaleHints = { readonly url: string; readonly cookie?: string | null; readonly acceptLanguage?: string | null };

/** The language of a reply: `?lng=`, cookie, the browser's preference among those offered, the default. */
export function chooseLocale({ url, cookie, acceptLanguage }: LocaleHints): Locale {
  return requestedLocale(url) ?? cookieLocale(cookie) ?? preferredLocale(acceptLanguage) ?? defaultLocale();
}

/** The language of `?lng=` in an address; undefined if it is missing or unknown. */
export function requestedLocale(url: string): Locale | undefined {
  const value = new URLSearchParams(url.split("#", 1)[0]?.split("?")[1]).get(LOCALE_PARAM);
  return isLocale(value) ? value : undefined;
}

function cookieLocale(header: string | null | undefined): Locale | undefined {
  const values = (header ?? "").split(";").map((pair) => pair.trim().split("="));
  return values
    .find(([name]) => name === LOCALE_COOKIE)
    ?.slice(1)
    .find(isLocale);
}

/** Parses `Accept-Language` (RFC 9110, 12.5.4): highest weight, then order; `q=0` excludes. */
function preferredLocale(header: string | null | undefined): Locale | undefined {
  const ranges = (header ?? "").split(",").map((range) => {
    // Trimmed here: a pattern with blanks would backtrack for seconds on sixteen thousand of them.
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { language: tag.split("-")[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  const readable = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return readable.flatMap(({ language }) => languages.offered.find(({ locale }) => locale === language) ?? [])[0]?.locale;
}
