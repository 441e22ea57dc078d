/** A draw as the people see it who run the shop. */
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import type { Day } from "#shared/dates.ts";
import type { Pence } from "#shared/money.ts";
import type { Picture } from "#shared/picture.ts";
import type { LotteryStatus } from "#shared/states.ts";
import type { DrawState } from "./draw-state.ts";

/** A draft has not begun to be a draw. */
export type ManagedState = DrawState | { readonly name: "draft" };

/** Somebody to reach. Without a name and an address where the account is erased and nothing was retained. */
export type Person = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** The same number as a link to it needs it, for those who are to be called. */
  readonly dialled?: string | undefined;
};

export type ManagedDraw = {
  readonly id: string;
  readonly shortNumber: number;
  readonly title: Messages;
  readonly description: Messages;
  readonly images: readonly Picture[];
  readonly pricePerTicket: Pence;
  readonly priceValue: Pence;
  readonly status: LotteryStatus;
  readonly endDate: Day;
  readonly closesAt: Date;
  /** From here on the entries may freeze without a written reason. */
  readonly entriesDue: Date;
  readonly isBeforeDue: boolean;
  /** Nobody can enter any more, so that it may be drawn before it is due. */
  readonly mayBeEarly: boolean;
  readonly state: ManagedState;
  /** Somebody confirmed that the winner be drawn: it goes on by itself from there. */
  readonly isAskedFor: boolean;
  readonly autoDraw: boolean;
  /** Valid tickets, or those of the frozen list; `free` ones came by post. */
  readonly entries: { readonly total: number; readonly free: number };
  /** People who hold them. */
  readonly players: number;
  readonly winner: { readonly person: Person; readonly ticketNumber: number } | undefined;
};

/** Whether a draw can be asked for: it is active, its list is not frozen, and nobody has asked yet. */
export function mayBeDrawn({ status, state, isAskedFor }: Pick<ManagedDraw, "status" | "state" | "isAskedFor">): boolean {
  return status === "active" && state.name !== "frozen" && !isAskedFor;
}

/** Whether it is on its way to a result, without anybody's doing. */
export function isUnderWay({ status, state, isAskedFor }: Pick<ManagedDraw, "status" | "state" | "isAskedFor">): boolean {
  return status === "active" && (state.name === "frozen" || isAskedFor);
}
