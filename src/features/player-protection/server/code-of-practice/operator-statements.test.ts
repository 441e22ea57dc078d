import { afterAll, beforeAll, expect, it } from "vitest";
import { makeUser } from "#demo/makers.ts";
import { reauthedAdmin } from "#features/accounts/server/accounts.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { HELP_CHECK } from "../../rules/operator-statements.ts";
import {
  findHelpCheck,
  findPromises,
  findStatements,
  listStatements,
  makeStatement,
  recordHelpCheck,
} from "./operator-statements.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

async function member(role: "owner" | "support") {
  const { id } = await makeUser(ctx);
  await ctx.db.insertInto("admin_user").values({ id, role }).execute();
  return reauthedAdmin(ctx, id);
}

it("uses the newest statement, omits withdrawn ones, and logs each change", async () => {
  const owner = await member("owner");
  const nobody = await makeUser(ctx);
  const on = (day: string) => ({ db: ctx.db, log: ctx.log, now: () => new Date(`${day}T12:00:00Z`) });
  const state = (day: string, isConfirmed: boolean, words?: { en: string; fr: string }) =>
    makeStatement(on(day), owner, { key: "partners", isConfirmed, words });
  const published = async () => (await findPromises(ctx)).statements.partners;

  const outsider = reauthedAdmin(ctx, nobody.id);
  expect(await makeStatement(ctx, outsider, { key: "partners", isConfirmed: true, words: undefined })).toMatchObject({
    error: "forbidden",
  });
  expect(await recordHelpCheck(ctx, outsider)).toMatchObject({ error: "forbidden" });
  expect(await listStatements(ctx, outsider)).toMatchObject({ error: "forbidden" });
  expect(await findStatements(ctx)).toEqual({});

  await state("2026-12-01", true);
  expect(await state("2026-12-02", true, { en: "Ours.", fr: " " })).toEqual({ ok: false, error: "no_text" });
  await state("2026-12-03", true, { en: "Only here. ", fr: "Ici seulement." });
  expect(await published()).toEqual({
    since: new Date("2026-12-01T12:00:00Z"),
    words: { en: "Only here.", fr: "Ici seulement." },
  });
  await state("2026-12-04", false);
  expect(await published()).toBeUndefined();
  await state("2026-12-05", true);
  expect(await published()).toEqual({ since: new Date("2026-12-05T12:00:00Z"), words: undefined });

  expect(await findHelpCheck(ctx)).toBeUndefined();
  await recordHelpCheck(on("2026-12-06"), owner);
  await recordHelpCheck(on("2026-12-07"), owner);
  expect(await findHelpCheck(ctx)).toEqual(new Date("2026-12-07T12:00:00Z"));
  const log = ctx.db.selectFrom("audit_log").select(["action", "subject_id"]).where("subject_type", "=", "operator_statement");
  expect((await log.orderBy("id").execute()).map(({ action, subject_id }) => `${action} ${subject_id}`)).toEqual([
    ...["practice.confirm partners", "practice.confirm partners", "practice.withdraw partners", "practice.confirm partners"],
    ...[`practice.help ${HELP_CHECK}`, `practice.help ${HELP_CHECK}`],
  ]);
});
