/** How far a draw has come, from open sales to its result, and when its entries may freeze. Decisions 19 and 20. */
import { type Ending, entriesDue } from "#features/lotteries/rules/draw-dates.ts";
import { isSalesOver } from "#features/lotteries/rules/lifecycle.ts";
import type { LotteryStatus, SalesState } from "#shared/states.ts";

/** How long after the last card that the post may bring others may still be proposed that hold the list open: whoever keys in is at work again by then. */
const CARDS_FOLLOW_MS = 7 * 86_400_000;

/** @param since when the first of the cards were proposed that wait for a second person; undefined where none do */
export function holdsOpen(ending: Ending, since: Date | undefined): boolean {
  return since !== undefined && since.getTime() <= entriesDue(ending).getTime() + CARDS_FOLLOW_MS;
}

export type DrawFacts = Ending & {
  readonly status: LotteryStatus;
  readonly salesState: SalesState;
  readonly closesAt: Date;
  readonly held: number;
  /** Cards that came in time wait for a second person, or are just being put on the list. */
  readonly hasCards: boolean;
  /** Somebody confirmed that the winner be drawn, or it is set to run by itself and that is due. */
  readonly isAskedFor: boolean;
  readonly isEarly: boolean;
  readonly frozen: { readonly round: number; readonly roundAt: Date } | undefined;
};

/**
 * - `open`: sales go on, or begin later; the list can still grow.
 * - `closing`: sales are over, `held` tickets are still being paid for.
 * - `awaiting_post`: nothing is held; cards that were posted in time may still arrive until `until`.
 * - `checking_cards`: no more can arrive, but some that came in time wait for a second person.
 * - `ready`: nothing stands against the freeze but that nobody has asked for it (`isAskedFor`: it is about to happen).
 * - `frozen`: committed; `round` of the beacon, due at `roundAt`, will decide.
 * - `drawn`, `cancelled`.
 * - `no_entries`: completed by hand; there never was a ticket, so nothing was drawn.
 */
export type DrawState =
  | { readonly name: "open"; readonly closesAt: Date }
  | { readonly name: "closing"; readonly held: number }
  | { readonly name: "awaiting_post"; readonly until: Date }
  | { readonly name: "checking_cards" }
  | { readonly name: "ready"; readonly isAskedFor: boolean }
  | { readonly name: "frozen"; readonly round: number; readonly roundAt: Date }
  | { readonly name: "drawn" | "cancelled" | "no_entries" };

export function drawState(facts: DrawFacts, now: Date): DrawState {
  if (facts.status === "cancelled") return { name: "cancelled" };
  if (facts.salesState === "drawn" && facts.frozen) return { name: "drawn" };
  if (facts.status === "completed") return { name: "no_entries" };
  if (facts.frozen) return { name: "frozen", ...facts.frozen };
  // The clock ends sales; the row follows within seconds.
  if (!isSalesOver(facts, now)) return { name: "open", closesAt: facts.closesAt };
  if (facts.salesState === "open" || facts.held > 0) return { name: "closing", held: facts.held };
  const until = entriesDue(facts);
  if (!facts.isEarly && now < until) return { name: "awaiting_post", until };
  if (facts.hasCards) return { name: "checking_cards" };
  return { name: "ready", isAskedFor: facts.isAskedFor };
}
