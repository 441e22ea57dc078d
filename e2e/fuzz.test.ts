/** Nothing that anybody sends to any address makes the shop fail, tell of itself, or lose a header that protects its visitors. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectInvariantsHold } from "./books.fixture.ts";
import { type FuzzedShop, startFuzzedShop } from "./fuzzed-shop.fixture.ts";

let fuzzed: FuzzedShop;
beforeAll(async () => {
  fuzzed = await startFuzzedShop();
}, 120_000);
afterAll(() => fuzzed.shop.stop());

it("every address takes whatever comes, and every API call answers as it is described", {
  timeout: 240_000,
}, async () => {
  const { tried, wrong } = await fuzzed.throwAt({ seed: 20_261_121, count: 500, described: 8 });
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(500);
  await expectInvariantsHold(fuzzed.shop);
});
