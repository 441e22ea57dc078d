import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { drawWinner } from "#features/draws/server/drawing/draw-winner.ts";
import { requestDraw } from "#features/draws/server/drawing/request-draw.ts";
import { entriesDue } from "#features/lotteries/rules/dates/draw-dates.ts";
import { demoBeacon } from "#platform/beacon/beacon.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { DEMO_DRAWS } from "./draws.ts";
import { PLAYER } from "./people.ts";
import { lastDay, seedDemo } from "./seed.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

it("two shops that start on one empty database seed it once", { timeout: 120_000 }, async () => {
  expect((await Promise.all([seedDemo(ctx), seedDemo(ctx)])).sort()).toEqual([false, true]);
  expect(await seedDemo(ctx)).toBe(false);
  expect(await findBrokenInvariants(ctx)).toEqual([]);
});

it.each(DEMO_DRAWS)("$title earns more than its prize when sold out, whatever the packs take off", (draw) => {
  expect(draw.price * draw.available * 0.85).toBeGreaterThan(draw.value);
});

it("sells the tickets of the dearest cars for no less than those of the cheapest", () => {
  const byValue = DEMO_DRAWS.toSorted((a, b) => a.value - b.value);
  const [cheapest, dearest] = [byValue[0], byValue.at(-1)];
  for (const { price } of DEMO_DRAWS) expect(price).toBeGreaterThanOrEqual(cheapest?.price ?? 0);
  expect(dearest?.price).toBeGreaterThan(2 * (cheapest?.price ?? 0));
});

it("gives the player tickets in a draw that is live, in one that waits for its winner, and in one that is drawn", async () => {
  const { rows } = await sql<{ kind: string }>`
    SELECT DISTINCT CASE WHEN l.status = 'completed' THEN 'drawn' WHEN l.closes_at < ${ctx.now()} THEN 'waiting' ELSE 'live' END AS kind
    FROM tickets t JOIN lotteries l ON l.id = t.lottery_id JOIN users u ON u.id = t.user_id
    WHERE u.email = ${PLAYER.email} ORDER BY kind`.execute(ctx.db);
  expect(rows.map(({ kind }) => kind)).toEqual(["drawn", "live", "waiting"]);
});

it("shows a player who plays within a limit: about 20 tickets for about £300", async () => {
  const { rows } = await sql<{ tickets: number; pounds: number; limit: number }>`
    SELECT sum(o.quantity)::int AS tickets, round(sum(o.total_pence) / 100.0)::int AS pounds, max(l.monthly_limit_pence)::int AS limit
    FROM orders o JOIN users u ON u.id = o.user_id JOIN player_limits l ON l.user_id = u.id
    WHERE u.email = ${PLAYER.email}`.execute(ctx.db);
  expect(rows).toEqual([{ tickets: 20, pounds: 300, limit: 30_000 }]);
});

const COMMAND = { kind: "command" } as const;
const DAY = 86_400_000;
/** Closed, and not drawn yet. */
const WAITING = DEMO_DRAWS.find((draw) => draw.status === "active" && draw.ends < 0);

it("has a draw that waits for its winner and can be drawn at once, started on any day of ten years", () => {
  expect(WAITING).toBeDefined();
  for (let at = Date.UTC(2026, 0, 1, 9); at < Date.UTC(2036, 0, 1); at += DAY) {
    const now = new Date(at);
    const endDate = lastDay({ ends: WAITING?.ends ?? 0 }, now);
    if (entriesDue({ endDate, endTime: "23:59", takesFreeEntries: true }) > now)
      expect.fail(`On ${now.toISOString()} a draw of ${endDate} must wait`);
    expect(at - Date.parse(endDate)).toBeLessThan(20 * DAY);
  }
});

it("can be drawn between Christmas and New Year, from freeze to result", { timeout: 60_000 }, async () => {
  const boxingDay = new Date("2026-12-28T10:00:00Z");
  const world = await testCtx();
  const genesisTime = boxingDay.getTime() / 1000 - 86_400 * 365;
  const feast = { ...world, beacon: demoBeacon({ secretKey: new Uint8Array(32).fill(7), genesisTime, now: world.now }) };
  try {
    feast.setNow(boxingDay);
    await seedDemo(feast);
    const { id } = await feast.db
      .selectFrom("lotteries")
      .select("id")
      .where("title", "=", WAITING?.title ?? "")
      .executeTakeFirstOrThrow();
    expect(await requestDraw(feast, COMMAND, { lotteryId: id })).toMatchObject({ ok: true, value: { name: "frozen" } });
    feast.setNow(new Date(boxingDay.getTime() + 10_000));
    expect(await drawWinner(feast, COMMAND, { lotteryId: id })).toMatchObject({ ok: true });
    expect(await findBrokenInvariants(feast)).toEqual([]);
  } finally {
    await feast.close();
  }
});
