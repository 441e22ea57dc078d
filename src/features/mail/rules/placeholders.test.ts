/** Placeholders, blocks and validation of campaign texts, and the time until sales close. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CAMPAIGN_TEMPLATES, checkCampaignText, LONGEST_CONTENT, LONGEST_SUBJECT } from "./campaign-templates.ts";
import { fillIn, PLACEHOLDERS, type PlaceholderValues, partsOf, placeholdersIn } from "./placeholders.ts";
import { timeLeft } from "./time-left.ts";

const values = Object.fromEntries(PLACEHOLDERS.map((name) => [name, `<${name}>`])) as PlaceholderValues;

describe("placeholders", () => {
  it("are filled in anywhere, with or without spaces inside", () => {
    expect(fillIn("{{firstName}}: {{ ticketPrice }}, {{firstName}}", values)).toBe("<firstName>: <ticketPrice>, <firstName>");
  });

  it("drop the space before them if their value is empty", () => {
    const nobody = { ...values, firstName: "" };
    expect(fillIn("Bonjour {{firstName}}, un tirage", nobody)).toBe("Bonjour, un tirage");
    expect(fillIn("{{firstName}}, un tirage", nobody)).toBe(", un tirage");
  });

  it("that are unknown stay as they are, and values are not parsed again", () => {
    expect(fillIn("{{adresse}} {{}} {{firstName}}", values)).toBe("{{adresse}} {{}} <firstName>");
    fc.assert(
      fc.property(fc.constantFrom(...PLACEHOLDERS), fc.string(), (name, value) => {
        const tricky = `${value}{{firstName}}$&$1`;
        expect(fillIn(`{{${name}}}`, { ...values, [name]: tricky })).toBe(tricky);
      }),
    );
  });

  it("are listed in order, unknown ones as such", () => {
    expect(placeholdersIn("{{firstName}} {{nom}} {{lotteryId}}")).toEqual(["firstName", undefined, "lotteryId"]);
  });
});

describe("a text", () => {
  it("has a heading, paragraphs, and pictures as separate blocks", () => {
    expect(partsOf("{{lotteryImage}}\r\n\r\nTitre\r\n\r\nUn\r\ndeux {{ activeLotteries }} trois\n \n\n")).toEqual([
      { id: "0", kind: "picture" },
      { id: "1", kind: "heading", text: "Titre" },
      { id: "2", kind: "paragraph", text: "Un\ndeux" },
      { id: "3", kind: "draws" },
      { id: "4", kind: "paragraph", text: "trois" },
    ]);
    expect(partsOf(" \n")).toEqual([]);
  });

  it.each([
    ["as in the templates", "vip-offer", "Bonjour", "{{promoCode}}", undefined],
    ["without a subject", "vip-offer", " \n", "x", "subject_missing"],
    ["without content", "vip-offer", "x", "\t", "content_missing"],
    ["with a subject that is too long", "vip-offer", "x".repeat(LONGEST_SUBJECT + 1), "x", "too_long"],
    ["that is too long", "vip-offer", "x", "x".repeat(LONGEST_CONTENT + 1), "too_long"],
    ["with an unknown placeholder", "vip-offer", "{{prenom}}", "x", "unknown_placeholder"],
    ["with a code in another template", "weekly-update", "x", "{{promoCode}}", "unknown_placeholder"],
  ])("%s", (_, template, subject, content, problem) => {
    expect(checkCampaignText({ template, subject, content })).toBe(problem);
  });
});

describe("the four templates", () => {
  it("are those of the specification, and valid as they are", () => {
    expect(CAMPAIGN_TEMPLATES.map(({ id }) => id)).toEqual([
      "lottery-launch",
      "lottery-ending-soon",
      "weekly-update",
      "vip-offer",
    ]);
    expect(CAMPAIGN_TEMPLATES[0]?.name).toBe("Lancement de loterie");
    for (const { id, subject, content } of CAMPAIGN_TEMPLATES) {
      expect(checkCampaignText({ template: id, subject, content })).toBeUndefined();
      // Typographic apostrophes, and no ordinary space before double punctuation.
      expect(subject + content).not.toMatch(/'| [:;!?%»]|« /);
    }
  });
});

describe("the time until sales close", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  it.each([
    [90, "environ 3\u00a0mois"],
    [12, "environ 12\u00a0jours"],
    [1.5, "environ 2\u00a0jours"],
    [1, "environ 24\u00a0heures"],
    [0.05, "environ 1\u00a0heure"],
    [0.01, "moins d’une heure"],
    [-1, "quelques instants"],
  ])("of %d days: %s", (days, text) => {
    expect(timeLeft(new Date(now.getTime() + days * 86_400_000), now, "fr")).toBe(text);
  });
});
