/** A free entry is no dearer than a paid one: a card brings what its stamp would have bought. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import { parseStampPrices } from "#shared/money/stamp-price.ts";
import { entriesPerCard } from "./entries-per-card.ts";
import { namedPacks, PACKS, quote } from "./pricing.ts";

const STAMPS = parseStampPrices("2026-04-07=1.80,2027-04-05=2.10") ?? [];
const offer = (pricePerTicket: number, packs = PACKS) => ({ pricePerTicket: pence(pricePerTicket), packs });

describe("a card posted while a stamp costs £1.80", () => {
  it.each([
    // price of a ticket, entries
    [2999, 1],
    [181, 1],
    [180, 1],
    [91, 1],
    [90, 2],
    [60, 3],
    [50, 3],
    [30, 6],
    [0, 1],
  ])("in a draw with tickets at %d p brings %d", (price, entries) => {
    expect(entriesPerCard(offer(price), STAMPS, "2026-11-29")).toBe(entries);
  });

  it("brings as many as a pack would, if the stamp pays for it", () => {
    const packs = namedPacks([{ quantity: 8, percentOff: 50 }]);
    expect(entriesPerCard(offer(45, packs), STAMPS, "2026-11-29")).toBe(8);
    expect(entriesPerCard(offer(40, packs), STAMPS, "2026-11-29")).toBe(9);
  });
});

it.each([
  ["2026-04-06", 1],
  ["2026-04-07", 6],
  ["2027-04-04", 6],
  ["2027-04-05", 7],
])("a card posted on %s counts with the price of that day: %d", (day, entries) => {
  expect(entriesPerCard(offer(30), STAMPS, day)).toBe(entries);
});

it("no payment of a stamp's price buys more tickets than a card brings", () => {
  const sizes = fc.uniqueArray(fc.integer({ min: 2, max: 40 }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.integer({ min: 30, max: 400 }), sizes, fc.integer({ min: 1, max: 45 }), (price, quantities, percent) => {
      const packs = namedPacks(
        quantities.toSorted((a, b) => a - b).map((quantity, i) => ({ quantity, percentOff: Math.min(50, percent) + i })),
      );
      const entries = entriesPerCard(offer(price, packs), STAMPS, "2026-11-29");
      for (let tickets = entries + 1; tickets <= 60; tickets++) {
        const bought = quote(offer(price, packs), tickets);
        expect(bought.ok && bought.value.total).toBeGreaterThan(180);
      }
    }),
  );
});

it.each(["1.80", "2026-04-07=1.8", "2026-02-30=1.80", "2027-04-05=2.10,2026-04-07=1.80", "2026-04-07=1.80,", ""])(
  "%j is no list of stamp prices",
  (text) => {
    expect(parseStampPrices(text)).toBeUndefined();
  },
);
