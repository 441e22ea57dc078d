/** Prices to check by hand, and general properties. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import {
  FEWEST_IN_PACK,
  LEAST_CHARGED,
  MOST_PACKS,
  MOST_PERCENT_OFF,
  namedPacks,
  nextPack,
  packFor,
  PACKS,
  priceEach,
  quote,
} from "./pricing.ts";

const offer = (unit: number, packs = PACKS) => ({ pricePerTicket: pence(unit), packs });

const at = (unit: number, quantity: number, code = 0) => {
  const result = quote(offer(unit), quantity, code);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

describe("what tickets cost", () => {
  it.each([
    // unit, quantity, subtotal, discount, total, pack
    [2999, 1, 2999, 0, 2999, undefined],
    [2999, 14, 41_986, 0, 41_986, undefined],
    [2999, 15, 44_985, 4499, 40_486, "bronze"], // 4498.5 rounds up
    [2999, 24, 71_976, 7198, 64_778, "bronze"], // 7197.6
    [2999, 25, 74_975, 11_246, 63_729, "gold"], // 11246.25: the £637.29 of the design
    [2999, 49, 146_951, 22_043, 124_908, "gold"], // 22042.65
    [2999, 50, 149_950, 37_488, 112_462, "platinum"], // 37487.5 rounds up
    [2999, 1000, 2_999_000, 749_750, 2_249_250, "platinum"],
    [33, 15, 495, 50, 445, "bronze"], // 49.5 rounds up
    [31, 25, 775, 116, 659, "gold"], // 116.25
    [99, 50, 4950, 1238, 3712, "platinum"], // 1237.5 rounds up
    [30, 1, 30, 0, 30, undefined],
    [0, 25, 0, 0, 0, "gold"],
  ])("at %d p, %d tickets: %d - %d = %d (%s)", (unit, quantity, subtotal, discount, total, pack) => {
    const price = at(unit, quantity);
    expect(price).toMatchObject({ subtotal, discount, total });
    expect(price.pack?.name).toBe(pack);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e17])("refuses %d tickets", (quantity) => {
    expect(quote(offer(2999), quantity)).toEqual({ ok: false, error: "bad_quantity" });
  });

  it("applies the better of a code and a pack, never both", () => {
    expect(at(1000, 14, 10)).toMatchObject({ discount: 1400, percentOff: 10 });
    expect(at(1000, 14, 10).pack).toBeUndefined();
    expect(at(1000, 15, 10)).toMatchObject({ discount: 1500, pack: { name: "bronze" } });
    expect(at(1000, 25, 10)).toMatchObject({ discount: 3750, pack: { name: "gold" } });
    expect(at(1000, 15, 20)).toMatchObject({ discount: 3000, percentOff: 20 });
  });

  it.each([
    // unit, code, total
    [30, 0, 30],
    [30, 10, 30], // 27p is below the minimum
    [40, 25, 30],
    [39, 25, 39], // 29p
    [100, 99, 100], // 1p
    [100, 100, 0],
  ])("one of %d p with %d %% off comes to %d: amounts below the provider's minimum are not charged", (unit, code, total) => {
    expect(at(unit, 1, code).total).toBe(total);
  });

  it("always adds up in whole pence, and a bigger pack never costs more a ticket", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 100 }),
        (unit, quantity, code) => {
          const price = at(unit, quantity, code);
          expect(price.subtotal - price.discount).toBe(price.total);
          expect(Number.isSafeInteger(price.total) && price.total >= 0).toBe(true);
          expect(Math.abs(price.discount - (price.subtotal * price.percentOff) / 100)).toBeLessThanOrEqual(0.5);
          const withCode = price.subtotal - Math.round((price.subtotal * code) / 100);
          const counts = withCode === 0 || withCode >= 30;
          expect(price.percentOff).toBe(Math.max(counts ? code : 0, packFor(offer(unit), quantity)?.percentOff ?? 0));
          expect(price.total).toBeLessThanOrEqual(at(unit, quantity).total);
        },
      ),
    );
  });
});

describe("the next pack", () => {
  it.each([
    [1, "bronze", 14],
    [14, "bronze", 1],
    [15, "gold", 10],
    [45, "platinum", 5],
  ])("from %d tickets it is %s, %d more", (quantity, name, missing) => {
    expect(nextPack({ packs: PACKS }, quantity)).toMatchObject({ pack: { name }, missing });
  });
  it("ends at the top", () => {
    expect(nextPack({ packs: PACKS }, 50)).toBeUndefined();
  });
});

describe("the price of one ticket in a pack", () => {
  it.each([
    [2999, 1, 2999, true],
    [2999, 15, 2699, false],
    [2999, 25, 2549, false],
    [2999, 50, 2249, false],
    [3000, 15, 2700, true],
    [0, 50, 0, true],
  ])("at %d p, one of %d tickets: %d, exactly: %s", (unit, quantity, each, isExact) => {
    expect(priceEach(offer(unit), quantity)).toEqual({ each, isExact });
  });
});

describe("a draw's own packs", () => {
  const own = (...sizes: [number, number][]) => namedPacks(sizes.map(([quantity, percentOff]) => ({ quantity, percentOff })));

  it("decide its prices", () => {
    const packs = own([3, 5], [10, 20]);
    const price = (quantity: number) => quote(offer(1000, packs), quantity);
    expect(price(2)).toMatchObject({ value: { percentOff: 0, total: 2000 } });
    expect(price(3)).toMatchObject({ value: { pack: { name: "bronze" }, total: 2850 } });
    expect(price(50)).toMatchObject({ value: { pack: { name: "gold" }, total: 40_000 } });
    expect(nextPack({ packs }, 3)).toMatchObject({ pack: { name: "gold" }, missing: 7 });
  });

  it("may be none: every ticket costs the same", () => {
    expect(quote(offer(1000, []), 50)).toMatchObject({ value: { percentOff: 0, total: 50_000 } });
    expect(nextPack({ packs: [] }, 1)).toBeUndefined();
  });

  it.each([
    [1, "bronze"],
    [2, "bronze gold"],
    [3, "bronze gold platinum"],
    [4, "bronze silver gold platinum"],
    [5, "bronze silver gold platinum diamond"],
  ])("are named by their place: %d of them", (count, names) => {
    const packs = own(...Array.from({ length: count }, (_, i): [number, number] => [10 + i, 1 + i]));
    expect(packs.map(({ name }) => name).join(" ")).toBe(names);
    expect(MOST_PACKS).toBe(5);
  });

  it("never ask the payment provider for less than it charges, even at the lowest price", () => {
    const cheapest = quote(offer(LEAST_CHARGED, own([FEWEST_IN_PACK, MOST_PERCENT_OFF])), FEWEST_IN_PACK);
    expect(cheapest).toMatchObject({ value: { total: LEAST_CHARGED } });
  });
});
