/** The weight of scripts before a page becomes interactive. */
import { gzipSync } from "node:zlib";
import { expect, inject, it } from "vitest";

const shop = inject("shop");

/** Gzipped bytes of all scripts that a page names. */
async function weigh(path: string): Promise<number> {
  const html = await (await fetch(shop.url + path)).text();
  // The list of all routes is named, too, but only fetched on navigation.
  const named = html.match(/\/assets\/[\w.-]+\.js/g) ?? [];
  const names = new Set(named.filter((name) => !name.startsWith("/assets/manifest-")));
  expect(names.size).toBeGreaterThan(2);
  const scripts = await Promise.all(
    [...names].map(async (name) => Buffer.from(await (await fetch(shop.url + name)).arrayBuffer())),
  );
  return scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0);
}

it("home's scripts weigh no more than 130 kB, compressed with gzip", async () => {
  expect(await weigh("/")).toBeLessThanOrEqual(130_000);
});

it("those of a draw weigh no more than 150 kB", async () => {
  const [draw] = (await (await fetch(`${shop.url}/api/lotteries`)).json()) as { id: string }[];
  expect(await weigh(`/lottery/${draw?.id}`)).toBeLessThanOrEqual(150_000);
});
