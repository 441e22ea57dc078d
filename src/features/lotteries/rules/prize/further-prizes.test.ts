/** Further prizes, as typed, stored, shown and sealed. */
import { expect, it } from "vitest";
import { FACTS } from "../fields/facts.ts";
import { MOST_VALUE } from "../fields/facts.ts";
import type { FieldName } from "../fields/lottery-fields.ts";
import { newFields } from "../fields/lottery-fields.ts";
import { NO_PRIZE, PRIZE_INPUTS, prizeProblems, type TypedPrize } from "../fields/prize-facts.ts";
import { shownPrizes } from "./further-prizes.ts";

const NONE = newFields("2026-03-15");
const WATCH: TypedPrize = { ...NO_PRIZE, title: "A watch", title_fr: "Une montre", value: "3000" };
const CAR: TypedPrize = { ...WATCH, title: "Corvo S", car_make: "Corvo", car_mileage: "8200", pictures: "/media/a /media/b" };

const textOf = (...rows: readonly TypedPrize[]) => JSON.stringify(rows.map((row) => PRIZE_INPUTS.map((name) => row[name])));
function read(...rows: readonly TypedPrize[]) {
  const problems: [FieldName, string][] = [];
  const value = FACTS.furtherPrizes.read(
    { ...NONE, further_prizes: textOf(...rows) },
    (...problem) => problems.push(problem),
    [],
  );
  return { value: value ?? [], problems };
}

it("a further prize has the facts of a car and pictures of its own, and what is stored is what was typed", () => {
  const { value, problems } = read(CAR, WATCH);
  expect(problems).toEqual([]);
  expect(value.map(({ car, pictures }) => [car, pictures.map(({ url }) => url)])).toEqual([
    [{ make: "Corvo", mileage: 8200 }, ["/media/a", "/media/b"]],
    [undefined, []],
  ]);
  const stored = FACTS.furtherPrizes.fromRow({
    further_prizes: JSON.parse(String(FACTS.furtherPrizes.toRow(value).further_prizes)),
  });
  expect(stored).toEqual(value);
  expect(
    FACTS.furtherPrizes.typed(stored, {
      quiz: { question: { en: "", fr: "" }, options: [] },
      description: { en: "", fr: undefined },
    }),
  ).toEqual({
    further_prizes: textOf(CAR, WATCH),
  });
});

it("a prize that was stored without facts and pictures is read as having none", () => {
  const row = [{ title: { en: "A watch" }, value_pence: 300_000, details: { en: "" } }];
  expect(FACTS.furtherPrizes.fromRow({ further_prizes: row })).toMatchObject([{ car: undefined, pictures: [] }]);
});

it("each problem stands at the input of its prize", () => {
  const wrong = { ...CAR, car_mileage: "many", car_colour_fr: "Noir", pictures: "/a /b /c /d /e" };
  expect(prizeProblems(wrong, MOST_VALUE)).toEqual({
    car_mileage: "not_a_number",
    car_colour: "required",
    pictures: "too_many_pictures",
  });
  expect(read(WATCH, wrong).problems.map(([name]) => name)).toEqual(Array(3).fill("further_prizes"));
});

it("a picture is listed once, and pages get it without its hashes", () => {
  const { value } = read({ ...CAR, pictures: "/media/a  /media/a" });
  const [prize] = shownPrizes(value, "fr");
  expect(prize).toMatchObject({ place: 2, title: "Une montre", car: { make: "Corvo" } });
  expect(prize?.pictures).toEqual([{ url: "/media/a", width: 0, height: 0, widths: [], placeholder: "" }]);
});
