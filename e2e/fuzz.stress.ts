/** A hundred thousand inputs, or as many as the time allows. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectInvariantsHold } from "./books.fixture.ts";
import { type FuzzedShop, fuzzedShop } from "./fuzzed-shop.fixture.ts";
import { type Shop, startShop } from "./shop.fixture.ts";
import { SECONDS, SEED, tell } from "./stress-time.fixture.ts";

const ROUND = 5_000;
const MOST = 100_000;
let shop: Shop;
let fuzzed: FuzzedShop;
beforeAll(async () => {
  shop = await startShop();
  fuzzed = await fuzzedShop(shop);
});
afterAll(() => shop.stop());

it("withstands a hundred thousand inputs", async () => {
  const end = performance.now() + SECONDS * 1000;
  let inputs = 0;
  const statuses: Record<string, number> = {};
  for (let i = 0; inputs < MOST && (i === 0 || performance.now() < end); i++) {
    const round = await fuzzed.throwAt({ seed: SEED + i * 1000, count: ROUND, described: 40 });
    inputs += round.tried;
    for (const [status, n] of Object.entries(round.statuses)) statuses[status] = (statuses[status] ?? 0) + n;
    await tell("fuzz", { inputs, addresses: fuzzed.addresses, statuses, wrong: round.wrong });
    expect(round.wrong).toEqual([]);
  }
  await expectInvariantsHold(shop);
});
