import { isClosingAhead, type SalePhase, salePhase } from "../lifecycle.ts";

export function isFreeToEnter({
  cardsUntil,
  phase,
}: {
  readonly cardsUntil: string | undefined;
  readonly phase: SalePhase;
}): boolean {
  return cardsUntil !== undefined && isClosingAhead(phase);
}

export function isFreeToEnterAt(
  lottery: Parameters<typeof salePhase>[0] & { readonly takesFreeEntries: boolean },
  now: Date,
): boolean {
  return lottery.takesFreeEntries && isClosingAhead(salePhase(lottery, now));
}
