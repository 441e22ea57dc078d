/** Odds count every entry that takes part or still can. */
import { describe, expect, it } from "vitest";
import { oddsSentence } from "#shared/money/odds.ts";
import { entryCount } from "./odds.ts";

const sale = {
  ticketsAvailable: 200,
  ticketsSold: 120,
  ticketsHeld: 5,
  freeEntries: 7,
  status: "active",
  salesState: "open",
  opensAt: new Date("2026-11-01T00:00:00Z"),
  closesAt: new Date("2026-12-01T00:00:00Z"),
} as const;
const open = new Date("2026-11-20T12:00:00Z");
const closed = new Date("2026-12-02T12:00:00Z");

describe("The entries of the odds", () => {
  it("are all tickets on sale and the free entries so far, while tickets can be bought", () => {
    expect(entryCount(sale, open)).toEqual({ entries: 207, free: 7, isFinal: false });
  });
  it("are the same once every ticket is sold or reserved", () => {
    expect(entryCount({ ...sale, ticketsSold: 195 }, open)).toEqual({ entries: 207, free: 7, isFinal: false });
  });
  it("are the sold and reserved tickets and the free entries, once sales have closed", () => {
    expect(entryCount(sale, closed)).toEqual({ entries: 132, free: 7, isFinal: true });
    expect(entryCount({ ...sale, salesState: "closing" }, open)).toMatchObject({ entries: 132, isFinal: true });
    expect(entryCount({ ...sale, status: "completed", salesState: "drawn", ticketsHeld: 0 }, closed)).toMatchObject({
      entries: 127,
    });
  });
  it("are never zero", () => {
    expect(entryCount({ ...sale, ticketsSold: 0, ticketsHeld: 0, freeEntries: 0 }, closed).entries).toBe(1);
  });
});

describe("The sentence about the odds", () => {
  it.each([
    [1, 4000, false, "single", 4000],
    [25, 6000, false, "exact", 240],
    [16, 207, false, "about", 13],
    [1, 132, true, "singleFinal", 132],
    [16, 132, true, "aboutFinal", 8],
  ])("for %i among %i (final: %s) is %s, 1 in %i", (tickets, entries, isFinal, key, oneIn) => {
    expect(oddsSentence(tickets, { entries, free: 0, isFinal })).toMatchObject({ key, oneIn });
  });
});
