import { expect, it } from "vitest";
import { findTextProblem, hasEveryOwnLanguage } from "./site-text.ts";
import { isSafeLink, plainText, readBlocks } from "./text-markup.ts";

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

it.each(["•\t", "·\t", "– ", "* ", "-\t", "o\t", "\u00a0• "])("a list pasted with %j is one", (mark) => {
  expect(readBlocks(`Bring:\n${mark}One\n${mark}Two`)).toEqual([
    { kind: "paragraph", words: [{ kind: "plain", text: "Bring:" }] },
    { kind: "list", items: [[{ kind: "plain", text: "One" }], [{ kind: "plain", text: "Two" }]] },
  ]);
});

it.each(["1) One", "(a) One", "1.1 One", "iv) One", "a.\tOne", "1.2.3. One"])("a clause keeps its mark: %j", (line) => {
  const typed = line.replace("\t", " ");
  const words = [{ kind: "plain", text: typed }];
  expect(readBlocks(`${line}\n${line}`)).toEqual([{ kind: "clauses", items: [words, words] }]);
  expect(readBlocks(line)).toEqual([{ kind: "paragraph", words }]);
});

it("numbers stay as typed, and so does a single star, dash or bracket", () => {
  expect(readBlocks("3.\tThree\n4. Four\n7. Seven")).toMatchObject([
    { kind: "steps", from: 3, items: [[{ text: "Three" }], [{ text: "Four" }]] },
    { kind: "steps", from: 7, items: [[{ text: "Seven" }]] },
  ]);
  expect(plainText(readBlocks("3. Three\n4. Four"))).toEqual(["3. Three", "4. Four"]);
  for (const line of ["* Terms apply", "– said she", "(see clause 4(b)) tel:07700 900123 @shop"])
    expect(plainText(readBlocks(line))).toEqual([line]);
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
  "tel:javascript",
])("%s is no link", (address) => {
  expect(isSafeLink(address)).toBe(false);
  const links = readBlocks(`[x](${address})`).flatMap((block) => (block.kind === "paragraph" ? block.words : []));
  expect(links.filter(({ kind }) => kind === "link")).toEqual([]);
});

it.each(["/terms#free", "#free", "https://example.com/a?b=c", "mailto:a@example.com", "tel:+442079460000", "tel:116123"])(
  "%s is one",
  (address) => expect(isSafeLink(address)).toBe(true),
);

const section = (id: string, text = "Words") => ({ id, title: "Heading", text });

it("reports texts that cannot be stored", () => {
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
  expect([hasEveryOwnLanguage({}), hasEveryOwnLanguage({ en: body }), hasEveryOwnLanguage({ en: body, fr: body })]).toEqual([
    true,
    false,
    true,
  ]);
});
