/** The live page of a draw: public data, identical for all visitors and languages. Times are in ms. */
import type { DrawRecord, RecordState, Sealed } from "../draw-record.ts";

/** `ticket` was drawn for the prize; none if no entry was left. `isReplaced`: another ticket has it now. */
export type LivePrize = {
  readonly place: number;
  readonly ticket?: number | undefined;
  readonly reserves: readonly number[];
  /** Absent after an erasure or an objection. */
  readonly firstName?: string | undefined;
  readonly isReplaced: boolean;
};

/** Hashes in hex, as published. */
export type LiveResult = {
  readonly randomness: string;
  readonly seed: string;
  readonly prizes: readonly LivePrize[];
};

/** What the live page polls. `sealed`: once the list is sealed; `drawn`: once there is a result. */
export type LiveDraw = {
  readonly state: RecordState;
  readonly isDemo: boolean;
  readonly sealed?: Pick<Sealed, "sequence" | "sealedAt" | "commitment" | "n" | "round" | "roundAt"> | undefined;
  readonly drawn?: LiveResult | undefined;
  readonly videoUrl?: string | undefined;
};

/** The live page; its data is at the same address with `.json`. */
export function liveAddress(lotteryId: string): string {
  return `/draws/${lotteryId}/live`;
}

/** The live page's data of a draw. @param firstNames of the present winners, by the place of the prize */
export function liveDraw(
  { state, isDemo, sealed, drawn, videoUrl }: DrawRecord,
  firstNames: ReadonlyMap<number, string>,
): LiveDraw {
  return {
    ...{ state, isDemo, videoUrl },
    sealed: sealed && {
      sequence: sealed.sequence,
      sealedAt: sealed.sealedAt,
      commitment: sealed.commitment,
      n: sealed.n,
      round: sealed.round,
      roundAt: sealed.roundAt,
    },
    drawn: drawn && {
      randomness: drawn.randomness,
      seed: drawn.seed,
      prizes: drawn.prizes.map(({ place, drawn: ticket, reserves, winner }) => {
        const isReplaced = ticket !== undefined && winner?.ticket !== ticket;
        return { place, ticket, reserves, isReplaced, firstName: isReplaced ? undefined : firstNames.get(place) };
      }),
    },
  };
}

/** Whether the result may come within minutes. */
export function isDrawnSoon({ state }: Pick<LiveDraw, "state">): boolean {
  return state === "closing" || state === "ready" || state === "waiting";
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** After this time, a missing round is late, and pages ask less often. */
export const LATE_MS = 45_000;

/** The pause between two requests. A result comes with the poll after its round; a recording comes later. */
const PAUSES_MS: Readonly<Record<RecordState, number | undefined>> = {
  upcoming: 2 * MINUTE_MS,
  open: MINUTE_MS,
  closing: 10 * SECOND_MS,
  post: MINUTE_MS,
  cards: MINUTE_MS,
  ready: 10 * SECOND_MS,
  waiting: 20 * SECOND_MS,
  drawn: MINUTE_MS,
  cancelled: undefined,
  empty: undefined,
};
/** While the round is due. */
const DUE_MS = 2_500;
/** The demonstration's round follows its commitment within seconds. */
const DEMO_MS = 2_000;
/** The longest pause after failures. */
const LONGEST_MS = 2 * MINUTE_MS;

/** Milliseconds until the next request; undefined if nothing will change. `now`: in ms. */
export function livePause({ state, isDemo, sealed }: LiveDraw, now: number): number | undefined {
  const pause = PAUSES_MS[state];
  if (pause === undefined) return undefined;
  if (state === "waiting" && sealed) {
    const untilRound = sealed.roundAt - now;
    if (untilRound > 0) return Math.max(DUE_MS, Math.min(pause, untilRound));
    return -untilRound > LATE_MS ? 10 * SECOND_MS : DUE_MS;
  }
  return isDemo && state !== "drawn" ? DEMO_MS : pause;
}

/** Spreads the requests of pages that opened together. `luck`: a random number from 0 to 1. */
export function spreadPause(pause: number, { failures, luck }: { failures: number; luck: number }): number {
  return Math.round(Math.min(pause * 2 ** failures, LONGEST_MS) * (0.8 + 0.4 * luck));
}
