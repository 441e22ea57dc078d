/** The requirements for putting a draw on sale or announcing it. A draft may lack all of them. */
import { type Day, londonDate, londonInstant } from "#shared/dates/dates.ts";
import type { Time } from "#shared/dates/draw-hours.ts";
import { hasBothLanguages, isFrenchOnly, isInUse } from "#shared/language/own-languages.ts";
import { pence } from "#shared/money/money.ts";
import { closingInstant, isTime } from "../dates/draw-hours.ts";
import { POST_WORKING_DAYS, workingDaysAfter } from "../dates/postal-days.ts";
import type { Messages } from "../lottery.ts";
import { FACTS, type LotteryDraft } from "./facts.ts";
import type { LotteryFields } from "./lottery-fields.ts";
import { splitPrizes } from "./prize-facts.ts";
import { isDay, readMoney } from "./typed-values.ts";

/** The checked data; dates are London's. */
export type Publishable = {
  readonly pictures: number;
  readonly title: Messages;
  readonly description: Messages;
  readonly question: Messages;
  readonly furtherPrizes: readonly { readonly title: Messages }[];
  readonly hasRightOption: boolean;
  readonly startDate: Day;
  readonly endDate: Day;
  readonly endTime: Time;
  /** When a draft is published by itself; undefined: now. */
  readonly publishAt: Date | undefined;
  /** The law requires a free way to enter, as prominent as the paid one. */
  readonly takesFreeEntries: boolean;
  /** Tickets are free without a limit per person, so one script could take all of them. */
  readonly isGivenAway: boolean;
  /** A pack of paid tickets is larger than the limit per person. */
  readonly hasPackOverLimit: boolean;
};

/** The part of the form for each gap. */
export const GAP_PLACES = {
  no_picture: "pictures",
  no_title: "title",
  no_description: "description",
  no_french_title: "title_fr",
  no_french_description: "description_fr",
  no_french_prize: "further_prizes",
  no_question: "question",
  no_french_question: "question_fr",
  no_right_answer: "right_option",
  starts_in_the_past: "start_date",
  ends_in_the_past: "end_date",
  too_short: "end_date",
  no_person_limit: "max_tickets_per_person",
  pack_over_limit: "max_tickets_per_person",
  no_free_way: "status",
  publishes_in_the_past: "publish_at",
} as const;

/** What a draw lacks before it can go on sale. */
export type PublishGap = keyof typeof GAP_PLACES;

/** The earliest end date: entrants need time to post a card. docs/decisions/0015 */
function earliestEnd(startDate: Day): Day {
  return workingDaysAfter(startDate, POST_WORKING_DAYS);
}

function isOver({ endDate, endTime }: Publishable, now: Date): boolean {
  if (!isDay(endDate) || !isTime(endTime)) return endDate < londonDate(now);
  return closingInstant(endDate, endTime) <= now;
}

/** The gaps at the time of publishing. Texts are required in the languages in use. */
export function publishGaps(draw: Publishable, now: Date): PublishGap[] {
  const at = draw.publishAt ?? now;
  const today = londonDate(at);
  const lacks = (texts: Messages, locale: "en" | "fr") => isInUse(locale) && !texts[locale]?.trim();
  const isMissing: Record<PublishGap, boolean> = {
    no_picture: draw.pictures === 0,
    no_title: lacks(draw.title, "en"),
    no_french_title: lacks(draw.title, "fr"),
    no_description: lacks(draw.description, "en"),
    no_french_description: lacks(draw.description, "fr"),
    starts_in_the_past: draw.startDate < today,
    ends_in_the_past: isOver(draw, at),
    // Invalid days are reported at their fields.
    too_short: isDay(draw.startDate) && isDay(draw.endDate) && draw.endDate < earliestEnd(draw.startDate),
    no_person_limit: draw.isGivenAway,
    pack_over_limit: draw.hasPackOverLimit,
    no_free_way: !draw.takesFreeEntries,
    no_french_prize: draw.furtherPrizes.some(({ title }) => lacks(title, "fr")),
    no_question: lacks(draw.question, "en"),
    no_french_question: lacks(draw.question, "fr"),
    no_right_answer: !draw.hasRightOption,
    publishes_in_the_past: draw.publishAt !== undefined && draw.publishAt <= now,
  };
  return (Object.keys(isMissing) as PublishGap[]).filter((gap) => isMissing[gap]);
}

/** Only drafts have a time of publishing. */
export function clearSchedule(draft: LotteryDraft): LotteryDraft {
  return draft.status === "draft" ? draft : { ...draft, publishAt: undefined };
}

function isOverLimit({
  pricePerTicket,
  maxPerPerson,
  packs,
}: Pick<LotteryDraft, "pricePerTicket" | "maxPerPerson" | "packs">): boolean {
  return pricePerTicket > 0 && maxPerPerson !== undefined && packs.some(({ quantity }) => quantity > maxPerPerson);
}

/** The question as written: a missing language is stored as a copy of the other one. */
function writtenQuestion({ en, fr }: Messages, description: Messages): Messages {
  if (fr !== en || !hasBothLanguages()) return { en, fr };
  return isFrenchOnly(description) ? { en: "", fr } : { en, fr: undefined };
}

export function publishableDraft(draft: LotteryDraft, about: { pictures: number; takesFreeEntries: boolean }): Publishable {
  const { en, fr } = draft.quiz.question;
  const { title, description, startDate, endDate, endTime, publishAt, furtherPrizes } = draft;
  const question = writtenQuestion({ en, fr }, description);
  const isGivenAway = draft.pricePerTicket === 0 && draft.maxPerPerson === undefined;
  const hasRightOption = draft.rightOption !== undefined;
  const hasPackOverLimit = isOverLimit(draft);
  const dates = { startDate, endDate, endTime, publishAt };
  const texts = { title, description, question, furtherPrizes };
  return { ...about, ...dates, ...texts, hasRightOption, isGivenAway, hasPackOverLimit };
}

/** Whether tickets are free, so that a limit per person is required. */
export function asksForPersonLimit({ price_per_ticket }: Pick<LotteryFields, "price_per_ticket">): boolean {
  return readMoney(price_per_ticket, pence(0)) === 0;
}

export function publishableFields(
  fields: LotteryFields,
  about: { readonly pictures: number; readonly takesFreeEntries: boolean },
): Publishable {
  return {
    ...about,
    title: { en: fields.title, fr: fields.title_fr },
    description: { en: fields.description, fr: fields.description_fr },
    question: writtenQuestion(
      { en: fields.question, fr: fields.question_fr },
      { en: fields.description, fr: fields.description_fr },
    ),
    furtherPrizes: splitPrizes(fields.further_prizes).map((each) => ({ title: { en: each.title, fr: each.title_fr } })),
    hasRightOption: fields.right_option !== "",
    startDate: fields.start_date,
    endDate: fields.end_date,
    endTime: fields.end_time.trim(),
    publishAt: fields.status === "draft" ? londonInstant(fields.publish_at.trim()) : undefined,
    isGivenAway: asksForPersonLimit(fields) && fields.max_tickets_per_person.trim() === "",
    hasPackOverLimit: isOverLimit({
      pricePerTicket: FACTS.pricePerTicket.guess(fields, fields.start_date),
      maxPerPerson: FACTS.maxPerPerson.guess(fields, fields.start_date),
      packs: FACTS.packs.guess(fields, fields.start_date),
    }),
  };
}
