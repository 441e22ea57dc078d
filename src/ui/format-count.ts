/** Plain numbers as each language groups them. */
import type { Locale } from "#shared/locale.ts";

/** "6,000" or « 6 000 », with a no-break space that our typeface draws at full width. */
export function formatCount(value: number, locale: Locale): string {
  return value.toLocaleString(locale === "fr" ? "fr-FR" : "en-GB").replaceAll("\u202f", "\u00a0");
}
