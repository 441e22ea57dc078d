/** When a draw sells. */
import { describe, expect, it } from "vitest";
import { type Sale, salePhase, ticketsLeft } from "./sale.ts";

const opensAt = new Date("2026-11-01T00:00:00Z");
const closesAt = new Date("2026-12-05T00:00:00Z");
const sale: Sale = {
  status: "active",
  salesState: "open",
  opensAt,
  closesAt,
  ticketsAvailable: 100,
  ticketsSold: 60,
  ticketsHeld: 10,
};
const during = new Date("2026-11-20T12:00:00Z");

describe("sale phase", () => {
  it.each<[string, Partial<Sale>, Date, string]>([
    ["in its time, with stock", {}, during, "on_sale"],
    ["before it opens", {}, new Date(opensAt.getTime() - 1), "upcoming"],
    ["at the first instant", {}, opensAt, "on_sale"],
    ["at the last instant but one", {}, new Date(closesAt.getTime() - 1), "on_sale"],
    ["at the end", {}, closesAt, "closed"],
    ["with everything sold", { ticketsSold: 100, ticketsHeld: 0 }, during, "sold_out"],
    ["with the rest reserved", { ticketsHeld: 40 }, during, "sold_out"],
    ["while payment pages are drained", { salesState: "closing" }, during, "closed"],
    ["frozen early", { salesState: "closed" }, during, "closed"],
    ["as a draft", { status: "draft" }, during, "draft"],
    ["completed", { status: "completed", salesState: "drawn" }, during, "completed"],
    ["cancelled", { status: "cancelled", salesState: "cancelled" }, during, "cancelled"],
  ])("%s: %s", (_name, change, now, phase) => {
    expect(salePhase({ ...sale, ...change }, now)).toBe(phase);
  });

  it("counts neither sold nor reserved tickets as left, and never less than none", () => {
    expect(ticketsLeft(sale)).toBe(30);
    expect(ticketsLeft({ ticketsAvailable: 10, ticketsSold: 10, ticketsHeld: 1 })).toBe(0);
  });
});
