/** Whether a draw takes a free entry now: from its opening until its entries freeze, sold out or not. */

/** Each is the key of its sentence in `admin`, under `freeEntries.refusals`. */
export type PostalRefusal = "not_found" | "no_postal_entries" | "not_open" | "frozen" | "over";

export type PostalState = {
  readonly status: string;
  readonly salesState: string;
  readonly opensAt: Date;
  readonly takesFreeEntries: boolean;
};

/** Sales may be over: what was posted in time counts until the freeze. Whether a card was in time is the card's own question. */
export function refusalOfDraw(draw: PostalState, now: Date): PostalRefusal | undefined {
  if (!draw.takesFreeEntries) return "no_postal_entries";
  if (draw.salesState === "closed" || draw.salesState === "drawn") return "frozen";
  if (draw.status === "draft" || (draw.status === "active" && now < draw.opensAt)) return "not_open";
  return draw.status === "active" && draw.salesState !== "cancelled" ? undefined : "over";
}
