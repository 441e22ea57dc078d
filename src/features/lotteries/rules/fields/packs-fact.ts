/** The packs of a draw: from a number of tickets on, the order is a percentage cheaper. */
import { z } from "zod";
import { FEWEST_IN_PACK, MOST_PERCENT_OFF, namedPacks, type Pack, PACKS } from "../purchase/pricing.ts";
import type { FactOptions, Fact, NoteProblem, TypedFields } from "./fact.ts";
import { looseCount, readCount } from "./typed-values.ts";

/** The fields of the five packs, smallest first. */
export const packFields = ([1, 2, 3, 4, 5] as const).map(
  (n) => ({ n, quantity: `pack${n}_quantity`, percent: `pack${n}_percent` }) as const,
);
type PackField = (typeof packFields)[number]["quantity" | "percent"];

type Stored = { readonly quantity: number; readonly percent: number };
type Sizes = Omit<Pack, "name">;

const shape = z.array(z.object({ name: z.string(), quantity: z.int(), percent_off: z.int() }));

const MOST = 10_000_000;

function isBlank(typed: TypedFields<PackField>, name: PackField): boolean {
  return typed[name].trim() === "";
}

function readPacks(typed: TypedFields<PackField>, note: NoteProblem<PackField>): Pack[] {
  const read: Sizes[] = [];
  for (const { quantity: quantityField, percent: percentField } of packFields) {
    if (isBlank(typed, quantityField) && isBlank(typed, percentField)) continue;
    const last = read.at(-1);
    const quantity = readCount(typed[quantityField], MOST);
    const percentOff = readCount(typed[percentField], MOST_PERCENT_OFF);
    if (typeof quantity === "string") note(quantityField, quantity);
    else if (quantity < FEWEST_IN_PACK) note(quantityField, "too_few_in_pack");
    else if (last && quantity <= last.quantity) note(quantityField, "not_rising");
    if (typeof percentOff === "string") note(percentField, percentOff === "too_large" ? "too_much_off" : percentOff);
    else if (last && percentOff <= last.percentOff) note(percentField, "not_rising");
    if (typeof quantity === "number" && typeof percentOff === "number") read.push({ quantity, percentOff });
  }
  return namedPacks(read);
}

/** The rows that make sense, for prices beside them. */
function guessPacks(typed: Partial<TypedFields<PackField>>): Pack[] {
  const sizes = packFields.map(({ quantity, percent }) => ({
    quantity: looseCount(typed[quantity]),
    percentOff: looseCount(typed[percent]),
  }));
  const isPack = (size: Sizes) => size.quantity >= FEWEST_IN_PACK && size.percentOff >= 1 && size.percentOff <= MOST_PERCENT_OFF;
  return namedPacks(sizes.filter(isPack));
}

function typedPacks(packs: readonly Pack[]): TypedFields<PackField> {
  const fields = packFields.flatMap(({ quantity, percent }, i) => [
    [quantity, String(packs[i]?.quantity ?? "")],
    [percent, String(packs[i]?.percentOff ?? "")],
  ]);
  return Object.fromEntries(fields) as TypedFields<PackField>;
}

/** Up to five packs that rise in quantity and percent. A row of two empty fields is no pack. */
export function packs(
  about: FactOptions,
): Fact<readonly Pack[], PackField, { readonly packs: unknown }, { readonly packs: unknown }> {
  return {
    ...about,
    kind: "packs",
    names: packFields.flatMap(({ quantity, percent }) => [quantity, percent]),
    columns: ["packs"],
    shape: { packs: shape.describe(about.apiDescription ?? "") },
    start: () => typedPacks(PACKS),
    read: readPacks,
    typed: typedPacks,
    guess: (typed) => guessPacks(typed),
    shown: (value) => value,
    toRow: (value) => ({ packs: packsJson(value) }),
    fromRow: ({ packs }) => namedPacks((packs as Stored[]).map(({ quantity, percent }) => ({ quantity, percentOff: percent }))),
    json: (value) => ({ packs: value.map(({ name, quantity, percentOff }) => ({ name, quantity, percent_off: percentOff })) }),
  };
}

/** As stored in `lotteries.packs`. */
export function packsJson(packs: readonly Pack[]): string {
  return JSON.stringify(packs.map(({ quantity, percentOff }) => ({ quantity, percent: percentOff })));
}
