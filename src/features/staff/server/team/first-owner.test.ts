import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeUser } from "#demo/makers.ts";
import { findRole } from "#features/access/server/actor.ts";
import { justSignedIn } from "#features/accounts/server/accounts.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { appointAdmin } from "./appoint-admin.ts";
import { claimShop, isOffered, offerShop } from "./first-owner.ts";
import { lockStaff } from "./owner-link-store.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const DAY_MS = 86_400_000;

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  ctx.setNow(NOON);
  await ctx.db.deleteFrom("admin_user").execute();
});

const person = async () => {
  const { id, email } = await makeUser(ctx);
  return { id, email, sessionId: undefined };
};
async function offered(): Promise<string> {
  const link = await offerShop(ctx);
  return new URL(link ?? "").searchParams.get("token") ?? "";
}
const refused = { ok: false, error: "linkExpired" };

it("the link makes one owner, then expires, and the log records the link", async () => {
  const token = await offered();
  const [first, second] = [await person(), await person()];
  expect(await isOffered(ctx, token)).toBe(true);
  const answers = await Promise.all([claimShop(ctx, first, token), claimShop(ctx, second, token)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const owner = answers[0]?.ok ? first : second;
  expect(await findRole(ctx, owner.id)).toBe("owner");
  expect(await isOffered(ctx, token)).toBe(false);
  expect(await claimShop(ctx, await person(), token)).toEqual(refused);
  const log = ctx.db.selectFrom("audit_log").select(["action", "after"]).where("subject_id", "=", owner.id);
  expect(await log.execute()).toEqual([{ action: "admin.add", after: { role: "owner", by_link: true } }]);
});

it("leaves the account one session with a new token, so that a copied cookie gains no rights", async () => {
  const { id, sessionId } = await justSignedIn(ctx, (await person()).id);
  await justSignedIn(ctx, id);
  const claimed = await claimShop(ctx, { id, sessionId }, await offered());
  const [one, ...others] = await ctx.db.selectFrom("sessions").select(["id", "token"]).where("user_id", "=", id).execute();
  expect([claimed, others]).toEqual([{ ok: true, value: one?.token }, []]);
  expect(one?.id).not.toBe(sessionId);
});

it("thirty concurrent claims make one owner, and leave connections for other requests", async () => {
  const token = await offered();
  const people = await Promise.all(Array.from({ length: 30 }, person));
  const pool = openPool(ctx.databaseUrl, ctx.log, 10, { connectMs: 10_000 });
  const shop = { ...ctx, pool, db: openDb(pool) };
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const holding = ctx.db.transaction().execute(async (tx) => {
    await lockStaff(tx);
    await released;
  });
  const claims = Promise.all(people.map((each) => claimShop(shop, each, token)));
  await sleep(300);
  const isAnswered = await isOffered(shop, token).catch(() => false);
  release();
  await holding;
  expect(isAnswered).toBe(true);
  const answers = await claims;
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter(({ ok }) => !ok)).toEqual(Array(29).fill(refused));
  await pool.end();
});

it("offers no link if the shop has staff", async () => {
  const { id } = await person();
  await ctx.db.insertInto("admin_user").values({ id }).execute();
  expect(await offerShop(ctx)).toBeUndefined();
});

it("a restart's link replaces the last one", async () => {
  const last = await offered();
  const newest = await offered();
  expect(await claimShop(ctx, await person(), last)).toEqual(refused);
  expect(await claimShop(ctx, await person(), newest)).toMatchObject({ ok: true });
});

it("expires after a day", async () => {
  const token = await offered();
  ctx.setNow(new Date(NOON.getTime() + DAY_MS));
  expect(await isOffered(ctx, token)).toBe(false);
  expect(await claimShop(ctx, await person(), token)).toEqual(refused);
});

it("is invalid once the shop has staff, even if both happen at once", async () => {
  const token = await offered();
  const [reader, appointed] = [await person(), await person()];
  const [claimed] = await Promise.all([claimShop(ctx, reader, token), appointAdmin(ctx, appointed.email)]);
  const staff = await ctx.db.selectFrom("admin_user").select("id").execute();
  expect(staff.map(({ id }) => id)).toContain(appointed.id);
  expect(staff).toHaveLength(claimed.ok ? 2 : 1);
  expect(await claimShop(ctx, await person(), token)).toEqual(refused);
});

it("a forged link is invalid", async () => {
  const token = await offered();
  const [id = ""] = token.split(".");
  for (const wrong of ["", "x", id, `${id}.x`, `${id}.${"A".repeat(43)}`]) expect(await isOffered(ctx, wrong)).toBe(false);
});
