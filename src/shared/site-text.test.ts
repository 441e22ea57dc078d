/** The markup of long texts: what becomes of it, and that nothing hostile becomes more than words. */
import { expect, it } from "vitest";
import { findTextProblem, isWhole } from "./site-text.ts";
import { isSafeLink, readBlocks } from "./text-markup.ts";

it("paragraphs, lists, bold words, links and values are read", () => {
  expect(readBlocks("Hello {{shop}}\n\n- **one**\n- [two](/contact)", { shop: "Aurora" })).toEqual([
    { kind: "paragraph", words: [{ kind: "plain", text: "Hello Aurora" }] },
    { kind: "list", items: [[{ kind: "bold", text: "one" }], [{ kind: "link", text: "two", to: "/contact" }]] },
  ]);
});

it("numbered items are steps, and end where other items begin", () => {
  expect(readBlocks("1. One\n2. Two\n- Three")).toMatchObject([
    { kind: "steps", items: [[{ text: "One" }], [{ text: "Two" }]] },
    { kind: "list", items: [[{ text: "Three" }]] },
  ]);
  expect(readBlocks("1.5 million")).toMatchObject([{ kind: "paragraph" }]);
});

it("a value is never read as markup", () => {
  expect(readBlocks("{{name}}", { name: "**[x](/y)**" })).toEqual([
    { kind: "paragraph", words: [{ kind: "plain", text: "**[x](/y)**" }] },
  ]);
});

it.each([
  "javascript:alert(1)",
  "//evil.example",
  "/\\evil.example",
  "data:text/html,x",
  "http://a.example",
  "https://a@b.example",
  " https:",
])("%s is no link", (address) => {
  expect(isSafeLink(address)).toBe(false);
  const links = readBlocks(`[x](${address})`).flatMap((block) => (block.kind === "paragraph" ? block.words : []));
  expect(links.filter(({ kind }) => kind === "link")).toEqual([]);
});

it.each(["/terms#free", "#free", "https://example.com/a?b=c", "mailto:a@example.com"])("%s is one", (address) =>
  expect(isSafeLink(address)).toBe(true),
);

const section = (id: string, text = "Words") => ({ id, title: "Heading", text });

it("what may not be stored is named", () => {
  const body = (...sections: ReturnType<typeof section>[]) => ({ lead: "Lead", sections });
  expect(findTextProblem("cookies", body(section("list")))).toBeUndefined();
  expect(findTextProblem("cookies", body(section("what")))).toEqual({ problem: "kept_section", what: "list" });
  expect(findTextProblem("privacy", body(section("a", "[x](javascript:1)")))).toMatchObject({ problem: "unsafe_link", at: 0 });
  expect(findTextProblem("privacy", body(section("a", "{{secret}}")))).toMatchObject({
    problem: "unknown_value",
    what: "secret",
  });
  expect(findTextProblem("privacy", body(section("a", " ")))).toEqual({ problem: "empty", at: 0 });
  expect(findTextProblem("privacy", body(section("a", "x".repeat(12_001))))).toEqual({ problem: "too_long", at: 0 });
});

it("is published in all languages or in none", () => {
  const body = { lead: "", sections: [] };
  expect([isWhole({}), isWhole({ en: body }), isWhole({ en: body, fr: body })]).toEqual([true, false, true]);
});
