/** Which languages the shop has: for the server and the back office, so that visitors fetch none of it. */
import { DEFAULT_LOCALE, isLocale, type Language, LOCALES, type Locale, languages, type OwnLocale } from "./locale.ts";

/** Tells which there are; those of the shop itself are among them, and alone on offer until `setOffered` says more. */
export function setLanguages(known: readonly Language[]): void {
  languages.known = known;
  setOffered([]);
}

/** @param added those that visitors are offered besides the shop's own */
export function setOffered(added: readonly string[]): void {
  languages.offered = languages.known.filter(({ locale }) => isOwn(locale) || added.includes(locale));
}

export function isOwn(locale: Locale): locale is OwnLocale {
  return LOCALES.some((own) => own === locale);
}

/** A language that was kept, or English where its files are gone. */
export function toLocale(kept: string | null | undefined): Locale {
  return isLocale(kept) ? kept : DEFAULT_LOCALE;
}

export function languageName(locale: Locale): string {
  return languages.known.find((language) => language.locale === locale)?.name ?? locale;
}

export function writeLanguages(shown: readonly Language[]): string {
  return JSON.stringify(shown.map(({ locale, tag, name, dir }) => ({ locale, tag, name, dir })));
}
