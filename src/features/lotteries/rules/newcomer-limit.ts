/** How many tickets a newcomer may hold of a draw: a buyer without a confirmed address or a first paid ticket. Decision 0027. */
import { PACKS } from "./pricing.ts";

/** Any buyer may choose any pack, as long as there are as many. */
export const LARGEST_PACK = Math.max(...PACKS.map(({ quantity }) => quantity));
/** The last few tickets of a draw are not shared out. */
export const HANDFUL = 5;

/** The most that one newcomer holds of a draw: the largest pack, or a tenth of the draw where that is more. */
export function newcomerMost(available: number): number {
  return Math.max(LARGEST_PACK, Math.floor(available / 10));
}

/** The most that newcomers of one network hold of the unsold tickets: a quarter. */
export function newcomersOfNetwork(unsold: number): number {
  return Math.max(HANDFUL, Math.ceil(unsold / 4));
}

/** The most that one newcomer may choose while other buyers hold nothing. */
export function newcomerLimit({ available, unsold }: { readonly available: number; readonly unsold: number }): number {
  return Math.min(newcomerMost(available), newcomersOfNetwork(unsold));
}
