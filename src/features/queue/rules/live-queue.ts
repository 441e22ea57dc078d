/** What people who wait are told: the same for all of them, from which each finds their own turn. */
import { isClosingAhead, type SalePhase } from "#features/lotteries/rules/lifecycle.ts";
import { positionOf } from "./order.ts";

/** `off`: nobody needs a turn; `held`: the staff paused it; `over`: sales have ended. */
export type QueuePhase = "off" | "soon" | "gathering" | "open" | "held" | "sold_out" | "over";

/** Nothing in it is anybody's own. Instants in milliseconds; `pace` is turns a minute. */
export type LiveQueue = {
  readonly phase: QueuePhase;
  readonly from: number;
  readonly opensAt: number;
  readonly places: number;
  readonly admitted: number;
  readonly pace: number;
  /** The SHA-256 of the seed by which whoever is there is drawn, and from the opening on how many they were and the seed. */
  readonly commitment: string;
  readonly drawn: number | undefined;
  readonly seed: string | undefined;
};

/** Where somebody stands. `ahead`: how many have their turn before, at most; `minutes`: until theirs, undefined where nobody can say. */
export type OwnTurn = {
  readonly position: number;
  readonly ahead: number;
  readonly minutes: number | undefined;
  readonly isUp: boolean;
};

/** Undefined before the draw: nobody knows. */
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

/**
 * How long a page that waits pauses before it asks again; a hidden one goes on, more rarely, since its title tells of the turn.
 *
 * @param luck from 0 to 1: pages that were opened together do not ask together
 */
export function askAgainMs(failures: number, { isHidden, luck }: { readonly isHidden: boolean; readonly luck: number }): number {
  const every = (isHidden ? HIDDEN_MS : EVERY_MS) * 2 ** failures;
  return Math.round(Math.min(every, LONGEST_MS) * (0.8 + 0.4 * luck));
}
