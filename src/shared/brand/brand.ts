import type { OwnLocale } from "../language/locale.ts";
/** The shop's name, looks and trader, and how an owner's choice changes them. Pure. */
import { type BrandColours, isLightGround } from "./brand-colours.ts";

/** The seller, as shown in the footer, the terms and every mail. */
export type Trader = {
  readonly name: string;
  readonly address: string;
  readonly companyNumber: string;
  /** Required by law if the trader charges VAT. */
  readonly vatNumber?: string | undefined;
  readonly email: string;
  readonly postalEntryAddress: string;
  /** The trader's dispute resolution body for players, if any. */
  readonly adrScheme?: string | undefined;
};

/** A transparent PNG in base64; sizes in pixels, four times the displayed ones. */
export type BrandLogo = { readonly id: string; readonly png: string; readonly width: number; readonly height: number };

/** The typefaces to choose from. The first is the demonstration's. */
export const TYPEFACES = ["mona-sans", "archivo", "inter", "fraunces"] as const;
export type Typeface = (typeof TYPEFACES)[number];

export function isTypeface(text: string): text is Typeface {
  return TYPEFACES.includes(text as Typeface);
}

/** A shop's name, looks and trader, with defaults filled in. */
export type Brand = {
  readonly name: string;
  readonly colours: BrandColours;
  readonly typeface: Typeface;
  /** The prefix of ticket numbers: two to six capital letters. */
  readonly ticketFront: string;
  /** The suffix on bank statements, if the provider supports one: two to ten Latin characters. */
  readonly statementWord?: string | undefined;
  /** Codes of languages offered besides the shop's own. */
  readonly languages: readonly string[];
  /** English or French, if the owner has switched it off. */
  readonly switchedOff?: OwnLocale | undefined;
  /** Replaces mark and name on public pages and in mails. In a choice: the one for dark grounds. */
  readonly logo?: BrandLogo | undefined;
  /** For light grounds, and for paper. */
  readonly logoOnLight?: BrandLogo | undefined;
  /** The ribbon shows the first, the footer all. */
  readonly socialUrls: readonly string[];
  readonly trader: Trader;
};

/** The owner's choice; settings and the demonstration provide the rest. */
export type BrandChoice = Partial<Omit<Brand, "trader">> & { readonly trader?: Partial<Trader> };

/** The largest displayed size of a logo, in CSS pixels. */
const LOGO_BOX = { width: 180, height: 32 };

/** The displayed size of a logo in CSS pixels, with its proportions. */
export function logoSize({ width, height }: Pick<BrandLogo, "width" | "height">) {
  const scale = Math.min(LOGO_BOX.width / width, LOGO_BOX.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** The brand of the demonstration, and the defaults of every other one. */
export const DEMO_BRAND = {
  name: "Concours",
  colours: { accent: "#d9b98a", ground: "#0b0b0c" },
  typeface: TYPEFACES[0],
  ticketFront: "CONC",
  languages: [],
} as const;

/**
 * The brand of a shop: the owner's choice, else the process's settings, else the demonstration's. An empty
 * text is no choice.
 */
export function applyChoice(settings: Omit<Brand, keyof typeof DEMO_BRAND>, choice: BrandChoice): Brand {
  const { trader, ...rest } = choice;
  return {
    ...{ ...DEMO_BRAND, ...settings, ...withoutEmpty(rest) },
    logo: logoFor(choice, (choice.colours ?? DEMO_BRAND.colours).ground),
    trader: { ...settings.trader, ...withoutEmpty(trader ?? {}) },
  };
}

/** The logo for a background; the other one if there is only one. */
export function logoFor({ logo, logoOnLight }: Pick<BrandChoice, "logo" | "logoOnLight">, ground: string) {
  return isLightGround(ground) ? (logoOnLight ?? logo) : (logo ?? logoOnLight);
}

/** Drops undefined values and empty texts. */
function withoutEmpty<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== "")) as Partial<T>;
}

/** For file names: "valmont-raffles"; "shop" if nothing is left. */
export function fileName(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "shop";
}

/** For headers: "Valmont-Raffles". */
export function headerName(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return plain.replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "Shop";
}
