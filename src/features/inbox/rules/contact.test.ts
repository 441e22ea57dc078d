/** Validation of a message to the shop. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ContactFields, checkContact, LONGEST, withPlainLines } from "./contact.ts";

const GOOD: ContactFields = {
  name: "Zoë O’Hara",
  email: "zoe@example.com",
  subject: "About my ticket",
  message: "Hello,\r\n\tis CONC-0042-000137 in?\n",
};
const with_ = (change: Partial<ContactFields>) => checkContact({ ...GOOD, ...change });

describe("a message to the shop", () => {
  it("may have several lines", () => {
    expect(checkContact(GOOD)).toEqual({});
  });

  it("needs all four fields, not blank", () => {
    expect(checkContact({ name: "", email: " ", subject: "\u00a0", message: "\n" })).toEqual({
      name: "nameRequired",
      email: "emailRequired",
      subject: "subjectRequired",
      message: "messageRequired",
    });
  });

  it("needs visible characters", () => {
    const unseen = "\u200b\u2060\ufeff";
    expect(with_({ name: unseen, subject: unseen, message: `${unseen}\n` })).toEqual({
      name: "nameRequired",
      subject: "subjectRequired",
      message: "messageRequired",
    });
  });

  it.each([
    ["zoe", { email: "emailInvalid" }],
    ["zoe@", { email: "emailInvalid" }],
    ["zoe@example", { email: "emailDomain" }],
    ["zoe@example.com, all@example.com", { email: "emailSeveral" }],
    ["<zoe@example.com>", {}],
  ])("needs exactly one address: %s", (email, problems) => {
    expect(with_({ email })).toEqual(problems);
  });

  it.each(["name", "email", "subject"] as const)("has no %s of several lines, whichever character ends them", (field) => {
    const breaks = ["\r", "\n", "\r\n", "\u0000", "\u0085", "\u2028", "\u2029", "\v", "\f"];
    for (const end of breaks) {
      expect(with_({ [field]: `zoe@example.com${end}Bcc: all@example.com` })).toEqual({ [field]: "oneLine" });
      expect(with_({ [field]: `zoe@example.com${end}` })).toEqual({ [field]: "oneLine" });
    }
  });

  it("takes text of word processors and spreadsheets, without its control characters", () => {
    const pasted = "One\vtwo\fthree\u2028four\r\nfive\tsix\u0000\u0007\u001b";
    expect(with_({ message: pasted, name: "Zoë\tHart", subject: "My\tprize" })).toEqual({});
    expect(withPlainLines(pasted)).toBe("One\ntwo\nthree\nfour\nfive\tsix");
    expect(with_({ message: "\u0000\v" })).toEqual({ message: "messageRequired" });
  });

  it.each(["name", "subject", "message"] as const)("has a %s that ends somewhere", (field) => {
    expect(with_({ [field]: "x".repeat(LONGEST[field]) })).toEqual({});
    expect(with_({ [field]: "x".repeat(LONGEST[field] + 1) })).toEqual({ [field]: "tooLong" });
  });

  it("has the same length submitted as typed", () => {
    expect(with_({ message: "x\r\n".repeat(LONGEST.message / 2) })).toEqual({});
  });

  it("that is valid has no line breaks in fields of mail headers", () => {
    fc.assert(
      fc.property(fc.record({ name: fc.string(), subject: fc.string({ unit: "binary" }) }), (change) => {
        const problems = with_(change);
        for (const field of ["name", "subject"] as const) if (!problems[field]) expect(change[field]).not.toMatch(/[\r\n]/);
      }),
    );
  });
});
