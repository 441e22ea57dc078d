/** The field of further prizes: repeated inputs of a form, one JSON text in `LotteryFields`, one column. */
import { z } from "zod";
import type { HashedPicture } from "#shared/brand/picture.ts";
import {
  askedName,
  clearOutdated,
  clearRepeated,
  fillEnglish,
  hasBothLanguages,
  isInUse,
} from "#shared/language/own-languages.ts";
import { type Pence, toPounds } from "#shared/money/money.ts";
import { type Car, carShape } from "../prize/car.ts";
import { type FurtherPrize, MAX_FURTHER_PRIZES, parseFurtherPrizes, shownPrizes, storedPrizes } from "../prize/further-prizes.ts";
import { MAX_PICTURES } from "../prize/picture-files.ts";
import { CAR_FIELDS, carOf, carProblems, typedCar } from "./car-fact.ts";
import type { FactOptions, Fact, FieldProblem } from "./fact.ts";
import { loosePounds, readMoney } from "./typed-values.ts";

/** The name of all inputs of the further prizes. */
export const PRIZES_FIELD = "further_prizes";

/** The inputs of one prize, in the order of the form. `pictures` has addresses, separated by spaces. */
export const PRIZE_INPUTS = ["title", "title_fr", "value", "details", "details_fr", ...CAR_FIELDS, "pictures"] as const;
export type PrizeInput = (typeof PRIZE_INPUTS)[number];
/** One prize, as typed. */
export type TypedPrize = Readonly<Record<PrizeInput, string>>;

const LONGEST = { title: 120, title_fr: 120, details: 1000, details_fr: 1000 } as const;
/** The maximal length of a text. */
export const longestInput = (name: keyof typeof LONGEST) => LONGEST[name];

function typedPrize(textOf: (index: number) => string): TypedPrize {
  return Object.fromEntries(PRIZE_INPUTS.map((name, index) => [name, textOf(index)])) as TypedPrize;
}

/** An empty row of the form. */
export const NO_PRIZE = typedPrize(() => "");

function rowsOf(texts: readonly string[]): TypedPrize[] {
  const at = (row: number, input: number) => texts[row * PRIZE_INPUTS.length + input] ?? "";
  return Array.from({ length: Math.ceil(texts.length / PRIZE_INPUTS.length) }, (_, row) => typedPrize((i) => at(row, i)));
}

function joinPrizes(rows: readonly TypedPrize[]): string {
  const last = rows.findLastIndex((row) => PRIZE_INPUTS.some((name) => row[name].trim() !== ""));
  if (last === -1) return "";
  const filled = rows.slice(0, last + 1);
  return JSON.stringify(filled.map((row) => PRIZE_INPUTS.map((name) => row[name].replaceAll("\r\n", "\n"))));
}

/** Replaces the repeated inputs of a sent form by one text. Empty rows at the end are dropped. */
export function gatherPrizes<Form extends FormData>(form: Form): Form {
  const texts = form.getAll(PRIZES_FIELD).map((text) => (typeof text === "string" ? text : ""));
  // The first one stands for the list itself; alone, it is the whole text.
  if (texts.length > 1) form.set(PRIZES_FIELD, joinPrizes(rowsOf(texts.slice(1))));
  return form;
}

/** The rows in the stored text. A text that is no list of prizes has none. */
export function splitPrizes(typed: string): TypedPrize[] {
  if (typed === "") return [];
  try {
    const rows = z.array(z.array(z.string())).parse(JSON.parse(typed));
    return rows.map((texts) => typedPrize((index) => texts[index] ?? ""));
  } catch {
    return [];
  }
}

/** The title in a language in use; empty if none was typed. */
export function prizeTitle(row: TypedPrize): string {
  return isInUse("en") ? row.title : row.title_fr || row.title;
}

/** Removes texts of a switched-off language from prizes whose text in the other one has changed. */
export function clearOutdatedPrizes(typed: string, stored: string): string {
  if (typed === stored || hasBothLanguages()) return typed;
  const before = splitPrizes(stored);
  return joinPrizes(splitPrizes(typed).map((row) => clearOutdated(row, before)));
}

/** The addresses of a prize's pictures, each once. */
export function pictureUrls({ pictures }: Pick<TypedPrize, "pictures">): string[] {
  return [...new Set(pictures.split(/\s+/).filter((url) => url !== ""))];
}

/** The problems of a prize, beside its inputs. */
export function prizeProblems(row: TypedPrize, most: Pence): Partial<Record<PrizeInput, FieldProblem>> {
  const typed = fillEnglish(row);
  const problems: Partial<Record<PrizeInput, FieldProblem>> = {};
  if (typed.title.trim() === "") problems.title = "required";
  if (typed.details.trim() === "" && typed.details_fr.trim() !== "") problems.details = "required";
  for (const [name, longest] of Object.entries(LONGEST) as [keyof typeof LONGEST, number][])
    if (typed[name].trim().length > longest) problems[name] = "too_long";
  const value = readMoney(typed.value, most);
  if (typeof value === "string") problems.value = value;
  for (const [name, problem] of carProblems(typed)) problems[name] = problem;
  if (pictureUrls(typed).length > MAX_PICTURES) problems.pictures = "too_many_pictures";
  return Object.fromEntries(Object.entries(problems).map(([name, problem]) => [askedName(name, PRIZE_INPUTS), problem]));
}

