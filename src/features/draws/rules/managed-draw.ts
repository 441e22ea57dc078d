import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import type { DrawDates } from "#shared/draw-dates.ts";
import type { FocalPoint, Picture } from "#shared/picture.ts";
import type { DrawState } from "./draw-state.ts";
import type { Prize, PrizeDocument } from "./prize.ts";
import type { ChangeReason } from "./replacement.ts";

/** A draft has not begun to be a draw. */
export type ManagedState = DrawState | { readonly name: "draft" };

/** Somebody to reach. Without a name and an address where the account is erased and nothing was retained. */
export type Person = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly dialled?: string | undefined;
};

export type ManagedDraw = Pick<
  Lottery,
  "id" | "shortNumber" | "title" | "description" | "pricePerTicket" | "priceValue" | "status" | "endDate" | "closesAt"
> & {
  readonly images: readonly Picture[];
  readonly dates: DrawDates;
  /** From here on the entries may freeze without a written reason. */
  readonly entriesDue: Date;
  readonly autoFreezeDue: Date;
  readonly isBeforeDue: boolean;
  /** Nobody can enter any more, so that it may be drawn before it is due. */
  readonly mayBeEarly: boolean;
  readonly state: ManagedState;
  readonly isAskedFor: boolean;
  readonly autoDraw: boolean;
  /** Tickets that take part, or those of the frozen list; `free` ones came by post. */
  readonly entries: { readonly total: number; readonly free: number };
  readonly players: number;
  readonly suspended: Suspended;
  readonly winner: { readonly person: Person; readonly ticketNumber: number } | undefined;
};

/** Valid tickets left out because a bank examines their payment. `players` hold no other ticket of the draw. */
export type Suspended = { readonly tickets: number; readonly players: number };

/** Whether a draw can be asked for: it is active, its list is not frozen, and nobody has asked yet. */
export function mayBeDrawn({ status, state, isAskedFor }: Pick<ManagedDraw, "status" | "state" | "isAskedFor">): boolean {
  return status === "active" && state.name !== "frozen" && !isAskedFor;
}

export function isUnderWay({ status, state, isAskedFor }: Pick<ManagedDraw, "status" | "state" | "isAskedFor">): boolean {
  return status === "active" && (state.name === "frozen" || isAskedFor);
}

/** A completed draw. `won` is undefined where it was completed by hand, because nobody had entered. */
export type CompletedDraw = Pick<Lottery, "id" | "shortNumber" | "title" | "priceValue" | "endDate"> & {
  readonly picture: Picture | undefined;
  readonly photoUrl: string | undefined;
  readonly photoFocus?: FocalPoint | undefined;
  readonly won: Won | undefined;
};

export type Won = {
  readonly person: Person;
  readonly isErased: boolean;
  /** They object to being named in public. */
  readonly isNameHidden: boolean;
  readonly ticketNumber: number;
  readonly drawnAt: Date;
  readonly prize: Prize;
  readonly document: PrizeDocument | undefined;
  /** A bank has taken the winner's payment back: it decides still, or keeps it. */
  readonly dispute: "open" | "lost" | undefined;
  readonly changes: readonly { readonly toTicket: number; readonly reason: ChangeReason; readonly at: Date }[];
};

/** A possible winner: the next reserve alone while there is one, then any holder. `reserve` is 1 to 3. */
export type Candidate = Pick<Person, "id" | "firstName" | "lastName" | "email"> & {
  readonly ticketNumber: number | undefined;
  readonly tickets: number;
  readonly reserve: number | undefined;
  readonly isWinner: boolean;
  readonly mayWin: boolean;
};

/** `tickets` are valid ones; of these, `suspended` take no part. */
export type Participant = Person & { readonly tickets: number; readonly suspended: number };

/** The chance of winning with so many tickets of so many, between 0 and 1. Source: specification, section 9. */
export function winningChance(tickets: number, all: number): number {
  return all > 0 ? tickets / all : 0;
}

/** "valmont-gt-10-participants-2026-11-21.csv": ASCII, so that every system can keep it. Source: specification, section 9. */
export function participantsFileName(title: string, day: string): string {
  return `${slugOf(title)}-participants-${day}.csv`;
}

/** Small letters and digits with hyphens between; letters lose their accents, and a title of none of these is "draw". */
function slugOf(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return plain === "" ? "draw" : plain;
}
