/** The public state of a waiting room, from which each browser computes its own turn. */
import { isClosingAhead, type SalePhase } from "#features/lotteries/rules/lifecycle.ts";
import { positionOf } from "./order.ts";

/** `off`: no turn is needed; `held`: paused by the staff; `over`: sales have ended. */
export type QueuePhase = "off" | "soon" | "gathering" | "open" | "held" | "sold_out" | "over";

/**
 * Contains no personal data. `from`: when the room opens, `opensAt`: when the first turns come, both in ms.
 * `places`: the numbers given; `admitted`: the last position with a turn; `pace`: turns a minute.
 */
export type LiveQueue = {
  readonly phase: QueuePhase;
  readonly from: number;
  readonly opensAt: number;
  readonly places: number;
  readonly admitted: number;
  readonly pace: number;
  /** SHA-256 of the seed of the order. From the opening on, `drawn` and `seed` are public. */
  readonly commitment: string;
  readonly drawn: number | undefined;
  readonly seed: string | undefined;
};

/**
 * `ahead`: people before the visitor at most; `minutes`: the estimated wait, undefined if unknown; `isUp`:
 * may enter.
 */
export type OwnTurn = {
  readonly position: number;
  readonly ahead: number;
  readonly minutes: number | undefined;
  readonly isUp: boolean;
};

/** The turn of the visitor with this number. @returns undefined before the order is drawn */
export function ownTurn({ drawn, seed, admitted, pace }: LiveQueue, number: number): OwnTurn | undefined {
  if (drawn === undefined || seed === undefined) return undefined;
  const position = positionOf(number, { drawn, seed });
  const ahead = Math.max(0, position - admitted - 1);
  const minutes = pace > 0 ? Math.ceil((position - admitted) / pace) : undefined;
  return { position, ahead, minutes, isUp: position <= admitted };
}

/**
 * The phase of a room from its draw's sale and its stage; undefined stage: no room is open. `isHeld`:
 * paused.
 */
export function phaseOf(
  sale: SalePhase,
  stage: "soon" | "gathering" | "open" | undefined,
  { isHeld }: { readonly isHeld: boolean },
): QueuePhase {
  if (stage === undefined) return sale === "draft" || isClosingAhead(sale) ? "off" : "over";
  if (stage !== "open") return stage;
  if (sale === "sold_out") return "sold_out";
  return isHeld ? "held" : "open";
}

/** The delays between two requests of a visible page, of a hidden one, and at most after failures. */
const VISIBLE_MS = 5_000;
const HIDDEN_MS = 20_000;
const LONGEST_MS = 60_000;

/**
 * The delay before the next request after so many `failures`; `luck` (0 to 1) spreads the requests of many
 * pages.
 */
export function pollDelayMs(failures: number, { isHidden, luck }: { readonly isHidden: boolean; readonly luck: number }): number {
  const every = (isHidden ? HIDDEN_MS : VISIBLE_MS) * 2 ** failures;
  return Math.round(Math.min(every, LONGEST_MS) * (0.8 + 0.4 * luck));
}
