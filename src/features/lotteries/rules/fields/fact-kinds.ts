/** Kinds of facts: texts in two languages, amounts, counts, days, times and instants. */
import { z } from "zod";
import { type Day, londonClock } from "#shared/dates/dates.ts";
import type { Time } from "#shared/dates/draw-hours.ts";
import { type LocalizedText, wordsIn } from "#shared/language/locale.ts";
import { type Pence, pence, toPounds } from "#shared/money/money.ts";
import { clockProblem, isTime, openingInstant } from "../dates/draw-hours.ts";
import type { FactOptions, Fact, TypedFields } from "./fact.ts";
import { isDay, looseCount, loosePounds, readCount, readMoney } from "./typed-values.ts";

type Messages<Name extends string> = { readonly [Key in Name]: string } & { readonly [Key in `${Name}_fr`]: string | null };

function text(typed: TypedFields, name: string): string {
  return (typed[name] ?? "").trim();
}

/** A text in English, and in French if given; two fields and two columns. */
export function words<const Name extends string>(
  name: Name,
  about: FactOptions & { readonly longest: number },
): Fact<LocalizedText, Name | `${Name}_fr`, Messages<Name>, Messages<Name>> {
  const fr = `${name}_fr`;
  const row = (value: LocalizedText) => ({ [name]: value.en, [fr]: value.fr ?? null });
  const fact: Fact<LocalizedText> = {
    ...about,
    kind: "words",
    names: [name, fr],
    columns: [name, fr],
    shape: { [name]: z.string(), [fr]: z.string().nullable() },
    start: () => ({ [name]: "", [fr]: "" }),
    read(typed, note) {
      const [en, french] = [text(typed, name), text(typed, fr)];
      if (en === "" && (!about.optional || french !== "")) note(name, "required");
      if (en.length > about.longest) note(name, "too_long");
      if (french.length > about.longest) note(fr, "too_long");
      return { en, fr: french || undefined };
    },
    typed: (value) => ({ [name]: value.en, [fr]: value.fr ?? "" }),
    guess: (typed) => ({ en: typed[name] ?? "", fr: text(typed, fr) === "" ? undefined : typed[fr] }),
    shown: (value, locale) => wordsIn(value, locale),
    toRow: row,
    fromRow: (stored) => ({ en: String(stored[name]), fr: (stored[fr] as string | null) ?? undefined }),
    json: row,
  };
  return fact as Fact<LocalizedText, Name | `${Name}_fr`, Messages<Name>, Messages<Name>>;
}

type Amount = { readonly start: string; readonly most: Pence; readonly least?: Pence; readonly twoDecimals?: boolean };

/** An amount: in pounds in forms and API, stored in `{name}_pence`. Below `least`, only 0 is valid. */
export function pounds<const Name extends string>(
  name: Name,
  { start, most, least, twoDecimals, ...about }: FactOptions & Amount,
) {
  const column = `${name}_pence`;
  const fact: Fact<Pence> = {
    ...about,
    kind: "pounds",
    names: [name],
    columns: [column],
    shape: { [name]: z.number().min(0).describe("Pounds, with two decimals") },
    start: () => ({ [name]: start }),
    read(typed, note) {
      const value = readMoney(text(typed, name), most);
      if (typeof value === "string") return void note(name, value);
      if (least !== undefined && value > 0 && value < least) note(name, "below_minimum");
      return value;
    },
    typed: (value) => ({ [name]: twoDecimals ? toPounds(value).toFixed(2) : String(toPounds(value)) }),
    guess: (typed) => loosePounds(typed[name]),
    shown: (value) => value,
    toRow: (value) => ({ [column]: value }),
    fromRow: (row) => pence(row[column] as number),
    json: (value) => ({ [name]: toPounds(value) }),
  };
  type Column = { readonly [Key in `${Name}_pence`]: number };
  return fact as Fact<Pence, Name, Column, { readonly [Key in Name]: number }>;
}

/** The highest count. */
const MOST = 10_000_000;
type Count<Name extends string, V extends number | null> = { readonly [Key in Name]: V };

