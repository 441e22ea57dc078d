/** Kills the primary of a cluster during sales. The long form: `npm run chaos -- --cluster`. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { type MadeUser, makeLottery, makeRegular } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { writeOpening } from "#platform/opening.server.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { missingForCluster } from "#platform/postgres/fixtures/cluster-lacks.fixture.ts";
import { startCluster } from "#platform/postgres/fixtures/cluster.fixture.ts";
import { prepareDatabase } from "#platform/postgres/prepare-database.server.ts";
import { checkout, pay, sessionOf, stockOf } from "../orders.fixture.ts";
import { settleOrder } from "./settle-order.ts";

const AVAILABLE = 120;
const KILLED_AFTER = 40;
const AT_ONCE = 8;
const ATTEMPTS = 400;

type Sold = { readonly orderId: string; readonly sessionId: string };

const lacks = missingForCluster();
if (lacks !== undefined)
  process.stdout.write(
    `No database of three machines here (${lacks}): \`npm run chaos -- --cluster\` installs it as root, and asks more of it.\n`,
  );

it.skipIf(lacks !== undefined)(
  "what was sold is sold when the primary is killed, and the draw sells out exactly",
  async () => {
    await using undo = new AsyncDisposableStack();
    const cluster = await startCluster();
    undo.defer(() => cluster.stop());
    const ctx = await testCtx({ RATE_LIMITS: "off" });
    undo.defer(() => ctx.close());
    await prepareDatabase({ url: cluster.url, ownerUrl: cluster.ownerUrl }, ctx.log);
    const pool = openPool(cluster.url, ctx.log, 20);
    undo.defer(() => pool.end());
    const onCluster: TestCtx = { ...ctx, pool, db: openDb(pool) };
    await writeOpening(onCluster.db, ctx.now());

    const lottery = await makeLottery(onCluster, { tickets_available: AVAILABLE });
    const buyers = await Promise.all(Array.from({ length: ATTEMPTS }, () => makeRegular(onCluster)));
    const promised: Sold[] = [];
    const settled: Sold[] = [];
    let isSoldOut = false;
    const buy = async (buyer: MadeUser) => {
      const opened = await checkout(onCluster, lottery, 1, buyer);
      if (!opened.ok) {
        isSoldOut ||= opened.error === "sold_out";
        return;
      }
      const { orderId } = opened.value;
      const sold = { orderId, sessionId: await sessionOf(onCluster, orderId) };
      promised.push(sold);
      await pay(ctx, sold.sessionId);
      await settleOrder(onCluster, sold.sessionId);
      settled.push(sold);
    };
    const shops = Array.from({ length: AT_ONCE }, async () => {
      for (let buyer = buyers.pop(); buyer && !isSoldOut; buyer = buyers.pop()) await buy(buyer).catch(() => sleep(100));
    });
    await expect.poll(() => settled.length, { timeout: 30_000 }).toBeGreaterThan(KILLED_AFTER);
    (await cluster.primary()).killDatabase();
    await Promise.all(shops);

    const { db } = onCluster;
    const orders = await db.selectFrom("orders").select(["id", "state", "payment_session_id"]).execute();
    const pages = new Map(orders.map((order) => [order.id, order.payment_session_id]));
    // A hold does not wait for the disk; its page's address does, before the buyer gets it.
    expect(promised.filter(({ orderId, sessionId }) => pages.get(orderId) !== sessionId)).toEqual([]);
    const states = new Map(orders.map((order) => [order.id, order.state]));
    expect(settled.filter(({ orderId }) => states.get(orderId) !== "paid")).toEqual([]);
    // Finishes interrupted work like the timers.
    for (const { sessionId } of promised) await settleOrder(onCluster, sessionId);
    const stock = await stockOf(onCluster, lottery);
    expect(stock.sold).toBe(promised.length);
    expect(stock.sold + stock.held).toBe(AVAILABLE);
    expect(await findBrokenInvariants(onCluster)).toEqual([]);
  },
  120_000,
);