type PrizesJson = {
  readonly further_prizes: readonly {
    readonly title: string;
    readonly title_fr: string | null;
    readonly value: number;
    readonly details: string;
    readonly details_fr: string | null;
    readonly car: Car | null;
    readonly images: readonly string[];
  }[];
};
type PrizesColumn = { readonly further_prizes: unknown };

const NO_FILES = { width: 0, height: 0, widths: [], placeholder: "", fileHashes: {} } as const;

/** Its pictures have addresses only, until the draw is saved. */
function prizeOf(row: TypedPrize): FurtherPrize {
  const typed = fillEnglish(row);
  const text = (en: string, fr: string) => ({ en: en.trim(), fr: fr.trim() || undefined });
  return {
    title: text(typed.title, typed.title_fr),
    value: loosePounds(typed.value),
    details: text(typed.details, typed.details_fr),
    car: carOf(typed),
    pictures: pictureUrls(typed).map((url): HashedPicture => ({ ...NO_FILES, url })),
  };
}

/** The second and further prizes. */
export function furtherPrizes(
  about: FactOptions & { readonly most: Pence },
): Fact<readonly FurtherPrize[], typeof PRIZES_FIELD, PrizesColumn, PrizesJson> {
  const { most, ...rest } = about;
  return {
    ...rest,
    kind: "prizes",
    names: [PRIZES_FIELD],
    columns: [PRIZES_FIELD],
    shape: {
      further_prizes: z
        .array(
          z.object({
            title: z.string(),
            title_fr: z.string().nullable(),
            value: z.number().min(0).describe("Pounds, with two decimals"),
            details: z.string(),
            details_fr: z.string().nullable(),
            car: carShape.nullable(),
            images: z.array(z.string()).describe("Addresses of its pictures, in order"),
          }),
        )
        .describe("The second and further prizes, in order; the draw's own title and value are the first"),
    },
    start: () => ({ further_prizes: "" }),
    read({ further_prizes }, note) {
      const rows = splitPrizes(further_prizes);
      if (rows.length > MAX_FURTHER_PRIZES) note(PRIZES_FIELD, "too_many");
      for (const problem of rows.flatMap((row) => Object.values(prizeProblems(row, most)))) note(PRIZES_FIELD, problem);
      return rows.map(prizeOf);
    },
    typed: (value) => ({
      further_prizes: joinPrizes(
        value.map(({ title, value, details, car, pictures }) =>
          clearRepeated({
            title: title.en,
            title_fr: title.fr ?? "",
            value: String(toPounds(value)),
            details: details.en,
            details_fr: details.fr ?? "",
            ...typedCar(car),
            pictures: pictures.map(({ url }) => url).join(" "),
          }),
        ),
      ),
    }),
    guess: ({ further_prizes }) => splitPrizes(further_prizes).slice(0, MAX_FURTHER_PRIZES).map(prizeOf),
    shown: shownPrizes,
    toRow: (value) => ({ further_prizes: storedPrizes(value) }),
    fromRow: (row) => parseFurtherPrizes(row.further_prizes),
    json: (value) => ({
      further_prizes: value.map(({ title, value, details, car, pictures }) => ({
        title: title.en,
        title_fr: title.fr ?? null,
        value: toPounds(value),
        details: details.en,
        details_fr: details.fr ?? null,
        car: car ?? null,
        images: pictures.map(({ url }) => url),
      })),
    }),
  };
}

type Choice = "one_prize_a_person";
type ChoiceColumn = { readonly [Key in Choice]: boolean };

/** Whether a person can win only one of the prizes. A select, because browsers do not send an empty box. */
export function onePrizeAPerson(about: FactOptions): Fact<boolean, Choice, ChoiceColumn, ChoiceColumn> {
  const row = (value: boolean) => ({ one_prize_a_person: value });
  return {
    ...about,
    kind: "choice",
    names: ["one_prize_a_person"],
    columns: ["one_prize_a_person"],
    shape: { one_prize_a_person: z.boolean().describe("Whether one person can win only one of the prizes") },
    start: () => ({ one_prize_a_person: "no" }),
    read: ({ one_prize_a_person: typed }) => typed === "yes",
    typed: (value) => ({ one_prize_a_person: value ? "yes" : "no" }),
    guess: ({ one_prize_a_person: typed }) => typed === "yes",
    shown: (value) => value,
    toRow: row,
    fromRow: (stored) => stored.one_prize_a_person,
    json: row,
  };
}
