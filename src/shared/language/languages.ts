/** The shop's languages, for the server and the back office only. */
import { defaultLocale, isLocale, type Language, LOCALES, type Locale, languages, type OwnLocale } from "./locale.ts";

/**
 * Sets all languages that this process has texts of. Only the shop's own are offered until `setOffered` is
 * called.
 */
export function setLanguages(installed: readonly Language[]): void {
  languages.installed = installed;
  setOffered([]);
}

/**
 * Sets the languages that visitors can choose.
 * @param added codes of languages besides the shop's own
 * @param switchedOff one of the shop's own languages, which the shop then neither offers nor asks for
 */
export function setOffered(added: readonly string[], switchedOff?: OwnLocale): void {
  languages.known = languages.installed.filter(({ locale }) => locale !== switchedOff);
  languages.offered = languages.known.filter(({ locale }) => isOwn(locale) || added.includes(locale));
}

/** Whether a language is one of the shop's own, English or French. */
export function isOwn(locale: Locale): locale is OwnLocale {
  return LOCALES.some((own) => own === locale);
}

/** A language code from the database; the default if it is switched off or its files are gone. */
export function toLocale(stored: string | null | undefined): Locale {
  return isLocale(stored) ? stored : defaultLocale();
}

/** A language's own name, such as "Français"; its code if its files are gone. */
export function languageName(locale: Locale): string {
  const known = [...languages.known, ...languages.installed];
  return known.find((language) => language.locale === locale)?.name ?? locale;
}

/** Languages as JSON for a page; `readLanguages` reads it in the browser. */
export function writeLanguages(shown: readonly Language[]): string {
  return JSON.stringify(shown.map(({ locale, tag, name, dir }) => ({ locale, tag, name, dir })));
}
