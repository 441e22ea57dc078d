import { Hono } from "hono";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { watchInvariants } from "../checks/watch-invariants.ts";
import type { Edge } from "../http/request-limits.ts";
import { FIGURES, serveMetrics } from "./metrics.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const lottery = await makeLottery(ctx, { tickets_available: 100 });
  const { sessionId } = await order(ctx, lottery, 3);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  await order(ctx, lottery, 2);
});
afterAll(() => ctx.close());

async function read(headers: Record<string, string> = {}, peer = "127.0.0.1", metricsToken?: string, isDemo = true) {
  const app = new Hono<Edge>().get("/metrics", serveMetrics({ ...ctx, env: { ...ctx.env, metricsToken, isDemo } }));
  return app.request("/metrics", { headers }, { incoming: { socket: { remoteAddress: peer } } });
}

it("are orders by state, holds, tickets, queues and invariants", async () => {
  await watchInvariants(ctx);
  const text = await (await read()).text();
  for (const line of [
    'concours_orders{kind="paid",state="paid"} 1',
    'concours_orders{kind="paid",state="awaiting_payment"} 1',
    "concours_holds 1",
    'concours_tickets{state="sold"} 3',
    'concours_tickets{state="held"} 2',
    'concours_tickets{state="left"} 95',
    'concours_jobs{queue="mail",state="created"} 1',
    'concours_invariant_broken_rows{invariant="stock"} 0',
    "concours_database_up 1",
  ])
    expect(text).toContain(line);
});

it("include requests that wait for a permit, and for a connection", async () => {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const works = Array.from({ length: 19 }, () => ctx.pool.withPermit("a draw", () => isOver));
  try {
    // One draw has 12 of the 40 connections of a test; none of them is taken here.
    const read = () => ctx.metrics.registry.metrics();
    await expect.poll(read).toContain('concours_database_connections{state="waited_for_in_lanes"} 7');
    expect(await read()).toContain('concours_database_connections{state="waited_for"} 0');
  } finally {
    end();
    await Promise.all(works);
  }
  expect(await ctx.metrics.registry.metrics()).toContain('concours_database_connections{state="waited_for_in_lanes"} 0');
});

it("omit one that cannot be read, without reporting an outage", async () => {
  await ctx.owner.query("ALTER TABLE waiting_rooms RENAME TO waiting_rooms_elsewhere");
  try {
    const text = await (await read()).text();
    for (const line of [
      "concours_database_up 1",
      "concours_holds 1",
      'concours_figure_unread{figure="concours_queue_waiting"} 1',
    ])
      expect(text).toContain(line);
  } finally {
    await ctx.owner.query("ALTER TABLE waiting_rooms_elsewhere RENAME TO waiting_rooms");
  }
  expect(await (await read()).text()).not.toContain("concours_figure_unread{");
});

it("a refund's age counts from the last attempt that is still due", async () => {
  const [figure] = FIGURES.filter(({ name }) => name === "concours_refund_oldest_seconds");
  const made = await order(ctx, await makeLottery(ctx), 1);
  await pay(ctx, made.sessionId);
  await settleOrder(ctx, made.sessionId);
  const undone = new Error("undone");
  const trying = ctx.db.transaction().execute(async (tx) => {
    const run = <T>(query: string) => sql.raw<T>(query).execute(tx);
    const age = async () => Math.round(Number((await run<{ value: string }>(figure?.query ?? "")).rows[0]?.value) / 3600);
    const set = (change: string) => run(`UPDATE orders SET ${change} WHERE id = '${made.orderId}'`);
    const tried = (state: string, hours: number, failedAt: string) =>
      run(`INSERT INTO refunds (order_id, amount_pence, reason, state, created_at, failed_at)
        VALUES ('${made.orderId}', 2999, 'staff', '${state}', now() - interval '${hours} hours', ${failedAt})`);
    await set("state = 'refund_due'");
    await tried("failed", 50, "now()");
    expect(await age()).toBe(50);
    await tried("due", 3, "NULL");
    expect(await age()).toBe(3);
    await set("disputed_pence = 2999");
    expect(await age()).toBe(0);
    await set("disputed_pence = 0, refunded_pence = 2999");
    expect(await age()).toBe(0);
    throw undone;
  });
  await expect(trying).rejects.toBe(undone);
});

describe("who may read them", () => {
  it.each([
    ["this machine", {}, "127.0.0.1", undefined, 200],
    ["this machine, by its other name", {}, "::1", undefined, 200],
    ["another machine", {}, "10.0.0.7", undefined, 404],
    ["somebody behind a proxy of this machine", { "X-Forwarded-For": "203.0.113.9" }, "127.0.0.1", undefined, 404],
    ["whoever has the token", { Authorization: "Bearer long-and-secret" }, "10.0.0.7", "long-and-secret", 200],
    ["whoever has another", { Authorization: "Bearer long-and-wrong" }, "10.0.0.7", "long-and-secret", 404],
    ["this machine without the token there is", {}, "127.0.0.1", "long-and-secret", 404],
  ] as const)("%s", async (_, headers, peer, token, status) => {
    expect((await read(headers, peer, token)).status).toBe(status);
  });

  it("in production only with a token, since a local proxy may hide the client", async () => {
    expect((await read({}, "127.0.0.1", undefined, false)).status).toBe(404);
    const authorization = { Authorization: "Bearer long-and-secret" };
    expect((await read(authorization, "127.0.0.1", "long-and-secret", false)).status).toBe(200);
  });
});
