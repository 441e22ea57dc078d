/** The shop against its model with new throws, until the time is over. */
import { afterAll, beforeAll, inject, it } from "vitest";
import { type Beside, connectBeside } from "./beside.fixture.ts";
import { runModel } from "./model-run.fixture.ts";
import { PATH, SECONDS, SEED, tell } from "./stress-time.fixture.ts";

const shop = inject("shop");
let beside: Beside;
beforeAll(async () => {
  beside = await connectBeside(shop);
});
afterAll(() => beside.close());

it("does what the model says", async () => {
  const end = performance.now() + SECONDS * 1000;
  let commands = 0;
  let runs = 0;
  for (let i = 0; i === 0 || performance.now() < end; i++) {
    const onRun = (count: number) => {
      runs += 1;
      commands += count;
    };
    // Each batch has its own seed: the first is the one to replay.
    await runModel(shop, beside, { runs: 10, seed: SEED + i, mostCommands: 40, path: PATH, onRun });
    await tell("model", { runs, commands });
  }
});
