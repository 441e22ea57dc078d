/** What the form of a draw shows, and the replies to saving it and to improving its prize. */
import type { Picture } from "#shared/brand/picture.ts";
import { pence } from "#shared/money/money.ts";
import type { FormReply } from "#ui/forms/reply.ts";
import type { CancelReasonError } from "../rules/cancel-reason.ts";
import type { FieldProblem } from "../rules/fields/fact.ts";
import { type FieldName, fieldsOf, type LotteryFields } from "../rules/fields/lottery-fields.ts";
import type { PublishGap } from "../rules/fields/publishing.ts";
import { canImprove, type StatusProblem } from "../rules/lifecycle.ts";
import { shownPrizes } from "../rules/prize/further-prizes.ts";
import type { ImproveError } from "../rules/prize/prize-improvement.ts";
import type { ManagedLottery } from "../server/list-managed-lotteries.ts";
import type { PublishReview } from "../server/review-publishing.ts";

/** A stored draw as its form shows it. */
export function editedLottery(lottery: ManagedLottery) {
  const { id, version, hasOrders, tickets, ticketsHeld, ticketsSold, images, furtherPrizes, takesFreeEntries } = lottery;
  const pictures = images.map(({ picture }) => picture);
  return {
    id,
    version,
    fields: fieldsOf(lottery),
    pictures,
    /** Of further prizes. */
    prizePictures: shownPrizes(furtherPrizes, "en").flatMap((prize) => prize.pictures),
    hasOrders,
    isPublished: lottery.status !== "draft",
    isImprovable: canImprove(lottery).ok,
    worth: lottery.priceValue,
    tickets,
    held: ticketsHeld,
    sold: ticketsSold,
    takesFreeEntries,
  };
}

/** `id` is undefined for a new draw. Orders lock what was advertised; `worth`: the prize's current value. */
export type EditedLottery = Omit<ReturnType<typeof editedLottery>, "id"> & { readonly id: string | undefined };

/** A new draw with these fields. `copied`: the draw whose facts and pictures fill the form. */
export function newLottery(fields: LotteryFields, copied?: ManagedLottery): EditedLottery {
  return {
    id: undefined,
    version: 0,
    fields,
    pictures: copied?.images.map(({ picture }) => picture) ?? [],
    prizePictures: copied ? shownPrizes(copied.furtherPrizes, "en").flatMap((prize) => prize.pictures) : [],
    hasOrders: false,
    isPublished: false,
    isImprovable: false,
    worth: pence(0),
    tickets: 0,
    held: 0,
    sold: 0,
    takesFreeEntries: true,
  };
}

/** Why a draw was not saved, beside problems of single fields. */
export type SaveRefusal =
  | "failed"
  | "too_large"
  | "conflict"
  | "promised"
  | "published"
  | "too_many_pictures"
  | "same_picture"
  | "picture_gone"
  | "picture_refused"
  | "not_found"
  | CancelReasonError
  | "reauth_needed"
  | "being_drawn"
  | "not_ready"
  | "already_made"
  | "already_proposed"
  | StatusProblem;

/** The field beside which a refusal is shown. */
export type Place = FieldName | "pictures" | "reason" | "reason_note" | "sentence";

/** A colleague saved while this form was open: the stored values of fields that differ from those typed. */
export type Conflict = {
  readonly by: string | undefined;
  readonly at: number | undefined;
  readonly fields: readonly { readonly name: FieldName; readonly value: string }[];
  readonly pictures: number | undefined;
};

/** Error codes are locale keys. */
export type SaveReply = FormReply<
  "save",
  | `lotteries.problem.${FieldProblem | "wrong_sentence"}`
  | `lotteries.gap.${PublishGap}`
  | `lotteries.refusal.${Exclude<SaveRefusal, "conflict" | "not_ready">}`
  | "lotteries.conflict.title"
> & {
  readonly pictures: readonly Picture[];
  readonly prizePictures: readonly Picture[];
  /** The stored version, which saving again replaces. */
  readonly version?: number | undefined;
  readonly conflict?: Conflict | undefined;
  /** To be confirmed before the draw goes on sale; nothing was saved. */
  readonly review?: PublishReview | undefined;
};

/** Why a prize was not improved, beside problems of single fields. */
export type ImproveRefusal = Exclude<ImproveError, "forbidden" | "not_higher"> | "picture_refused" | "too_large" | "failed";

/** Refusals that only improvements have, with texts of their own. */
const OWN_REFUSALS = ["not_locked", "is_over", "nothing", "reauth_needed"] as const;
type OwnRefusal = (typeof OWN_REFUSALS)[number];
export const isOwnRefusal = (refusal: ImproveRefusal): refusal is OwnRefusal => OWN_REFUSALS.some((own) => own === refusal);

/** Error codes are locale keys. `pictures`: those stored so far. */
export type ImproveReply = FormReply<
  "improve",
  | `lotteries.problem.${FieldProblem | "not_higher"}`
  | `improve.refusal.${OwnRefusal}`
  | `lotteries.refusal.${Exclude<ImproveRefusal, OwnRefusal>}`
> & { readonly pictures: readonly Picture[] };
