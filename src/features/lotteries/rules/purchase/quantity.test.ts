/** The quantity in addresses and forms. */
import { describe, expect, it } from "vitest";
import { namedPacks, PACKS } from "./pricing.ts";
import { chosenQuantity } from "./quantity.ts";

describe("the quantity in an address", () => {
  it.each([
    ["nothing", "", 1],
    ["a number", "quantity=25", 25],
    ["the smallest", "quantity=1", 1],
    ["none at all", "quantity=0", 1],
    ["less than nothing", "quantity=-3", 1],
    ["half a ticket", "quantity=1.5", 1],
    ["words", "quantity=ten", 1],
    ["blanks", "quantity=+5", 5],
    ["a thousand in English", "quantity=1,000", 1000],
    ["a thousand in French", "quantity=1%E2%80%AF000", 1000],
    ["an exponent", "quantity=1e3", 1],
    ["more than any draw has", "quantity=9999999999", 999_999_999],
    ["a pack, the field untouched", "quantity=1&was=1&pack=gold", 25],
    ["a pack, then another number", "quantity=30&was=1&pack=gold", 30],
    ["no pack any more, the field untouched", "quantity=25&was=25", 25],
    ["another pack than before", "quantity=25&was=25&pack=platinum", 50],
    ["an unknown pack", "quantity=3&was=3&pack=tin", 3],
    ["a pack alone", "pack=gold", 25],
  ])("%s", (_case, query, expected) => {
    expect(chosenQuantity(new URLSearchParams(query), PACKS)).toBe(expected);
  });

  it("of a pack is the draw's own", () => {
    const packs = namedPacks([{ quantity: 4, percentOff: 5 }]);
    expect(chosenQuantity(new URLSearchParams("pack=bronze"), packs)).toBe(4);
    expect(chosenQuantity(new URLSearchParams("pack=gold"), packs)).toBe(1);
  });
});
