/** Draws, winners and participants as staff see them. */
import type { Lottery, Messages, WinnerPhoto } from "#features/lotteries/rules/lottery.ts";
import type { Picture } from "#shared/brand/picture.ts";
import type { DrawDates } from "#shared/dates/draw-dates.ts";
import type { Pence } from "#shared/money/money.ts";
import type { DrawState } from "./draw-state.ts";
import type { PrizeChoice } from "./prize-choice.ts";
import type { Prize, PrizeDocument } from "./prize.ts";
import type { ChangeReason } from "./replacement.ts";

/** A draw's state; drafts have none. */
export type ManagedState = DrawState | { readonly name: "draft" };

/** A contact. Name and address are undefined if the account is erased and nothing was retained. */
export type Person = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** The number as dialled; `phone` is spaced for reading. */
  readonly dialled?: string | undefined;
};

/** `title` is that of the prize. */
export type FurtherWinner = {
  readonly place: number;
  readonly title: Messages;
  readonly person: Person;
  readonly ticketNumber: number;
};

/** Valid tickets excluded because of a dispute. `players` hold no other ticket of the draw. */
export type Suspended = { readonly tickets: number; readonly players: number };

/** A draw in the back office. */
export type ManagedDraw = Pick<
  Lottery,
  "id" | "shortNumber" | "title" | "description" | "pricePerTicket" | "priceValue" | "status" | "endDate" | "endTime"
> & {
  readonly images: readonly Picture[];
  readonly dates: DrawDates;
  /** From then on the entries may freeze without a written reason. */
  readonly entriesDue: Date;
  /** When an automatic draw freezes. */
  readonly autoFreezeDue: Date;
  readonly isBeforeDue: boolean;
  /** No more entries are possible, so an early draw is permitted. */
  readonly mayBeEarly: boolean;
  readonly state: ManagedState;
  readonly isRequested: boolean;
  readonly autoDraw: boolean;
  /** Valid tickets, or those of the frozen list; `free` ones are postal. */
  readonly entries: { readonly total: number; readonly free: number };
  readonly players: number;
  readonly suspended: Suspended;
  readonly winner: { readonly person: Person; readonly ticketNumber: number } | undefined;
  /** The present winners of further prizes. */
  readonly furtherWinners: readonly FurtherWinner[];
};

/** Whether a draw can be requested: active, not frozen, and not requested yet. */
export function mayBeDrawn({ status, state, isRequested }: Pick<ManagedDraw, "status" | "state" | "isRequested">): boolean {
  return status === "active" && state.name !== "frozen" && !isRequested;
}

/** Whether a requested draw waits for its freeze or for its result. */
export function isUnderWay({ status, state, isRequested }: Pick<ManagedDraw, "status" | "state" | "isRequested">): boolean {
  return status === "active" && (state.name === "frozen" || isRequested);
}

/**
 * Cash instead of the prize. `endsAt`: the end of the winner's time, once they are contacted; `reference`:
 * of the payment.
 */
export type WonCash = {
  readonly amount: Pence;
  readonly days: number;
  readonly endsAt: Date | undefined;
  readonly choice: PrizeChoice | undefined;
  readonly chosenAt: Date | undefined;
  readonly reference: string | undefined;
};

/** The present winner of a prize. */
export type Won = {
  readonly person: Person;
  readonly isErased: boolean;
  /** The winner objects to being named in public. */
  readonly isNameHidden: boolean;
  readonly ticketNumber: number;
  readonly photo: WinnerPhoto | undefined;
  readonly drawnAt: Date;
  readonly prize: Prize;
  readonly document: PrizeDocument | undefined;
  /** What the winner may take instead, if the draw offers it. */
  readonly cash: WonCash | undefined;
  /** The dispute of the winner's payment. */
  readonly dispute: "open" | "lost" | undefined;
  readonly changes: readonly { readonly toTicket: number; readonly reason: ChangeReason; readonly at: Date }[];
};

/** `place` counts from 1. `won` is undefined if no entry was left for the prize. */
export type CompletedPrize = {
  readonly place: number;
  readonly title: Messages;
  readonly value: Pence;
  readonly won: Won | undefined;
};

/** A completed draw. It has no prizes if it was completed manually without entries. */
export type CompletedDraw = Pick<Lottery, "id" | "shortNumber" | "title" | "priceValue" | "endDate"> & {
  readonly picture: Picture | undefined;
  readonly prizes: readonly CompletedPrize[];
  /** A recording of the draw on another site. */
  readonly videoUrl: string | undefined;
};

/** A possible winner, and whether the choice is permitted now. `reserve` is 1 to 3. */
export type Candidate = Pick<Person, "id" | "firstName" | "lastName" | "email"> & {
  readonly ticketNumber: number | undefined;
  readonly tickets: number;
  readonly reserve: number | undefined;
  readonly isWinner: boolean;
  readonly mayWin: boolean;
};

/** `tickets` are valid ones; `suspended` of these are excluded by disputes. */
export type Participant = Person & { readonly tickets: number; readonly suspended: number };

/** The chance of winning, between 0 and 1. Source: specification, section 9. */
export function winningChance(tickets: number, all: number): number {
  return all > 0 ? tickets / all : 0;
}

/** Lower-case letters without accents, digits and hyphens; "draw" if the title has none of these. */
function slugOf(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return plain === "" ? "draw" : plain;
}

/** "valmont-gt-10-participants-2026-11-21.csv", in ASCII. Source: specification, section 9. */
export function participantsFileName(title: string, day: string): string {
  return `${slugOf(title)}-participants-${day}.csv`;
}

export function evidenceFileName(title: string, day: string): string {
  return `${slugOf(title)}-evidence-${day}.zip`;
}
