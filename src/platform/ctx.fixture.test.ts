import { expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { testCtx } from "./ctx.fixture.ts";

it.each([
  ["as nobody said so", undefined, /held-is-holds/],
  ["as something else was said", { broken: ["frozen"] }, /held-is-holds/],
  ["as was said", { broken: ["held-is-holds"] }, undefined],
  ["and one that was said to be and is not", { broken: ["frozen", "held-is-holds"] }, /frozen/],
])("a broken invariant is found at the end, %s", async (_, options, complaint) => {
  const ctx = await testCtx();
  const id = await makeLottery(ctx);
  await ctx.db.updateTable("lotteries").set({ tickets_held: 1 }).where("id", "=", id).execute();
  const said = await ctx.close(options).then(
    () => "",
    (error: Error) => error.message,
  );
  if (complaint) expect(said).toMatch(complaint);
  else expect(said).toBe("");
  // The pool is closed even so.
  await expect(ctx.pool.query("SELECT")).rejects.toThrow(/end/);
});
