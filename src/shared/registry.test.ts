import { expect, it } from "vitest";
import { companyRegistry } from "./registry.ts";

it.each([
  ["01234567", "england"],
  ["1234567", "england"],
  ["OC 301234", "england"],
  ["SC 123456", "scotland"],
  ["so300123", "scotland"],
  ["NI012345", "ireland"],
  ["R0001234", "ireland"],
  ["FC012345", undefined],
  // Ireland's and Jersey's numbers have six digits.
  ["123456", undefined],
  ["HRB 1234", undefined],
  ["", undefined],
])("a company with the number %j is registered in %s", (number, registry) => {
  expect(companyRegistry(number)).toBe(registry);
});
