/** The public record of a draw, in one language and ready for a page. Times in ms, hashes in hex. */
import { commitmentJson } from "@concours/draw-protocol";
import { type ShownCancellation, shownCancellation } from "#features/lotteries/rules/cancel-reason.ts";
import { drawDates, entriesDue } from "#features/lotteries/rules/dates/draw-dates.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { prizeTitle, prizeValue, type ShownPrize, shownPrizes } from "#features/lotteries/rules/prize/further-prizes.ts";
import { improvementView } from "#features/lotteries/rules/prize/prize-improvement.ts";
import type { Picture } from "#shared/brand/picture.ts";
import type { DrawDates } from "#shared/dates/draw-dates.ts";
import { formatOpening } from "#shared/dates/draw-hours.ts";
import type { Locale } from "#shared/language/locale.ts";
import type { Pence } from "#shared/money/money.ts";
import { reasonText } from "./draw-reason.ts";
import type { CommittedDraw, DrawnResult, PublicDraw } from "./public-draw.ts";
import type { ReplacementReason } from "./replacement.ts";

/** What the page says of the draw; see `DrawState` for the states behind it. */
export type RecordState =
  | "upcoming"
  | "open"
  | "closing"
  | "post"
  | "cards"
  | "ready"
  | "waiting"
  | "drawn"
  | "cancelled"
  | "empty";

/** The shown state of each state of a draw. */
const STATES = {
  open: "open",
  closing: "closing",
  awaiting_post: "post",
  checking_cards: "cards",
  ready: "ready",
  frozen: "waiting",
  drawn: "drawn",
  cancelled: "cancelled",
  no_entries: "empty",
} as const satisfies Record<PublicDraw["state"]["name"], RecordState>;

/** The data published at the freeze. Hashes in hex. */
export type Sealed = {
  /** Its line in the public log. */
  readonly sequence: number;
  readonly sealedAt: number;
  /** The text whose SHA-256 is the commitment. */
  readonly commitmentJson: string;
  readonly commitment: string;
  /** The published text and its hash; undefined for old draws. */
  readonly prize: { readonly document: string; readonly sha256: string } | undefined;
  /** The time-stamps as claimed by the shop; the check verifies them. */
  readonly stamps: readonly { readonly authority: string; readonly at: number }[];
  readonly entriesSha256: string;
  readonly merkleRoot: string;
  readonly n: number;
  readonly round: number;
  readonly roundAt: number;
  /** Between the freeze and the round, by the rules of the chain. */
  readonly delaySeconds: number;
  readonly chainHash: string;
  /** Tickets excluded from the list because of a dispute at the freeze. */
  readonly leftOut: number;
};

/** A prize as drawn: ticket numbers, and the present winner. `place` counts from 1. */
export type RecordPrize = {
  readonly place: number;
  readonly title: string;
  readonly value: Pence;
  readonly drawn: number | undefined;
  readonly reserves: readonly number[];
  readonly passedOver: readonly number[];
  readonly winner: { readonly ticket: number; readonly name: string | undefined } | undefined;
};

/** The result. `picks` are ticket numbers in the order of the draw; `winner` is that of the first prize. */
export type Drawn = {
  readonly drawnAt: number;
  readonly randomness: string;
  readonly signature: string;
  readonly seed: string;
  readonly picks: readonly number[];
  readonly prizes: readonly RecordPrize[];
  readonly winner: { readonly ticket: number; readonly name: string | undefined };
  /** Oldest first. `reserve` is 1 to 3 if a reserve took the place. */
  readonly changes: readonly {
    readonly at: number;
    readonly place: number;
    /** Missing in old changes. */
    readonly reasonCode: ReplacementReason | undefined;
    /** In the reader's language if available. */
    readonly reason: string;
    readonly ticket: number;
    readonly reserve: number | undefined;
  }[];
};

/** A further prize; `place` is from 2 on. */
export type RecordFurtherPrize = Pick<ShownPrize, "place" | "title" | "value"> & { readonly picture: Picture | undefined };

