/** In which language a payer's page speaks. */
import type { Language } from "./format-amount.ts";

/**
 * The session's own locale decides; `auto` or none leaves it to the browser. Whatever is not French is English.
 *
 * @param locale         as Stripe's parameter: `en-GB`, `fr-CA`, `auto`, …
 * @param acceptLanguage the browser's header
 */
export function pageLanguage(locale: string | null, acceptLanguage: string | undefined): Language {
  if (locale !== null && locale !== "auto") return /^fr\b/i.test(locale) ? "fr" : "en";
  const wishes = (acceptLanguage ?? "").split(",").map((wish) => {
    const [tag = "", quality = "q=1"] = wish.trim().split(/\s*;\s*/);
    return { tag: tag.toLowerCase(), quality: Number(quality.replace("q=", "")) || 0 };
  });
  const [best] = wishes.filter(({ tag }) => /^(en|fr)\b/.test(tag)).sort((a, b) => b.quality - a.quality);
  return best?.tag.startsWith("fr") ? "fr" : "en";
}
