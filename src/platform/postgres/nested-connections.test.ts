import { sql } from "kysely";
import { expect, it } from "vitest";
import { testCtx } from "../ctx.fixture.ts";
import { NestedConnection } from "./nested-connections.fixture.ts";

const one = sql`SELECT 1`;

it("a second connection inside a transaction fails, and so does the test that hides the failure", async () => {
  const ctx = await testCtx();
  const nested = (work: () => Promise<unknown>) => ctx.db.transaction().execute(work);
  await expect(nested(() => one.execute(ctx.db))).rejects.toThrow(NestedConnection);
  await expect(nested(() => ctx.pool.query("SELECT 1"))).rejects.toThrow(NestedConnection);
  await expect(nested(() => ctx.db.transaction().execute((tx) => one.execute(tx)))).rejects.toThrow(NestedConnection);
  await nested(() => one.execute(ctx.db).catch(() => undefined));
  await expect(ctx.close()).rejects.toThrow(/second connection was taken inside a transaction/);
});

it("the same work may connect before and after its transaction", async () => {
  const ctx = await testCtx();
  await one.execute(ctx.db);
  await ctx.db
    .transaction()
    .setIsolationLevel("serializable")
    .execute(async (tx) => {
      await one.execute(tx);
    });
  await one.execute(ctx.db);
  await ctx.close();
});
