/** Ticking people in a list of which only a part has been looked at. */
import { expect, it } from "vitest";
import { afterSearch, countSelected, isSelected, NOBODY, type Selection, toggled } from "./recipient-selection.ts";

const EVERYBODY: Selection = { kind: "all", q: "", except: [] };
const FOUND: Selection = { kind: "all", q: "kent", except: [] };

it("some are ticked by name, and unticked again", () => {
  const two = toggled(toggled(NOBODY, "a"), "b");
  expect([isSelected(two, "a"), isSelected(two, "c"), countSelected(two, undefined)]).toEqual([true, false, 2]);
  expect(toggled(toggled(two, "a"), "b")).toEqual(NOBODY);
});

it("all are ticked but for those who are unticked, also those whom nobody has looked at", () => {
  const most = toggled(EVERYBODY, "a");
  expect([isSelected(most, "a"), isSelected(most, "z"), countSelected(most, 100_000)]).toEqual([false, true, 99_999]);
  expect(toggled(most, "a")).toEqual(EVERYBODY);
  expect(countSelected(most, undefined)).toBe(0);
});

it("all that a search has found are dropped by another search; everybody and names are not", () => {
  expect(afterSearch(FOUND, "kent")).toBe(FOUND);
  expect(afterSearch(FOUND, "sussex")).toEqual(NOBODY);
  expect(afterSearch(EVERYBODY, "kent")).toBe(EVERYBODY);
  const some = toggled(NOBODY, "a");
  expect(afterSearch(some, "kent")).toBe(some);
});
