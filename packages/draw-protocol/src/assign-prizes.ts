/** Who wins which prize (step 7): picks fill the prizes in order, and the rest are reserves. */

/** The published reason for passing over a pick. */
export type PassedOver = { readonly pick: number; readonly reason: "already_won" };

/** Picks are numbers from 0, `prize` counts from 1. */
export type PrizeResult = {
  readonly prize: number;
  /** Undefined if there is no pick for it, or all its picks are passed over. */
  readonly winner: number | undefined;
  /** The picks after the winner, in the order in which they replace it. */
  readonly reserves: readonly number[];
  readonly passedOver: readonly PassedOver[];
};

/**
 * Pick k is for prize `k mod prizes + 1`. The first pick of a prize wins it,
 * unless its owner has already won.
 * @param draw.hasWon whether the owner of a pick owns one of the picks that have won so far
 */
export function assignPrizes(draw: {
  picks: number;
  prizes: number;
  hasWon?: (pick: number, won: readonly number[]) => boolean;
}): PrizeResult[] {
  const { picks, prizes, hasWon = () => false } = draw;
  const won: number[] = [];
  const winners = new Map<number, number>();
  const passedOver: PassedOver[] = [];
  const all = Array.from({ length: picks }, (_, pick) => pick);
  for (const pick of all) {
    if (winners.has(pick % prizes)) continue;
    if (won.length > 0 && hasWon(pick, won)) {
      passedOver.push({ pick, reason: "already_won" });
      continue;
    }
    winners.set(pick % prizes, pick);
    won.push(pick);
  }
  return Array.from({ length: prizes }, (_, index) => {
    const winner = winners.get(index);
    const reserves = winner === undefined ? [] : all.filter((pick) => pick % prizes === index && pick > winner);
    return { prize: index + 1, winner, reserves, passedOver: passedOver.filter(({ pick }) => pick % prizes === index) };
  });
}
