/** What a draw needs before it goes on sale, or is announced: a draft may lack all of it. */
import type { Day } from "#shared/dates.ts";
import { pence } from "#shared/money.ts";
import type { LotteryDraft } from "./facts.ts";
import type { Messages } from "./lottery.ts";
import type { LotteryFields } from "./lottery-fields.ts";
import { POST_WORKING_DAYS, workingDaysAfter } from "./postal-days.ts";
import { isDay, readMoney } from "./typed-values.ts";

/** What is looked at; dates are London's. */
export type Publishable = {
  readonly pictures: number;
  readonly title: Messages;
  readonly description: Messages;
  readonly question: Messages;
  readonly hasRightOption: boolean;
  readonly startDate: Day;
  readonly endDate: Day;
  /** Whether cards by post count; the law asks for a way that costs nothing, as legible as the paid one. */
  readonly takesFreeEntries: boolean;
  /** Tickets cost nothing, and there is no number that one person may take: the first one with a script takes them all. */
  readonly isGivenAway: boolean;
};

/** Where in the form each gap is closed. */
export const GAP_PLACES = {
  no_picture: "pictures",
  no_title: "title",
  no_description: "description",
  no_french_title: "title_fr",
  no_french_description: "description_fr",
  no_question: "question",
  no_french_question: "question_fr",
  no_right_answer: "right_option",
  starts_in_the_past: "start_date",
  ends_in_the_past: "end_date",
  too_short: "end_date",
  no_person_limit: "max_tickets_per_person",
  no_free_way: "status",
} as const;

export type PublishGap = keyof typeof GAP_PLACES;

/** The first day on which a draw may end that opens on `startDate`: whoever hears of it then can post a card in time. docs/decisions/0015 */
function earliestEnd(startDate: Day): Day {
  return workingDaysAfter(startDate, POST_WORKING_DAYS);
}

export function publishGaps(draw: Publishable, today: Day): PublishGap[] {
  const isMissing: Record<PublishGap, boolean> = {
    no_picture: draw.pictures === 0,
    no_title: draw.title.en.trim() === "",
    no_french_title: !draw.title.fr?.trim(),
    no_description: draw.description.en.trim() === "",
    no_french_description: !draw.description.fr?.trim(),
    starts_in_the_past: draw.startDate < today,
    ends_in_the_past: draw.endDate < today,
    // What is no day is told at its field.
    too_short: isDay(draw.startDate) && isDay(draw.endDate) && draw.endDate < earliestEnd(draw.startDate),
    no_person_limit: draw.isGivenAway,
    no_free_way: !draw.takesFreeEntries,
    no_question: draw.question.en.trim() === "",
    no_french_question: !draw.question.fr?.trim(),
    no_right_answer: !draw.hasRightOption,
  };
  return (Object.keys(isMissing) as PublishGap[]).filter((gap) => isMissing[gap]);
}

export function publishableDraft(draft: LotteryDraft, about: { pictures: number; takesFreeEntries: boolean }): Publishable {
  const { en, fr } = draft.quiz.question;
  const { title, description, startDate, endDate } = draft;
  const question = { en, fr: fr === en ? undefined : fr };
  const isGivenAway = draft.pricePerTicket === 0 && draft.maxPerPerson === undefined;
  const hasRightOption = draft.rightOption !== undefined;
  return { ...about, title, description, question, startDate, endDate, hasRightOption, isGivenAway };
}

export function publishableFields(
  fields: LotteryFields,
  about: { readonly pictures: number; readonly takesFreeEntries: boolean },
): Publishable {
  return {
    ...about,
    title: { en: fields.title, fr: fields.title_fr },
    description: { en: fields.description, fr: fields.description_fr },
    question: { en: fields.question, fr: fields.question_fr },
    hasRightOption: fields.right_option !== "",
    startDate: fields.start_date,
    endDate: fields.end_date,
    isGivenAway: asksForPersonLimit(fields) && fields.max_tickets_per_person.trim() === "",
  };
}

/** Whether a ticket costs nothing by what stands in the form: then the most per person is needed before sale. */
export function asksForPersonLimit({ price_per_ticket }: Pick<LotteryFields, "price_per_ticket">): boolean {
  return readMoney(price_per_ticket, pence(0)) === 0;
}
