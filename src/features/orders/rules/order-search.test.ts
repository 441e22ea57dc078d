/** How the orders' search box is read. */
import { expect, it } from "vitest";
import { readOrderSearch } from "./orders-filter.ts";

it.each([
  ["", { by: "everything" }],
  ["   ", { by: "everything" }],
  [" 3F2B8F2E-0000-4000-8000-000000000001 ", { by: "order", id: "3f2b8f2e-0000-4000-8000-000000000001" }],
  ["kxtm47gq", { by: "number", number: "KXTM-47GQ" }],
  ["cs_test_a1b2", { by: "payment", id: "cs_test_a1b2" }],
  ["pi_3Nabc", { by: "payment", id: "pi_3Nabc" }],
  ["CONC-0042-000137", { by: "ticket", shortNumber: 42, number: 137 }],
  ["conc 42 137", { by: "ticket", shortNumber: 42, number: 137 }],
  ["0042-000137", { by: "ticket", shortNumber: 42, number: 137 }],
  ["amelia@example.com", { by: "person", text: "amelia@example.com" }],
  ["Reed", { by: "person", text: "Reed" }],
  ["pi", { by: "person", text: "pi" }],
  ["100%", { by: "person", text: "100%" }],
])("“%s” looks for %o", (typed, search) => {
  expect(readOrderSearch(typed)).toEqual(search);
});
