/** What a visitor has to fetch before a page reacts. */
import { gzipSync } from "node:zlib";
import { expect, inject, it } from "vitest";
import { HOME_SCRIPTS_LIMIT } from "../src/features/site/rules/page-weight.ts";

const shop = inject("shop");

it("home's scripts weigh no more than 130 kB, compressed with gzip", async () => {
  const html = await (await fetch(shop.url)).text();
  // The list of all routes is named too; it is fetched by nobody who only looks.
  const named = html.match(/\/assets\/[\w.-]+\.js/g) ?? [];
  const names = new Set(named.filter((name) => !name.startsWith("/assets/manifest-")));
  expect(names.size).toBeGreaterThan(2);
  const scripts = await Promise.all(
    [...names].map(async (name) => Buffer.from(await (await fetch(shop.url + name)).arrayBuffer())),
  );
  const weights = scripts.map((script) => gzipSync(script, { level: 9 }).length);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(HOME_SCRIPTS_LIMIT);
});
