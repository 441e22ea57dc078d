/** Interpretation of the orders' search box. */
import { expect, it } from "vitest";
import { readOrderSearch } from "./orders-filter.ts";

it.each([
  ["", { by: "everything" }],
  ["   ", { by: "everything" }],
  [" 3F2B8F2E-0000-4000-8000-000000000001 ", { by: "order", id: "3f2b8f2e-0000-4000-8000-000000000001" }],
  ["kxtm47gq", { by: "number", number: "KXTM-47GQ" }],
  ["cs_test_a1b2", { by: "payment", id: "cs_test_a1b2" }],
  ["pi_3Nabc", { by: "payment", id: "pi_3Nabc" }],
  ["‘pi_3Nabc’.", { by: "payment", id: "pi_3Nabc" }],
  ["<pay_bs2v6cvaq5hefpfdhl5b5xkj5a>,", { by: "payment", id: "pay_bs2v6cvaq5hefpfdhl5b5xkj5a" }],
  ["re_3Nabcdefghij", { by: "payment", id: "re_3Nabcdefghij" }],
  ["jo_re_smith", { by: "person", text: "jo_re_smith" }],
  ["08C9802D 9ac94f0e8d7c6b5a49382716", { by: "tag", tag: "08c9802d9ac94f0e8d7c6b5a49382716" }],
  ["“CONC–0042–000137”", { by: "ticket", shortNumber: 42, number: 137 }],
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
