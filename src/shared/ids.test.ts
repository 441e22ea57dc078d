import { describe, expect, it } from "vitest";
import { formatTicketNumber, isUuid } from "./ids.ts";

describe("a ticket's number", () => {
  it.each([
    [42, 137, "CONC-0042-000137"],
    [1, 1, "CONC-0001-000001"],
    [12_345, 1_234_567, "CONC-12345-1234567"],
  ])("of draw %d, ticket %d, is printed %s", (lottery, ticket, printed) => {
    expect(formatTicketNumber(lottery, ticket)).toBe(printed);
  });
});

describe("an id", () => {
  it.each([
    ["7f1c7b0e-5f0e-4d0c-9a57-1f4f4f1f0a01", true],
    ["7F1C7B0E-5F0E-4D0C-9A57-1F4F4F1F0A01", true],
    ["7f1c7b0e5f0e4d0c9a571f4f4f1f0a01", false],
    ["7f1c7b0e-5f0e-4d0c-9a57-1f4f4f1f0a01 ", false],
    ["' OR 1=1 --", false],
    ["", false],
    [undefined, false],
    [7, false],
  ])("%j: %s", (value, expected) => {
    expect(isUuid(value)).toBe(expected);
  });
});
