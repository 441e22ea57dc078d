/** What a visitor has to fetch before a page reacts. */
import { gzipSync } from "node:zlib";
import { expect, inject, it } from "vitest";
import { HOME_SCRIPTS_LIMIT } from "../src/features/site/rules/page-weight.ts";

const shop = inject("shop");

/** Of all scripts that a page names, compressed with gzip, in bytes. */
async function weigh(path: string): Promise<number> {
  const html = await (await fetch(shop.url + path)).text();
  // The list of all routes is named too; it is fetched by nobody who only looks.
  const named = html.match(/\/assets\/[\w.-]+\.js/g) ?? [];
  const names = new Set(named.filter((name) => !name.startsWith("/assets/manifest-")));
  expect(names.size).toBeGreaterThan(2);
  const scripts = await Promise.all(
    [...names].map(async (name) => Buffer.from(await (await fetch(shop.url + name)).arrayBuffer())),
  );
  return scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0);
}

it("home's scripts weigh no more than 115 kB, compressed with gzip", async () => {
  expect(await weigh("/")).toBeLessThanOrEqual(HOME_SCRIPTS_LIMIT);
});

it("those of a draw weigh no more than 135 kB", async () => {
  const [draw] = (await (await fetch(`${shop.url}/api/lotteries`)).json()) as { id: string }[];
  expect(await weigh(`/lottery/${draw?.id}`)).toBeLessThanOrEqual(135_000);
});
