/** The seller's colours and name; `null` keeps the simulator's default. */
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
  /** If known, the page does not ask for it. */
  readonly customerEmail: string | null;
  readonly submitMessage: string | null;
  readonly branding: Branding;
};

/** The simulated provider, and its test cards with their outcomes. */
export type PageSkin = {
  readonly provider: string;
  readonly cards: readonly (readonly [number: string, fate: "cardPays" | "creditPays" | "cardRefuses" | "cardAsks"])[];
};

/** The branding's name, else the host of the success URL. */
export function shopName({ branding, successUrl }: Bill): string {
  return branding.displayName ?? URL.parse(successUrl)?.host ?? "";
}
