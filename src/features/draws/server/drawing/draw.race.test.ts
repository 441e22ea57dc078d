/** Draws against purchases, and processes killed during a freeze or a draw. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { fillDraw } from "#demo/orders.ts";
import { seededRandom } from "#demo/random.ts";
import { order, pay, stateOf } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { sweepOrders } from "#features/orders/server/settlement/sweep-orders.ts";
import { promptBeacon, type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { openDb } from "#platform/postgres/db.server.ts";
import { loadSecrets } from "#platform/secrets.server.ts";
import { advanceDraws } from "../closing/advance-draws.ts";
import { filledDraw } from "../draws.fixture.ts";
import { findDraw } from "../reading/find-draw.ts";
import { drawWinner } from "./draw-winner.ts";
import { requestDraw } from "./request-draw.ts";

const COMMAND = { kind: "command" } as const;
const TIMEOUTS = { timeout: 30_000, interval: 50 };
let ctx: TestCtx;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "concours-draw-"));
  const { beaconKey, beaconGenesis } = await loadSecrets(folder, new Date());
  const connected = await testCtx();
  const chain = { secretKey: Uint8Array.from(Buffer.from(beaconKey, "hex")), genesisTime: beaconGenesis };
  ctx = { ...connected, beacon: promptBeacon(chain) };
});
afterAll(async () => {
  await ctx.close();
  await rm(folder, { recursive: true, force: true });
});

async function fillUp(lotteryId: string, sold: number): Promise<void> {
  const playerIds = [(await makeUser(ctx)).id];
  const [from, until] = [new Date(Date.now() - 7_200_000), new Date(Date.now() - 3_600_000)];
  const orders = { unitPrice: 2999, sold, from, until, playerIds, luck: seededRandom(1), prefix: lotteryId, quantities: [1] };
  await ctx.db.transaction().execute((tx) => fillDraw(tx, { lotteryId, ...orders }));
}

const salesOf = async (id: string) =>
  (await ctx.db.selectFrom("lotteries").select("sales_state").where("id", "=", id).executeTakeFirstOrThrow()).sales_state;
const drawOf = (id: string) => ctx.db.selectFrom("draws").selectAll().where("lottery_id", "=", id).executeTakeFirst();

describe("a draw against purchases", () => {
  it("counts payments in time, refunds late ones, and accepts no entry afterwards", { timeout: 60_000 }, async () => {
    const id = await makeLottery(ctx, { takes_free_entries: false, tickets_available: 48 });
    const buyers = await Promise.all(Array.from({ length: 8 }, () => makeUser(ctx)));
    const orders = await Promise.all(buyers.map((buyer) => order(ctx, id, 3, buyer)));
    // The rest is sold, so that no more entries are possible.
    await fillUp(id, 24);
    const [first, ...others] = orders;
    if (!first) throw new Error("somebody buys");
    await pay(ctx, first.sessionId);
    await settleOrder(ctx, first.sessionId);

    // Half of the others pay at the moment of the request.
    const paying = others.slice(0, 4).map(async ({ sessionId }) => {
      await pay(ctx, sessionId).catch(() => undefined);
      await settleOrder(ctx, sessionId);
    });
    const requesting = requestDraw(ctx, COMMAND, { lotteryId: id, reason: "Because of the test." });
    const sweeping = requesting.then(() => sweepOrders(ctx));
    await Promise.all([requesting, sweeping, ...paying]);
    await sweepOrders(ctx);
    await advanceDraws(ctx);
    const frozen = await drawOf(id);
    const { count } = await ctx.db
      .selectFrom("tickets")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .where("lottery_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(frozen?.n).toBe(Number(count));
    for (const { orderId, sessionId } of orders) {
      await pay(ctx, sessionId).catch(() => undefined);
      await settleOrder(ctx, sessionId);
      expect(["paid", "expired", "refund_due"]).toContain(await stateOf(ctx, orderId));
    }
    await expect.poll(() => drawWinner(ctx, COMMAND, { lotteryId: id }), TIMEOUTS).toMatchObject({ ok: true });
    expect((await drawOf(id))?.n).toBe(Number(count));
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("against a cancellation gives one of the two, never both", async () => {
    const { id } = await filledDraw(ctx);
    const cancel = ctx.db
      .updateTable("lotteries")
      .set({ status: "cancelled", sales_state: "cancelled" })
      .where("id", "=", id)
      .where("sales_state", "in", ["open", "closing"])
      .executeTakeFirst();
    const [, cancelled] = await Promise.all([requestDraw(ctx, COMMAND, { lotteryId: id }), cancel]);
    const isCancelled = cancelled.numUpdatedRows === 1n;
    expect((await drawOf(id)) === undefined).toBe(isCancelled);
    expect((await findDraw(ctx, id))?.state.name).toBe(isCancelled ? "cancelled" : "frozen");
  });
});

/** The command in a separate process on this test's database. */
function startCommand(...words: string[]): ChildProcess {
  const command = new URL("../../../../app/cli/draws-cli.ts", import.meta.url).pathname;
  return spawn(process.execPath, [command, ...words], {
    env: { ...process.env, NODE_ENV: "test", DATABASE_URL: ctx.databaseUrl, DATA_DIR: folder },
    stdio: "ignore",
  });
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

/** Blocks writers of a table until it is released. */
async function holdUp(table: "draw_log" | "draw_picks"): Promise<{ isWaitedFor(): Promise<boolean>; release(): Promise<void> }> {
  const tx = await openDb(ctx.owner).startTransaction().execute();
  await sql`LOCK TABLE ${sql.table(table)} IN SHARE MODE`.execute(tx);
  return {
    isWaitedFor: async () => {
      const { rows } = await sql`SELECT 1 FROM pg_locks WHERE relation = ${table}::regclass AND NOT granted`.execute(ctx.db);
      return rows.length > 0;
    },
    release: async () => void (await tx.rollback().execute()),
  };
}

describe("a process that is killed", () => {
  it("during the freeze leaves nothing, and the next one commits", { timeout: 60_000 }, async () => {
    const { id } = await filledDraw(ctx, { sold: 300 });
    const held = await holdUp("draw_log");
    const child = startCommand("draw", id);
    await expect.poll(() => held.isWaitedFor(), TIMEOUTS).toBe(true);
    await kill(child);
    await held.release();
    await expect.poll(() => salesOf(id), TIMEOUTS).toBe("closing");
    expect(await drawOf(id)).toBeUndefined();
    const advance = async () => {
      await advanceDraws(ctx);
      return salesOf(id);
    };
    await expect.poll(advance, TIMEOUTS).toBe("drawn");
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it(
    "between commitment and result, and again during the draw: the next one takes the same round",
    {
      timeout: 90_000,
    },
    async () => {
      const { id } = await filledDraw(ctx, { sold: 300 });
      const held = await holdUp("draw_picks");
      const first = startCommand("draw", id);
      await expect.poll(() => drawOf(id), TIMEOUTS).toBeDefined();
      await kill(first);
      const committed = await drawOf(id);

      const second = startCommand("draw", id);
      await expect.poll(() => held.isWaitedFor(), TIMEOUTS).toBe(true);
      await kill(second);
      await held.release();
      await sleep(100);
      expect(await drawOf(id)).toEqual(committed);
      expect(await salesOf(id)).toBe("closed");

      const advance = async () => {
        await advanceDraws(ctx);
        return (await findDraw(ctx, id))?.state.name;
      };
      // Retried, because PostgreSQL may not have released the killed process's lock yet.
      await expect.poll(advance, TIMEOUTS).toBe("drawn");
      expect(await drawOf(id)).toMatchObject({ round: committed?.round, commitment: committed?.commitment });
      expect(await findBrokenInvariants(ctx)).toEqual([]);
    },
  );
});
