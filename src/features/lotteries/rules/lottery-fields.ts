/** The form of a draw: what its fields hold, what a new one starts with, and what is wrong with what somebody typed. */
import { addDays, type Day } from "#shared/dates.ts";
import { toPounds } from "#shared/money.ts";
import type { Lottery } from "./lottery.ts";
import { DEFAULT_QUIZ, type Quiz } from "./quiz.ts";

/** The text of every field under its name; the eight of the specification have its names. */
export type LotteryFields = Readonly<Record<FieldName, string>>;

const OPTIONS = [0, 1, 2, 3] as const;
const OPTION_FIELDS = ["option0", "option1", "option2", "option3"] as const;
const OPTION_FR_FIELDS = ["option0_fr", "option1_fr", "option2_fr", "option3_fr"] as const;

export const FIELD_NAMES = [
  "title",
  "title_fr",
  "description",
  "description_fr",
  "price_per_ticket",
  "price_value",
  "tickets_available",
  /** "" for as many as there are. */
  "max_tickets_per_person",
  "start_date",
  "end_date",
  "status",
  "question",
  "question_fr",
  ...OPTION_FIELDS,
  ...OPTION_FR_FIELDS,
  /** The place of the right option, "0" to "3"; "" where none is chosen yet, or, in draws of long ago, any passes. */
  "right_option",
] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

/** The two fields of one option. */
export const optionFields = OPTIONS.map((i) => ({ en: OPTION_FIELDS[i], fr: OPTION_FR_FIELDS[i] }));

const DEFAULT_DAYS = 30;

/** Source: specification, section 9. `today` is London's. */
export function newFields(today: Day): LotteryFields {
  return {
    title: "",
    title_fr: "",
    description: "",
    description_fr: "",
    price_per_ticket: "29.99",
    price_value: "50000",
    tickets_available: "1000",
    max_tickets_per_person: "",
    start_date: today,
    end_date: addDays(today, DEFAULT_DAYS),
    status: "draft",
    ...quizFields(DEFAULT_QUIZ, undefined),
  };
}

/** A stored draw as its form shows it. `rightOption` is the id of the right option. */
export function fieldsOf(lottery: Lottery, rightOption: string | undefined): LotteryFields {
  return {
    title: lottery.title.en,
    title_fr: lottery.title.fr ?? "",
    description: lottery.description.en,
    description_fr: lottery.description.fr ?? "",
    price_per_ticket: toPounds(lottery.pricePerTicket).toFixed(2),
    price_value: String(toPounds(lottery.priceValue)),
    tickets_available: String(lottery.ticketsAvailable),
    max_tickets_per_person: String(lottery.maxPerPerson ?? ""),
    start_date: lottery.startDate,
    end_date: lottery.endDate,
    status: lottery.status,
    ...quizFields(lottery.quiz, rightOption),
  };
}

type QuizField = "question" | "question_fr" | "right_option" | (typeof OPTION_FIELDS)[number] | (typeof OPTION_FR_FIELDS)[number];

/** French that only repeats the English was left empty. */
function quizFields({ question, options }: Quiz, rightOption: string | undefined): Record<QuizField, string> {
  const french = (text: { en: string; fr: string } | undefined) => (text && text.fr !== text.en ? text.fr : "");
  const [a, b, c, d] = options;
  const right = options.findIndex(({ id }) => id === rightOption);
  return {
    question: question.en,
    question_fr: french(question),
    option0: a?.en ?? "",
    option1: b?.en ?? "",
    option2: c?.en ?? "",
    option3: d?.en ?? "",
    option0_fr: french(a),
    option1_fr: french(b),
    option2_fr: french(c),
    option3_fr: french(d),
    right_option: right === -1 ? "" : String(right),
  };
}

/**
 * The fields that a form brings. One that it does not bring has its value in `stored`: a browser leaves out what is locked.
 *
 * @param form such as `FormData`
 */
export function readFields(form: { get(name: string): unknown }, stored: LotteryFields): LotteryFields {
  const entries = FIELD_NAMES.map((name) => {
    const value = form.get(name);
    return [name, typeof value === "string" ? plainText(value) : stored[name]];
  });
  return Object.fromEntries(entries) as Record<FieldName, string>;
}

/** What somebody typed, as it is stored: browsers send line breaks as two characters, and PostgreSQL's text holds no NUL. */
export function plainText(value: string): string {
  return value.replaceAll("\r\n", "\n").replaceAll("\0", "");
}
