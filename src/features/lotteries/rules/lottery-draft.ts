/** From the fields of a form to a draw that can be stored, or to what is wrong with each field. Source: specification, section 5. */
import { type Day, startOfLondonDay } from "#shared/dates.ts";
import { fromPounds, type Pence, pence } from "#shared/money.ts";
import type { Words } from "./lottery.ts";
import { type FieldName, type LotteryFields, optionFields } from "./lottery-fields.ts";
import { isStatus } from "./lottery-status.ts";
import type { Quiz } from "./quiz.ts";
import type { LotteryStatus } from "./sale.ts";

/** `rightOption` is an option's id, or undefined where any answer passes. */
export type LotteryDraft = {
  readonly title: Words;
  readonly description: Words;
  readonly pricePerTicket: Pence;
  readonly priceValue: Pence;
  readonly ticketsAvailable: number;
  /** Undefined: one person may buy as many as there are. */
  readonly maxPerPerson: number | undefined;
  readonly startDate: Day;
  readonly endDate: Day;
  readonly status: LotteryStatus;
  readonly quiz: Quiz;
  readonly rightOption: string | undefined;
};

/** Each has its sentence under `lotteries.problem`. */
export type FieldProblem =
  | "required"
  | "too_long"
  | "not_a_number"
  | "negative"
  | "not_pence"
  | "below_minimum"
  | "too_large"
  | "not_whole"
  | "not_positive"
  | "not_a_day"
  | "ends_before_start"
  | "unknown_status"
  | "same_option"
  | "unknown_option";
export type FieldProblems = Partial<Record<FieldName, FieldProblem>>;

export const LONGEST_TITLE = 120;
export const LONGEST_DESCRIPTION = 5000;
export const LONGEST_ANSWER = 200;
/** The payment provider takes nothing smaller; nothing at all needs no payment. */
const LEAST_PRICE = pence(30);
const MOST_PRICE = pence(1_000_000_00);
export const MOST_VALUE = pence(1_000_000_000_00);
const MOST_TICKETS = 10_000_000;

/**
 * @param ids of the four options: those of the stored question, so that answers keep their meaning
 * @returns the draw, or what is wrong: one problem a field
 */
export function checkFields(
  fields: LotteryFields,
  ids: readonly string[],
): { readonly draft: LotteryDraft } | { readonly problems: FieldProblems } {
  const problems: Partial<Record<FieldName, FieldProblem>> = {};
  const note = (name: FieldName, problem: FieldProblem | undefined) => {
    if (problem !== undefined) problems[name] ??= problem;
  };

  for (const [name, longest] of TEXTS) {
    const isOptional = name.endsWith("_fr");
    if (fields[name].trim() === "" && !isOptional) note(name, "required");
    if (fields[name].trim().length > longest) note(name, "too_long");
  }
  const price = money(fields.price_per_ticket, MOST_PRICE);
  note("price_per_ticket", typeof price === "string" ? price : price > 0 && price < LEAST_PRICE ? "below_minimum" : undefined);
  const value = money(fields.price_value, MOST_VALUE);
  if (typeof value === "string") note("price_value", value);
  const tickets = count(fields.tickets_available);
  if (typeof tickets === "string") note("tickets_available", tickets);
  const most = fields.max_tickets_per_person.trim() === "" ? undefined : count(fields.max_tickets_per_person);
  if (typeof most === "string") note("max_tickets_per_person", most);
  note("start_date", dayProblem(fields.start_date));
  note("end_date", dayProblem(fields.end_date));
  if (!problems.start_date && !problems.end_date && fields.end_date < fields.start_date) note("end_date", "ends_before_start");
  if (!isStatus(fields.status)) note("status", "unknown_status");
  const options = optionFields.map(({ en }) => fields[en].trim());
  for (const [i, { en }] of optionFields.entries()) if (options.indexOf(options[i] ?? "") !== i) note(en, "same_option");
  if (!/^[0-3]?$/.test(fields.right_option)) note("right_option", "unknown_option");

  if (
    Object.keys(problems).length > 0 ||
    typeof price === "string" ||
    typeof value === "string" ||
    typeof tickets === "string" ||
    typeof most === "string"
  )
    return { problems };
  return {
    draft: {
      title: words(fields.title, fields.title_fr),
      description: words(fields.description, fields.description_fr),
      pricePerTicket: price,
      priceValue: value,
      ticketsAvailable: tickets,
      maxPerPerson: most,
      startDate: fields.start_date,
      endDate: fields.end_date,
      status: fields.status as LotteryStatus,
      quiz: quizOf(fields, ids),
      rightOption: fields.right_option === "" ? undefined : ids[Number(fields.right_option)],
    },
  };
}

const TEXTS: readonly (readonly [FieldName, number])[] = [
  ["title", LONGEST_TITLE],
  ["title_fr", LONGEST_TITLE],
  ["description", LONGEST_DESCRIPTION],
  ["description_fr", LONGEST_DESCRIPTION],
  ["question", LONGEST_ANSWER],
  ["question_fr", LONGEST_ANSWER],
  ...optionFields.flatMap(({ en, fr }) => [[en, LONGEST_ANSWER] as const, [fr, LONGEST_ANSWER] as const]),
];

function words(en: string, fr: string): Words {
  return { en: en.trim(), fr: fr.trim() || undefined };
}

/** A question has to be there in both languages; what was not translated stands in English. */
function quizOf(fields: LotteryFields, ids: readonly string[]): Quiz {
  const text = (en: string, fr: string) => ({ en: en.trim(), fr: fr.trim() || en.trim() });
  return {
    question: text(fields.question, fields.question_fr),
    options: optionFields.map(({ en, fr }, i) => ({ id: ids[i] ?? String(i), ...text(fields[en], fields[fr]) })),
  };
}

/** A decimal number of pounds, or what is wrong with it. */
export function money(text: string, most: Pence): Pence | "required" | "not_a_number" | "negative" | "not_pence" | "too_large" {
  const number = decimal(text);
  if (typeof number === "string") return number;
  if (number < 0) return "negative";
  if (number * 100 > most) return "too_large";
  return fromPounds(number) ?? "not_pence";
}

function count(text: string): number | "required" | "not_a_number" | "not_whole" | "not_positive" | "too_large" {
  const number = decimal(text);
  if (typeof number === "string") return number;
  if (!Number.isInteger(number)) return "not_whole";
  if (number < 1) return "not_positive";
  return number > MOST_TICKETS ? "too_large" : number;
}

function decimal(text: string): number | "required" | "not_a_number" {
  const trimmed = text.trim();
  if (trimmed === "") return "required";
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(trimmed) ? Number(trimmed) : "not_a_number";
}

function dayProblem(text: string): "required" | "not_a_day" | undefined {
  if (text === "") return "required";
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return "not_a_day";
  try {
    startOfLondonDay(text);
    return undefined;
  } catch {
    return "not_a_day";
  }
}
