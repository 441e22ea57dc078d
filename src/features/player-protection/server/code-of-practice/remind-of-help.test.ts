import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { recordHelpCheck } from "./operator-statements.ts";
import { remindOfHelp } from "./remind-of-help.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

it("alerts the staff once that the list of help is due, a month after the opening or a year after its last check", async () => {
  const open = () => ctx.db.selectFrom("alerts").select("kind").where("handled_at", "is", null).execute();
  const on = (day: string) => ({ db: ctx.db, log: ctx.log, now: () => new Date(`${day}T12:00:00Z`) });
  await ctx.owner.query("UPDATE shop_openings SET opened_at = '2026-10-22T09:00:00Z'");
  await remindOfHelp(on("2026-11-21"));
  expect(await open()).toEqual([]);
  await remindOfHelp(on("2026-11-22"));
  expect(await open()).toEqual([{ kind: "help_old" }]);

  await recordHelpCheck(on("2026-11-22"), { kind: "command" });
  expect(await open()).toEqual([]);
  await remindOfHelp(on("2027-11-21"));
  expect(await open()).toEqual([]);
  await remindOfHelp(on("2027-11-22"));
  await remindOfHelp(on("2027-11-23"));
  expect(await open()).toEqual([{ kind: "help_old" }]);
});
