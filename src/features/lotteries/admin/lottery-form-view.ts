import { pence } from "#shared/money.ts";
import type { Picture } from "#shared/picture.ts";
import type { CancelReasonError, SentCancellation } from "../rules/cancel-reason.ts";
import { canImprove, type StatusProblem } from "../rules/lifecycle.ts";
import { type FieldName, type FieldProblems, fieldsOf, type LotteryFields } from "../rules/lottery-fields.ts";
import type { ImproveError, ImprovementFields, ImprovementProblems } from "../rules/prize-improvement.ts";
import type { PublishGap } from "../rules/publishing.ts";
import type { ManagedLottery } from "../server/list-managed-lotteries.ts";

/** `id` is undefined for a new draw. With orders, what was advertised is final; `worth`: the prize's value now. */
export type EditedLottery = Omit<ReturnType<typeof editedLottery>, "id"> & { readonly id: string | undefined };

export function editedLottery(lottery: ManagedLottery) {
  const { id, version, hasOrders, tickets, ticketsHeld, ticketsSold, images, takesFreeEntries } = lottery;
  const pictures = images.map(({ picture }) => picture);
  return {
    id,
    version,
    fields: fieldsOf(lottery),
    pictures,
    hasOrders,
    isImprovable: canImprove(lottery).ok,
    worth: lottery.priceValue,
    tickets,
    held: ticketsHeld,
    sold: ticketsSold,
    takesFreeEntries,
  };
}

export function newLottery(fields: LotteryFields): EditedLottery {
  return {
    id: undefined,
    version: 0,
    fields,
    pictures: [],
    hasOrders: false,
    isImprovable: false,
    worth: pence(0),
    tickets: 0,
    held: 0,
    sold: 0,
    takesFreeEntries: true,
  };
}

export type SaveRefusal =
  | "failed"
  | "too_large"
  | "conflict"
  | "promised"
  | "too_many_pictures"
  | "same_picture"
  | "picture_gone"
  | "picture_refused"
  | "not_found"
  | CancelReasonError
  | "proof_needed"
  | "being_drawn"
  | "not_ready"
  | "already_made"
  | "already_proposed"
  | StatusProblem;

/** Somebody saved while this form was open: what they made of the fields that differ from what is typed here. */
export type Conflict = {
  readonly by: string | undefined;
  readonly at: number | undefined;
  readonly fields: readonly { readonly name: FieldName; readonly value: string }[];
  readonly pictures: number | undefined;
};

export type SaveReply = {
  readonly intent: "save";
  readonly refusal: SaveRefusal | undefined;
  readonly problems: FieldProblems;
  readonly gaps: readonly PublishGap[];
  readonly fields: LotteryFields;
  readonly pictures: readonly Picture[];
  readonly reason: SentCancellation;
  /** The one that is stored now: saving again changes that. */
  readonly version: number | undefined;
  readonly conflict: Conflict | undefined;
};

export type ImproveRefusal = Exclude<ImproveError, "forbidden" | "not_higher"> | "picture_refused" | "too_large" | "failed";

export type ImproveReply = {
  readonly intent: "improve";
  readonly refusal: ImproveRefusal | undefined;
  readonly problems: ImprovementProblems;
  readonly fields: ImprovementFields;
  readonly pictures: readonly Picture[];
};
