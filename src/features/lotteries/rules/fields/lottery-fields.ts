/** The fields of a draw's form: defaults, reading, and validation. */
import { addDays, type Day } from "#shared/dates/dates.ts";
import { askedName, clearOutdated, clearRepeated, clearUnused, fillEnglish, isAsked } from "#shared/language/own-languages.ts";
import { clockProblem } from "../dates/draw-hours.ts";
import { canEdit as isEditable, type Promised } from "../lifecycle.ts";
import type { FieldProblem } from "./fact.ts";
import { FACT_LIST, type FieldName, type LotteryDraft } from "./facts.ts";
import { clearOutdatedPrizes } from "./prize-facts.ts";

export type { FieldName };

/** The text of each field. */
export type LotteryFields = Readonly<Record<FieldName, string>>;
export type FieldProblems = Partial<Record<FieldName, FieldProblem>>;

export const FIELD_NAMES = FACT_LIST.flatMap(([, { names }]) => names) as readonly FieldName[];
/** Whether the form shows a field: texts of a language that is switched off are not asked for. */
export const isAskedField = (name: FieldName) => isAsked(name, FIELD_NAMES);

const DAY_MS = 86_400_000;

/** The fields of a new draw. `today`: in London. */
export function newFields(today: Day): LotteryFields {
  const dayIn = (days: number) => addDays(today, days);
  return clearUnused(Object.assign({}, ...FACT_LIST.map(([, fact]) => fact.start(dayIn))));
}

/** The fields of a stored draw. */
export function fieldsOf(lottery: LotteryDraft): LotteryFields {
  return clearRepeated(Object.assign({}, ...FACT_LIST.map(([key, fact]) => fact.typed(lottery[key], lottery))));
}

/** A new draft with the facts of another draw. It runs as many days, from today on. */
export function copiedFields(lottery: LotteryDraft, today: Day): LotteryFields {
  const days = Math.max(0, Math.round((Date.parse(lottery.endDate) - Date.parse(lottery.startDate)) / DAY_MS));
  const dates = { start_date: today, end_date: addDays(today, days) };
  return { ...fieldsOf(lottery), ...dates, status: "draft", publish_at: "" };
}

/** Whether a field can be edited. Pictures are final after the first order. */
export function canEdit(name: FieldName | "pictures", draw: Promised): boolean {
  const fact = FACT_LIST.find(([, { names }]) => names.includes(name))?.[1];
  return isEditable({ lockedBy: fact?.lockedBy ?? "order" }, draw).ok;
}

/** Normalises input: browsers send CRLF line breaks, and PostgreSQL's text refuses NUL. */
export function plainText(value: string): string {
  return value.replaceAll("\r\n", "\n").replaceAll("\0", "");
}

/**
 * Reads the form. Missing fields keep the value of `stored`: browsers omit disabled fields, and the form has
 * none of a language that is switched off.
 */
export function readFields(form: { get(name: string): unknown }, stored: LotteryFields): LotteryFields {
  const entries = FIELD_NAMES.map((name) => {
    const value = form.get(name);
    return [name, typeof value === "string" ? plainText(value) : stored[name]];
  });
  const read = clearOutdated(Object.fromEntries(entries) as LotteryFields, [stored]);
  return { ...read, further_prizes: clearOutdatedPrizes(read.further_prizes, stored.further_prizes) };
}

/** Each time must exist once on its day, and sales must end after they begin. */
function noteHours(fields: LotteryFields, problems: FieldProblems, note: (name: FieldName, problem: FieldProblem) => void): void {
  const { start_date, start_time, end_date, end_time } = problems;
  const [starts, ends] = [fields.start_time.trim(), fields.end_time.trim()];
  const startClock = !start_date && !start_time && clockProblem(fields.start_date, starts);
  const endClock = !end_date && !end_time && clockProblem(fields.end_date, ends);
  if (startClock) note("start_time", startClock);
  if (endClock) note("end_time", endClock);
  if (start_date || end_date) return;
  if (fields.end_date < fields.start_date) note("end_date", "ends_before_start");
  else if (!start_time && !end_time && fields.end_date === fields.start_date && ends <= starts)
    note("end_time", "closes_before_opening");
}

/**
 * @param ids the ids of the stored question's options, so that earlier answers keep their meaning
 * @returns a valid draw, or one problem a field. Source: specification, section 5
 */
export function checkFields(
  fields: LotteryFields,
  ids: readonly string[],
): { readonly draft: LotteryDraft } | { readonly problems: FieldProblems } {
  const problems: Partial<Record<FieldName, FieldProblem>> = {};
  const note = (name: string, problem: FieldProblem) => {
    problems[askedName(name, FIELD_NAMES) as FieldName] ??= problem;
  };
  const filled = fillEnglish(fields);
  const values = FACT_LIST.map(([key, fact]) => [key, fact.read(filled, note, ids)]);
  noteHours(fields, problems, note);
  const draft = Object.fromEntries(values) as LotteryDraft;
  // Code of practice, 2.5: the prize as advertised, or equal cash.
  if (draft.cash && !problems.price_value && draft.cash.amount < draft.priceValue) note("cash_alternative", "below_prize");
  return Object.keys(problems).length > 0 ? { problems } : { draft };
}
