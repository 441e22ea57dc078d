/** The rules of a draw's life cycle and their SQL agree in a thousand random states. */
import fc from "fast-check";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayFrom, makeLottery, makeUser } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { writeOpening } from "#platform/opening.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { LOTTERY_STATUSES, type LotteryStatus, SALES_STATES, type SalesState } from "#shared/states.ts";
import { closingInstant, openingInstant } from "../rules/dates/draw-hours.ts";
import type { Sale } from "../rules/lifecycle.ts";
import * as rules from "../rules/lifecycle.ts";
import * as predicates from "./lifecycle-store.ts";

const STATES = 1000;
const MOST = 6;

let ctx: TestCtx;
let states: readonly (Sale & { readonly id: string })[];
beforeAll(async () => {
  ctx = await testCtx();
  const state = fc
    .record({
      status: fc.constantFrom(...LOTTERY_STATUSES),
      sales_state: fc.constantFrom(...SALES_STATES),
      opens: fc.integer({ min: -2, max: 2 }),
      days: fc.integer({ min: 0, max: 2 }),
      hours: fc.tuple(fc.constantFrom("00:00", "09:30", "17:59"), fc.constantFrom("18:00", "23:58", "23:59")),
      stock: fc.tuple(fc.nat({ max: MOST }), fc.nat({ max: MOST }), fc.nat({ max: MOST })),
    })
    .map(({ opens, days, hours: [start_time, end_time], stock: [tickets_sold, tickets_held, left], ...stage }) => ({
      ...stage,
      ...{ tickets_sold, tickets_held, tickets_available: Math.max(1, tickets_sold + tickets_held + left) },
      ...{ start_date: dayFrom(ctx.now(), opens), end_date: dayFrom(ctx.now(), opens + days) },
      ...{ start_time, end_time },
    }));
  // A fixed seed makes every run the same.
  const rows = fc.sample(state, { numRuns: STATES, seed: 2026 });
  const made = await ctx.db
    .insertInto("lotteries")
    .values(
      rows.map((row) => ({
        ...row,
        title: "T",
        description: "D",
        price_per_ticket_pence: 100,
        price_value_pence: 1,
        quiz: "{}",
      })),
    )
    .returning(["id", "status", "sales_state", "opens_at", "closes_at", "tickets_available", "tickets_sold", "tickets_held"])
    .execute();
  states = made.map((row) => ({
    ...{ id: row.id, status: row.status, salesState: row.sales_state, opensAt: row.opens_at, closesAt: row.closes_at },
    ...{ ticketsAvailable: row.tickets_available, ticketsSold: row.tickets_sold, ticketsHeld: row.tickets_held },
  }));
});
afterAll(async () => {
  // Many states are impossible in a shop.
  await ctx.db
    .deleteFrom("lotteries")
    .where(
      "id",
      "in",
      states.map(({ id }) => id),
    )
    .execute();
  await ctx.close();
});

/** The states that the SQL accepts. */
async function allowedBySql(predicate: RawBuilder<boolean>): Promise<string[]> {
  const ids = states.map(({ id }) => id);
  const rows = await ctx.db.selectFrom("lotteries").select("id").where("id", "in", ids).where(predicate).execute();
  return rows.map(({ id }) => id).toSorted();
}
function allowedByRule(rule: (draw: Sale) => boolean): string[] {
  return states
    .filter(rule)
    .map(({ id }) => id)
    .toSorted();
}

/** Every opening and end, and adjacent times. */
function instants(): Date[] {
  const edges = new Set(states.flatMap(({ opensAt, closesAt }) => [opensAt.getTime(), closesAt.getTime()]));
  return [...edges].flatMap((edge) => [edge - 1, edge, edge + 1]).map((ms) => new Date(ms));
}

describe("the rules and their SQL", () => {
  it("are compared in a thousand states, both permitted and refused", async () => {
    expect(states).toHaveLength(STATES);
    const selling = await allowedBySql(predicates.canSell(1, ctx.now()));
    expect(selling.length).toBeGreaterThan(5);
    expect(selling.length).toBeLessThan(STATES - 5);
  });

  it("sell the same draws at every opening and end, in the same quantities", async () => {
    for (const now of instants())
      for (const quantity of [1, 2, MOST])
        expect(await allowedBySql(predicates.canSell(quantity, now)), `${quantity} at ${now.toJSON()}`).toEqual(
          allowedByRule((draw) => rules.canSell(draw, quantity, now).ok),
        );
  });

  it("sell nothing before the shop is open", async () => {
    await ctx.owner.query("DELETE FROM shop_openings");
    expect(await allowedBySql(predicates.canSell(1, ctx.now()))).toEqual([]);
    expect(allowedByRule((draw) => rules.canSell({ ...draw, isShopShut: true }, 1, ctx.now()).ok)).toEqual([]);
    await writeOpening(ctx.db, ctx.now());
  });

  it("turn the same holds into tickets", async () => {
    for (const quantity of [1, 2, MOST])
      expect(await allowedBySql(predicates.canIssue(quantity))).toEqual(
        allowedByRule((draw) => rules.canIssue(draw, quantity).ok),
      );
  });

  it("agree on ended sales, open lists, and draws that await their result", async () => {
    for (const now of instants())
      expect(await allowedBySql(predicates.isSalesOver("lotteries", now))).toEqual(
        allowedByRule((draw) => rules.isSalesOver(draw, now)),
      );
    expect(await allowedBySql(predicates.isFilling("lotteries"))).toEqual(allowedByRule(rules.isFilling));
    expect(await allowedBySql(predicates.awaitsResult("lotteries"))).toEqual(allowedByRule(rules.awaitsResult));
  });
});

