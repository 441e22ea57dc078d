/** Additions to a prize after the first order: a higher value, a note, more pictures. Nothing is removed. */
import { type Locale, wordsIn } from "#shared/language/locale.ts";
import { hasBothLanguages } from "#shared/language/own-languages.ts";
import { type Pence, toPounds } from "#shared/money/money.ts";
import type { FieldProblem } from "../fields/fact.ts";
import { MOST_VALUE } from "../fields/facts.ts";
import { readMoney } from "../fields/typed-values.ts";

/** One addition, at its time: a value raised in pence, a note, or a picture. */
export type PrizeImprovement = { readonly at: Date } & (
  | { readonly kind: "value"; readonly from: Pence; readonly to: Pence }
  | { readonly kind: "note"; readonly text: { readonly en: string; readonly fr: string } }
  | { readonly kind: "picture"; readonly url: string }
);

/** The fields of the form. */
export const IMPROVEMENT_FIELDS = ["improved_value", "note", "note_fr"] as const;
/** A field of the form. */
export type ImprovementField = (typeof IMPROVEMENT_FIELDS)[number];
/** The fields as typed. */
export type ImprovementFields = Readonly<Record<ImprovementField, string>>;

/** What the form adds; both may be undefined if it adds pictures only. */
export type ImprovementDraft = {
  readonly value: Pence | undefined;
  readonly note: { readonly en: string; readonly fr: string } | undefined;
};
/** The problem of each wrong field. `not_higher`: the prize already has this value. */
export type ImprovementProblems = Partial<Record<ImprovementField, FieldProblem | "not_higher">>;

/** In characters. */
export const LONGEST_NOTE = 1000;

function noteProblem(name: "note" | "note_fr", text: string, other: string): ImprovementProblems {
  if (text === "" && other !== "") return { [name]: "required" };
  return text.length > LONGEST_NOTE ? { [name]: "too_long" } : {};
}

/** Checks the form; `currentValue`: the prize's. A note needs both languages, if both are in use. */
export function checkImprovement(
  fields: ImprovementFields,
  currentValue: Pence,
): { readonly draft: ImprovementDraft } | { readonly problems: ImprovementProblems } {
  const [typedValue, en, typedFr] = [fields.improved_value, fields.note, fields.note_fr].map((text) => text.trim()) as [
    string,
    string,
    string,
  ];
  const fr = hasBothLanguages() ? typedFr : en;
  const value = typedValue === "" ? undefined : readMoney(typedValue, MOST_VALUE);
  const problems: ImprovementProblems = {
    ...(typeof value === "string" && { improved_value: value }),
    ...(typeof value === "number" && value <= currentValue && { improved_value: "not_higher" as const }),
    ...noteProblem("note", en, fr),
    ...noteProblem("note_fr", fr, en),
  };
  if (Object.keys(problems).length > 0 || typeof value === "string") return { problems };
  return { draft: { value, note: en === "" ? undefined : { en, fr } } };
}

/**
 * Why an improvement is refused. `not_locked`: there is no order, so the draw itself can be changed.
 * `is_over`: the prize is final. `not_higher`: the prize already has this value. `picture_gone`: an upload
 * has expired.
 */
export type ImproveError =
  | "forbidden"
  | "reauth_needed"
  | "not_found"
  | "not_locked"
  | "is_over"
  | "nothing"
  | "not_higher"
  | "too_many_pictures"
  | "same_picture"
  | "picture_gone";

/** An addition as the draw's page shows it, in one language; `at` in ms. */
export function improvementView(improvement: PrizeImprovement, locale: Locale) {
  const at = improvement.at.getTime();
  switch (improvement.kind) {
    case "value":
      return { at, kind: improvement.kind, from: improvement.from, to: improvement.to };
    case "note":
      return { at, kind: improvement.kind, text: wordsIn(improvement.text, locale) };
    case "picture":
      return { at, kind: improvement.kind };
  }
}

/** An addition in the API: prices in pounds, `at` as ISO 8601. */
export function improvementJson(improvement: PrizeImprovement) {
  const at = improvement.at.toISOString();
  switch (improvement.kind) {
    case "value":
      return { at, kind: improvement.kind, from: toPounds(improvement.from), to: toPounds(improvement.to) };
    case "note":
      return { at, kind: improvement.kind, text: improvement.text };
    case "picture":
      return { at, kind: improvement.kind, image_url: improvement.url };
  }
}
