/** Test mode for its owner: a preview of the wipe, and the request to go live. */
import { type Actor, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { findMode, writeSwitchRequest } from "#platform/test-mode/shop-mode.server.ts";
import { countTestData, type TestData } from "#platform/test-mode/wipe-trials.server.ts";
import { err, ok, type Result } from "#shared/result.ts";

/** `requestedAt`: when the end was requested. `testData`: how much would be deleted. */
export type TestModeView = {
  readonly requestedAt: Date | undefined;
  readonly testData: TestData;
};

/** The state of test mode. Undefined in a live shop, and in the demonstration. */
export async function findTestMode(ctx: Ctx): Promise<TestModeView | undefined> {
  const mode = await findMode(ctx.db);
  if (mode?.mode !== "test") return undefined;
  return { requestedAt: mode.requestedAt, testData: await countTestData(ctx.pool, ctx.now()) };
}

/**
 * Requests the end of test mode. The next start with live keys deletes the test data; nothing changes
 * before. `name`: the typed name is not the shop's. `already`: requested before.
 */
export async function askForSwitch(
  ctx: Ctx,
  actor: Actor,
  typed: string,
): Promise<Result<undefined, ReauthRefusal | "name" | "already">> {
  const reauth = await requireReauth(ctx, actor, "live.write");
  if (!reauth.ok) return reauth;
  if (typed.trim().toLocaleLowerCase() !== ctx.brand.current.name.toLocaleLowerCase() || actor.kind !== "admin")
    return err("name");
  return ctx.db.transaction().execute(async (tx) => {
    const at = ctx.now();
    if (!(await writeSwitchRequest(tx, { at, by: actor.id }))) return err("already");
    await recordChange(tx, { actor, action: "shop.switch_ask", subjectType: "shop", subjectId: "mode", at });
    return ok();
  });
}

/** Takes the request back. */
export async function takeSwitchBack(ctx: Ctx, actor: Actor): Promise<Result<undefined, "forbidden">> {
  if (!(await may(ctx, actor, "live.write"))) return err("forbidden");
  await ctx.db.transaction().execute(async (tx) => {
    const change = { action: "shop.switch_withdraw", subjectType: "shop", subjectId: "mode", at: ctx.now() } as const;
    if (await writeSwitchRequest(tx, undefined)) await recordChange(tx, { actor, ...change });
  });
  return ok();
}
