import { expect, expectTypeOf, test } from "vitest";
import { fromRow } from "./from-row.ts";
import { type Pence, pence } from "./money/money.ts";

test("a row is read in camel case, without NULL, and its pence are money", () => {
  const at = new Date();
  const stored: { id: string; charged_back_pence: number; ended_at: Date | null; pay_by: Date | null; is_test: boolean } = {
    ...{ id: "1", charged_back_pence: 250, ended_at: null, pay_by: at, is_test: false },
  };
  const read = fromRow(stored);
  expect(read).toEqual({ id: "1", chargedBack: pence(250), endedAt: undefined, payBy: at, isTest: false });
  expectTypeOf(read.chargedBack).toEqualTypeOf<Pence>();
  expectTypeOf(read.endedAt).toEqualTypeOf<Date | undefined>();
  expectTypeOf(read.isTest).toEqualTypeOf<boolean>();
});

test("a NULL sum is undefined, and a fraction of a penny is refused", () => {
  expect(fromRow({ refunded_pence: null })).toEqual({ refunded: undefined });
  expect(() => fromRow({ refunded_pence: 1.5 })).toThrow(RangeError);
});
