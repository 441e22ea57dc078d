/** How many tickets a buyer may hold at a moment, so that nobody keeps a draw from everybody else without paying. Why so: docs/decisions/0027. */
import { HANDFUL, LARGEST_PACK, newcomerLimit, newcomersOfNetwork } from "#features/lotteries/rules/newcomer-limit.ts";

/** What all newcomers together hold at most of the tickets that are not sold: half. */
export function newcomersShare(unsold: number): number {
  return Math.max(HANDFUL, Math.ceil(unsold / 2));
}

/** What one network holds at most of the tickets that are not sold: `all` of its buyers half, or the largest pack; the newcomers among them a quarter. */
export function networkShare(unsold: number): { readonly all: number; readonly newcomers: number } {
  return { all: Math.max(LARGEST_PACK, Math.ceil(unsold / 2)), newcomers: newcomersOfNetwork(unsold) };
}

/** A draw and a buyer, with the buyer's own hold in it left out: a new one takes its place. */
export type HoldCounts = {
  readonly available: number;
  readonly sold: number;
  readonly held: number;
  readonly heldByNewcomers: number;
  /** What the buyer's network holds. */
  readonly network: { readonly held: number; readonly heldByNewcomers: number };
  readonly isNewcomer: boolean;
  readonly bought: number;
  /** The most that one person may buy of this draw, if there is such a number. */
  readonly maxPerPerson: number | undefined;
};

/**
 * - `person_limit`: more than one person may buy of this draw.
 * - `newcomer_limit`: more than a newcomer may hold.
 * - `busy`: newcomers, or this network, hold their share already.
 */
export type RoomError = "sold_out" | "person_limit" | "newcomer_limit" | "busy";

export type HoldRoom = { readonly most: number; readonly limitedBy: RoomError };

export function holdRoom(counts: HoldCounts): HoldRoom {
  return limitsOf(counts).reduce((least, limit) => (limit.most < least.most ? limit : least));
}

/** Why a buyer cannot hold so many; undefined where nothing stands against it. */
export function roomProblem({ most, limitedBy }: HoldRoom, quantity: number): RoomError | undefined {
  return quantity > most ? limitedBy : undefined;
}

/** As the buyer is told: how many can be chosen now, the most that one person may buy, and whether the address is confirmed. */
export type RoomView = { readonly most: number; readonly perPerson: number | undefined; readonly isConfirmed: boolean };

/** The key of the sentence about a refusal in `quiz:errors`: where nothing can be chosen, nothing is offered. */
export function refusalSentence<E extends string>(error: E, most: number): E | "busy_none" | "person_limit_none" {
  if (most > 0) return error;
  return error === "busy" ? "busy_none" : error === "person_limit" ? "person_limit_none" : error;
}

/** Of two that are equal the first is told. */
function limitsOf(counts: HoldCounts): [HoldRoom, ...HoldRoom[]] {
  const unsold = counts.available - counts.sold;
  const { all, newcomers } = networkShare(unsold);
  const { network, maxPerPerson, isNewcomer } = counts;
  const limit = (limitedBy: RoomError, most: number): HoldRoom => ({ most: Math.max(0, most), limitedBy });
  return [
    limit("sold_out", unsold - counts.held),
    ...(maxPerPerson === undefined ? [] : [limit("person_limit", maxPerPerson - counts.bought)]),
    ...(isNewcomer
      ? [
          // Where nobody else holds anything, it is nobody else who stands in the way.
          limit("newcomer_limit", newcomerLimit({ available: counts.available, unsold })),
          limit("busy", Math.min(newcomersShare(unsold) - counts.heldByNewcomers, newcomers - network.heldByNewcomers)),
        ]
      : []),
    limit("busy", all - network.held),
  ];
}
