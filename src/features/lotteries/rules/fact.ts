import type { z } from "zod";
import type { Day } from "#shared/dates.ts";
import type { Locale } from "#shared/locale.ts";
import type { Quiz } from "./quiz.ts";

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
  | "ends_before_start"
  | "unknown_status"
  | "same_option"
  | "unknown_option";

type Row = Readonly<Record<string, unknown>>;
export type Typed<Name extends string = string> = Readonly<Record<Name, string>>;
export type Note<Name extends string = string> = (name: Name, problem: FieldProblem) => void;

export type About = {
  readonly card: "car" | "terms" | "question";
  /** What makes it final. An order does, even one that was never paid. */
  readonly lockedBy: "order" | "nothing";
  readonly optional?: boolean;
  /** For texts: how many characters at most, and how many lines the field shows. */
  readonly longest?: number;
  readonly lines?: number;
  readonly says?: string;
};

export type Fact<V = unknown, Name extends string = string, R = Row, J = Row> = About & {
  readonly kind: "words" | "pounds" | "count" | "day" | "status" | "quiz" | "right_option";
  readonly names: readonly Name[];
  readonly columns: readonly (keyof R & string)[];
  readonly shape: { readonly [Key in keyof J]: z.ZodType };
  /** What the form of a new draw holds; `dayIn` counts days from today. */
  start(dayIn: (days: number) => Day): Typed<Name>;
  /** @returns undefined, or any value, where a problem was noted. `ids` are those of the four options */
  read(typed: Typed<Name>, note: Note<Name>, ids: readonly string[]): V | undefined;
  typed(value: V, quiz: Quiz): Typed<Name>;
  /** The nearest value to what is typed, however unfinished. */
  guess(typed: Typed<Name>, today: Day): V;
  shown(value: V, locale: Locale): unknown;
  toRow(value: V): R;
  fromRow(row: R): V;
  json(value: V): J;
};
