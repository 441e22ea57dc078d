/** Screens contain no literal text, so that every text exists in both languages. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "vite";
import { expect, it } from "vitest";
import { z } from "zod";

const source = join(import.meta.dirname, "../..");
/** Attributes that are shown or read out. */
const SPOKEN = new Set(["title", "alt", "label", "placeholder", "aria-label", "aria-description", "aria-roledescription"]);
/** The same in every language: names, and terminal commands. */
const NAMES = new Set(["Visa", "Mastercard", "Apple Pay", "Pay", "English", "Français", "curl -s", "| sha256sum"]);
const LETTERS = /\p{L}{2,}/u;

const nodes = z.looseObject({ type: z.string() });
type Node = z.infer<typeof nodes>;

function textsIn(code: string, file: string): string[] {
  const found: string[] = [];
  const say = (text: unknown) => {
    if (typeof text === "string" && LETTERS.test(text) && !NAMES.has(text.trim())) found.push(text.trim());
  };
  const attribute = z.looseObject({ name: z.looseObject({ name: z.unknown() }), value: z.unknown().optional() });
  const literal = z.looseObject({ type: z.literal("Literal"), value: z.string() });
  const visit = (node: Node) => {
    if (node.type === "JSXText") say(node.value);
    if (node.type === "JSXAttribute") {
      const { name, value } = attribute.parse(node);
      const text = literal.safeParse(value);
      if (typeof name.name === "string" && SPOKEN.has(name.name) && text.success) say(text.data.value);
    }
    // `{"text"}` between tags is text as well.
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      for (const child of z.array(z.looseObject({ type: z.string(), expression: z.unknown().optional() })).parse(node.children)) {
        const text = literal.safeParse(child.expression);
        if (child.type === "JSXExpressionContainer" && text.success) say(text.data.value);
      }
    }
    for (const value of Object.values(node)) {
      for (const each of Array.isArray(value) ? value : [value]) {
        const child = nodes.safeParse(each);
        if (child.success) visit(child.data);
      }
    }
  };
  visit(nodes.parse(parseSync(file, code).program));
  return found;
}

const screens = ["app", "features", "ui"].flatMap((folder) =>
  readdirSync(join(source, folder), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith(".tsx") && !/\.(?:test|fixture)\.tsx$/.test(name))
    .map(({ parentPath, name }) => join(parentPath, name)),
);

it("every text of a screen comes from the files of texts", () => {
  expect(screens.length).toBeGreaterThan(100);
  const found = screens.flatMap((file) =>
    textsIn(readFileSync(file, "utf8"), file).map((text) => `${relative(source, file)}: ${text}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ["between tags", "<p>Buy now</p>"],
  ["as an expression", '<p>{"Buy now"}</p>'],
  ["in what is read out", '<button aria-label="Buy now" />'],
  ["deep inside", "list.map((each) => <li><b>Buy now</b></li>)"],
])("a text is found %s", (_where, code) => {
  expect(textsIn(`const a = ${code};`, "a.tsx")).toEqual(["Buy now"]);
});
