/** The public state of a waiting room, from which each browser computes its own turn. */
import { isClosingAhead, type SalePhase } from "#features/lotteries/rules/lifecycle.ts";
import { positionOf } from "./order.ts";

/** `off`: no turn is needed; `held`: paused by the staff; `over`: sales have ended. */
export type QueuePhase = "off" | "soon" | "gathering" | "open" | "held" | "sold_out" | "over";

/** Contains no personal data. Times in ms; `pace` is turns a minute. */
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

/** `ahead`: the maximal number of people before; `minutes`: the estimated wait, undefined if unknown. */
export type OwnTurn = {
  readonly position: number;
  readonly ahead: number;
  readonly minutes: number | undefined;
  readonly isUp: boolean;
};

/** @returns undefined before the draw */
export function ownTurn({ drawn, seed, admitted, pace }: LiveQueue, number: number): OwnTurn | undefined {
  if (drawn === undefined || seed === undefined) return undefined;
  const position = positionOf(number, { drawn, seed });
  const ahead = Math.max(0, position - admitted - 1);
  const minutes = pace > 0 ? Math.ceil((position - admitted) / pace) : undefined;
  return { position, ahead, minutes, isUp: position <= admitted };
}

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

const EVERY_MS = 5_000;
const HIDDEN_MS = 20_000;
const LONGEST_MS = 60_000;

/** The pause before the next request; longer for a hidden page. `luck` (0 to 1) spreads pages. */
export function askAgainMs(failures: number, { isHidden, luck }: { readonly isHidden: boolean; readonly luck: number }): number {
  const every = (isHidden ? HIDDEN_MS : EVERY_MS) * 2 ** failures;
  return Math.round(Math.min(every, LONGEST_MS) * (0.8 + 0.4 * luck));
}
