/** Everything about a draw that anybody may know. */
import type { Beacon, ChainInfo, Commitment } from "@concours/draw-protocol";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import type { PrizeImprovement } from "#features/lotteries/rules/prize-improvement.ts";
import type { ReasonText } from "./draw-reason.ts";
import type { DrawState } from "./draw-state.ts";
import type { ChangeReason } from "./replacement.ts";

export type PublicDraw = {
  readonly lottery: Lottery;
  readonly state: DrawState;
  /** True where the beacon is the demonstration's own: the draw is a real computation that proves nothing. */
  readonly isDemo: boolean;
  /** Tickets that take part: those of the list once it is frozen, before that those that would be in it now. */
  readonly entries: { readonly total: number; readonly free: number };
  /** Why the winner is drawn before the time that was told; published as soon as somebody asks for it. */
  readonly earlyReason: ReasonText | undefined;
  readonly improvements: readonly PrizeImprovement[];
  readonly committed: CommittedDraw | undefined;
  readonly result: DrawnResult | undefined;
};

/** What was published before the round existed. `sequence` is its number in the public log, which has no gaps. */
export type CommittedDraw = {
  readonly commitment: string;
  readonly inputs: Commitment;
  readonly prize: string | undefined;
  /** By whom it was stamped, and when; earliest first. */
  readonly stamps: readonly { readonly authority: string; readonly at: Date }[];
  readonly chain: ChainInfo;
  readonly frozenAt: Date;
  readonly roundAt: Date;
  readonly sequence: number;
  /** Tickets that are not on the list because a bank had their payment when it was fixed. */
  readonly leftOut: number;
};

export type DrawnResult = {
  readonly beacon: Beacon;
  readonly seed: string;
  readonly drawnAt: Date;
  readonly picks: readonly DrawnPick[];
  readonly changes: readonly WinnerChange[];
  /** Who wins now, after all changes. `name` as the winner agreed to it; undefined where the account is erased. */
  readonly winner: { readonly ticketNumber: number; readonly name: string | undefined };
};

/** `prize` 0 is the winner's, 1 to 3 are the reserves'. */
export type DrawnPick = { readonly prize: number; readonly ticketNumber: number };

/** The winner was replaced. `reserve` is 1 to 3 where a reserve took the place, undefined where another ticket was chosen by hand. */
export type WinnerChange = {
  readonly fromTicket: number;
  readonly toTicket: number;
  readonly reserve: number | undefined;
  readonly reason: ChangeReason;
  readonly at: Date;
};
