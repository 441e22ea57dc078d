/** What a shop is called and looks like, and who runs it. Pure. */

/** Who sells, as shown in the footer, the terms and every mail. */
export type Trader = {
  readonly name: string;
  readonly address: string;
  readonly companyNumber: string;
  /** Whoever charges VAT has to show it. */
  readonly vatNumber?: string | undefined;
  readonly email: string;
  readonly postalEntryAddress: string;
  /** The body that settles disputes with players to which the trader is bound, if any. */
  readonly adrScheme?: string | undefined;
};

/** Both as `#rrggbb`: of buttons, links and marks, and of what everything stands on. */
export type BrandColours = { readonly accent: string; readonly ground: string };

/** A picture with holes for the ground: PNG in base64, sizes in pixels, four times as large as pages show it. */
export type BrandLogo = { readonly id: string; readonly png: string; readonly width: number; readonly height: number };

/** What pages can be set in; the first is the demonstration's. Each has the weights that the design asks for. */
export const TYPEFACES = ["mona-sans", "archivo", "inter", "fraunces"] as const;
export type Typeface = (typeof TYPEFACES)[number];

export function isTypeface(text: string): text is Typeface {
  return TYPEFACES.includes(text as Typeface);
}

export type Brand = {
  readonly name: string;
  readonly colours: BrandColours;
  readonly typeface: Typeface;
  /** What ticket numbers begin with: two to six capital letters. */
  readonly ticketFront: string;
  /** What follows the account's name on a buyer's bank statement, where the provider takes such a word: two to ten Latin characters. */
  readonly statementWord?: string | undefined;
  /** Languages that visitors are offered besides the shop's own, by their codes. */
  readonly languages: readonly string[];
  /** Stands for mark and name on public pages and in mails; without it both are written. */
  readonly logo?: BrandLogo | undefined;
  /** The first stands on the ribbon, all in the footer. */
  readonly socialUrls: readonly string[];
  readonly trader: Trader;
};

/** What an owner has chosen; the settings and the demonstration say the rest. */
export type BrandChoice = Partial<Omit<Brand, "trader">> & { readonly trader?: Partial<Trader> };

/** The most that pages and mails give a logo, in CSS pixels. */
const LOGO_BOX = { width: 180, height: 32 };

export function logoSize({ width, height }: Pick<BrandLogo, "width" | "height">) {
  const scale = Math.min(LOGO_BOX.width / width, LOGO_BOX.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

export const DEMO_BRAND = {
  name: "Concours",
  colours: { accent: "#d9b98a", ground: "#0b0b0c" },
  typeface: TYPEFACES[0],
  ticketFront: "CONC",
  languages: [],
} as const;

/** What is chosen wins; an empty word is no choice. */
export function applyChoice(given: Omit<Brand, keyof typeof DEMO_BRAND>, choice: BrandChoice): Brand {
  const { trader, ...rest } = choice;
  return { ...DEMO_BRAND, ...given, ...stated(rest), trader: { ...given.trader, ...stated(trader ?? {}) } };
}

function stated<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== "")) as Partial<T>;
}

/** As part of a file's name: "valmont-raffles"; "shop" where nothing is left of it. */
export function fileName(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "shop";
}

/** As a word that a header may carry: "Valmont-Raffles". */
export function headerName(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return plain.replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "Shop";
}
