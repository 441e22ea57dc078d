/** What search engines read of a draw's price: that nobody has to pay it. */
import { expect, it } from "vitest";
import { drawData } from "./draw-data.ts";
import { isFreeToEnter } from "./free-entry.ts";
import type { SalePhase } from "./lifecycle.ts";
import type { LotteryView } from "./lottery-view.ts";

const offerOf = (phase: SalePhase, cardsUntil: string | undefined) => {
  const draw = { id: "x", pictures: [], pricePerTicket: 2999, phase, cardsUntil } as unknown as LotteryView;
  const site = { origin: "https://concours.example", url: "https://concours.example/lottery/x" };
  return drawData(draw, { name: "Ticket", shop: "Concours", free: "Enter free by post", ...site }).offers;
};

it.each([
  ["on_sale", "2026-12-11", true],
  ["upcoming", "2026-12-11", true],
  ["sold_out", "2026-12-11", true],
  ["closed", "2026-12-11", false],
  ["completed", "2026-12-11", false],
  ["on_sale", undefined, false],
] as const)("an offer of a draw that is %s, with cards until %s, tells of the free way: %s", (phase, cardsUntil, tells) => {
  expect(isFreeToEnter({ phase, cardsUntil })).toBe(tells);
  const offer = offerOf(phase, cardsUntil);
  expect("description" in offer && offer.description).toBe(tells && "Enter free by post");
});
