import { expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { testCtx } from "./ctx.fixture.ts";

it.each([
  ["if it was not declared", undefined, /held-is-holds/],
  ["if only another one was declared", { broken: ["frozen"] }, /held-is-holds/],
  ["and accepted if it was declared", { broken: ["held-is-holds"] }, undefined],
  ["and so is a declared one that is intact", { broken: ["frozen", "held-is-holds"] }, /frozen/],
])("a broken invariant is found at the end, %s", async (_, options, complaint) => {
  const ctx = await testCtx();
  const id = await makeLottery(ctx);
  await ctx.db.updateTable("lotteries").set({ tickets_held: 1 }).where("id", "=", id).execute();
  const message = await ctx.close(options).then(
    () => "",
    (error: Error) => error.message,
  );
  if (complaint) expect(message).toMatch(complaint);
  else expect(message).toBe("");
  // The pool is closed even so.
  await expect(ctx.pool.query("SELECT")).rejects.toThrow(/end/);
});
