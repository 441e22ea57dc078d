/** How the seller's page looks; `null` leaves the simulator's own look. */
export type Branding = {
  readonly displayName: string | null;
  readonly backgroundColor: string | null;
  readonly buttonColor: string | null;
  readonly borderStyle: "pill" | "rectangular" | "rounded" | null;
};

type BillLine = {
  readonly name: string;
  readonly description: string | null;
  readonly images: readonly string[];
  readonly unitAmount: number;
  readonly quantity: number;
};

/** Amounts in minor units. */
export type Bill = {
  readonly amount: number;
  readonly currency: string;
  readonly lines: readonly BillLine[];
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  /** Of a payer whose address is known: it is not asked for. */
  readonly customerEmail: string | null;
  readonly submitMessage: string | null;
  readonly branding: Branding;
};

/** Whose page is played, and the cards that it names, each with what becomes of it. */
export type PageSkin = {
  readonly provider: string;
  readonly cards: readonly (readonly [number: string, fate: "cardPays" | "creditPays" | "cardRefuses" | "cardAsks"])[];
};

/** The name in the branding, else the host that it returns to. */
export function shopName({ branding, successUrl }: Bill): string {
  return branding.displayName ?? URL.parse(successUrl)?.host ?? "";
}
