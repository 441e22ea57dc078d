/** What a visitor has to fetch before a page reacts. */
import { gzipSync } from "node:zlib";
import { expect, inject, it } from "vitest";
import { HOME_SCRIPTS_LIMIT } from "../src/features/site/rules/page-weight.ts";

const shop = inject("shop");

it("home's scripts weigh no more than 130 kB, compressed with gzip", async () => {
  const html = await (await fetch(shop.url)).text();
  const names = new Set(html.match(/\/assets\/[\w.-]+\.js/g));
  expect(names.size).toBeGreaterThan(2);
  const scripts = await Promise.all(
    [...names].map(async (name) => Buffer.from(await (await fetch(shop.url + name)).arrayBuffer())),
  );
  const weights = scripts.map((script) => gzipSync(script, { level: 9 }).length);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(HOME_SCRIPTS_LIMIT);
});
