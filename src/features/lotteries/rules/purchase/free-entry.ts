/** Whether a draw can be entered free by post: it takes cards, and its sales have not ended. */
import { isClosingAhead, type SalePhase, salePhase } from "../lifecycle.ts";

/** For the view of a draw on a page. */
export function isFreeToEnter({
  cardsUntil,
  phase,
}: {
  readonly cardsUntil: string | undefined;
  readonly phase: SalePhase;
}): boolean {
  return cardsUntil !== undefined && isClosingAhead(phase);
}

/** For a draw on the server. */
export function isFreeToEnterAt(
  lottery: Parameters<typeof salePhase>[0] & { readonly takesFreeEntries: boolean },
  now: Date,
): boolean {
  return lottery.takesFreeEntries && isClosingAhead(salePhase(lottery, now));
}
