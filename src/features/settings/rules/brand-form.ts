/** Brand settings of the form at /admin/shop. */
import { z } from "zod";
import { cleanEmail, isEmailAddress } from "#features/accounts/rules/person/email-address.ts";
import { tidyText } from "#features/accounts/rules/registration.ts";
import { findUnreadable, isColour, type Unreadable } from "#shared/brand/brand-colours.ts";
import { type BrandChoice, isTypeface } from "#shared/brand/brand.ts";
import { isLocale, LOCALES } from "#shared/language/locale.ts";
import { pastedUrl } from "#shared/text/pasted.ts";

export const LONGEST_NAME = 30;
const LONGEST_LINE = 300;
const MOST_SOCIAL = 6;

const line = z
  .string()
  .default("")
  .transform((text) => tidyText(text).replaceAll(/\s+/g, " "))
  .pipe(z.string().max(LONGEST_LINE));

/** Stripe puts up to 10 characters and "* " before it, 22 in all (docs.stripe.com, statement descriptors). */
export const LONGEST_STATEMENT_WORD = 10;
/** Empty, or 2 to 10 characters with a letter. */
const STATEMENT_WORD = /^$|^(?=.*[A-Za-z])[A-Za-z0-9 .&-]{2,10}$/;

const shape = z.object({
  name: line,
  accent: line,
  ground: line,
  typeface: line,
  ticketFront: line,
  statementWord: line,
  /** Codes separated by spaces. */
  languages: line,
  /** `en` or `fr`, or empty. */
  switchedOff: line,
  /** The ids of the present logos. New uploads are read elsewhere. */
  logo: line,
  logoOnLight: line,
  social: z.string().default("").pipe(z.string().max(2_000)),
  traderName: line,
  traderAddress: line,
  companyNumber: line,
  vatNumber: line,
  email: line,
  postalEntryAddress: line,
  adrScheme: line,
});
/** The fields as texts. Empty ones use the default. */
export type BrandFields = z.infer<typeof shape>;
export const BRAND_FIELDS = Object.keys(shape.shape) as (keyof BrandFields)[];

/**
 * The first problem. `at`: its field. `front_used`: the prefix is on tickets already. `unseen_logo`: not
 * visible on the background. `gaps_unconfirmed`: a language is switched on again in which texts are missing.
 */
export type BrandProblem =
  | {
      readonly at: keyof BrandFields;
      readonly problem:
        | "too_long"
        | "bad_name"
        | "bad_colour"
        | "bad_address"
        | "bad_email"
        | "bad_logo"
        | "unseen_logo"
        | "bad_typeface"
        | "bad_front"
        | "front_used"
        | "bad_word"
        | "bad_language"
        | "gaps_unconfirmed";
    }
  | ({ readonly at: "ground" | "accent"; readonly problem: "unreadable" } & Unreadable);

type Logos = Pick<BrandChoice, "logo" | "logoOnLight">;

/** Checks the typed fields. Returns the choice, or its first problem. `fallback`: default colours. */
export function readBrand(
  typed: Readonly<Record<string, string>>,
  fallback: { readonly accent: string; readonly ground: string },
  { logo, logoOnLight }: Logos = {},
): { readonly choice: BrandChoice } | { readonly wrong: BrandProblem } {
  const parsed = shape.safeParse(typed);
  if (!parsed.success) return { wrong: { at: parsed.error.issues[0]?.path[0] as keyof BrandFields, problem: "too_long" } };
  const { name, social, traderName, traderAddress, companyNumber, vatNumber, postalEntryAddress, adrScheme } = parsed.data;
  const accent = parsed.data.accent.toLowerCase() || fallback.accent;
  const ground = parsed.data.ground.toLowerCase() || fallback.ground;
  if (name.length > LONGEST_NAME || /[<>{}"\\\p{C}]/u.test(name)) return { wrong: { at: "name", problem: "bad_name" } };
  const { typeface } = parsed.data;
  if (typeface !== "" && !isTypeface(typeface)) return { wrong: { at: "typeface", problem: "bad_typeface" } };
  const ticketFront = parsed.data.ticketFront.toUpperCase();
  if (!/^(?:[A-Z]{2,6})?$/.test(ticketFront)) return { wrong: { at: "ticketFront", problem: "bad_front" } };
  const { statementWord } = parsed.data;
  if (!STATEMENT_WORD.test(statementWord)) return { wrong: { at: "statementWord", problem: "bad_word" } };
  const languages = parsed.data.languages.split(" ").filter(Boolean);
  if (!languages.every(isLocale)) return { wrong: { at: "languages", problem: "bad_language" } };
  const switchedOff = LOCALES.find((locale) => locale === parsed.data.switchedOff);
  if (switchedOff !== (parsed.data.switchedOff || undefined)) return { wrong: { at: "switchedOff", problem: "bad_language" } };
  if (!isColour(accent)) return { wrong: { at: "accent", problem: "bad_colour" } };
  if (!isColour(ground)) return { wrong: { at: "ground", problem: "bad_colour" } };
  const [unreadable] = findUnreadable({ accent, ground });
  if (unreadable)
    return { wrong: { at: unreadable.pair === "text_on_ground" ? "ground" : "accent", problem: "unreadable", ...unreadable } };
  const socialUrls = social.split(/\s+/).map(pastedUrl).filter(Boolean);
  if (socialUrls.length > MOST_SOCIAL || !socialUrls.every(isPublicAddress))
    return { wrong: { at: "social", problem: "bad_address" } };
  const email = cleanEmail(parsed.data.email);
  if (email !== "" && !isEmailAddress(email)) return { wrong: { at: "email", problem: "bad_email" } };
  return {
    choice: {
      ...(name !== "" && { name }),
      colours: { accent, ground },
      ...(logo && { logo }),
      ...(logoOnLight && { logoOnLight }),
      ...(typeface !== "" && { typeface }),
      ...(ticketFront !== "" && { ticketFront }),
      ...(statementWord !== "" && { statementWord }),
      ...(languages.length > 0 && { languages }),
      ...(switchedOff && { switchedOff }),
      ...(socialUrls.length > 0 && { socialUrls }),
      trader: withoutEmpty({
        name: traderName,
        address: traderAddress,
        companyNumber,
        vatNumber,
        email,
        postalEntryAddress,
        adrScheme,
      }),
    },
  };
}

/** The fields of a stored choice. */
export function brandFields({
  name = "",
  colours,
  logo,
  logoOnLight,
  typeface,
  ticketFront = "",
  statementWord = "",
  languages = [],
  switchedOff,
  socialUrls = [],
  trader = {},
}: BrandChoice): BrandFields {
  return {
    name,
    accent: colours?.accent ?? "",
    ground: colours?.ground ?? "",
    logo: logo?.id ?? "",
    logoOnLight: logoOnLight?.id ?? "",
    typeface: typeface ?? "",
    ticketFront,
    statementWord,
    languages: languages.join(" "),
    switchedOff: switchedOff ?? "",
    social: socialUrls.join("\n"),
    traderName: trader.name ?? "",
    traderAddress: trader.address ?? "",
    companyNumber: trader.companyNumber ?? "",
    vatNumber: trader.vatNumber ?? "",
    email: trader.email ?? "",
    postalEntryAddress: trader.postalEntryAddress ?? "",
    adrScheme: trader.adrScheme ?? "",
  };
}

function withoutEmpty(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

/** Whether the text is an https address. */
function isPublicAddress(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === "https:";
}
