/** docs/alerts.md and docs/operations.md are complete; tests named by docs/security.md exist. */
import { access, glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { ALERT_KINDS } from "#features/access/rules/alert.ts";
import { ROLES } from "#features/access/rules/rights.ts";
import { markdownTable } from "#shared/text/markdown-table.fixture.ts";

const ROOT = join(import.meta.dirname, "../../..");
let sources: string;
let sections: ReadonlyMap<string, string>;
let alertsPage: string;
let titles: Readonly<Record<string, string>>;
beforeAll(async () => {
  const texts: string[] = [];
  for await (const file of glob("src/**/*.ts", { cwd: ROOT }))
    if (!/\.(?:test|fixture)\.ts$/.test(file)) texts.push(await readFile(join(ROOT, file), "utf8"));
  sources = texts.join("\n");
  const read = (file: string) => readFile(join(ROOT, file), "utf8");
  alertsPage = await read("docs/alerts.md");
  titles = JSON.parse(await read("public/locales/en/admin-alerts.json")).alerts.titles;
  const handbook = await read("docs/operations.md");
  sections = new Map(handbook.split("\n## ").map((section) => [section.split("\n", 1)[0] ?? "", section]));
});

const all = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))].toSorted();
/** The names in the log, and in Prometheus. */
const logNames = () => all(sources, /\balert: "(\w+)"/g);
const figures = () => all(sources, /["`](concours_\w+)/g);
const section = (name: string) => {
  const text = sections.get(name);
  if (text === undefined) throw new Error(`docs/operations.md has no section "${name}"`);
  return text;
};

it("docs/alerts.md has every alert of the back office and of the log, and no other", () => {
  const rows = all(alertsPage, /^\| `([a-z_]+)` +\|/gm);
  expect(rows).toEqual([...new Set([...ALERT_KINDS, ...logNames()])].toSorted());
});

it("docs/alerts.md calls each alert what the back office calls it; --update writes the titles", async () => {
  const cells = (row: string) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const written = alertsPage.replaceAll(/^\| alert +\| title .*(?:\n\|.*)*/gm, (table) => {
    const [head = [], , ...rows] = table.split("\n").map(cells);
    const titleOf = (kind: string) => titles[kind.replaceAll("`", "")]?.replace(/{{\w+}}/, "…") ?? "log only";
    return markdownTable([head, ...rows.map(([kind = "", , ...rest]) => [kind, titleOf(kind), ...rest])]);
  });
  await expect(written).toMatchFileSnapshot(join(ROOT, "docs/alerts.md"));
});

it("docs/operations.md explains every metric, and no other; docs/alerts.md names only these", () => {
  const rows = all(section("Monitoring"), /^\| (`[^|]+) \|/gm).join("\n");
  const named = all(rows, /`(\w+)/g).map((name) => (name.startsWith("_") ? `concours${name}` : name));
  expect(figures().length).toBeGreaterThan(15);
  expect(named.toSorted()).toEqual(figures());
  const alerted = all(alertsPage, /(concours_\w+)/g);
  expect(alerted.length).toBeGreaterThan(10);
  for (const name of alerted) expect(figures()).toContain(name);
});

it("docs/operations.md explains every role of the staff, and no other", () => {
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
