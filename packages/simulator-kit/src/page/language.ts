export type Language = "en" | "fr";

const formats = new Map<string, Intl.NumberFormat>();

/** The number of digits of a currency's minor unit: 2 for gbp, 0 for jpy. */
function minorDigits(currency: string): number {
  return format(currency, "en").resolvedOptions().maximumFractionDigits ?? 2;
}

/** "£637.29", « 637,29 £ ». `amount` is in minor units. */
export function formatAmount(amount: number, currency: string, language: Language): string {
  const text = format(currency, language).format(amount / 10 ** minorDigits(currency));
  // Many typefaces draw the narrow no-break space without any width.
  return text.replaceAll("\u202f", "\u00a0");
}

function format(currency: string, language: Language): Intl.NumberFormat {
  const key = `${language}:${currency}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(language === "fr" ? "fr-FR" : "en-GB", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  });
  formats.set(key, made);
  return made;
}

/** The language of Stripe's `locale`, or of the `Accept-Language` header for `auto` or none; else English. */
export function pageLanguage(locale: string | null, acceptLanguage: string | undefined): Language {
  if (locale !== null && locale !== "auto") return /^fr\b/i.test(locale) ? "fr" : "en";
  const wishes = (acceptLanguage ?? "").split(",").map((wish) => {
    const [tag = "", quality = "q=1"] = wish.split(";").map((part) => part.trim());
    return { tag: tag.toLowerCase(), quality: Number(quality.replace("q=", "")) || 0 };
  });
  const [best] = wishes.filter(({ tag }) => /^(en|fr)\b/.test(tag)).sort((a, b) => b.quality - a.quality);
  return best?.tag.startsWith("fr") ? "fr" : "en";
}
