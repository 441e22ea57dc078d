/** The facts of the car: a field each, stored together. */
import { readNumber } from "#shared/text/typed-number.ts";
import { CAR_FACTS, CAR_MEMBERS, type Car, type CarMember, carIn, carShape } from "../prize/car.ts";
import type { FactOptions, Fact, FieldProblem, TypedFields } from "./fact.ts";
import { isDay } from "./typed-values.ts";

/** The name of a field of the car. */
export type CarField = `car_${CarMember}`;
/** The field of a fact of the car. */
export const carField = <Key extends CarMember>(member: Key) => `car_${member}` as const;
/** All fields of the car, in the order of the form. */
export const CAR_FIELDS: readonly CarField[] = CAR_MEMBERS.map(carField);

type CarColumn = { readonly car: unknown };

/** The fields of a stored car. */
export function typedCar(value: Car | undefined): TypedFields<CarField> {
  const entries = CAR_MEMBERS.map((member) => [carField(member), String(value?.[member] ?? "")]);
  return Object.fromEntries(entries) as Record<CarField, string>;
}

/** The value of one field, or its problem; empty fields have neither. */
type Read = { readonly value?: string | number; readonly problem?: FieldProblem };

const NUMBER_PROBLEMS = {
  required: "required",
  not_a_number: "not_a_number",
  ambiguous: "ambiguous",
  too_precise: "not_whole",
  too_large: "too_large",
} as const;

/** Reads one field. Of a registration or VIN, only the last four characters are taken. */
function readMember(member: CarMember, typed: string): Read {
  const value = typed.trim();
  if (value === "") return {};
  const fact = CAR_FACTS[member];
  switch (fact.kind) {
    case "words":
      return value.length > fact.longest ? { problem: "too_long" } : { value };
    case "whole": {
      const read = readNumber(value, { decimals: 0, least: fact.least, most: fact.most });
      if (read.ok) return { value: read.value };
      const isOutside = read.error === "too_small" || read.error === "too_large";
      if (member === "year" && isOutside) return { problem: "not_a_year" };
      return {
        problem: { ...NUMBER_PROBLEMS, too_small: fact.least > 0 ? "not_positive" : "negative" }[read.error] as FieldProblem,
      };
    }
    case "day":
      return isDay(value) ? { value } : { problem: "not_a_day" };
    case "choice":
      return fact.values.some((each) => each === value) ? { value } : { problem: "unknown_choice" };
    case "ending": {
      const characters = value.toUpperCase().replace(/[^A-Z0-9]/g, "");
      return characters === "" ? { problem: "no_characters" } : { value: characters.slice(-4) };
    }
  }
}

/** The problem of one field by itself. */
export const carProblem = (member: CarMember, typed: string) => readMember(member, typed).problem;

/** The problem of one field. French needs its English. */
function problemOf(member: CarMember, typed: TypedFields<CarField>): FieldProblem | undefined {
  const isFrenchGiven = (member === "colour" || member === "warranty") && (typed[`car_${member}_fr`] ?? "").trim() !== "";
  if (isFrenchGiven && (typed[carField(member)] ?? "").trim() === "") return "required";
  return carProblem(member, typed[carField(member)] ?? "");
}

/** The problems of all fields, French without its English included. */
export function carProblems(typed: TypedFields<CarField>): readonly (readonly [CarField, FieldProblem])[] {
  return CAR_MEMBERS.flatMap((member) => {
    const problem = problemOf(member, typed);
    return problem ? [[carField(member), problem] as const] : [];
  });
}

/** The valid facts; undefined without any. */
export function carOf(typed: TypedFields<CarField>): Car | undefined {
  const entries = CAR_MEMBERS.flatMap((member) => {
    const read = readMember(member, typed[carField(member)] ?? "");
    return read.value === undefined ? [] : [[member, read.value]];
  });
  return entries.length > 0 ? (Object.fromEntries(entries) as Car) : undefined;
}

/** One fact with many fields, stored as one object; null if none is given. */
export function car(about: FactOptions): Fact<Car | undefined, CarField, CarColumn, { readonly car: Car | null }> {
  return {
    ...about,
    kind: "car",
    optional: true,
    names: CAR_FIELDS,
    columns: ["car"],
    shape: { car: carShape.nullable().describe("The facts of the car; colour and warranty in both languages") },
    start: () => typedCar(undefined),
    read(typed, note) {
      const problems = carProblems(typed);
      for (const [name, problem] of problems) note(name, problem);
      return problems.length > 0 ? undefined : carOf(typed);
    },
    typed: typedCar,
    guess: carOf,
    shown: (value, locale) => value && carIn(value, locale),
    toRow: (value) => ({ car: value ? JSON.stringify(value) : null }),
    fromRow: (row) => (row.car ? carShape.parse(row.car) : undefined),
    json: (value) => ({ car: value ?? null }),
  };
}
