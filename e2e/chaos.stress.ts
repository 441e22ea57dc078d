/** Repeated chaos runs with kills, for each payment provider and for both, until the time is over. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Chaos, chaos } from "./chaos.fixture.ts";
import { type FaultyShop, type Split, startFaultyShop } from "./faulty-shop.fixture.ts";
import { PROVIDERS, type Providers, SECONDS, SEED, tell } from "./stress-time.fixture.ts";

const ONE_STORM_SECONDS = 60;
/** The distribution of new orders, in turn. With both providers, it changes with each kill. */
const SPLITS: Readonly<Record<Providers, readonly Split[]>> = {
  stripe: ["stripe"],
  checkout: ["checkout"],
  both: ["both", "stripe before checkout", "checkout before stripe", "checkout", "stripe"],
};

let faulty: FaultyShop;
beforeAll(async () => {
  faulty = await startFaultyShop();
});
afterAll(() => faulty.stop());

it("keeps every invariant through chaos", async () => {
  const end = performance.now() + SECONDS * 1000;
  const all: { providers: Providers; seen: Chaos }[] = [];
  do {
    const providers = PROVIDERS[all.length % PROVIDERS.length] ?? "both";
    const splits = SPLITS[providers];
    await faulty.killAndRestart(splits[0]);
    const seconds = Math.min(ONE_STORM_SECONDS, SECONDS);
    all.push({ providers, seen: await chaos(faulty, { seconds, buyers: 12, seed: SEED + all.length, kills: true, splits }) });
    for (const name of PROVIDERS) {
      const own = all.filter((each) => each.providers === name).map(({ seen }) => seen);
      await tell(`chaos-${name}`, {
        runs: own.length,
        purchases: sumUp(own.map(({ by }) => by)),
        faults: sumUp(own.map(({ faults }) => faults)),
        answers: sumUp(own.map(({ answers }) => answers)),
      });
    }
    expect(all.flatMap(({ seen }) => seen.unexpected)).toEqual([]);
  } while (performance.now() < end || all.length < PROVIDERS.length);
});

function sumUp(counts: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const each of counts) for (const [name, n] of Object.entries(each)) total[name] = (total[name] ?? 0) + n;
  return total;
}
