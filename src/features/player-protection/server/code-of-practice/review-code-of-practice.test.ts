import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { listReviews, recordReview, remindOfReview } from "./review-code-of-practice.ts";

const COMMAND = { kind: "command" } as const;
const DAY_MS = 86_400_000;
let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

it("a review has a date and a note, is in the log, and is due again after half a year", async () => {
  const open = () => ctx.db.selectFrom("alerts").select("kind").where("handled_at", "is", null).execute();
  const begun = ctx.now();
  const after = (days: number) => ({ db: ctx.db, log: ctx.log, now: () => new Date(begun.getTime() + days * DAY_MS) });
  expect(await recordReview(ctx, COMMAND, " ")).toEqual({ ok: false, error: "no_note" });
  await remindOfReview(after(0));
  expect(await open()).toEqual([]);

  expect(await recordReview(after(0), COMMAND, "All numbers called.")).toEqual({ ok: true, value: undefined });
  const reviews = await listReviews(ctx, COMMAND);
  expect(reviews.ok && reviews.value).toMatchObject([{ at: begun, note: "All numbers called." }]);
  const logged = await ctx.db.selectFrom("audit_log").select("reason").where("action", "=", "practice.review").execute();
  expect(logged).toEqual([{ reason: "All numbers called." }]);

  await remindOfReview(after(181));
  expect(await open()).toEqual([]);
  await remindOfReview(after(184));
  expect(await open()).toEqual([{ kind: "review_due" }]);
  await recordReview(after(185), COMMAND, "And again.");
  expect(await open()).toEqual([]);
});
