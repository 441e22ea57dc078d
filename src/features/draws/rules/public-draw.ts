/** The public data of a draw. */
import type { Beacon, ChainInfo, Commitment } from "@concours/draw-protocol";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import type { PrizeImprovement } from "#features/lotteries/rules/prize/prize-improvement.ts";
import type { ReasonText } from "./draw-reason.ts";
import type { DrawState } from "./draw-state.ts";
import type { ChangeReason } from "./replacement.ts";
import type { DrawnPick } from "./won-prizes.ts";

/** The data published before the round. `sequence` is its number in the public log, which has no gaps. */
export type CommittedDraw = {
  readonly commitment: string;
  readonly inputs: Commitment;
  readonly prize: string | undefined;
  /** Time-stamps, earliest first. */
  readonly stamps: readonly { readonly authority: string; readonly at: Date }[];
  readonly chain: ChainInfo;
  readonly frozenAt: Date;
  readonly roundAt: Date;
  readonly sequence: number;
  /** Tickets excluded from the list because of a dispute at the freeze. */
  readonly leftOut: number;
};

/** `name` is the public one; undefined if the account is erased. */
export type PrizeWinner = { readonly ticketNumber: number; readonly userId: string; readonly name: string | undefined };

/** `place` counts from 1, `drawn` is the ticket that was drawn for it, `winner` the present one. */
export type WonPrize = {
  readonly place: number;
  readonly drawn: number | undefined;
  readonly reserves: readonly number[];
  /** Tickets whose owner had already won. */
  readonly passedOver: readonly number[];
  readonly winner: PrizeWinner | undefined;
};

/** A replacement. `reserve` is 1 to 3 if a reserve took the place, undefined for a manual choice. */
export type WinnerChange = {
  readonly place: number;
  readonly fromTicket: number;
  readonly toTicket: number;
  readonly reserve: number | undefined;
  readonly reason: ChangeReason;
  readonly at: Date;
};

/** The result, with what anyone needs to compute it again. */
export type DrawnResult = {
  readonly beacon: Beacon;
  readonly seed: string;
  readonly drawnAt: Date;
  readonly picks: readonly DrawnPick[];
  /** In order, also those without a winner. */
  readonly prizes: readonly WonPrize[];
  readonly changes: readonly WinnerChange[];
  /** The present winner of the first prize. */
  readonly winner: PrizeWinner;
  readonly videoUrl: string | undefined;
};

/** A draw with its commitment and its result, as far as it has them. */
export type PublicDraw = {
  readonly lottery: Lottery;
  readonly state: DrawState;
  /** True if the beacon is the demonstration's own, so that the draw proves nothing. */
  readonly isDemo: boolean;
  /** Valid tickets; from the freeze on, those of the list. */
  readonly entries: { readonly total: number; readonly free: number };
  /** The reason of an early draw, published with the request. */
  readonly earlyReason: ReasonText | undefined;
  readonly improvements: readonly PrizeImprovement[];
  readonly committed: CommittedDraw | undefined;
  readonly result: DrawnResult | undefined;
};
