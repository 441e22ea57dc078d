import { Hono } from "hono";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { watchProxies } from "./proxy-watch.ts";
import type { Edge } from "./request-limits.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

function shop(trustedProxies: string[], isDemo = false) {
  const told: unknown[] = [];
  const hear = (level: string) => (what: object) => told.push({ level, ...what });
  const log = { error: hear("error"), warn: hear("warn") } as unknown as Ctx["log"];
  const env = { ...ctx.env, trustedProxies, isDemo };
  const app = new Hono<Edge>().use(watchProxies({ ...ctx, env, log })).get("/", (c) => c.text("ok"));
  const ask = (peer: string, headers: Record<string, string> = {}) =>
    app.request("/", { headers }, { incoming: { socket: { remoteAddress: peer } } });
  return { told, ask };
}
const FORWARDED = { "X-Forwarded-For": "203.0.113.9" };
const alerts = () => ctx.db.selectFrom("alerts").select(["kind", "subject_id", "times"]).execute();

it("only logs it in the demonstration", async () => {
  const { told, ask } = shop([], true);
  await ask("::ffff:127.0.0.1", FORWARDED);
  expect(told).toEqual([{ level: "warn", alert: "untrusted_proxy", peer: "::ffff:127.0.0.1" }]);
  expect(await alerts()).toEqual([]);
});

it("alerts on an unknown proxy, once an hour", async () => {
  const { told, ask } = shop(["10.0.0.1"]);
  for (let i = 0; i < 3; i++) expect((await ask("10.0.0.2", FORWARDED)).status).toBe(200);
  expect(told).toEqual([{ level: "error", alert: "untrusted_proxy", peer: "10.0.0.2" }]);
  await expect.poll(alerts).toEqual([{ kind: "untrusted_proxy", subject_id: "10.0.0.2", times: 1 }]);
});

it("ignores configured proxies, and direct visitors", async () => {
  const { told, ask } = shop(["10.0.0.0/24"]);
  await ask("10.0.0.7", FORWARDED);
  await ask("198.51.100.4");
  expect(told).toEqual([]);
});
