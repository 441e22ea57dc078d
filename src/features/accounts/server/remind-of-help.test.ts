import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { remindOfHelp } from "./remind-of-help.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

it("staff hear once that the list of help is a year old, and no more when it was checked", async () => {
  const open = () => ctx.db.selectFrom("alerts").select("kind").where("handled_at", "is", null).execute();
  const on = (day: string) => ({ db: ctx.db, now: () => new Date(`${day}T12:00:00Z`) });
  await remindOfHelp(on("2027-11-21"));
  expect(await open()).toEqual([]);
  await remindOfHelp(on("2027-11-22"));
  await remindOfHelp(on("2027-11-23"));
  expect(await open()).toEqual([{ kind: "help_old" }]);
  await remindOfHelp(on("2026-12-01"));
  expect(await open()).toEqual([]);
});
