/** The languages of the shop, and which of them a visitor reads. */
import { sharedState } from "./shared-state.ts";

/** What the shop itself speaks: whole in every text, and in the texts of a draw. Others are folders of files (docs/decisions/0069). */
export const LOCALES = ["en", "fr"] as const;
export type OwnLocale = (typeof LOCALES)[number];
/** Stands for any added language, in types alone (ISO 639-2, local use), so that code handles more than two. */
type AddedLocale = "qaa";
export type Locale = OwnLocale | AddedLocale;
/** A text in English, and in French where somebody wrote it. */
export type LocalizedText = { readonly en: string; readonly fr: string | undefined };
export const DEFAULT_LOCALE: OwnLocale = "en";

/** A language with its own name. `tag` (BCP 47) formats numbers and dates; `dir` if it is read from right to left. */
export type Language = { readonly locale: Locale; readonly tag: string; readonly name: string; readonly dir?: "rtl" };
const OWN: readonly Language[] = [
  { locale: "en", tag: "en-GB", name: "English" },
  { locale: "fr", tag: "fr-FR", name: "Français" },
];
/** Of the process, and of the page. What only the server and the back office ask of it is in `languages.ts`. */
export const languages = sharedState("shopLanguages", { known: OWN, offered: OWN });

/** What visitors may choose; on a page in a language that is not offered yet, that one too. */
export function offeredLanguages(current?: Locale): readonly Language[] {
  return languages.known.filter((language) => language.locale === current || languages.offered.includes(language));
}

/** Takes over what a page carries, as `writeLanguages` has written it. */
export function readLanguages(written: string): void {
  languages.known = languages.offered = JSON.parse(written);
}

export function localeTag(locale: Locale): string {
  return findLanguage(locale)?.tag ?? "en-GB";
}

export function directionOf(locale: Locale): "rtl" | undefined {
  return findLanguage(locale)?.dir;
}

function findLanguage(locale: unknown): Language | undefined {
  return languages.known.find((language) => language.locale === locale);
}

export function wordsIn<T>(words: { readonly en: T; readonly fr?: T | undefined }, locale: Locale): T {
  return (locale === "fr" ? words.fr : undefined) ?? words.en;
}

const LOCALE_COOKIE = "lang";
/** The parameter of addresses that ask for a language: what search engines link to, and what the switch is without scripts. */
export const LOCALE_PARAM = "lng";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The cookie that keeps a choice for a year, as `Set-Cookie` and `document.cookie` write it. Scripts may read it: it is no secret. */
export function localeCookie(locale: Locale): string {
  return `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}

export function isLocale(value: unknown): value is Locale {
  return findLanguage(value) !== undefined;
}

/** What a request says of its reader's language, as it was sent. */
export type LocaleHints = { readonly url: string; readonly cookie?: string | null; readonly acceptLanguage?: string | null };

/** The language of a reply: `?lng=`, cookie, the browser's preference among those offered, English. */
export function chooseLocale({ url, cookie, acceptLanguage }: LocaleHints): Locale {
  return askedLocale(url) ?? cookieLocale(cookie) ?? preferredLocale(acceptLanguage) ?? DEFAULT_LOCALE;
}

export function askedLocale(url: string): Locale | undefined {
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

/** The best of an `Accept-Language` header (RFC 9110, 12.5.4): highest weight first, then the order written; `fr-CA` reads French, `q=0` reads nothing. */
function preferredLocale(header: string | null | undefined): Locale | undefined {
  const ranges = (header ?? "").split(",").map((range) => {
    // By a pattern with the blanks in it, sixteen thousand of them would take seconds.
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { language: tag.split("-")[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  const readable = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return readable.flatMap(({ language }) => languages.offered.find(({ locale }) => locale === language) ?? [])[0]?.locale;
}
