/** The list of draws highlights the one that closes first. */
import { describe, expect, it } from "vitest";
import type { SalePhase } from "../lifecycle.ts";
import { closingFirst } from "../lottery-view.ts";

const draw = (id: string, closesAt: number, phase: SalePhase = "on_sale") => ({ id, closesAt, phase });

describe("the draw that closes first", () => {
  it.each([
    ["is the one that ends soonest, wherever it stands", [draw("a", 3), draw("b", 1), draw("c", 2)], "b"],
    ["is never one that cannot be entered", [draw("a", 3), draw("b", 1, "sold_out"), draw("c", 2, "upcoming")], "a"],
    ["is the first listed of two that end together", [draw("a", 5), draw("b", 5)], "a"],
    ["is none where nothing is on sale", [draw("a", 1, "closed"), draw("b", 2, "sold_out")], undefined],
    ["is none where there is no draw", [], undefined],
  ])("%s", (_what, draws, first) => {
    expect(closingFirst(draws)).toBe(first);
  });
});
