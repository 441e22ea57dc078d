import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { consumeRateLimit, peekWithin } from "#features/access/server/consume-rate-limit.ts";
import type { AttemptsCounted } from "#features/access/server/rate-limit-store.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { DEVICE, PASSWORD, registered } from "../accounts.fixture.ts";
import { forgetExpired } from "../forget-expired.ts";
import { readSession } from "../sessions/read-session.ts";
import { sessionCookie } from "../sessions/session-cookie.ts";
import { signIn } from "./sign-in.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());
beforeEach(async () => {
  ctx.setNow(undefined);
  await ctx.owner.query("TRUNCATE rate_limits");
});

describe("signing in", () => {
  it("opens a session of 30 days", async () => {
    const { email, userId } = await registered(ctx);
    const result = await signIn(ctx, { email: ` ${email.toUpperCase()} `, password: PASSWORD }, DEVICE);
    expect(result).toMatchObject({ ok: true, value: { userId } });
    const token = result.ok ? result.value.sessionToken : "";
    const row = await ctx.db.selectFrom("sessions").selectAll().where("token", "=", token).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ user_id: userId, ip_address: DEVICE.address, user_agent: "tests" });
    expect((row.expires_at.getTime() - Date.now()) / 86_400_000).toBeCloseTo(30, 2);
    const headers = new Headers({ cookie: sessionCookie(ctx, token).split(";")[0] ?? "" });
    expect(await readSession(ctx, headers)).toMatchObject({ id: userId, email, firstName: "Amelia", isAdmin: false });
  });

  it.each([
    ["a wrong password", (email: string) => ({ email, password: "Blue7harbour" })],
    ["an unknown address", () => ({ email: "nobody@example.com", password: PASSWORD })],
    ["no address at all", () => ({ email: "nobody", password: PASSWORD })],
    ["a very long password", (email: string) => ({ email, password: "A1".repeat(5000) })],
    ["a password followed by NUL", (email: string) => ({ email, password: `${PASSWORD}\u0000` })],
    ["an address that is SQL", () => ({ email: "' OR 1=1 --@example.com", password: PASSWORD })],
  ])("gives the same answer to %s", async (_case, credentials) => {
    const { email } = await registered(ctx);
    expect(await signIn(ctx, credentials(email), DEVICE)).toEqual({ ok: false, error: "invalidCredentials" });
  });

  it("opens an account with a rare address, and refuses a wrong password and unknown addresses", async () => {
    const { email, userId } = await registered(ctx);
    const rare = `tom&jane+${email}`;
    await ctx.db.updateTable("users").set({ email: rare }).where("id", "=", userId).execute();
    expect(await signIn(ctx, { email: rare, password: PASSWORD }, DEVICE)).toMatchObject({ ok: true, value: { userId } });
    for (const credentials of [
      { email: rare, password: "Blue7harbour" },
      { email: "a!b@example.com", password: PASSWORD },
    ])
      expect(await signIn(ctx, credentials, DEVICE)).toEqual({ ok: false, error: "invalidCredentials" });
  });

  it("gives the same answer for an account without a password", async () => {
    const { email, userId } = await registered(ctx);
    await ctx.db.deleteFrom("credentials").where("user_id", "=", userId).execute();
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toEqual({ ok: false, error: "invalidCredentials" });
  });

  it("does the same work for an unknown address as for a wrong password", async () => {
    const shop = { ...ctx, passwordCost: undefined };
    const { email } = await registered(shop);
    // Measures CPU time: a busy machine delays everything, but adds no work.
    const workOf = async (address: string) => {
      const before = process.cpuUsage();
      await signIn(shop, { email: address, password: "Wrong7Harbour" }, DEVICE);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      await ctx.owner.query("TRUNCATE rate_limits");
      known.push(await workOf(email));
      unknown.push(await workOf(`nobody.${round}@example.com`));
    }
    const ratio = median(unknown) / median(known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Wrong passwords from one address. */
async function guess(email: string, times: number, address = DEVICE.address) {
  const tries = [];
  for (let n = 0; n < times; n += 1) tries.push(await signIn(ctx, { email, password: "Wrong7Harbour" }, { ...DEVICE, address }));
  return tries;
}

describe("the limits", () => {
  it("allow a stranger ten attempts in five minutes at one account from one address, known or not", async () => {
    ctx.setNow(new Date("2026-11-21T10:00:00Z"));
    const { email } = await registered(ctx);
    for (const address of [email, "nobody@example.com"]) {
      const tries = await guess(address, 11);
      expect(tries.slice(0, 10).map((result) => !result.ok && result.error)).toEqual(Array(10).fill("invalidCredentials"));
      expect(tries[10]).toEqual({ ok: false, error: "tooManyAttempts", retryAfterSeconds: 330, isMailed: true });
    }
    // The right password is refused, too, so that nothing is learnt.
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ error: "tooManyAttempts" });
    ctx.setNow(new Date("2026-11-21T10:05:30Z"));
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ ok: true });
  });

  it("do not lock the owner out, who signs in from another address at that moment", async () => {
    ctx.setNow(new Date("2026-11-21T10:00:00Z"));
    const { email } = await registered(ctx);
    await guess(email, 12);
    expect(await signIn(ctx, { email, password: PASSWORD }, { ...DEVICE, address: "198.51.100.1" })).toMatchObject({ ok: true });
  });

  it("allow sixty attempts an hour at one account from everywhere together", async () => {
    ctx.setNow(new Date("2026-11-21T10:00:00Z"));
    const { email } = await registered(ctx);
    for (let n = 0; n < 58; n += 1) await consumeRateLimit(ctx, "signInByAccount", email);
    const tries = [
      ...(await guess(email, 1, "203.0.113.1")),
      ...(await guess(email, 1, "203.0.113.2")),
      ...(await guess(email, 1, "203.0.113.3")),
    ];
    expect(tries.map((result) => !result.ok && result.error)).toEqual([
      "invalidCredentials",
      "invalidCredentials",
      "tooManyAttempts",
    ]);
    expect(await signIn(ctx, { email, password: PASSWORD }, { ...DEVICE, address: "198.51.100.1" })).toMatchObject({
      error: "tooManyAttempts",
    });
  });

  it("allow thirty attempts a minute from one address, and do not use up the accounts' own", async () => {
    ctx.setNow(new Date("2026-11-21T11:00:00Z"));
    const { email } = await registered(ctx);
    for (let n = 0; n < 30; n += 1) expect(await consumeRateLimit(ctx, "signInByAddress", DEVICE.address)).toBe(0);
    for (let n = 0; n < 20; n += 1) {
      expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({
        error: "tooManyAttempts",
        retryAfterSeconds: 62,
      });
    }
    expect(await signIn(ctx, { email, password: PASSWORD }, { ...DEVICE, address: "198.51.100.1" })).toMatchObject({ ok: true });
  });

  it("count exactly across processes and concurrent requests", async () => {
    ctx.setNow(new Date("2026-11-21T12:00:00Z"));
    const otherPool = openPool(ctx.databaseUrl, ctx.log, 10);
    const other = { ...ctx, pool: otherPool, db: openDb(otherPool) };
    const waits = await Promise.all(
      Array.from({ length: 100 }, (_, n) => consumeRateLimit(n % 2 === 0 ? ctx : other, "checkoutByUser", "somebody")),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    expect(new Set(waits.filter((wait) => wait > 0))).toEqual(new Set([66]));
    await otherPool.end();
  });

  it("cannot be doubled at a window boundary", async () => {
    const isGranted = async () => {
      const { part, hasRoom } = peekWithin(ctx, "checkoutByUser", "another");
      const { rows } = await sql<AttemptsCounted>`${part}`.execute(ctx.db);
      return rows.map(hasRoom);
    };
    ctx.setNow(new Date("2026-11-21T12:00:59Z"));
    for (let n = 0; n < 10; n += 1) expect(await consumeRateLimit(ctx, "checkoutByUser", "another")).toBe(0);
    ctx.setNow(new Date("2026-11-21T12:01:00Z"));
    expect(await consumeRateLimit(ctx, "checkoutByUser", "another")).toBe(6);
    expect(await isGranted()).toEqual([false]);
    ctx.setNow(new Date("2026-11-21T12:01:06Z"));
    expect(await isGranted()).toEqual([true]);
    expect(await consumeRateLimit(ctx, "checkoutByUser", "another")).toBe(0);
    expect(await consumeRateLimit(ctx, "checkoutByUser", "another")).toBe(6);
  });

  it("are over after the announced wait", async () => {
    let now = new Date("2026-11-21T13:00:17Z").getTime();
    for (let n = 0; n < 40; n += 1) {
      ctx.setNow(new Date(now));
      const wait = await consumeRateLimit(ctx, "quizAnswerByUserAndDraw", "x");
      if (wait > 0) {
        now += wait * 1000;
        ctx.setNow(new Date(now));
        expect(await consumeRateLimit(ctx, "quizAnswerByUserAndDraw", "x")).toBe(0);
      }
      now += 61_000;
    }
  });

  it("store no network address and no email, and are deleted later", async () => {
    ctx.setNow(new Date("2026-11-21T10:00:00Z"));
    await signIn(ctx, { email: "nobody@example.com", password: PASSWORD }, DEVICE);
    const rows = await ctx.db.selectFrom("rate_limits").selectAll().execute();
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/nobody|203\.0/);
    ctx.setNow(new Date("2026-11-24T10:00:00Z"));
    await forgetExpired(ctx);
    expect(await ctx.db.selectFrom("rate_limits").selectAll().execute()).toEqual([]);
  });

  it("can be off in the demo only", async () => {
    const off = { ...ctx, env: { ...ctx.env, rateLimits: false } };
    for (let n = 0; n < 50; n += 1) expect(await consumeRateLimit(off, "checkoutByUser", "me")).toBe(0);
  });
});
