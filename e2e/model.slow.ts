/** A shop against its model: after any sequence of commands, stock and money match. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Beside, connectBeside } from "./beside.fixture.ts";
import { runModel } from "./model-run.fixture.ts";
import { type Shop, startShop } from "./shop.fixture.ts";

/** A fixed seed; `npm run stress` uses new ones and prints that of a failure. */
const SEED = 385;
/** New commands change what a seed does: batches run until banks have decided both ways. */
const MOST_BATCHES = 8;

/**
 * The amount of an order decides its provider. A separate shop, because the model replaces administrators.
 */
let shop: Shop;
let beside: Beside;
beforeAll(async () => {
  shop = await startShop({ env: { NEW_ORDERS: "stripe=100,checkout=100@90" } });
  beside = await connectBeside(shop);
});
afterAll(async () => {
  await beside.close();
  await shop.stop();
});

it("sells, refunds, calls off, draws and erases as the model says", { timeout: 600_000 }, async () => {
  let commands = 0;
  const decided = async () =>
    (await beside.ctx.db.selectFrom("disputes").select("standing").execute()).map((row) => row.standing);
  const before = (await decided()).length;
  const isDecided = (standings: readonly string[]) => standings.includes("won") && standings.includes("lost");
  for (let batch = 0; batch < MOST_BATCHES && !isDecided((await decided()).slice(before)); batch += 1)
    await runModel(shop, beside, { runs: 6, seed: SEED + batch, mostCommands: 40, onRun: (count) => (commands += count) });
  expect(commands).toBeGreaterThan(60);
  expect((await decided()).slice(before), "banks have their say in it").toEqual(expect.arrayContaining(["won", "lost"]));
  const partial = await beside.ctx.db.selectFrom("refunds").select("state").where("reason", "=", "partial").execute();
  expect(new Set(partial.map(({ state }) => state)), "some tickets and amounts are refunded").toContain("succeeded");
  const { rows } = await beside.ctx.pool.query(
    "SELECT DISTINCT o.provider FROM orders o JOIN lotteries l ON l.id = o.lottery_id WHERE l.title = 'A model' AND captured_pence > 0 ORDER BY 1",
  );
  expect(rows).toEqual([{ provider: "checkout" }, { provider: "stripe" }]);
});
