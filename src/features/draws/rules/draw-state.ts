/** The state of a draw from open sales to its result. */
import { type Ending, entriesDue } from "#features/lotteries/rules/dates/draw-dates.ts";
import { isSalesOver } from "#features/lotteries/rules/lifecycle.ts";
import type { LotteryStatus, SalesState } from "#shared/states.ts";

/** Cards proposed later than this after the postal period do not delay the freeze. */
const CARDS_FOLLOW_MS = 7 * 86_400_000;

/**
 * Whether cards that wait for a second person delay the freeze.
 * @param since when the first of them was proposed; undefined if none waits
 */
export function cardsDelayFreeze(ending: Ending, since: Date | undefined): boolean {
  return since !== undefined && since.getTime() <= entriesDue(ending).getTime() + CARDS_FOLLOW_MS;
}

/** What decides the state. `held`: tickets being paid for. */
export type DrawFacts = Ending & {
  readonly status: LotteryStatus;
  readonly salesState: SalesState;
  readonly closesAt: Date;
  readonly held: number;
  /** Cards wait for a second person, or are being added. */
  readonly hasCards: boolean;
  /** The draw was confirmed, or is automatic and due. */
  readonly isRequested: boolean;
  readonly isEarly: boolean;
  readonly frozen: { readonly round: number; readonly roundAt: Date } | undefined;
};

/**
 * `open`: sales go on, or begin later. `closing`: `held` tickets are being paid for.
 * `awaiting_post`: cards may arrive until `until`. `checking_cards`: cards wait for a second person.
 * `ready`: it may freeze (`isRequested`: it is about to). `frozen`: the beacon's `round` (`roundAt`) decides.
 * `no_entries`: completed manually without any ticket, so nothing was drawn.
 */
export type DrawState =
  | { readonly name: "open"; readonly closesAt: Date }
  | { readonly name: "closing"; readonly held: number }
  | { readonly name: "awaiting_post"; readonly until: Date }
  | { readonly name: "checking_cards" }
  | { readonly name: "ready"; readonly isRequested: boolean }
  | { readonly name: "frozen"; readonly round: number; readonly roundAt: Date }
  | { readonly name: "drawn" | "cancelled" | "no_entries" };

/** The state at `now`. */
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
  return { name: "ready", isRequested: facts.isRequested };
}
