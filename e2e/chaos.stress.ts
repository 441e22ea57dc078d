/** Run after run of chaos, kills included, until the time is over. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Chaos, chaos } from "./chaos.fixture.ts";
import { type FaultyShop, startFaultyShop } from "./faulty-shop.fixture.ts";
import { SECONDS, SEED, tell } from "./stress-time.fixture.ts";

const ONE_STORM_SECONDS = 60;
let faulty: FaultyShop;
beforeAll(async () => {
  faulty = await startFaultyShop();
});
afterAll(() => faulty.stop());

it("keeps every invariant through chaos", async () => {
  const end = performance.now() + SECONDS * 1000;
  const all: Chaos[] = [];
  do {
    const seconds = Math.min(ONE_STORM_SECONDS, SECONDS);
    all.push(await chaos(faulty, { seconds, buyers: 12, seed: SEED + all.length, kills: true }));
    await tell("chaos", {
      runs: all.length,
      purchases: all.reduce((sum, { purchases }) => sum + purchases, 0),
      faults: sumUp(all.map(({ faults }) => faults)),
      answers: sumUp(all.map(({ answers }) => answers)),
    });
    expect(all.flatMap(({ unexpected }) => unexpected)).toEqual([]);
  } while (performance.now() < end);
});

function sumUp(counts: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const each of counts) for (const [name, n] of Object.entries(each)) total[name] = (total[name] ?? 0) + n;
  return total;
}
