/** The shop's languages, for the server and the back office only. */
import { DEFAULT_LOCALE, isLocale, type Language, LOCALES, type Locale, languages, type OwnLocale } from "./locale.ts";

/**
 * Sets all languages that this process has texts of. Only the shop's own are offered until `setOffered` is
 * called.
 */
export function setLanguages(known: readonly Language[]): void {
  languages.known = known;
  setOffered([]);
}

/**
 * Sets the languages that visitors can choose.
 * @param added codes of languages besides the shop's own
 */
export function setOffered(added: readonly string[]): void {
  languages.offered = languages.known.filter(({ locale }) => isOwn(locale) || added.includes(locale));
}

/** Whether a language is one of the shop's own, English or French. */
export function isOwn(locale: Locale): locale is OwnLocale {
  return LOCALES.some((own) => own === locale);
}

/** A language code from the database, or English if that language's files are gone. */
export function toLocale(stored: string | null | undefined): Locale {
  return isLocale(stored) ? stored : DEFAULT_LOCALE;
}

/** A language's own name, such as "Français"; its code if its files are gone. */
export function languageName(locale: Locale): string {
  return languages.known.find((language) => language.locale === locale)?.name ?? locale;
}

/** Languages as JSON for a page; `readLanguages` reads it in the browser. */
export function writeLanguages(shown: readonly Language[]): string {
  return JSON.stringify(shown.map(({ locale, tag, name, dir }) => ({ locale, tag, name, dir })));
}
