/** One run of the model: a new draw, new buyers, and generated commands. */
import * as fc from "fast-check";
import { makeLottery } from "#demo/makers.ts";
import { newAdministrator } from "./administrator.fixture.ts";
import { newApiClient } from "./api-client.fixture.ts";
import type { Beside } from "./beside.fixture.ts";
import { makeKnown } from "./books.fixture.ts";
import { compareMoney, type Real } from "./model-command.fixture.ts";
import { setWeather } from "./model-pay.fixture.ts";
import { newModel } from "./model-state.fixture.ts";
import { anyCommands } from "./model.fixture.ts";
import type { ShopAddress } from "./shop.fixture.ts";

const BUYERS = 3;
const AVAILABLE = 12;

export type ModelRuns = {
  readonly runs: number;
  readonly seed: number;
  readonly mostCommands: number;
  /** fast-check's path to a failure, to replay only that. */
  readonly path?: string | undefined;
  readonly onRun?: (commands: number) => void;
};

/** @throws with the seed, the path and the commands that replay it */
export async function runModel(
  shop: ShopAddress,
  beside: Beside,
  { runs, seed, mostCommands, path, onRun }: ModelRuns,
): Promise<void> {
  const administrator = await newAdministrator(shop, beside);
  const property = fc.asyncProperty(anyCommands(BUYERS, mostCommands), async (commands) => {
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newApiClient(shop)));
    await makeKnown(shop, buyers);
    const lotteryId = await makeLottery(beside.ctx, {
      tickets_available: AVAILABLE,
      takes_free_entries: false,
      title: "A model",
    });
    await setWeather(shop, "calm");
    const model = newModel(AVAILABLE);
    const real: Real = { shop, beside, lotteryId, buyers, administrator };
    await fc.asyncModelRun(() => ({ model, real }), commands);
    await compareMoney(model, real);
    onRun?.([...commands].length);
  });
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true, ...(path !== undefined && { path }) });
}
