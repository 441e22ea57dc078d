/** The numbers of tickets that an open page polls. */
import { expect, it } from "vitest";
import { isSelling } from "./lifecycle.ts";
import { type LiveStock, pauseMs, withStock } from "./live-stock.ts";
import type { LotteryView } from "./lottery-view.ts";

const loadedPage = { total: 100, sold: 10, held: 0, left: 90, phase: "on_sale" } as LotteryView;
const stock = (change: Partial<LiveStock>): LiveStock => ({
  ...{ total: 100, sold: 10, held: 0, phase: "on_sale", among: { entries: 100, free: 0, isFinal: false } },
  ...change,
});

it.each([
  ["what is sold and reserved is gone", stock({ sold: 60, held: 30 }), 0, { sold: 60, held: 30, left: 10, phase: "on_sale" }],
  ["what is reserved for the visitor is there", stock({ sold: 60, held: 30 }), 30, { held: 0, left: 40, phase: "on_sale" }],
  ["also where it is the last of all", stock({ sold: 90, held: 10, phase: "sold_out" }), 10, { left: 10, phase: "on_sale" }],
  ["nothing is left", stock({ sold: 90, held: 10, phase: "sold_out" }), 0, { left: 0, phase: "sold_out" }],
  ["sales are over", stock({ sold: 60, phase: "closed" }), 0, { phase: "closed" }],
] as const)("%s", (_name, polled, ownReserved, expected) => {
  expect(withStock(loadedPage, polled, ownReserved)).toMatchObject(expected);
});

it("pages ask every five seconds or so, less often after failures, and only while tickets can be sold", () => {
  expect([pauseMs(0, 0), pauseMs(0, 0.5), pauseMs(0, 1)]).toEqual([4000, 5000, 6000]);
  expect([1, 2, 3, 4, 9].map((failures) => pauseMs(failures, 0.5))).toEqual([10_000, 20_000, 40_000, 60_000, 60_000]);
  expect((["upcoming", "on_sale", "sold_out", "closed", "cancelled"] as const).filter(isSelling)).toEqual([
    "on_sale",
    "sold_out",
  ]);
});
