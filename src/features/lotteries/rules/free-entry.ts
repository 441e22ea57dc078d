/** Until when the way in that costs nothing stands beside each price of a draw. */
import { type SalePhase, salePhase } from "./lifecycle.ts";

const OPEN: readonly SalePhase[] = ["upcoming", "on_sale", "sold_out"];

/** Of a draw as a page shows it. */
export function isFreeToEnter({
  cardsUntil,
  phase,
}: {
  readonly cardsUntil: string | undefined;
  readonly phase: SalePhase;
}): boolean {
  return cardsUntil !== undefined && OPEN.includes(phase);
}

/** The same of a draw as it is stored. */
export function isFreeToEnterAt(
  lottery: Parameters<typeof salePhase>[0] & { readonly takesFreeEntries: boolean },
  now: Date,
): boolean {
  return lottery.takesFreeEntries && OPEN.includes(salePhase(lottery, now));
}
