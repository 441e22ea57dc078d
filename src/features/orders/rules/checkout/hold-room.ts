/** Limits on unpaid holds, so that no buyer blocks a draw. Reasons: docs/decisions/0027. */
import { HANDFUL, largestPack, newcomerLimit, newcomersOfNetwork } from "#features/lotteries/rules/purchase/newcomer-limit.ts";
import type { Pack } from "#features/lotteries/rules/purchase/pricing.ts";

/** The most that all newcomers together may hold of the unsold tickets: half. */
export function newcomersShare(unsold: number): number {
  return Math.max(HANDFUL, Math.ceil(unsold / 2));
}

/** A network's share of the unsold tickets: `all` half, or the largest pack; `newcomers` a quarter. */
export function networkShare(unsold: number, packs: readonly Pack[]): { readonly all: number; readonly newcomers: number } {
  return { all: Math.max(largestPack(packs), Math.ceil(unsold / 2)), newcomers: newcomersOfNetwork(unsold) };
}

/** A draw without the buyer's own hold, which a new one replaces. */
export type HoldCounts = {
  readonly available: number;
  readonly sold: number;
  readonly held: number;
  readonly heldByNewcomers: number;
  readonly network: { readonly held: number; readonly heldByNewcomers: number };
  readonly isNewcomer: boolean;
  readonly bought: number;
  /** The draw's limit per person, if any. */
  readonly maxPerPerson: number | undefined;
  readonly packs: readonly Pack[];
};

/** `newcomer_limit`: more than a newcomer may hold. `busy`: newcomers, or this network, hold their share. */
export type RoomError = "sold_out" | "person_limit" | "newcomer_limit" | "busy";

export type HoldRoom = { readonly most: number; readonly limitedBy: RoomError };

export function holdRoom(counts: HoldCounts): HoldRoom {
  return limitsOf(counts).reduce((least, limit) => (limit.most < least.most ? limit : least));
}

export function roomProblem({ most, limitedBy }: HoldRoom, quantity: number): RoomError | undefined {
  return quantity > most ? limitedBy : undefined;
}

/** For display: the most that can be chosen now, the limit per person, the confirmed address. */
export type RoomView = { readonly most: number; readonly perPerson: number | undefined; readonly isConfirmed: boolean };

/** The key of the refusal in `quiz:errors`. If nothing can be chosen, the sentence offers nothing. */
export function refusalSentence<E extends string>(error: E, most: number): E | "busy_none" | "person_limit_none" {
  if (most > 0) return error;
  return error === "busy" ? "busy_none" : error === "person_limit" ? "person_limit_none" : error;
}

/** Of equal limits, the first is reported. */
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
          // If there are no other holds, other buyers cannot be the reason.
          limit("newcomer_limit", newcomerLimit({ available: counts.available, unsold, packs: counts.packs })),
          limit("busy", Math.min(newcomersShare(unsold) - counts.heldByNewcomers, newcomers - network.heldByNewcomers)),
        ]
      : []),
    limit("busy", all - network.held),
  ];
}
