import { describe, expect, it } from "vitest";
import { readPhone, showPhone } from "./phone.ts";

describe("a telephone number", () => {
  it.each([
    ["as at home", "07700 900123", "+447700900123", "07700 900123"],
    ["with its country", "+44 7700 900123", "+447700900123", "07700 900123"],
    ["with a nought that is not dialled from abroad", "+44 (0)7700 900-123", "+447700900123", "07700 900123"],
    ["with the prefix of calls abroad", "0033 6 12 34 56 78", "+33612345678", "+33 6 12 34 56 78"],
    ["of London", "(020) 7946 0000", "+442079460000", "020 7946 0000"],
    ["of Brampton, with nine digits", "016977 3555", "+44169773555", "016977 3555"],
    ["of a helpline, with seven digits", "0800 1111", "+448001111", "0800 1111"],
    ["out of Apple's Contacts", "\u202D07700\u202F900123\u202C", "+447700900123", "07700 900123"],
    ["out of a link", "tel:+447700900123", "+447700900123", "07700 900123"],
    ["with a remark", "07700 900123 (mobile)", "+447700900123", "07700 900123"],
    ["of full-width digits", "０７７００　９００１２３", "+447700900123", "07700 900123"],
    ["of France", "+33 1 23 45 67 89", "+33123456789", "+33 1 23 45 67 89"],
  ])("%s is stored in one format and shown in the customary one", (_case, typed, stored, shown) => {
    expect(readPhone(typed)).toBe(stored);
    expect(showPhone(stored)).toBe(shown);
    // The shown form is read back as the same number.
    expect(readPhone(shown)).toBe(stored);
  });

  it.each([
    "call me",
    "06 12 34 56 78",
    "07 12 34 56 78",
    "01 42 86 82 00",
    "01 23 45 67 89",
    "01 23 45 67 89 01",
    "999",
    "12345",
    "077009001234",
    "07700 900123 ext 5",
    "07700 900123 or 07700 900124",
    "my number is 07700 900123",
    "+999 123 456 789",
    "",
    "7".repeat(10_000),
  ])("%j is no number", (typed) => {
    expect(readPhone(typed)).toBeUndefined();
  });

  it("is shown as typed if an old one cannot be read", () => {
    expect(showPhone("ask for Ada")).toBe("ask for Ada");
  });
});
