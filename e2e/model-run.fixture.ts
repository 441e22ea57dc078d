/** One run of the model: a new draw, new buyers, and generated commands. */
import * as fc from "fast-check";
import { makeLottery } from "#demo/makers.ts";
import { newAdministrator } from "./administrator.fixture.ts";
import { newApiClient } from "./api-client.fixture.ts";
import type { Beside } from "./beside.fixture.ts";
import { makeKnown } from "./books.fixture.ts";
import { brokenInvariants } from "./invariants.fixture.ts";
import { compareMoney, need, type Real } from "./model-command.fixture.ts";
import { setWeather } from "./model-pay.fixture.ts";
import { newModel, type Prizes } from "./model-state.fixture.ts";
import { anyCommands } from "./model.fixture.ts";
import type { ShopAddress } from "./shop.fixture.ts";

const BUYERS = 3;
const AVAILABLE = 12;

/** Those that hold at any time, also while payments are under way. */
const DRAW_INVARIANTS = ["completed-has-result", "prizes-have-winners"];

const FURTHER = ["A watch", "A bicycle"].map((title) => ({ title: { en: title }, value_pence: 300_000, details: { en: "" } }));
const anyPrizes: fc.Arbitrary<Prizes> = fc.record({ count: fc.constantFrom(1, 3), isOneAPerson: fc.boolean() });

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
  const property = fc.asyncProperty(anyPrizes, anyCommands(BUYERS, mostCommands), async (prizes, commands) => {
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newApiClient(shop)));
    await makeKnown(shop, buyers);
    const lotteryId = await makeLottery(beside.ctx, {
      tickets_available: AVAILABLE,
      takes_free_entries: false,
      title: "A model",
      further_prizes: JSON.stringify(FURTHER.slice(0, prizes.count - 1)),
      one_prize_a_person: prizes.isOneAPerson,
    });
    await setWeather(shop, "calm");
    const model = newModel(AVAILABLE, prizes);
    const real: Real = { shop, beside, lotteryId, buyers, administrator };
    await fc.asyncModelRun(() => ({ model, real }), commands);
    await compareMoney(model, real);
    const broken = (await brokenInvariants(shop)).filter(({ id }) => DRAW_INVARIANTS.includes(id));
    need("broken invariants of the draw", JSON.stringify(broken), "[]");
    onRun?.([...commands].length);
  });
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true, ...(path !== undefined && { path }) });
}
