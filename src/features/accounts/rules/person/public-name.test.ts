import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callName, publicName } from "./public-name.ts";

const amelia = { firstName: "Amelia", lastName: "Reed", county: "Kent", isFullNamePublic: false, isNameHidden: false };

describe("a winner's name", () => {
  it.each([
    ["who consented is shown in full", { isFullNamePublic: true }, "Amelia Reed"],
    ["who objects is not shown, even after an earlier consent", { isFullNamePublic: true, isNameHidden: true }, undefined],
    ["without consent is shown as first name, initial and county", {}, "Amelia R., Kent"],
    ["without a county is shown as first name and initial", { county: undefined }, "Amelia R."],
    ["with a lower-case initial is shown with a capital", { lastName: "de Vries" }, "Amelia D., Kent"],
    ["whose first letter has a combining accent keeps it", { lastName: "E\u0301tienne" }, "Amelia E\u0301., Kent"],
    ["with a single-letter last name is shown without it", { lastName: "X" }, "Amelia, Kent"],
    ["with a single-character last name is shown without it", { lastName: "李" }, "Amelia, Kent"],
    ["with a single accented letter is shown without it", { lastName: "E\u0301." }, "Amelia, Kent"],
    ["with one name only is shown by it", { lastName: "-" }, "Amelia, Kent"],
    ["with the same name twice is shown by it once", { lastName: "Amelia" }, "Amelia, Kent"],
    [
      "who typed the last name after the first name as well is shown with its initial",
      { firstName: "Amelia Réed" },
      "Amelia R., Kent",
    ],
    [
      "who typed the last name in capitals before the first name is shown with its initial",
      { firstName: "REED Amelia" },
      "Amelia R., Kent",
    ],
    [
      "who typed the last name after the first name and a comma is shown with its initial",
      { firstName: "Amelia, Reed" },
      "Amelia R., Kent",
    ],
    [
      "who typed the last name in brackets after the first name is shown with its initial",
      { firstName: "Amelia (Reed)" },
      "Amelia R., Kent",
    ],
    [
      "who typed the last name between two first names is shown with both of these",
      { firstName: "Amelia Reed Jane" },
      "Amelia Jane R., Kent",
    ],
    [
      "whose last name has a hyphen, and none where it follows the first name, is shown with its initial",
      { firstName: "Amelia Smith Jones", lastName: "Smith-Jones" },
      "Amelia S., Kent",
    ],
    [
      "whose last name has another apostrophe where it precedes the first name is shown with its initial",
      { firstName: "O'Neil Amelia", lastName: "O’Neil" },
      "Amelia O., Kent",
    ],
    ["whose first name only begins like the last name keeps it", { firstName: "Reedan", lastName: "Reed" }, "Reedan R., Kent"],
    ["with two first names is shown with both", { firstName: "Mary Jane" }, "Mary Jane R., Kent"],
    ["whose last name begins with an apostrophe is shown with its first letter", { lastName: "’t Hooft" }, "Amelia T., Kent"],
    ["whose last name has a prefix is shown with the prefix's letter", { lastName: "O’Brien" }, "Amelia O., Kent"],
    ["whose last name begins with an emoji is shown with its first letter", { lastName: "🏎️ Reed" }, "Amelia R., Kent"],
    ["whose last name is an emoji is shown without it", { lastName: "🏎️" }, "Amelia, Kent"],
    [
      "whose last name has letters beyond Unicode's basic plane is shown with a whole letter",
      { lastName: "𐐨𐐩" },
      "Amelia 𐐀., Kent",
    ],
    [
      "whose last name begins with a letter that has no single capital is shown with the letter as typed",
      { lastName: "ßtein" },
      "Amelia ß., Kent",
    ],
    ["who is erased is not shown", { firstName: "", lastName: "", county: undefined, isFullNamePublic: true }, undefined],
  ])("of a person %s", (_case, change, shown) => {
    expect(publicName({ ...amelia, ...change })).toBe(shown);
  });

  it("never reveals more of the last name than its first letter without consent", () => {
    const lastName = fc.stringMatching(/^[A-Z][a-z]{2,12}$/);
    fc.assert(fc.property(lastName, (name) => !publicName({ ...amelia, lastName: name })?.includes(name)));
  });
});

it.each([
  ["Amelia", "Amelia"],
  ["Marie-Christine", "Marie-Christine"],
  ["Bartholomew-Maxim", "Bartholomew-Max…"],
  ["👩‍👩‍👧".repeat(20), `${"👩‍👩‍👧".repeat(15)}…`],
])("%s is shortened to %s in the page header", (firstName, called) => {
  expect(callName(firstName)).toBe(called);
});
