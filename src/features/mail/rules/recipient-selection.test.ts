/** Selecting recipients in a paged list. */
import { expect, it } from "vitest";
import { afterSearch, countSelected, isSelected, NO_RECIPIENTS, type Selection, toggleRecipient } from "./recipient-selection.ts";

const EVERYBODY: Selection = { kind: "all", q: "", except: [] };
const FOUND: Selection = { kind: "all", q: "kent", except: [] };

it("some people are selected by id, and deselected", () => {
  const two = toggleRecipient(toggleRecipient(NO_RECIPIENTS, "a"), "b");
  expect([isSelected(two, "a"), isSelected(two, "c"), countSelected(two, undefined)]).toEqual([true, false, 2]);
  expect(toggleRecipient(toggleRecipient(two, "a"), "b")).toEqual(NO_RECIPIENTS);
});

it("all are selected except some, also on pages not shown yet", () => {
  const most = toggleRecipient(EVERYBODY, "a");
  expect([isSelected(most, "a"), isSelected(most, "z"), countSelected(most, 100_000)]).toEqual([false, true, 99_999]);
  expect(toggleRecipient(most, "a")).toEqual(EVERYBODY);
  expect(countSelected(most, undefined)).toBe(0);
});

it("another search drops a selection of all matches, but not of all people or by id", () => {
  expect(afterSearch(FOUND, "kent")).toBe(FOUND);
  expect(afterSearch(FOUND, "sussex")).toEqual(NO_RECIPIENTS);
  expect(afterSearch(EVERYBODY, "kent")).toBe(EVERYBODY);
  const some = toggleRecipient(NO_RECIPIENTS, "a");
  expect(afterSearch(some, "kent")).toBe(some);
});
