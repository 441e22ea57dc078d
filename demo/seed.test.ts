/** The demo's content is made once, whole, and true to every promise. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/invariants.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { seedDemo } from "./seed.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

it("two shops that start on one empty database make it once", { timeout: 60_000 }, async () => {
  expect((await Promise.all([seedDemo(ctx), seedDemo(ctx)])).sort()).toEqual([false, true]);
  expect(await seedDemo(ctx)).toBe(false);
  expect(await findBrokenInvariants(ctx)).toEqual([]);
});
