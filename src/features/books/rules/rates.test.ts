/** The rate of a day, if several were set. */
import { expect, it } from "vitest";
import { type AgreedFee, feeOn, rateOn, ratesAfter, type VatRate } from "./rates.ts";

const rate = (from: string, points: number, appliesTo: VatRate["appliesTo"] = "sales"): VatRate => ({
  appliesTo,
  code: `${points}`,
  points,
  from,
});
/** In the order of entry: one replaced, one set in advance, then another one before it. */
const rates = [
  rate("2027-04-01", 2000),
  rate("2027-04-01", 1750),
  rate("2027-09-01", 2250),
  rate("2027-07-01", 500),
  rate("2027-05-01", 9, "fees"),
];

it.each([
  ["2027-03-31", undefined, 0],
  ["2027-04-01", "1750", 1750],
  ["2027-06-30", "1750", 1750],
  ["2027-07-01", "500", 500],
  ["2027-08-31", "500", 500],
  ["2027-09-01", "2250", 2250],
  ["2029-01-01", "2250", 2250],
])("of %s is the one of the latest day that has begun, as entered last", (day, code, points) => {
  expect(rateOn(rates, "sales", day)).toEqual({ code, points });
});

it("of the future are listed, the next first, without the current one", () => {
  expect(ratesAfter(rates, "sales", "2027-04-01").map(({ from }) => from)).toEqual(["2027-07-01", "2027-09-01"]);
  expect(ratesAfter(rates, "sales", "2027-03-31").map(({ points }) => points)).toEqual([1750, 500, 2250]);
});

it("of one provider does not apply to another", () => {
  const fees: AgreedFee[] = [
    { provider: "stripe", points: 150, fixed: 20, from: "2027-04-01" },
    { provider: "checkout", points: 95, fixed: 5, from: "2027-05-01" },
  ];
  expect(feeOn(fees, "stripe", "2027-06-01")?.points).toBe(150);
  expect(feeOn(fees, "checkout", "2027-04-30")).toBeUndefined();
});
