/** The database's own constraints, which hold whatever the code does. */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { type RawBuilder, sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { copyTemplate } from "../ctx.fixture.ts";
import { createLog } from "../log.server.ts";
import { type Db, openDb, openPool } from "./db.server.ts";

const HASH = "ab".repeat(32);
const now = () => new Date();

let database: Awaited<ReturnType<typeof copyTemplate>>;
let pool: pg.Pool;
let db: Db;
beforeAll(async () => {
  database = await copyTemplate();
  pool = openPool(database.url, createLog("fatal"));
  db = openDb(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const run = (statement: RawBuilder<unknown>) => statement.execute(db);

/** Expects the refusal by a named constraint or, without one, with this message. */
async function refused(statement: RawBuilder<unknown>, by: string): Promise<void> {
  const error = await run(statement).then(
    () => undefined,
    (thrown: unknown) => thrown as { constraint?: string; message: string },
  );
  expect(error && `${error.constraint ?? ""} ${error.message}`).toContain(by);
}

/** A lottery with one paid order of two tickets, numbers 1 and 2. */
async function soldLottery(made?: string): Promise<{ lottery: string; order: string; user: string }> {
  const lottery = made ?? (await makeLottery({ db, now }));
  const { id: user } = await makeUser({ db });
  const order = randomUUID();
  await run(sql`INSERT INTO orders (id, kind, state, lottery_id, user_id, quantity, unit_price_pence, total_pence, captured_pence, payment_intent_id, payment_session_id)
    VALUES (${order}, 'paid', 'paid', ${lottery}, ${user}, 2, 2999, 5998, 5998, ${`pi_${order}`}, ${`cs_${order}`})`);
  for (const number of [1, 2]) await run(ticket(lottery, number, order, user));
  await run(sql`UPDATE lotteries SET tickets_sold = 2, last_ticket_number = 2 WHERE id = ${lottery}`);
  return { lottery, order, user };
}

function ticket(lottery: string, number: number, order: string, user: string): RawBuilder<unknown> {
  return sql`INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag) VALUES (${lottery}, ${number}, ${order}, ${user}, ${Buffer.alloc(16, number)})`;
}

async function frozenLottery() {
  const sold = await soldLottery();
  await run(sql`UPDATE lotteries SET sales_state = 'closed' WHERE id = ${sold.lottery}`);
  await run(sql`INSERT INTO draws (lottery_id, chain_hash, is_demo, closed_at, frozen_at, entries_sha256, merkle_root, n, prizes, round, commitment)
    VALUES (${sold.lottery}, ${HASH}, true, 1, now(), ${HASH}, ${HASH}, 2, 2, 1, ${randomUUID().replaceAll("-", "").repeat(2)})`);
  return sold;
}

describe("the schema", () => {
  it("is made by the files in migrations only", async () => {
    const folder = new URL("../../../migrations/", import.meta.url);
    const files = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
    const made = files.flatMap((text) => [...text.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+)/gm)].map(([, table]) => table));
    const { rows } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
    `.execute(db);
    // The runner's own table.
    const present = rows.map(({ name }) => name).filter((name) => name !== "migrations");
    expect(present.toSorted()).toEqual(made.toSorted());
  });

  it("gives a lottery a uuid and a serial short number, and a ticket a number within its lottery", async () => {
    const { rows } = await sql<{ column: string; type: string; serial: boolean }>`
      SELECT table_name || '.' || column_name AS column, data_type AS type, is_identity = 'YES' OR column_default LIKE 'nextval%' AS serial
      FROM information_schema.columns
      WHERE (table_name, column_name) IN (('lotteries', 'id'), ('lotteries', 'short_number'), ('tickets', 'ticket_number'))
    `.execute(db);
    expect(Object.fromEntries(rows.map(({ column, type, serial }) => [column, [type, serial ?? false]]))).toEqual({
      "lotteries.id": ["uuid", false],
      "lotteries.short_number": ["integer", true],
      "tickets.ticket_number": ["integer", false],
    });
  });
});

describe("a lottery", () => {
  it("ends on the day on which it starts, or later", async () => {
    const lottery = await makeLottery({ db, now });
    await refused(sql`UPDATE lotteries SET end_date = start_date - 1 WHERE id = ${lottery}`, "lotteries_dates_in_order");
    await run(sql`UPDATE lotteries SET end_date = start_date WHERE id = ${lottery}`);
  });

  it("opens and closes at midnight in London, in summer and in winter", async () => {
    const lottery = await makeLottery({ db, now }, { start_date: "2026-07-01", end_date: "2026-12-04" });
    const { rows } = await sql<{
      opens_at: Date;
      closes_at: Date;
    }>`SELECT opens_at, closes_at FROM lotteries WHERE id = ${lottery}`.execute(db);
    expect(rows[0]?.opens_at.toJSON()).toBe("2026-06-30T23:00:00.000Z");
    expect(rows[0]?.closes_at.toJSON()).toBe("2026-12-05T00:00:00.000Z");
  });

  it("opens and closes at a time of day, closing after it opens", async () => {
    const day = { start_date: "2026-07-01", end_date: "2026-07-01" };
    const lottery = await makeLottery({ db, now }, { ...day, start_time: "09:00", end_time: "18:30" });
    const row = await db
      .selectFrom("lotteries")
      .select(["start_time", "opens_at", "closes_at"])
      .where("id", "=", lottery)
      .execute();
    expect(row).toEqual([
      { start_time: "09:00", opens_at: new Date("2026-07-01T08:00:00Z"), closes_at: new Date("2026-07-01T17:30:00Z") },
    ]);
    await refused(sql`UPDATE lotteries SET end_time = '09:00' WHERE id = ${lottery}`, "lotteries_dates_in_order");
    await refused(sql`UPDATE lotteries SET end_time = '24:00' WHERE id = ${lottery}`, "lotteries_end_time_check");
    await refused(sql`UPDATE lotteries SET start_time = '09:00:30' WHERE id = ${lottery}`, "lotteries_start_time_check");
  });

  it.each([1, 29, -1])("costs nothing or at least 30p a ticket, not %dp", async (price) => {
    const lottery = await makeLottery({ db, now });
    await refused(sql`UPDATE lotteries SET price_per_ticket_pence = ${price} WHERE id = ${lottery}`, "price_per_ticket_pence");
  });

  it("has its right option among its four", async () => {
    const lottery = await makeLottery({ db, now });
    await refused(sql`UPDATE lotteries SET quiz_right_option = 'valmont' WHERE id = ${lottery}`, "lotteries_right_option_exists");
  });

  const statuses = ["draft", "active", "completed", "cancelled"] as const;
  const possible = new Set(["draft active", "draft cancelled", "active completed", "active cancelled"]);
  it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))("from %s to %s", async (from, to) => {
    const lottery = await makeLottery({ db, now }, { status: from });
    const change = sql`UPDATE lotteries SET status = ${to} WHERE id = ${lottery}`;
    if (from === to || possible.has(`${from} ${to}`)) await run(change);
    else await refused(change, "lotteries_status_order");
  });

  it.each([
    ["price", sql`price_per_ticket_pence = 3000`],
    ["stock", sql`tickets_available = 2000`],
    ["first day", sql`start_date = start_date - 1`],
    ["last day", sql`end_date = end_date + 1`],
    ["right option", sql`quiz_right_option = 'audi'`],
    ["question", sql`quiz = jsonb_set(quiz, '{question,en}', '"Which one?"')`],
  ])("keeps its %s once there is an entry", async (_, change) => {
    const { lottery } = await soldLottery();
    await refused(sql`UPDATE lotteries SET ${change} WHERE id = ${lottery}`, "lotteries_promises_kept");
    const empty = await makeLottery({ db, now });
    await run(sql`UPDATE lotteries SET ${change} WHERE id = ${empty}`);
  });

  it.each([
    ["title", sql`title = 'A used bicycle'`],
    ["French title", sql`title_fr = 'Un vélo'`],
    ["description", sql`description = '£50'`],
    ["French description", sql`description_fr = '50 £'`],
    ["prize's value, down", sql`price_value_pence = 5000`],
    ["prize's value, up without a word", sql`price_value_pence = price_value_pence + 1`],
  ])("keeps its %s once there is an entry", async (_, change) => {
    const { lottery } = await soldLottery();
    await refused(sql`UPDATE lotteries SET ${change} WHERE id = ${lottery}`, "lotteries_prize_kept");
    const empty = await makeLottery({ db, now });
    await run(sql`UPDATE lotteries SET ${change} WHERE id = ${empty}`);
  });

  it("keeps its pictures and their order once there is an entry, except for improvements", async () => {
    const lottery = await makeLottery({ db, now });
    const picture = (url: string, place: number) =>
      sql`INSERT INTO lottery_images (lottery_id, image_url, display_order, width, height, widths, placeholder)
        VALUES (${lottery}, ${url}, ${place}, 1, 1, '{1}', '')`;
    await run(picture("/media/a", 1));
    await soldLottery(lottery);
    for (const change of [
      sql`DELETE FROM lottery_images WHERE lottery_id = ${lottery}`,
      sql`UPDATE lottery_images SET image_url = '/media/b' WHERE lottery_id = ${lottery}`,
      sql`UPDATE lottery_images SET file_hashes = '{}' WHERE lottery_id = ${lottery}`,
      picture("/media/b", 2),
    ])
      await refused(change, "lotteries_prize_kept");
    await run(
      sql`INSERT INTO prize_improvements (lottery_id, at, kind, image_url) VALUES (${lottery}, now(), 'picture', '/media/b')`,
    );
    await refused(picture("/media/b", 0), "lotteries_prize_kept");
    await run(picture("/media/b", 2));
    await refused(picture("/media/b", 3), "lotteries_prize_kept");
    // Nor through a draw without entries.
    const empty = await makeLottery({ db, now });
    await refused(sql`UPDATE lottery_images SET lottery_id = ${empty} WHERE lottery_id = ${lottery}`, "lotteries_prize_kept");
    await refused(sql`TRUNCATE lottery_images`, "append-only");
  });

  it("gains value only by a recorded improvement before its entries are frozen", async () => {
    const { lottery } = await soldLottery();
    const improve = (from: number, to: number) =>
      sql`INSERT INTO prize_improvements (lottery_id, at, kind, from_pence, to_pence) VALUES (${lottery}, now(), 'value', ${from}, ${to})`;
    await refused(improve(14_800_000, 14_800_000), "prize_improvements_whole");
    await run(improve(14_800_000, 15_000_000));
    await refused(sql`UPDATE lotteries SET price_value_pence = 15000001 WHERE id = ${lottery}`, "lotteries_prize_kept");
    await run(sql`UPDATE lotteries SET price_value_pence = 15000000 WHERE id = ${lottery}`);
    await refused(sql`UPDATE lotteries SET price_value_pence = 14800000 WHERE id = ${lottery}`, "lotteries_prize_kept");
    await run(improve(15_000_000, 16_000_000));
    await run(sql`UPDATE lotteries SET sales_state = 'closed' WHERE id = ${lottery}`);
    await refused(improve(16_000_000, 17_000_000), "prize_improvements_in_time");
    await refused(sql`UPDATE lotteries SET price_value_pence = 16000000 WHERE id = ${lottery}`, "lotteries_prize_kept");
  });

  it("cannot be deleted while there is an order", async () => {
    const { lottery } = await soldLottery();
    await refused(sql`DELETE FROM lotteries WHERE id = ${lottery}`, "orders_lottery_id_fkey");
    await run(sql`DELETE FROM lotteries WHERE id = ${await makeLottery({ db, now })}`);
  });
});

describe("an order", () => {
  it.each([
    ["a paid one without its payment", sql`payment_intent_id = NULL`, "orders_paid_has_payment"],
    ["a total that is not the price", sql`total_pence = 5997`, "orders_total_adds_up"],
    ["a state of the other kind", sql`state = 'void'`, "orders_known_state"],
    ["a hold without an end", sql`state = 'reserved', pay_by = NULL`, "orders_hold_has_end"],
    [
      "a page that was never opened",
      sql`state = 'awaiting_payment', pay_by = now(), payment_session_id = NULL`,
      "orders_awaiting_has_page",
    ],
    ["more sent back than was taken", sql`refunded_pence = captured_pence + 1`, "orders_refund_within_capture"],
    ["a free one that costs", sql`kind = 'free', state = 'free'`, "orders_free_is_free"],
  ])("is never %s", async (_, change, by) => {
    const { order } = await soldLottery();
    await refused(sql`UPDATE orders SET ${change} WHERE id = ${order}`, by);
  });

  it.each(["payment_session_id", "payment_intent_id"])("shares its %s with no other", async (column) => {
    const [one, other] = [await soldLottery(), await soldLottery()];
    const name = sql.ref(column);
    await refused(
      sql`UPDATE orders SET ${name} = (SELECT ${name} FROM orders WHERE id = ${one.order}) WHERE id = ${other.order}`,
      `orders_${column}_key`,
    );
  });

  it("has one open refund at a time, and stores each provider event once", async () => {
    const { order } = await soldLottery();
    const refund = sql`INSERT INTO refunds (order_id, amount_pence, reason) VALUES (${order}, 5998, 'staff')`;
    await run(refund);
    await refused(refund, "refunds_one_due_idx");
    // A refund made at the provider coexists with one that the shop owes.
    const there = sql`INSERT INTO refunds (order_id, amount_pence, reason, state, provider_refund_id) VALUES (${order}, 100, 'at_provider', 'pending', 're_1')`;
    await run(there);
    await refused(there, "refunds_provider_refund_id_key");
    // A failed refund may become due again, and has the time of its failure.
    await refused(sql`UPDATE refunds SET state = 'failed' WHERE order_id = ${order} AND state = 'due'`, "refunds_state_has_time");
    await run(sql`UPDATE refunds SET state = 'failed', failed_at = now() WHERE order_id = ${order} AND state = 'due'`);
    await run(refund);
    await refused(
      sql`UPDATE orders SET refunded_pence = 5000, returning_pence = 999 WHERE id = ${order}`,
      "orders_refund_within_capture",
    );
    const event = sql`INSERT INTO payment_events (id, type, object_id, created_at) VALUES ('evt_1', 'charge.refunded', 'ch_1', now())`;
    await run(event);
    await refused(event, "payment_events_pkey");
  });
});

describe("a ticket", () => {
  it("has a unique number within its draw", async () => {
    const { lottery, order, user } = await soldLottery();
    await refused(ticket(lottery, 2, order, user), "tickets_pkey");
  });

  it("belongs to the draw and owner of an existing order", async () => {
    const [{ lottery, order, user }, other] = [await soldLottery(), await soldLottery()];
    const of = "tickets_of_their_order_fkey";
    await refused(ticket(other.lottery, 9, order, user), of);
    await refused(ticket(lottery, 9, order, other.user), of);
    await refused(ticket(lottery, 9, other.user, user), of);
  });

  it("has an immutable owner, order and tag, and cannot be deleted", async () => {
    const { lottery } = await soldLottery();
    const { id: thief } = await makeUser({ db });
    await refused(sql`UPDATE tickets SET user_id = ${thief} WHERE lottery_id = ${lottery}`, "tickets_of_their_order_fkey");
    await refused(
      sql`UPDATE tickets SET tag = ${Buffer.alloc(16, 9)} WHERE lottery_id = ${lottery} AND ticket_number = 1`,
      "tickets_keep_identity",
    );
    await refused(sql`DELETE FROM tickets WHERE lottery_id = ${lottery}`, "append-only");
  });

  it("is neither added nor removed after the freeze", async () => {
    const { lottery, order, user } = await frozenLottery();
    await refused(ticket(lottery, 3, order, user), "tickets_respect_freeze");
    await refused(
      sql`UPDATE tickets SET void_at = now() WHERE lottery_id = ${lottery} AND ticket_number = 1`,
      "tickets_respect_freeze",
    );
  });
});

describe("a void ticket", () => {
  it("stays void", async () => {
    const { lottery } = await soldLottery();
    await run(sql`UPDATE tickets SET void_at = now() WHERE lottery_id = ${lottery} AND ticket_number = 1`);
    await refused(
      sql`UPDATE tickets SET void_at = NULL WHERE lottery_id = ${lottery} AND ticket_number = 1`,
      "tickets_stay_void",
    );
  });
});

describe("sales", () => {
  const order = ["open", "closing", "closed", "drawn"];
  const states = [...order, "cancelled"];
  const allowed = new Set([
    "open closing",
    "open closed",
    "open cancelled",
    "closing closed",
    "closing cancelled",
    "closed drawn",
  ]);

  it.each(states.flatMap((from) => states.map((to) => [from, to] as const)))("from %s to %s", async (from, to) => {
    const lottery = await makeLottery({ db, now }, { sales_state: from as "open" });
    const change = sql`UPDATE lotteries SET sales_state = ${to} WHERE id = ${lottery}`;
    if (from === to || allowed.has(`${from} ${to}`)) await run(change);
    else await refused(change, "lotteries_sales_order");
  });

  it("do not close while a payment is open", async () => {
    const lottery = await makeLottery({ db, now }, { sales_state: "closing", tickets_held: 1 });
    const close = sql`UPDATE lotteries SET sales_state = 'closed' WHERE id = ${lottery}`;
    await refused(close, "lotteries_nothing_held_when_closed");
    await run(sql`UPDATE lotteries SET tickets_held = 0 WHERE id = ${lottery}`);
    await run(close);
  });
});

describe("a player's pause", () => {
  it.each(["paused_until", "excluded_until"])("is lengthened, never shortened (%s)", async (column) => {
    const { id } = await makeUser({ db });
    const name = sql.ref(column);
    await run(sql`INSERT INTO player_limits (user_id, ${name}) VALUES (${id}, now() + interval '7 days')`);
    await run(sql`UPDATE player_limits SET ${name} = now() + interval '8 days' WHERE user_id = ${id}`);
    await refused(
      sql`UPDATE player_limits SET ${name} = now() + interval '1 day' WHERE user_id = ${id}`,
      "player_limits_keep_rest",
    );
    await refused(sql`UPDATE player_limits SET ${name} = NULL WHERE user_id = ${id}`, "player_limits_keep_rest");
  });
});

describe("a draw", () => {
  it("has an immutable commitment", async () => {
    const { lottery } = await frozenLottery();
    await refused(sql`UPDATE draws SET round = round + 1 WHERE lottery_id = ${lottery}`, "draws_keep_commitment");
    await refused(sql`UPDATE draws SET closed_at = closed_at - 1 WHERE lottery_id = ${lottery}`, "draws_keep_commitment");
    await refused(sql`DELETE FROM draws WHERE lottery_id = ${lottery}`, "append-only");
  });

  it("has an immutable result", async () => {
    const { lottery } = await frozenLottery();
    await refused(sql`UPDATE draws SET seed = ${HASH} WHERE lottery_id = ${lottery}`, "draws_result_is_whole");
    const result = sql`UPDATE draws SET seed = ${HASH}, beacon_signature = 's', beacon_randomness = ${HASH}, drawn_at = now() WHERE lottery_id = ${lottery}`;
    await run(result);
    await refused(sql`UPDATE draws SET seed = ${"cd".repeat(32)} WHERE lottery_id = ${lottery}`, "draws_keep_commitment");
  });

  it("is logged without gaps under concurrency, in an append-only log", async () => {
    const lotteries = await Promise.all(Array.from({ length: 8 }, frozenLottery));
    await Promise.all(
      lotteries.map(({ lottery }) =>
        run(sql`INSERT INTO draw_log (lottery_id, commitment, at) VALUES (${lottery}, ${HASH}, now())`),
      ),
    );
    const { rows } = await sql<{ sequence: number }>`SELECT sequence FROM draw_log ORDER BY sequence`.execute(db);
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
    await refused(sql`UPDATE draw_log SET commitment = 'x'`, "append-only");
    await refused(sql`DELETE FROM draw_log`, "append-only");
  });
});

describe("a log", () => {
  it.each(["audit_log", "audit_chain", "consents", "player_limit_changes"])("such as %s only grows", async (table) => {
    const { id } = await makeUser({ db });
    await run(sql`INSERT INTO consents (user_id, kind, given, source) VALUES (${id}, 'marketing', true, 'test')`);
    await run(sql`INSERT INTO audit_log (actor, action, subject_type, subject_id) VALUES ('test', 'test', 'user', ${id})`);
    await run(sql`INSERT INTO player_limit_changes (user_id, kind) VALUES (${id}, 'no_limit')`);
    await refused(sql`DELETE FROM ${sql.table(table)}`, "append-only");
    await refused(sql`TRUNCATE ${sql.table(table)}`, "append-only");
  });
});
