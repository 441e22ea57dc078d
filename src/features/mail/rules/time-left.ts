/** The time until sales close, in mails. Source: specification, section 9: relative, with « environ ». */
import type { OwnLocale } from "#shared/language/locale.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Days up to here, then months. */
const MOST_DAYS = 45;

/** Each unit as singular and plural. */
const WORDS = {
  fr: {
    over: "quelques instants",
    soon: "moins d’une heure",
    about: "environ",
    hours: ["heure", "heures"],
    days: ["jour", "jours"],
    months: ["mois", "mois"],
  },
  en: {
    over: "a few moments",
    soon: "less than an hour",
    about: "about",
    hours: ["hour", "hours"],
    days: ["day", "days"],
    months: ["month", "months"],
  },
} as const;

/** « environ 12 jours », after « se termine dans »; « quelques instants » is never sent. */
export function timeLeft(closesAt: Date, now: Date, locale: OwnLocale): string {
  const words = WORDS[locale];
  const about = (count: number, unit: "hours" | "days" | "months") =>
    `${words.about} ${count}\u00a0${words[unit][count === 1 ? 0 : 1]}`;
  const left = closesAt.getTime() - now.getTime();
  if (left <= 0) return words.over;
  if (left < HOUR) return words.soon;
  const hours = Math.round(left / HOUR);
  if (hours < 36) return about(hours, "hours");
  const days = Math.round(left / DAY);
  return days <= MOST_DAYS ? about(days, "days") : about(Math.round(days / 30.4), "months");
}
