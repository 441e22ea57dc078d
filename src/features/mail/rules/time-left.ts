/** The time until sales close, in mails. Source: specification, section 9: relative, with « environ ». */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Days up to here, then months. */
const MOST_DAYS = 45;

/** « environ 12 jours », after « se termine dans »; « quelques instants » is never sent. */
export function timeLeftInFrench(closesAt: Date, now: Date): string {
  const left = closesAt.getTime() - now.getTime();
  if (left <= 0) return "quelques instants";
  if (left < HOUR) return "moins d’une heure";
  const hours = Math.round(left / HOUR);
  if (hours < 36) return about(hours, hours === 1 ? "heure" : "heures");
  const days = Math.round(left / DAY);
  if (days <= MOST_DAYS) return about(days, days === 1 ? "jour" : "jours");
  return about(Math.round(days / 30.4), "mois");
}

/** Keeps the number and its unit on one line. */
function about(count: number, unit: string): string {
  return `environ ${count}\u00a0${unit}`;
}
