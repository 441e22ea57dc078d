/** The warnings before a draw goes on sale, and the sentence that confirms them. */
import { describe, expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import { isSameSentence, reviewWarnings, soldOutSums } from "./publish-review.ts";

const SOUND = {
  pricePerTicket: pence(10_00),
  ticketsAvailable: 1000,
  priceValue: pence(8_000_00),
  furtherPrizes: [],
  endDate: "2027-03-10",
};
const OTHERS = [pence(0), pence(5_00), pence(20_00)];

describe("what is unusual about a draw", () => {
  it.each([
    ["a draw that brings as much as its prize", { priceValue: pence(10_000_00) }, []],
    ["a draw that brings a penny less", { priceValue: pence(10_000_01) }, ["loses_money"]],
    ["a price of a quarter of the lowest other one", { pricePerTicket: pence(1_25), ticketsAvailable: 9000 }, []],
    ["a price below that", { pricePerTicket: pence(1_24), ticketsAvailable: 9000 }, ["unusual_price"]],
    ["a price of four times the highest", { pricePerTicket: pence(80_00) }, []],
    ["a price above that", { pricePerTicket: pence(80_01) }, ["unusual_price"]],
    ["tickets for nothing", { pricePerTicket: pence(0) }, ["loses_money"]],
    ["an end on a Saturday", { endDate: "2027-03-13" }, []],
    ["an end on a Sunday", { endDate: "2027-03-14" }, ["no_post_day"]],
    ["an end on Good Friday", { endDate: "2027-03-26" }, ["no_post_day"]],
  ])("%s", (_, change, warnings) => {
    expect(reviewWarnings({ ...SOUND, ...change }, OTHERS)).toEqual(warnings);
  });

  it("counts all prizes, and compares no price with a single other draw", () => {
    const prize = {
      title: { en: "Watch", fr: undefined },
      details: { en: "", fr: undefined },
      car: undefined,
      pictures: [],
      value: pence(2_500_00),
    };
    expect(soldOutSums({ ...SOUND, furtherPrizes: [prize] })).toEqual({ takings: 1_000_000, prizes: 1_050_000, loss: 50_000 });
    expect(reviewWarnings({ ...SOUND, pricePerTicket: pence(900_00) }, [pence(5_00)])).toEqual([]);
  });

  it("takes a typed sentence without its case, accents, spaces and signs, but not with another sum", () => {
    expect(isSameSentence("j'accepte une perte de 73000 £", "J’accepte une perte de 73\u202f000\u00a0£")).toBe(true);
    expect(isSameSentence("I accept a loss of £7,300", "I accept a loss of £73,000")).toBe(false);
    expect(isSameSentence("", "Publish it as it is")).toBe(false);
  });
});
