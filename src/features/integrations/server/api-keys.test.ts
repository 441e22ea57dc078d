/** API keys: scopes, expiry, replacement and refusals. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "#app/http/api/api.ts";
import { makeLottery } from "#demo/makers.ts";
import { RATE_LIMITS } from "#features/access/rules/rate-limits.ts";
import type { Role } from "#features/access/rules/rights.ts";
import { reauthedAdmin, registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { participantRow, winnerRow } from "#features/draws/rules/draws-calls.ts";
import { drawnDraw } from "#features/draws/server/draws.fixture.ts";
import { drawRow } from "#features/lotteries/rules/draws-call.ts";
import { entryRow, orderRow } from "#features/orders/rules/orders-call.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { API_SCOPES, LONGEST_KEY_NAME, MOST_KEYS } from "../rules/api-key.ts";
import { pageOf } from "../rules/page-query.ts";
import { listApiKeys, makeApiKey, revokeApiKey, rotateApiKey } from "./api-keys.ts";
import { hashKey, newKey, prefixOf } from "./key-format.ts";

const DAY = 86_400_000;

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());
beforeEach(() => ctx.setNow(new Date()));

async function staff(role: Role = "owner") {
  const { userId } = await registered(ctx);
  await ctx.db.insertInto("admin_user").values({ id: userId, role }).execute();
  return reauthedAdmin(ctx, userId);
}
type Staff = Awaited<ReturnType<typeof staff>>;

async function made(by: Staff, change: Partial<Parameters<typeof makeApiKey>[2]> = {}) {
  const result = await makeApiKey(ctx, by, { name: "Books", scopes: [...API_SCOPES], days: 90, ...change });
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

const [draws, orders, entries, participants, winners] = [
  "/api/draws",
  "/api/orders",
  "/api/entries",
  "/api/participants",
  "/api/winners",
] as const;
async function call(
  path: string,
  key: string | undefined,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const url = `${path}?${new URLSearchParams(query)}`;
  const shown = key === undefined ? headers : { authorization: `Bearer ${key}`, ...headers };
  const reply = await api.request(url, { headers: shown }, { context: requestContext(ctx) });
  return { status: reply.status, type: reply.headers.get("content-type"), headers: reply.headers, body: await reply.json() };
}

describe("a key", () => {
  it("is recognisable, has a checksum, and is stored as a hash only", async () => {
    const owner = await staff();
    const { id, key } = await made(owner);
    expect(key).toMatch(/^ck_test_[0-9A-Za-z]{58}$/);
    expect(prefixOf(key)).toBe(key.slice(0, 20));
    const last = key.at(-1) === "0" ? "1" : "0";
    expect(prefixOf(key.slice(0, -1) + last)).toBeUndefined();
    const row = await ctx.db.selectFrom("api_keys").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(key.slice(20));
    expect(row.hash.equals(hashKey(ctx, key))).toBe(true);
    expect(hashKey({ lastingSecret: "another shop's" }, key).equals(row.hash)).toBe(false);
    const log = await ctx.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).execute();
    expect(log.map(({ action }) => action)).toEqual(["api_key.make"]);
    expect(JSON.stringify(log)).not.toContain(key.slice(20));
  });

  it("contains live if the money is real", () => {
    expect(newKey({ random: ctx.random, env: { ...ctx.env, isDemo: false } }).key).toMatch(/^ck_live_/);
  });

  it("is created by owners only, after re-authentication, for at most a year, within their own rights", async () => {
    const input = { name: "Books", scopes: ["orders.read"], days: 90 };
    const refusal = async (by: Parameters<typeof makeApiKey>[1], change: Partial<typeof input> = {}) => {
      const result = await makeApiKey(ctx, by, { ...input, ...change });
      return result.ok ? "made" : result.error;
    };
    for (const role of ["draws", "support", "finance", "marketing", "read-only"] as const)
      expect(await refusal(await staff(role)), role).toBe("forbidden");
    const owner = await staff();
    expect(await refusal({ kind: "admin", id: owner.id })).toBe("reauth_needed");
    expect(await refusal({ kind: "command" })).toBe("forbidden");
    expect(await refusal(owner, { days: 3650 })).toBe("bad_expiry");
    expect(await refusal(owner, { scopes: [] })).toBe("no_scope");
    for (const scope of ["*", "orders.*", "orders", "staff.write", "orders.refund", ""])
      expect(await refusal(owner, { scopes: [scope] }), scope).toBe("bad_scope");
    expect(await refusal(owner, { name: "  " })).toBe("no_name");
    // Long names are cut after a whole character.
    expect(await refusal(owner, { name: `${"x".repeat(LONGEST_KEY_NAME - 1)}🚗` })).toBe("made");
  });

  it("reads its scopes and nothing else", async () => {
    const { key } = await made(await staff(), { scopes: ["orders.read"] });
    expect((await call(orders, key)).status).toBe(200);
    for (const other of [draws, winners])
      expect(await call(other, key)).toMatchObject({ status: 403, body: { error: "scope_missing" } });
    const drawId = await makeLottery(ctx);
    for (const other of [entries, participants])
      expect(await call(other, key, { draw_id: drawId })).toMatchObject({ status: 403, type: "application/problem+json" });
  });

  it("is accepted in the header only", async () => {
    const { key } = await made(await staff());
    expect(await call(orders, undefined)).toMatchObject({ status: 401, body: { error: "no_key" } });
    expect((await call(orders, undefined)).headers.get("www-authenticate")).toContain("Bearer");
    for (const name of ["key", "api_key", "access_token"])
      expect(await call(orders, undefined, { [name]: key }), name).toMatchObject({ status: 401, body: { error: "no_key" } });
    expect(await call(orders, key, { api_key: key })).toMatchObject({ status: 400, body: { error: "bad_query" } });
    for (const authorization of [`Basic ${key}`, `Bearer ${key}, Bearer ${key}`, `Bearer ${key} x`, `Bearer x\u00a0${key}`, key])
      expect((await call(orders, undefined, {}, { authorization })).status, authorization).toBe(401);
    expect((await call(orders, undefined, {}, { cookie: `key=${key}`, "x-api-key": key })).status).toBe(401);
  });

  it("with any wrong part is refused", async () => {
    const { key } = await made(await staff());
    const { key: another } = newKey(ctx);
    // Another key's secret, and a wrong checksum.
    for (const wrong of [
      another,
      key.slice(0, 20) + another.slice(20),
      key.toLowerCase(),
      `${key}0`,
      key.slice(0, -1),
      "ck_test_",
    ])
      expect(await call(orders, wrong)).toMatchObject({ status: 401, body: { error: "invalid_key" } });
  });

  it("stops when it expires or is revoked, and not before", async () => {
    const owner = await staff();
    const now = ctx.now();
    const { id, key } = await made(owner, { days: 30 });
    ctx.setNow(new Date(now.getTime() + 30 * DAY - 1));
    expect((await call(orders, key)).status).toBe(200);
    ctx.setNow(new Date(now.getTime() + 30 * DAY));
    expect(await call(orders, key)).toMatchObject({ status: 401, body: { error: "invalid_key" } });
    ctx.setNow(now);
    expect(await revokeApiKey(ctx, owner, id)).toMatchObject({ ok: true });
    expect(await call(orders, key)).toMatchObject({ status: 401, body: { error: "invalid_key" } });
    expect(await rotateApiKey(ctx, owner, id)).toMatchObject({ error: "over" });
  });

  it("never has more rights than its maker has now, and stops when the maker leaves", async () => {
    const owner = await staff();
    const { key } = await made(owner);
    const be = (role: Role) => ctx.db.updateTable("admin_user").set({ role }).where("id", "=", owner.id).execute();
    await be("marketing");
    expect(await call(orders, key)).toMatchObject({ status: 403, body: { error: "maker_not_allowed" } });
    expect((await call(draws, key)).status).toBe(200);
    await be("owner");
    expect((await call(orders, key)).status).toBe(200);
    await ctx.db.deleteFrom("admin_user").where("id", "=", owner.id).execute();
    for (const each of [orders, draws, winners]) expect((await call(each, key)).status).toBe(403);
    const [listed] = await listed_(await staff());
    expect(listed?.idleScopes).toEqual([...API_SCOPES]);
  });
  const listed_ = async (by: Staff) => {
    const result = await listApiKeys(ctx, by);
    return result.ok ? result.value : [];
  };

  it("that is replaced works for a day more, beside the new one", async () => {
    const owner = await staff();
    const now = ctx.now();
    const old = await made(owner);
    const result = await rotateApiKey(ctx, owner, old.id);
    if (!result.ok) throw new Error(result.error);
    expect((await call(orders, old.key)).status).toBe(200);
    expect((await call(orders, result.value.key)).status).toBe(200);
    ctx.setNow(new Date(now.getTime() + DAY));
    expect((await call(orders, old.key)).status).toBe(401);
    expect((await call(orders, result.value.key)).status).toBe(200);
  });

  it("records its last use once a minute", async () => {
    const { id, key } = await made(await staff());
    const lastUse = async () =>
      (await ctx.db.selectFrom("api_keys").select("last_used_at").where("id", "=", id).executeTakeFirstOrThrow()).last_used_at;
    expect(await lastUse()).toBeNull();
    const first = ctx.now();
    await call(orders, key);
    ctx.setNow(new Date(first.getTime() + 59_000));
    await call(orders, key);
    expect(await lastUse()).toEqual(first);
    ctx.setNow(new Date(first.getTime() + 61_000));
    await call(orders, key);
    expect(await lastUse()).toEqual(ctx.now());
  });

  it("is limited after too many calls, without affecting other keys", async () => {
    const owner = await staff();
    const [one, two] = [await made(owner), await made(owner)];
    ctx.setNow(new Date("2026-11-01T12:00:00Z"));
    for (let i = 0; i < RATE_LIMITS.callsByApiKey.times; i++) await call(draws, one.key);
    const held = await call(draws, one.key);
    expect(held).toMatchObject({ status: 429, body: { error: "too_many" } });
    expect(Number(held.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await call(draws, two.key)).status).toBe(200);
  });

  it("is limited in number", async () => {
    const owner = await staff();
    const begun = (await ctx.db.selectFrom("api_keys").select("id").where("revoked_at", "is", null).execute()).length;
    const tried = Array.from({ length: MOST_KEYS + 5 }, () =>
      makeApiKey(ctx, owner, { name: "x", scopes: ["draws.read"], days: 30 }),
    );
    const results = await Promise.all(tried);
    expect(results.filter(({ ok }) => ok)).toHaveLength(MOST_KEYS - begun);
    // At the limit each key can still be replaced, as the old one works for a day, and no more.
    const first = results.find(({ ok }) => ok);
    let id = first?.ok ? first.value.id : "";
    for (let times = 0; times < MOST_KEYS; times += 1) {
      const replaced = await rotateApiKey(ctx, owner, id);
      if (!replaced.ok) throw new Error(`${replaced.error} after ${times}`);
      id = replaced.value.id;
    }
    expect(await rotateApiKey(ctx, owner, id)).toEqual({ ok: false, error: "too_many" });
    await ctx.db.updateTable("api_keys").set({ revoked_at: ctx.now() }).where("name", "=", "x").execute();
  });
});

describe("a list of the API", () => {
  it("is read completely by cursors, each row once, as described", async () => {
    const { id: draw } = await drawnDraw(ctx);
    const { key } = await made(await staff());
    const lists = [
      [draws, {}, drawRow],
      [orders, { draw_id: draw }, orderRow],
      [entries, { draw_id: draw }, entryRow],
      [participants, { draw_id: draw }, participantRow],
      [winners, {}, winnerRow],
    ] as const;
    for (const [list, query, row] of lists) {
      const fullPage = pageOf(row).parse((await call(list, key, { ...query, limit: "200" })).body);
      const read: unknown[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const page = pageOf(row).parse((await call(list, key, { ...query, limit: "7", ...(cursor && { cursor }) })).body);
        read.push(...page.data);
        cursor = page.next_cursor;
      }
      expect(fullPage.data.length).toBeGreaterThan(0);
      expect(read).toEqual(fullPage.data);
    }
  });

  it("refuses unknown parameters", async () => {
    const { key } = await made(await staff());
    const queries: Record<string, string>[] = [
      { limit: "0" },
      { limit: "201" },
      { limit: "x" },
      { page: "2" },
      { state: "lost" },
      { draw_id: "1" },
    ];
    for (const query of queries)
      expect(await call(orders, key, query), JSON.stringify(query)).toMatchObject({ status: 400, body: { error: "bad_query" } });
    const cursors = [
      "x",
      "",
      btoa("[]"),
      btoa('["1"]'),
      btoa('["x","y"]'),
      btoa(`["99999999999999999","${crypto.randomUUID()}"]`),
      "💥",
    ];
    for (const cursor of cursors)
      expect(await call(orders, key, { cursor }), cursor).toMatchObject({ status: 400, body: { error: "bad_cursor" } });
    expect(await call(entries, key, {})).toMatchObject({ status: 400 });
    expect(await call(entries, key, { draw_id: crypto.randomUUID() })).toMatchObject({
      status: 404,
      body: { error: "not_found" },
    });
  });

  it("of people records each page in the audit log, with the key's name", async () => {
    const lottery = await makeLottery(ctx);
    const bought = await order(ctx, lottery, 2);
    await pay(ctx, bought.sessionId);
    await settleOrder(ctx, bought.sessionId);
    const { key } = await made(await staff());
    const { body } = await call(participants, key, { draw_id: lottery });
    expect(body.data).toMatchObject([{ tickets: 2, email: expect.stringContaining("@") }]);
    const { body: shown } = await call(orders, key, { draw_id: lottery });
    expect(JSON.stringify(shown)).not.toContain("@");
    const log = await ctx.db.selectFrom("audit_log").select(["actor", "action"]).where("subject_id", "=", lottery).execute();
    expect(log).toEqual([{ actor: `API key ${prefixOf(key)}`, action: "participants.export" }]);
  });
});