/** A whole number from 1; optional ones may be empty. */
function numberOf(name: string, { start, ...about }: FactOptions & { readonly start: string }): Fact {
  const requiredCount = about.apiDescription === undefined ? z.int() : z.int().describe(about.apiDescription);
  const row = (value: unknown) => ({ [name]: value ?? null });
  return {
    ...about,
    kind: "count",
    names: [name],
    columns: [name],
    shape: {
      [name]: about.optional
        ? z
            .int()
            .nullable()
            .describe(about.apiDescription ?? "")
        : requiredCount,
    },
    start: () => ({ [name]: start }),
    read(typed, note) {
      if (about.optional && text(typed, name) === "") return undefined;
      const value = readCount(text(typed, name), MOST);
      return typeof value === "string" ? void note(name, value) : value;
    },
    typed: (value) => ({ [name]: String(value ?? "") }),
    guess: (typed) => (about.optional && text(typed, name) === "" ? undefined : Math.max(1, looseCount(typed[name]))),
    shown: (value) => value,
    toRow: row,
    fromRow: (stored) => stored[name] ?? undefined,
    json: row,
  };
}

/** A whole number from 1. */
export function count<const Name extends string>(name: Name, about: FactOptions & { readonly start: string }) {
  return numberOf(name, about) as Fact<number, Name, Count<Name, number>, Count<Name, number>>;
}

/** A whole number from 1, or none. */
export function optionalCount<const Name extends string>(name: Name, about: FactOptions & { readonly start: string }) {
  const fact = numberOf(name, { ...about, optional: true });
  return fact as Fact<number | undefined, Name, Count<Name, number | null>, Count<Name, number | null>>;
}

/** A day in London. Its default is `start` days from today. */
export function day<const Name extends string>(name: Name, { start, ...about }: FactOptions & { readonly start: number }) {
  const row = (value: Day) => ({ [name]: value });
  const fact: Fact<Day> = {
    ...about,
    kind: "day",
    names: [name],
    columns: [name],
    shape: { [name]: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) },
    start: (dayIn) => ({ [name]: dayIn(start) }),
    read(typed, note) {
      const value = typed[name] ?? "";
      if (value === "") note(name, "required");
      else if (!isDay(value)) note(name, "not_a_day");
      return value;
    },
    typed: row,
    guess: (typed, today) => (isDay(typed[name] ?? "") ? (typed[name] ?? today) : today),
    shown: (value) => value,
    toRow: row,
    fromRow: (stored) => String(stored[name]),
    json: row,
  };
  type Column = { readonly [Key in Name]: Day };
  return fact as Fact<Day, Name, Column, Column>;
}

/** A time of day in London, "hh:mm". */
export function time<const Name extends string>(name: Name, { start, ...about }: FactOptions & { readonly start: Time }) {
  const row = (value: Time) => ({ [name]: value });
  const fact: Fact<Time> = {
    ...about,
    kind: "time",
    names: [name],
    columns: [name],
    shape: {
      [name]: z
        .string()
        .regex(/^\d{2}:\d{2}$/)
        .describe(about.apiDescription ?? ""),
    },
    start: () => row(start),
    read(typed, note) {
      const value = text(typed, name);
      if (value === "") note(name, "required");
      else if (!isTime(value)) note(name, "not_a_time");
      return value;
    },
    typed: row,
    guess: (typed) => (isTime(text(typed, name)) ? text(typed, name) : start),
    shown: (value) => value,
    toRow: row,
    fromRow: (stored) => String(stored[name]),
    json: row,
  };
  type Column = { readonly [Key in Name]: Time };
  return fact as Fact<Time, Name, Column, Column>;
}

/** An instant, or none; typed as "yyyy-mm-ddThh:mm" in London. */
export function optionalMoment<const Name extends string>(name: Name, about: FactOptions) {
  const row = (value: Date | undefined) => ({ [name]: value ?? null });
  const fact: Fact<Date | undefined> = {
    ...about,
    optional: true,
    kind: "moment",
    names: [name],
    columns: [name],
    shape: { [name]: z.iso.datetime().nullable() },
    start: () => ({ [name]: "" }),
    read(typed, note) {
      const [day = "", hour = ""] = text(typed, name).split("T");
      if (day === "" && hour === "") return undefined;
      if (!isDay(day) || !isTime(hour)) return void note(name, "not_a_moment");
      const problem = clockProblem(day, hour);
      return problem ? void note(name, problem) : openingInstant(day, hour);
    },
    typed: (value) => ({ [name]: value ? londonClock(value) : "" }),
    guess: () => undefined,
    shown: (value) => value,
    toRow: row,
    fromRow: (stored) => (stored[name] as Date | null) ?? undefined,
    json: (value) => ({ [name]: value?.toISOString() ?? null }),
  };
  type Column = { readonly [Key in Name]: Date | null };
  return fact as Fact<Date | undefined, Name, Column, { readonly [Key in Name]: string | null }>;
}
