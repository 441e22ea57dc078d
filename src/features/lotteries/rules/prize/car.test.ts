/** The facts of a car, as typed, stored, shown and sealed. */
import { prizeJson } from "@concours/draw-protocol";
import { expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import { FACTS } from "../fields/facts.ts";
import { newFields } from "../fields/lottery-fields.ts";
import type { FieldName, LotteryFields } from "../fields/lottery-fields.ts";
import { type Car, carIn, sealedCar } from "./car.ts";
import { prizeDocument } from "./prize-document.ts";

const NONE = newFields("2026-03-15");
function read(typed: Partial<LotteryFields>) {
  const problems: [FieldName, string][] = [];
  const value = FACTS.car.read({ ...NONE, ...typed }, (name, problem) => problems.push([name, problem]), []);
  return problems.length > 0 ? problems : value;
}

it("a plain draw tells nothing of its car, and stores nothing", () => {
  expect(read({})).toBeUndefined();
  expect(FACTS.car.toRow(undefined)).toEqual({ car: null });
  expect(sealedCar(undefined)).toEqual([]);
});

it("only the last four characters of a registration or VIN are taken", () => {
  expect(read({ car_ending: "ab12 cde" })).toEqual({ ending: "2CDE" });
  expect(read({ car_ending: "WP0ZZZ99ZTS392124" })).toEqual({ ending: "2124" });
});

it("a colour or warranty in French needs its English", () => {
  expect(read({ car_colour_fr: "Noir" })).toEqual([["car_colour", "required"]]);
  const car = read({ car_colour: "Black", car_colour_fr: "Noir", car_warranty: "12 months" }) as Car;
  expect(carIn(car, "fr")).toEqual({ colour: "Noir", warranty: "12 months" });
  expect(carIn(car, "en")).toEqual({ colour: "Black", warranty: "12 months" });
});

it("what is stored is what was typed", () => {
  const typed = { car_mileage: "8,200", car_year: "2021", car_fuel: "diesel", car_mot_until: "2027-03-31" };
  const car = read(typed) as Car;
  const stored = JSON.parse(FACTS.car.toRow(car).car as string);
  expect(FACTS.car.fromRow({ car: stored })).toEqual({ mileage: 8200, year: 2021, fuel: "diesel", mot_until: "2027-03-31" });
  expect(
    FACTS.car.typed(car, { quiz: { question: { en: "", fr: "" }, options: [] }, description: { en: "", fr: undefined } }),
  ).toMatchObject({ ...typed, car_mileage: "8200" });
});

it("the prize document has a line for each fact, in words that never change", () => {
  const car: Car = { make: "Valmont", mileage: 1_234_567, power: 503, owners: 0, category: "none", tax: "shop", colour: "Black" };
  expect(sealedCar(car)).toEqual([
    { label: { en: "Make", fr: "Marque" }, value: { en: "Valmont", fr: undefined } },
    { label: { en: "Mileage", fr: "Kilométrage" }, value: { en: "1,234,567 miles", fr: "1\u202f234\u202f567\u00a0miles" } },
    { label: { en: "Power", fr: "Puissance" }, value: { en: "503 bhp", fr: undefined } },
    { label: { en: "Colour", fr: "Couleur" }, value: { en: "Black", fr: undefined } },
    { label: { en: "Previous owners", fr: "Propriétaires précédents" }, value: { en: "0", fr: undefined } },
    {
      label: { en: "Insurance category", fr: "Catégorie d’assurance" },
      value: { en: "Never written off", fr: "Jamais déclarée perte totale" },
    },
    {
      label: { en: "Vehicle tax", fr: "Taxe sur le véhicule" },
      value: { en: "First year included", fr: "Première année comprise" },
    },
  ]);
});

it("the facts are sealed from the second form of the document on; the first keeps its bytes", () => {
  const lottery = {
    id: "x",
    title: { en: "GT", fr: undefined },
    description: { en: "A car", fr: undefined },
    priceValue: pence(1),
    images: [],
    charity: undefined,
    cash: undefined,
    furtherPrizes: [],
  };
  const about = { filesOf: () => ({}), isTestMode: false };
  const prizeText = (car: Car | undefined, format: "pdraw-prize/1" | "pdraw-prize/2") =>
    prizeJson({ ...prizeDocument({ ...lottery, car }, [], about), format });
  expect(prizeText({ make: "Valmont" }, "pdraw-prize/1")).toBe(prizeText(undefined, "pdraw-prize/1"));
  expect(prizeText({ make: "Valmont" }, "pdraw-prize/2")).toContain(
    '"facts":[{"label":{"en":"Make","fr":"Marque"},"value":{"en":"Valmont","fr":null}}]',
  );
});
