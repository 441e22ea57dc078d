/** Relative times in the reader's language. */
import { type Locale, localeTag } from "#shared/language/locale.ts";
import { useLocale, wideSpaces } from "../i18n/messages.ts";

/** Units, largest first, in seconds. */
const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** "in 3 days", « il y a 2 heures », "tomorrow". `now` is passed, so that server and browser agree. */
export function formatRelative(instant: Date, now: Date, locale: Locale): string {
  const seconds = (instant.getTime() - now.getTime()) / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (["second", 1] as const);
  const format = new Intl.RelativeTimeFormat(localeTag(locale), { numeric: "auto" });
  // "now" and « maintenant » do not fit after "checked" and « vérifié ».
  return wideSpaces(format.format(Math.trunc(seconds / size) || -1, unit));
}

export function useRelativeTime(): (instant: Date, now: Date) => string {
  const locale = useLocale();
  return (instant, now) => formatRelative(instant, now, locale);
}
