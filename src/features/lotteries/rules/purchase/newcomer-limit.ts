/** Limits on held tickets of newcomers: buyers without a confirmed address or a paid order. Decision 0027. */
import { PACKS } from "./pricing.ts";

/** Any buyer may choose any pack if enough tickets are left. */
export const LARGEST_PACK = Math.max(...PACKS.map(({ quantity }) => quantity));
/** The last few tickets of a draw are exempt from the limits. */
export const HANDFUL = 5;

/** The maximum for one newcomer: the largest pack, or a tenth of the draw if that is more. */
export function newcomerMost(available: number): number {
  return Math.max(LARGEST_PACK, Math.floor(available / 10));
}

/** The maximum for newcomers of one network: a quarter of the unsold tickets. */
export function newcomersOfNetwork(unsold: number): number {
  return Math.max(HANDFUL, Math.ceil(unsold / 4));
}

/** The maximum for one newcomer while other buyers hold nothing. */
export function newcomerLimit({ available, unsold }: { readonly available: number; readonly unsold: number }): number {
  return Math.min(newcomerMost(available), newcomersOfNetwork(unsold));
}
