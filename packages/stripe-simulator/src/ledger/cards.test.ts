/** Card numbers: check digit, brands, and the restrictions of a session. */

import { cardBrand, cardDigits, cvcLength, isCardNumber } from "@concours/simulator-kit/page/card-number";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cardRestriction, readCard } from "./cards.ts";

const TEST_NUMBERS = [
  "4242424242424242",
  "4000000000000002",
  "4000002500003155",
  "4000056655665556",
  "4000058260000005",
  "5555555555554444",
  "378282246310005",
  "6011111111111117",
];

test("every test card has a valid number", () => {
  for (const number of TEST_NUMBERS) expect(isCardNumber(number), number).toBe(true);
});

test("one wrong digit, or two swapped neighbours, is always detected", () => {
  fc.assert(
    fc.property(fc.constantFrom(...TEST_NUMBERS), fc.nat(14), fc.integer({ min: 1, max: 9 }), (number, place, by) => {
      const wrong = [...number];
      wrong[place] = String((Number(wrong[place]) + by) % 10);
      expect(isCardNumber(wrong.join(""))).toBe(false);
    }),
  );
});

test.each([
  ["4242 4242 4242 4242", "visa", 3],
  ["5555-5555-5555-4444", "mastercard", 3],
  ["3782 822463 10005", "amex", 4],
  ["6011 1111 1111 1117", "discover", 3],
] as const)("%s is %s, with a code of %i digits", (typed, brand, length) => {
  expect(cardBrand(cardDigits(typed))).toBe(brand);
  expect(cvcLength(brand)).toBe(length);
});

test("only the last four digits are stored", () => {
  expect(JSON.stringify(readCard("4242424242424242", 12, 2030))).not.toContain("42424");
});

test("a session refuses the brands and kinds that it excludes", () => {
  const { card: amex } = readCard("378282246310005", 12, 2030);
  const { card: debit } = readCard("4000056655665556", 12, 2030);
  const restrictions = { brandsBlocked: ["american_express" as const], fundingBlocked: ["debit" as const] };
  expect([cardRestriction(amex, restrictions), cardRestriction(debit, restrictions), cardRestriction(debit, null)]).toEqual([
    "brand",
    "funding",
    undefined,
  ]);
});
