/** Whether a draw sells now, and how much is left: computed here and nowhere else. */

export type LotteryStatus = "draft" | "active" | "completed" | "cancelled";
/** open → closing (draining payment pages) → closed (entries frozen) → drawn, or cancelled. */
export type SalesState = "open" | "closing" | "closed" | "drawn" | "cancelled";

export type Stock = { readonly ticketsAvailable: number; readonly ticketsSold: number; readonly ticketsHeld: number };
export type Sale = Stock & {
  readonly status: LotteryStatus;
  readonly salesState: SalesState;
  readonly opensAt: Date;
  readonly closesAt: Date;
};

/** Why a visitor can or cannot buy: `upcoming` opens later, `sold_out` may open again when a hold lapses, the rest are final. */
export type SalePhase = "draft" | "upcoming" | "on_sale" | "sold_out" | "closed" | "completed" | "cancelled";

/** Tickets that can be bought at this moment: neither sold nor reserved for somebody who is paying. */
export function ticketsLeft({ ticketsAvailable, ticketsSold, ticketsHeld }: Stock): number {
  return Math.max(0, ticketsAvailable - ticketsSold - ticketsHeld);
}

/** Sales end by the clock; being sold out stops sales only. The instant `closesAt` itself is too late. */
export function salePhase(sale: Sale, now: Date): SalePhase {
  if (sale.status !== "active") return sale.status;
  if (sale.salesState !== "open" || now >= sale.closesAt) return "closed";
  if (now < sale.opensAt) return "upcoming";
  return ticketsLeft(sale) === 0 ? "sold_out" : "on_sale";
}
