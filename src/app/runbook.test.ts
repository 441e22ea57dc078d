/** docs/operations.md has every metric, alarm and role; tests named by docs/security.md exist. */
import { access, glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { ROLES } from "#features/accounts/rules/rights.ts";

const ROOT = join(import.meta.dirname, "../..");
let sources: string;
let sections: ReadonlyMap<string, string>;
beforeAll(async () => {
  const texts: string[] = [];
  for await (const file of glob("src/**/*.ts", { cwd: ROOT }))
    if (!/\.(?:test|fixture)\.ts$/.test(file)) texts.push(await readFile(join(ROOT, file), "utf8"));
  sources = texts.join("\n");
  const handbook = await readFile(join(ROOT, "docs/operations.md"), "utf8");
  sections = new Map(handbook.split("\n## ").map((section) => [section.split("\n", 1)[0] ?? "", section]));
});

const all = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))].toSorted();
/** Alarms of the log, and metrics of Prometheus. */
const alarms = () => all(sources, /\balert: "(\w+)"/g);
const figures = () => all(sources, /["`](concours_\w+)/g);
const section = (name: string) => {
  const text = sections.get(name);
  if (text === undefined) throw new Error(`docs/operations.md has no section "${name}"`);
  return text;
};
/** The bold beginnings of the paragraphs. */
const headings = () => all(section("Alerts"), /^\*\*(.+?)\*\*/gm).join("\n");

it("every alarm of the log has its entry, and every entry its alarm", () => {
  expect(alarms().length).toBeGreaterThan(5);
  expect(all(headings(), /`([a-z_]+)`/g).filter((name) => !name.startsWith("concours_"))).toEqual(alarms());
});

it("every figure is explained, and no other; alarms speak of these", () => {
  const rows = all(section("Monitoring"), /^\| (`[^|]+) \|/gm).join("\n");
  const named = all(rows, /`(\w+)/g).map((name) => (name.startsWith("_") ? `concours${name}` : name));
  expect(figures().length).toBeGreaterThan(15);
  expect(named.toSorted()).toEqual(figures());
  for (const name of all(headings(), /(concours_\w+)/g)) expect(figures()).toContain(name);
});

it("every role of the staff is explained, and no other", () => {
  expect(all(section("Staff"), /^\| `([a-z-]+)` +\|/gm)).toEqual(ROLES.toSorted());
});

it("every test that security.md names is there", async () => {
  const text = await readFile(join(ROOT, "docs/security.md"), "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| risk") && !line.startsWith("| --"));
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const files = all(row, /`([\w/.-]+\.test\.tsx?)`/g);
    expect(files, row).not.toEqual([]);
    for (const file of files) await access(join(ROOT, file));
  }
});