/** All that the page shows. */
export type DrawRecord = {
  readonly id: string;
  readonly shortNumber: number;
  readonly title: string;
  readonly priceValue: Pence;
  readonly picture: Picture | undefined;
  readonly opens: string;
  readonly closesAt: number;
  readonly dates: DrawDates;
  readonly state: RecordState;
  readonly isDemo: boolean;
  readonly freeEntries: number;
  readonly earlyReason: string | undefined;
  readonly cancellation: ShownCancellation | undefined;
  readonly additions: readonly ReturnType<typeof improvementView>[];
  readonly sealed: Sealed | undefined;
  /** Empty for a draw with one prize. */
  readonly furtherPrizes: readonly RecordFurtherPrize[];
  readonly drawn: Drawn | undefined;
  /** A recording of the draw on another site. */
  readonly videoUrl: string | undefined;
};

function recordState({ lottery, state, earlyReason }: PublicDraw, now: Date): RecordState {
  if (state.name === "open" && now < lottery.opensAt) return "upcoming";
  // The postal period is shown rather than the last payments.
  const waitsForPost = lottery.takesFreeEntries && earlyReason === undefined && now < entriesDue(lottery);
  return state.name === "closing" && waitsForPost ? "post" : STATES[state.name];
}

function sealed({ commitment, inputs, prize, stamps, chain, frozenAt, roundAt, sequence, leftOut }: CommittedDraw): Sealed {
  const { entriesSha256, merkleRoot, n, prizeSha256, round, chainHash } = inputs;
  return {
    ...{ sequence, commitment, entriesSha256, merkleRoot, n, round, chainHash, leftOut },
    commitmentJson: commitmentJson(inputs),
    prize: prize !== undefined && prizeSha256 !== undefined ? { document: prize, sha256: prizeSha256 } : undefined,
    stamps: stamps.map(({ authority, at }) => ({ authority, at: at.getTime() })),
    sealedAt: frozenAt.getTime(),
    roundAt: roundAt.getTime(),
    delaySeconds: chain.delaySeconds,
  };
}

function drawn(result: DrawnResult, { lottery }: PublicDraw, locale: Locale): Drawn {
  const { beacon, seed, drawnAt, picks, prizes, changes, winner } = result;
  return {
    drawnAt: drawnAt.getTime(),
    randomness: beacon.randomness,
    signature: beacon.signature,
    seed,
    picks: picks.map(({ ticketNumber }) => ticketNumber),
    prizes: prizes.map(({ place, drawn, reserves, passedOver, winner }) => ({
      place,
      title: inLanguage(prizeTitle(lottery, place), locale),
      value: prizeValue(lottery, place),
      ...{ drawn, reserves, passedOver },
      winner: winner && { ticket: winner.ticketNumber, name: winner.name },
    })),
    winner: { ticket: winner.ticketNumber, name: winner.name },
    changes: changes.map(({ at, place, reason, toTicket, reserve }) => ({
      at: at.getTime(),
      place,
      reasonCode: reason.code,
      reason: reasonText(reason, locale),
      ticket: toTicket,
      reserve,
    })),
  };
}

/** The record at `now`. */
export function drawRecord(draw: PublicDraw, locale: Locale, now: Date): DrawRecord {
  const { lottery, committed, result } = draw;
  return {
    id: lottery.id,
    shortNumber: lottery.shortNumber,
    title: inLanguage(lottery.title, locale),
    priceValue: lottery.priceValue,
    picture: lottery.images[0]?.picture,
    opens: formatOpening(lottery, locale),
    closesAt: lottery.closesAt.getTime(),
    dates: drawDates(lottery),
    state: recordState(draw, now),
    isDemo: draw.isDemo,
    freeEntries: draw.entries.free,
    earlyReason: draw.earlyReason && reasonText(draw.earlyReason, locale),
    cancellation: shownCancellation(lottery.cancellation, locale),
    additions: draw.improvements.map((improvement) => improvementView(improvement, locale)),
    sealed: committed && sealed(committed),
    furtherPrizes: shownPrizes(lottery.furtherPrizes, locale).map(({ place, title, value, pictures }) => ({
      ...{ place, title, value },
      picture: pictures[0],
    })),
    drawn: result && drawn(result, draw, locale),
    videoUrl: result?.videoUrl,
  };
}
