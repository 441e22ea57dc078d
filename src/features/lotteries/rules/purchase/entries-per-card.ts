/** How many entries a postal card brings: as many tickets as its stamp would have bought. Decision 0108. */
import type { Day } from "#shared/dates/dates.ts";
import type { StampPrice } from "#shared/money/stamp-price.ts";
import { type Offer, quote } from "./pricing.ts";

/**
 * The entries of one card, at least one. It is one for tickets without a price, and before the first price
 * of a stamp.
 * @param stamps the prices of a stamp, oldest first
 * @param postedOn the day on which the card was posted
 */
export function entriesPerCard(offer: Offer, stamps: readonly StampPrice[], postedOn: Day): number {
  const stamp = stamps.findLast(({ from }) => from <= postedOn)?.price;
  if (stamp === undefined || offer.pricePerTicket === 0) return 1;
  const isAffordable = (tickets: number) => {
    const price = quote(offer, tickets);
    return price.ok && price.value.total <= stamp;
  };
  // A pack can cost less than a few tickets below it.
  const sizes = [Math.floor(stamp / offer.pricePerTicket), ...offer.packs.map(({ quantity }) => quantity)];
  let entries = Math.max(1, ...sizes.filter((size) => size > 0 && isAffordable(size)));
  while (isAffordable(entries + 1)) entries += 1;
  return entries;
}
