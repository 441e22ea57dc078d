/** A winner as the people see them who bring them their prize. */
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import type { Day } from "#shared/dates.ts";
import type { Pence } from "#shared/money.ts";
import type { Picture } from "#shared/picture.ts";
import type { Person } from "./managed-draw.ts";
import type { Prize, PrizeDocument } from "./prize.ts";
import type { ChangeReason } from "./replacement.ts";

/** A completed draw. `won` is undefined where it was completed by hand, because nobody had entered. */
export type CompletedDraw = {
  readonly id: string;
  readonly shortNumber: number;
  readonly title: Messages;
  readonly picture: Picture | undefined;
  readonly priceValue: Pence;
  readonly endDate: Day;
  readonly photoUrl: string | undefined;
  readonly won: Won | undefined;
};

export type Won = {
  readonly person: Person;
  /** Then nothing more is shown of them; what a draw still needs of them may be retained. */
  readonly isErased: boolean;
  /** They object to being named in public. */
  readonly isNameHidden: boolean;
  readonly ticketNumber: number;
  readonly drawnAt: Date;
  readonly prize: Prize;
  /** What the winner proved their age and identity with. */
  readonly document: PrizeDocument | undefined;
  /** A bank has taken the winner's payment back: it decides still, or keeps it. */
  readonly dispute: "open" | "lost" | undefined;
  /** Oldest first. */
  readonly changes: readonly { readonly toTicket: number; readonly reason: ChangeReason; readonly at: Date }[];
};

/**
 * Somebody who could be made the winner, and whether they may be now: the next reserve alone while there is one, afterwards any holder of a valid ticket.
 * `ticketNumber` is the one that would win, a reserve's own or the holder's first. `reserve` is 1 to 3.
 */
export type Candidate = Pick<Person, "id" | "firstName" | "lastName" | "email"> & {
  readonly ticketNumber: number | undefined;
  readonly tickets: number;
  readonly reserve: number | undefined;
  readonly isWinner: boolean;
  readonly mayWin: boolean;
};
