/** The reader's language and its formats. For texts use `useTranslation` of react-i18next. */
import type { CustomTypeOptions } from "i18next";
import { useTranslation } from "react-i18next";
import { type DateStyle, type Day, formatDate } from "#shared/dates/dates.ts";
import { defaultLocale, isLocale, LOCALES, type Locale, localeTag } from "#shared/language/locale.ts";
import { formatMoney, type Pence } from "#shared/money/money.ts";

/** A file of texts, `public/locales/{language}/{namespace}.json`. Only the server uses the excluded two. */
export type Namespace = Exclude<keyof CustomTypeOptions["resources"], "mails" | "evidence">;

/**
 * A page's `handle` with the files of texts it needs besides `common` and `footer`: `export const handle =
 * { messages: ["lottery"] } satisfies PageMessages`.
 */
export type PageMessages = { readonly messages: readonly Namespace[] };

/** The language in which the page is shown. */
export function useLocale(): Locale {
  const { language } = useTranslation().i18n;
  // The French screen of campaigns stays French if French is switched off.
  return LOCALES.find((own) => own === language) ?? (isLocale(language) ? language : defaultLocale());
}

/** The formatters of one language. */
export type Format = ReturnType<typeof formatsIn>;

const formatsByLocale = new Map<Locale, ReturnType<typeof makeFormats>>();

/** The formatters of one language. `date` takes an instant or a `yyyy-mm-dd`, in London's time. */
export function formatsIn(locale: Locale) {
  const formats = formatsByLocale.get(locale) ?? makeFormats(locale);
  formatsByLocale.set(locale, formats);
  return formats;
}

/** Intl's formats are made when first used, because the first one takes a browser several milliseconds. */
function makeFormats(locale: Locale) {
  const tag = localeTag(locale);
  let decimal: Intl.NumberFormat | undefined;
  const percents = new Map<number, Intl.NumberFormat>();
  return {
    /** "£1,234.50", « 1 234,50 £ »; `whole` omits zero pence. */
    money: (amount: Pence, style?: "exact" | "whole") => formatMoney(amount, locale, style),
    /** "2,082", « 2 082 »; at most two decimals. */
    number: (value: number) => {
      decimal ??= new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
      return wideSpaces(decimal.format(value));
    },
    /** A share between 0 and 1: "12.5%", « 12,5 % »; one decimal by default. */
    percent: (share: number, decimals = 1) => {
      const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
      const percent = percents.get(decimals) ?? new Intl.NumberFormat(tag, { style: "percent", ...digits });
      percents.set(decimals, percent);
      return wideSpaces(percent.format(share));
    },
    /** Keeps day and month on one line. */
    date: (date: Date | Day, style?: DateStyle) => formatDate(date, locale, style).replace(" ", "\u00a0"),
  };
}

/** The typeface draws French's narrow space almost without width. */
export function wideSpaces(text: string): string {
  return text.replaceAll("\u202f", "\u00a0");
}

/** The formatters of the page's language. */
export function useFormat(): Format {
  return formatsIn(useLocale());
}
