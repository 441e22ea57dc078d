/** The shop's languages, for the server and the back office only. */
import { DEFAULT_LOCALE, isLocale, type Language, LOCALES, type Locale, languages, type OwnLocale } from "./locale.ts";

/** Includes the shop's own languages, which alone are offered until `setOffered` is called. */
export function setLanguages(known: readonly Language[]): void {
  languages.known = known;
  setOffered([]);
}

/** @param added codes offered besides the shop's own */
export function setOffered(added: readonly string[]): void {
  languages.offered = languages.known.filter(({ locale }) => isOwn(locale) || added.includes(locale));
}

export function isOwn(locale: Locale): locale is OwnLocale {
  return LOCALES.some((own) => own === locale);
}

/** A stored language, or English if its files are gone. */
export function toLocale(kept: string | null | undefined): Locale {
  return isLocale(kept) ? kept : DEFAULT_LOCALE;
}

export function languageName(locale: Locale): string {
  return languages.known.find((language) => language.locale === locale)?.name ?? locale;
}

export function writeLanguages(shown: readonly Language[]): string {
  return JSON.stringify(shown.map(({ locale, tag, name, dir }) => ({ locale, tag, name, dir })));
}
