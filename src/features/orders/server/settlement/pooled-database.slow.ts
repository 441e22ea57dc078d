/** A hot draw through PgBouncer with fewer connections than the shop: sells exactly, in both modes. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeLottery, makeRegular } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { TIMEOUTS } from "#platform/ctx.server.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { missingForPgbouncer, startPgbouncer } from "#platform/postgres/fixtures/pgbouncer.fixture.ts";
import { checkout, pay, sessionOf, stockOf } from "../orders.fixture.ts";
import { settleOrder } from "./settle-order.ts";

const AVAILABLE = 30;
const BUYERS = 40;
/** Connections of the shop, and of the pooler. */
const CONNECTIONS = { shop: 20, transaction: 4, session: 20 } as const;

const lacks = missingForPgbouncer();
if (lacks !== undefined)
  process.stdout.write(`No PgBouncer here (${lacks}): \`apt-get install pgbouncer\` as root lets it be tested.\n`);

it.skipIf(lacks !== undefined).each(["transaction", "session"] as const)(
  "a draw sells out exactly through a pooler of %ss",
  async (mode) => {
    await using undo = new AsyncDisposableStack();
    const ctx = await testCtx({ RATE_LIMITS: "off" });
    undo.defer(() => ctx.close());
    const bouncer = await startPgbouncer(ctx.databaseUrl, { mode, connections: CONNECTIONS[mode] });
    undo.defer(() => bouncer.stop());
    const pool = openPool(bouncer.url, ctx.log, CONNECTIONS.shop, { ...TIMEOUTS, isPooled: mode === "transaction" });
    undo.defer(() => pool.end());
    const pooled: TestCtx = { ...ctx, pool, db: openDb(pool) };
    const lottery = await makeLottery(pooled, { tickets_available: AVAILABLE });
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => makeRegular(pooled)));
    const sold = await Promise.all(
      buyers.map(async (buyer) => {
        const opened = await checkout(pooled, lottery, 1, buyer);
        if (!opened.ok) return opened.error;
        const sessionId = await sessionOf(pooled, opened.value.orderId);
        await pay(ctx, sessionId);
        // Concurrently by the webhook and the buyer's return.
        await Promise.all([settleOrder(pooled, sessionId), settleOrder(pooled, sessionId)]);
        return "sold";
      }),
    );
    expect(sold.filter((outcome) => outcome === "sold")).toHaveLength(AVAILABLE);
    expect(await stockOf(pooled, lottery)).toMatchObject({ sold: AVAILABLE, held: 0 });
    expect(await findBrokenInvariants(pooled)).toEqual([]);

    const limits = await Promise.all(
      Array.from({ length: CONNECTIONS.shop }, () =>
        sql<{ limits: string }>`SELECT concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
        current_setting('idle_in_transaction_session_timeout'), current_setting('synchronous_commit')) AS limits`.execute(
          pooled.db,
        ),
      ),
    );
    expect(new Set(limits.flatMap(({ rows }) => rows.map((row) => row.limits)))).toEqual(new Set(["5min 20s 30s on"]));
  },
);
