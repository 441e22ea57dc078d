import { addDays, type Day } from "#shared/dates.ts";
import type { FieldProblem } from "./fact.ts";
import { FACT_LIST, type FieldName, type LotteryDraft } from "./facts.ts";
import { canEdit as isEditable } from "./lifecycle.ts";

export type { FieldName };

export type LotteryFields = Readonly<Record<FieldName, string>>;
export type FieldProblems = Partial<Record<FieldName, FieldProblem>>;

export const FIELD_NAMES = FACT_LIST.flatMap(([, { names }]) => names) as readonly FieldName[];

export function newFields(today: Day): LotteryFields {
  const dayIn = (days: number) => addDays(today, days);
  return Object.assign({}, ...FACT_LIST.map(([, fact]) => fact.start(dayIn)));
}

export function fieldsOf(lottery: LotteryDraft): LotteryFields {
  return Object.assign({}, ...FACT_LIST.map(([key, fact]) => fact.typed(lottery[key], lottery.quiz)));
}

/** Whether this part of the form can be changed: an order, even one that was never paid, makes final what was advertised. */
export function canEdit(name: FieldName | "pictures", draw: { readonly hasOrders: boolean }): boolean {
  const fact = FACT_LIST.find(([, { names }]) => names.includes(name))?.[1];
  return isEditable({ lockedBy: fact?.lockedBy ?? "order" }, draw).ok;
}

/** The fields that a form brings. One that it does not bring has its value in `stored`: a browser leaves out what is locked. */
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

/** @returns a draw that can be stored, or one problem a field. `ids` keep the meaning of stored answers. */
export function checkFields(
  fields: LotteryFields,
  ids: readonly string[],
): { readonly draft: LotteryDraft } | { readonly problems: FieldProblems } {
  const problems: Partial<Record<FieldName, FieldProblem>> = {};
  const note = (name: string, problem: FieldProblem) => {
    problems[name as FieldName] ??= problem;
  };
  const values = FACT_LIST.map(([key, fact]) => [key, fact.read(fields, note, ids)]);
  if (!problems.start_date && !problems.end_date && fields.end_date < fields.start_date) note("end_date", "ends_before_start");
  return Object.keys(problems).length > 0 ? { problems } : { draft: Object.fromEntries(values) as LotteryDraft };
}
