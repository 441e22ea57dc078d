/** The shop against its model with new seeds, for each payment provider and both, until the time is over. */
import { it } from "vitest";
import { connectBeside } from "./beside.fixture.ts";
import { runModel } from "./model-run.fixture.ts";
import { startShop } from "./shop.fixture.ts";
import { PATH, PROVIDERS, type Providers, SECONDS, SEED, tell } from "./stress-time.fixture.ts";

/** With both, the amount of an order decides its provider, so that a seed replays it. */
const NEW_ORDERS: Readonly<Record<Providers, string>> = {
  stripe: "stripe=100",
  checkout: "checkout=100",
  both: "stripe=100,checkout=100@90",
};

it("does what the model says", async () => {
  const end = performance.now() + SECONDS * 1000;
  const done = new Map(PROVIDERS.map((name) => [name, { runs: 0, commands: 0 }]));
  for (let i = 0; i < PROVIDERS.length || performance.now() < end; i++) {
    const providers = PROVIDERS[i % PROVIDERS.length] ?? "both";
    const figures = done.get(providers) ?? { runs: 0, commands: 0 };
    const onRun = (count: number) => {
      figures.runs += 1;
      figures.commands += count;
    };
    // Each batch has a new shop, to keep its books small.
    const shop = await startShop({ env: { NEW_ORDERS: NEW_ORDERS[providers] } });
    const beside = await connectBeside(shop);
    try {
      // Each batch has its own seed: the first is the one to replay.
      await runModel(shop, beside, { runs: 10, seed: SEED + i, mostCommands: 40, path: PATH, onRun });
    } catch (error) {
      throw new Error(`--providers ${providers} --seed ${SEED + i}`, { cause: error });
    } finally {
      await tell(`model-${providers}`, figures);
      await beside.close();
      await shop.stop();
    }
  }
});
