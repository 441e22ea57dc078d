/** Limits on unpaid holds, so that no buyer blocks a draw. Reasons: docs/decisions/0027. */
import { HANDFUL, largestPack, newcomerLimit, newcomersOfNetwork } from "#features/lotteries/rules/purchase/newcomer-limit.ts";
import type { Pack } from "#features/lotteries/rules/purchase/pricing.ts";

/** How many of the unsold tickets all newcomers together may hold: half. */
export function newcomersShare(unsold: number): number {
  return Math.max(HANDFUL, Math.ceil(unsold / 2));
}

/** A network's share of the unsold tickets: `all` half, or the largest pack; `newcomers` a quarter. */
export function networkShare(unsold: number, packs: readonly Pack[]): { readonly all: number; readonly newcomers: number } {
  return { all: Math.max(largestPack(packs), Math.ceil(unsold / 2)), newcomers: newcomersOfNetwork(unsold) };
}

/** The numbers of tickets of a draw, without the buyer's own hold, which a new one replaces. */
export type HoldCounts = {
  readonly available: number;
  readonly sold: number;
  readonly held: number;
  readonly heldByNewcomers: number;
  /** Held by other buyers of the buyer's network. */
  readonly network: { readonly held: number; readonly heldByNewcomers: number };
  readonly isNewcomer: boolean;
  /** Paid for by the buyer. */
  readonly bought: number;
  /** The draw's limit per person, if any. */
  readonly maxPerPerson: number | undefined;
  readonly packs: readonly Pack[];
};

/** `newcomer_limit`: more than a newcomer may hold. `busy`: newcomers, or this network, hold their share. */
export type RoomError = "sold_out" | "person_limit" | "newcomer_limit" | "busy";

/** The most tickets that the buyer may hold, and the limit that decides it. */
export type HoldRoom = { readonly most: number; readonly limitedBy: RoomError };

/** All limits; of equal ones, the first is reported. */
function limitsOf(counts: HoldCounts): [HoldRoom, ...HoldRoom[]] {
  const unsold = counts.available - counts.sold;
  const { all, newcomers } = networkShare(unsold, counts.packs);
  const { network, maxPerPerson, isNewcomer } = counts;
  const limit = (limitedBy: RoomError, most: number): HoldRoom => ({ most: Math.max(0, most), limitedBy });
  return [
    limit("sold_out", unsold - counts.held),
    ...(maxPerPerson === undefined ? [] : [limit("person_limit", maxPerPerson - counts.bought)]),
    ...(isNewcomer
      ? [
          // Before `busy`: without other holds, other buyers cannot be the reason.
          limit("newcomer_limit", newcomerLimit({ available: counts.available, unsold, packs: counts.packs })),
          limit("busy", Math.min(newcomersShare(unsold) - counts.heldByNewcomers, newcomers - network.heldByNewcomers)),
        ]
      : []),
    limit("busy", all - network.held),
  ];
}

/** The strictest of all limits. */
export function holdRoom(counts: HoldCounts): HoldRoom {
  return limitsOf(counts).reduce((least, limit) => (limit.most < least.most ? limit : least));
}

/** Why this quantity is too much; undefined if it is not. */
export function roomProblem({ most, limitedBy }: HoldRoom, quantity: number): RoomError | undefined {
  return quantity > most ? limitedBy : undefined;
}

/**
 * For display. `most`: what can be chosen now; `perPerson`: the draw's limit; `isConfirmed`: the email
 * address is.
 */
export type RoomView = { readonly most: number; readonly perPerson: number | undefined; readonly isConfirmed: boolean };

/**
 * The key of the refusal in `quiz:errors`; if nothing can be chosen, that of a sentence that offers no
 * smaller number.
 */
export function refusalSentence<E extends string>(error: E, most: number): E | "busy_none" | "person_limit_none" {
  if (most > 0) return error;
  if (error === "busy") return "busy_none";
  return error === "person_limit" ? "person_limit_none" : error;
}
