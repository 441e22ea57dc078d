/** The state of a draw by its facts and the time. */
import { describe, expect, it } from "vitest";
import { type DrawFacts, drawState } from "./draw-state.ts";

/** Sales ended at midnight after Friday 6 November; cards count until the end of Friday 13. */
const facts: DrawFacts = {
  status: "active",
  salesState: "closing",
  endDate: "2026-11-06",
  endTime: "23:59",
  closesAt: new Date("2026-11-07T00:00:00Z"),
  takesFreeEntries: true,
  held: 0,
  hasCards: false,
  isRequested: false,
  isEarly: false,
  frozen: undefined,
};
const round = { round: 7, roundAt: new Date("2026-11-14T00:10:00Z") };
const before = "2026-11-06T23:59:59Z";
const after = "2026-11-07T00:00:00Z";
const later = "2026-11-14T00:00:00Z";

describe("a draw is", () => {
  it.each<[string, Partial<DrawFacts>, string, object]>([
    ["open until its midnight", { salesState: "open" }, before, { name: "open", closesAt: facts.closesAt }],
    ["closing at its midnight, before the row says so", { salesState: "open", held: 2 }, after, { name: "closing", held: 2 }],
    ["closing while somebody pays", { held: 2 }, later, { name: "closing", held: 2 }],
    ["waiting for cards", {}, "2026-11-13T23:59:59Z", { name: "awaiting_post", until: new Date(later) }],
    ["ready when cards have had their time", {}, later, { name: "ready", isRequested: false }],
    ["waiting for a second person to look at cards", { hasCards: true }, later, { name: "checking_cards" }],
    ["ready at once without entries by post", { takesFreeEntries: false }, after, { name: "ready", isRequested: false }],
    ["ready at once where it is drawn early", { isEarly: true, isRequested: true }, before, { name: "ready", isRequested: true }],
    ["frozen until its round", { salesState: "closed", frozen: round }, later, { name: "frozen", ...round }],
    ["drawn", { status: "completed", salesState: "drawn", frozen: round }, later, { name: "drawn" }],
    ["completed without a ticket", { status: "completed", salesState: "closing" }, later, { name: "no_entries" }],
    ["cancelled, also after the freeze", { status: "cancelled", frozen: round }, later, { name: "cancelled" }],
  ])("%s", (_, change, at, state) => {
    expect(drawState({ ...facts, ...change }, new Date(at))).toEqual(state);
  });
});
