/** Route ids reach every browser, so they must not contain paths of the build machine. */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, it } from "vitest";
import routes from "../../routes.ts";

const SOURCE = join(import.meta.dirname, "../..");
const idsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ id = "", children = [] }) => [id, ...idsOf(children)]);
const ids = idsOf(await routes);

it("route ids are relative to the project", () => {
  expect(ids.filter((id) => !/^(?:app|features)\/[\w/-]+$/.test(id))).toEqual([]);
});

it("every route id used by scripts exists", async () => {
  const asked = new Set<string>();
  for await (const file of glob("app/shell/*.{ts,tsx}", { cwd: SOURCE })) {
    const text = await readFile(join(SOURCE, file), "utf8");
    for (const [, id = ""] of text.matchAll(/"((?:app|features)\/[\w/-]+)"/g)) asked.add(id);
  }
  expect(asked.size).toBeGreaterThan(1);
  expect([...asked].filter((id) => !ids.includes(id))).toEqual([]);
});