/** Whether the triggers accept a statement, which is rolled back. */
async function passes(tx: Tx, statement: RawBuilder<unknown>): Promise<boolean> {
  await sql`SAVEPOINT before`.execute(tx);
  const error = await statement.execute(tx).then(
    () => undefined,
    (thrown: { code?: string }) => thrown,
  );
  await sql`ROLLBACK TO SAVEPOINT before`.execute(tx);
  if (error && error.code !== "23514") throw error;
  return error === undefined;
}

/** Rolls everything back. */
async function undone(work: (tx: Tx) => Promise<void>): Promise<void> {
  const end = new Error("undone");
  const outcome = await ctx.db
    .transaction()
    .execute(async (tx) => {
      await work(tx);
      throw end;
    })
    .catch((error: unknown) => error);
  if (outcome !== end) throw outcome;
}

describe("the rules and the triggers of the tables", () => {
  const insertTicket = (lottery: string, order: string, user: string, number: number) =>
    sql`INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag) VALUES (${lottery}, ${number}, ${order}, ${user}, ${Buffer.alloc(16)})`;
  const insertOrder = (lottery: string, user: string) =>
    sql<{ id: string }>`INSERT INTO orders (kind, state, lottery_id, user_id, quantity, unit_price_pence, total_pence)
      VALUES ('free', 'free', ${lottery}, ${user}, 1, 0, 0) RETURNING id`;

  it("admit tickets to the same draws, and remove them from the same", () =>
    undone(async (tx) => {
      const writer = { db: tx, now: ctx.now };
      const { id: user } = await makeUser(writer);
      const salesSteps: readonly SalesState[] = ["open", "closing", "closed", "drawn"];
      for (const end of SALES_STATES) {
        const lottery = await makeLottery(writer, { tickets_sold: 1, last_ticket_number: 1 });
        const order = (await insertOrder(lottery, user).execute(tx)).rows[0]?.id ?? "";
        await insertTicket(lottery, order, user, 1).execute(tx);
        for (const step of end === "cancelled" ? [end] : salesSteps.slice(1, salesSteps.indexOf(end) + 1))
          await sql`UPDATE lotteries SET sales_state = ${step} WHERE id = ${lottery}`.execute(tx);
        const draw = { salesState: end };
        // A cancelled draw accepts nothing either.
        expect(await passes(tx, insertTicket(lottery, order, user, 2)), `into ${end}`).toBe(rules.isFilling(draw));
        const leaving = sql`UPDATE tickets SET void_at = ${ctx.now()} WHERE lottery_id = ${lottery}`;
        expect(await passes(tx, leaving), `out of ${end}`).toBe(rules.canLeave(draw, { mayWin: false }).ok);
      }
    }));

  it("forbid every manual status that the rules forbid, and allow the others", () =>
    undone(async (tx) => {
      const nothing = { tickets: 0, held: 0 };
      for (const from of LOTTERY_STATUSES)
        for (const to of LOTTERY_STATUSES) {
          const lottery = await makeLottery({ db: tx, now: ctx.now }, { status: from });
          const change = sql`UPDATE lotteries SET status = ${to satisfies LotteryStatus} WHERE id = ${lottery}`;
          expect(await passes(tx, change), `${from} to ${to}`).toBe(rules.canBecome(from, to, nothing).ok);
        }
    }));
});

it("a draw opens and closes at the same instant by the rules and in the database, each minute of a clock change too", async () => {
  const days = ["2026-01-15", "2026-03-28", "2026-03-29", "2026-07-15", "2026-10-24", "2026-10-25"];
  const times = Array.from({ length: 24 * 60 }, (_, minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
  const { rows } = await sql<{ day: string; time: string; opens: Date; closes: Date }>`
    WITH made AS (
      INSERT INTO lotteries (title, description, price_per_ticket_pence, price_value_pence, tickets_available, quiz,
        start_date, start_time, end_date, end_time)
      SELECT 'T', 'D', 100, 1, 1, '{}', d, t, d + 7, t FROM unnest(${days}::date[]) d, unnest(${times}::time[]) t
      RETURNING start_date, start_time, end_date, opens_at, closes_at
    ), ended AS (
      INSERT INTO lotteries (title, description, price_per_ticket_pence, price_value_pence, tickets_available, quiz,
        start_date, end_date, end_time)
      SELECT 'T', 'D', 100, 1, 1, '{}', d - 7, d, t FROM unnest(${days}::date[]) d, unnest(${times}::time[]) t
      RETURNING end_date, end_time, closes_at
    )
    SELECT start_date AS day, start_time AS time, m.opens_at AS opens, e.closes_at AS closes
    FROM made m JOIN ended e ON e.end_date = m.start_date AND e.end_time = m.start_time`.execute(ctx.db);
  await ctx.db
    .deleteFrom("lotteries")
    .where("title", "=", "T")
    .where("status", "=", "draft")
    .where(
      "id",
      "not in",
      states.map(({ id }) => id),
    )
    .execute();
  expect(rows).toHaveLength(days.length * times.length);
  const wrong = rows.filter(
    ({ day, time, opens, closes }) => +openingInstant(day, time) !== +opens || +closingInstant(day, time) !== +closes,
  );
  expect(wrong).toEqual([]);
});
