/** Limits on held tickets of newcomers: buyers without a confirmed address or a paid order. Decision 0027. */
import { type Pack, PACKS } from "./pricing.ts";

/**
 * The tickets of the largest pack. Any buyer may choose any pack of the draw or of the default, if enough
 * are left.
 */
export function largestPack(packs: readonly Pack[]): number {
  return Math.max(...[...PACKS, ...packs].map(({ quantity }) => quantity));
}

/** The last few tickets of a draw are exempt from the limits. */
export const HANDFUL = 5;

/** The maximum for one newcomer: the largest pack, or a tenth of the draw if that is more. */
export function newcomerMost(available: number, packTickets: number): number {
  return Math.max(packTickets, Math.floor(available / 10));
}

/** The maximum for newcomers of one network: a quarter of the unsold tickets. */
export function newcomersOfNetwork(unsold: number): number {
  return Math.max(HANDFUL, Math.ceil(unsold / 4));
}

type Sale = { readonly available: number; readonly unsold: number; readonly packs: readonly Pack[] };

/** The maximum for one newcomer while other buyers hold nothing. */
export function newcomerLimit({ available, unsold, packs }: Sale): number {
  return Math.min(newcomerMost(available, largestPack(packs)), newcomersOfNetwork(unsold));
}
