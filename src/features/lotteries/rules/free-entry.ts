/** Until when the way in that costs nothing stands beside each price of a draw. */
import { isClosingAhead, type SalePhase, salePhase } from "./lifecycle.ts";

/** Of a draw as a page shows it. */
export function isFreeToEnter({
  cardsUntil,
  phase,
}: {
  readonly cardsUntil: string | undefined;
  readonly phase: SalePhase;
}): boolean {
  return cardsUntil !== undefined && isClosingAhead(phase);
}

/** The same of a draw as it is stored. */
export function isFreeToEnterAt(
  lottery: Parameters<typeof salePhase>[0] & { readonly takesFreeEntries: boolean },
  now: Date,
): boolean {
  return lottery.takesFreeEntries && isClosingAhead(salePhase(lottery, now));
}
