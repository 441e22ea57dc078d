/** Buttons and screens that the guides name in bold exist. The index links to each guide. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const BOLD = /\*\*([^*]+)\*\*/g;

function textsOf(node: unknown): string[] {
  if (typeof node === "string") return [node];
  return typeof node === "object" && node !== null ? Object.values(node).flatMap(textsOf) : [];
}

it.each(globSync("docs/guide/*.md", { cwd: ROOT }).sort())("%s names what the screens say", (guide) => {
  const files = globSync("public/locales/en/*.json", { cwd: ROOT });
  const texts = new Set(files.flatMap((file) => textsOf(JSON.parse(readFileSync(join(ROOT, file), "utf8")))));
  const named = [...readFileSync(join(ROOT, guide), "utf8").matchAll(BOLD)].map(([, label]) => label ?? "");
  const isSaid = (label: string) => texts.has(label) || [...texts].some((text) => text.startsWith(`${label} {{`));
  expect(named.filter((label) => !isSaid(label))).toEqual([]);
});

it("the documents' home page has valid front matter, and links to pages that exist", () => {
  const [, head = ""] = /^---\n(layout: home\n.+?)\n---\n/s.exec(readFileSync(join(ROOT, "docs/index.md"), "utf8")) ?? [];
  const headings = [...head.matchAll(/^(\w+):/gm)].map(([, name]) => name);
  expect(headings).toEqual(["layout", "hero", "features"]);
  const links = [...head.matchAll(/^ +link: (.+)$/gm)].map(([, link]) => `docs${link}.md`);
  expect(links.length).toBeGreaterThanOrEqual(6);
  expect(links.filter((page) => !existsSync(join(ROOT, page)))).toEqual([]);
});
