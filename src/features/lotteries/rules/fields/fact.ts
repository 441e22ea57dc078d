/** The type of a fact: one property of a draw, with its form fields, columns, JSON and texts. */
import type { z } from "zod";
import type { Day } from "#shared/dates/dates.ts";
import type { Locale, LocalizedText } from "#shared/language/locale.ts";
import type { LockedBy } from "../lifecycle.ts";
import type { Quiz } from "../purchase/quiz.ts";

/** What is wrong with a typed value; each has a text at its field. */
export type FieldProblem =
  | "required"
  | "too_long"
  | "not_a_number"
  | "ambiguous"
  | "negative"
  | "not_pence"
  | "below_minimum"
  | "too_large"
  | "not_whole"
  | "not_positive"
  | "not_a_day"
  | "not_a_time"
  | "not_a_moment"
  | "skipped_hour"
  | "repeated_hour"
  | "ends_before_start"
  | "closes_before_opening"
  | "unknown_status"
  | "same_option"
  | "unknown_option"
  | "unknown_choice"
  | "not_a_year"
  | "no_characters"
  | "too_few_in_pack"
  | "too_much_off"
  | "not_rising"
  | "below_prize"
  | "too_many_days"
  | "too_many"
  | "too_many_pictures"
  | "not_a_charity_number"
  | "amount_or_share"
  | "not_a_share";

type Row = Readonly<Record<string, unknown>>;
/** The text of each field of a fact, as typed. */
export type TypedFields<Name extends string = string> = Readonly<Record<Name, string>>;
/** Reports a problem of a field. */
export type NoteProblem<Name extends string = string> = (name: Name, problem: FieldProblem) => void;

/** What all kinds of facts have. */
export type FactOptions = {
  /** The card of the form that shows the fields. */
  readonly card: "car" | "carDetails" | "cash" | "charity" | "terms" | "prizes" | "question";
  /** `order`: the first order makes it final, even an unpaid one. */
  readonly lockedBy: LockedBy;
  readonly optional?: boolean;
  /** Shown while the draw is a draft, and cleared afterwards. */
  readonly onlyDraft?: boolean;
  /** For texts: the maximal length, and the lines of the field. */
  readonly longest?: number;
  readonly lines?: number;
  /** The description in the API's documentation. */
  readonly apiDescription?: string;
};

/** A fact with values `V`, fields `Name`, columns `R` and JSON `J`. */
export type Fact<V = unknown, Name extends string = string, R = Row, J = Row> = FactOptions & {
  readonly kind:
    | "words"
    | "car"
    | "cash"
    | "charity"
    | "pounds"
    | "count"
    | "day"
    | "time"
    | "moment"
    | "packs"
    | "prizes"
    | "choice"
    | "status"
    | "quiz"
    | "right_option";
  /** Of the form fields. */
  readonly names: readonly Name[];
  readonly columns: readonly (keyof R & string)[];
  readonly shape: { readonly [Key in keyof J]: z.ZodType };
  /** The default of a new draw; `dayIn` counts days from today. */
  start(dayIn: (days: number) => Day): TypedFields<Name>;
  /** @returns undefined, or any value, if it noted a problem. `ids` are those of the four options */
  read(typed: TypedFields<Name>, note: NoteProblem<Name>, ids: readonly string[]): V | undefined;
  /** The fields of a stored value. */
  typed(value: V, draw: { readonly quiz: Quiz; readonly description: LocalizedText }): TypedFields<Name>;
  /** A value for the preview, from any input. */
  guess(typed: TypedFields<Name>, today: Day): V;
  /** As pages get it, in the visitor's language. */
  shown(value: V, locale: Locale): unknown;
  toRow(value: V): R;
  fromRow(row: R): V;
  /** For the API and the audit log. */
  json(value: V): J;
};
