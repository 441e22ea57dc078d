import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { administer, dropDatabase } from "../ctx.fixture.ts";
import { EnvError } from "../env/env.server.ts";
import { createLog } from "../log.server.ts";
import { listKnownMigrations, migrate } from "./migrate.server.ts";
import { prepareDatabase, grantShopRights } from "./prepare-database.server.ts";

const log = createLog("silent");
const name = `migrated_${crypto.randomUUID().replaceAll("-", "")}`;
const url = () => Object.assign(new URL(inject("templateUrl")), { pathname: `/${name}` }).href;
const known = await listKnownMigrations();
/** It changes orders and users, and is not the last. */
const CHANGES_ORDERS = known.findIndex((each) => each.endsWith("_languages"));
/** It and the next one lock orders, tickets, draws and people. */
const JOINS_TABLES = known.findIndex((each) => each.endsWith("_tickets_of_their_orders"));

let reader: pg.Client;
let buyer: pg.Client;
beforeAll(async () => {
  await administer(`CREATE DATABASE ${name}`);
  await migrate(url(), log, CHANGES_ORDERS);
  [reader, buyer] = [new pg.Client(url()), new pg.Client(url())];
  await Promise.all([reader.connect(), buyer.connect()]);
});
afterAll(async () => {
  await Promise.all([reader.end(), buyer.end()]);
  await dropDatabase(name);
});
beforeEach(() => reader.query("ROLLBACK"));

const made = async () =>
  (await buyer.query<{ name: string }>("SELECT name FROM migrations ORDER BY id")).rows.map((row) => row.name);

it("gives each migration its own number", () => {
  const numbers = known.map((each) => each.slice(0, each.indexOf("_")));
  expect(numbers).toEqual([...new Set(numbers)]);
});

it("runs at most the requested number of migrations", async () => {
  await migrate(url(), log, CHANGES_ORDERS);
  expect(await made()).toEqual(known.slice(0, CHANGES_ORDERS));
});

it("waits for an export that reads a table, and blocks buyers only briefly", async () => {
  await reader.query("BEGIN; SELECT FROM orders");
  await expect(migrate(url(), log, undefined, { lockMs: 1, pauseMs: 1, tries: 2 })).rejects.toThrow(EnvError);
  let isDone = false;
  const migrating = migrate(url(), log, undefined, { lockMs: 200, pauseMs: 100 }).finally(() => (isDone = true));
  const waits: number[] = [];
  for (const end = performance.now() + 1_500; performance.now() < end; await sleep(20)) {
    const begun = performance.now();
    await buyer.query("SELECT FROM orders");
    waits.push(performance.now() - begun);
  }
  expect(isDone).toBe(false);
  // It blocked the buyer, and gave up the lock.
  expect(Math.max(...waits)).toBeGreaterThan(50);
  expect(Math.max(...waits)).toBeLessThan(1_000);
  await reader.query("COMMIT");
  await migrating;
  expect(await made()).toEqual(known);
});

describe("a purchase that has what a migration waits for", () => {
  const own = `${name}_joined`;
  const address = () => Object.assign(new URL(url()), { pathname: `/${own}` }).href;
  let sale: pg.Client;
  let watch: pg.Client;
  beforeEach(async () => {
    await administer(`CREATE DATABASE ${own}`);
    await migrate(address(), log, JOINS_TABLES);
    [sale, watch] = [new pg.Client(address()), new pg.Client(address())];
    await Promise.all([sale.connect(), watch.connect()]);
  });
  afterEach(async () => {
    await Promise.all([sale.end(), watch.end()]);
    await dropDatabase(own);
  });
  const WAITS = "SELECT FROM pg_locks JOIN pg_database d ON d.oid = database WHERE datname = current_database() AND NOT granted";
  const untilItWaits = () =>
    expect.poll(async () => (await watch.query(WAITS)).rowCount, { timeout: 10_000, interval: 10 }).toBe(1);

  it("goes first if it then waits for the migration", async () => {
    await migrate(address(), log, JOINS_TABLES + 1);
    await sale.query("BEGIN; UPDATE orders SET quantity = quantity");
    // Longer than PostgreSQL's deadlock check.
    const migrating = migrate(address(), log, undefined, { lockMs: 5_000, pauseMs: 100 });
    await untilItWaits();
    // The session that waits longest is aborted.
    await sleep(400);
    await sale.query("SELECT FROM lotteries FOR UPDATE");
    await sale.query("COMMIT");
    await migrating;
  });

  it("is not aborted by PostgreSQL for having waited longer", async () => {
    await sale.query("BEGIN; SELECT FROM lotteries FOR UPDATE");
    await watch.query("BEGIN; SELECT FROM tickets");
    const migrating = migrate(address(), log, undefined, { pauseMs: 100 });
    await untilItWaits();
    const buying = sale.query("UPDATE orders SET quantity = quantity");
    await sleep(300);
    await watch.query("COMMIT");
    await buying;
    await sale.query("COMMIT");
    await migrating;
  });
});

it("grants the shop's role each new table within its migration", async () => {
  const own = `${name}_shared`;
  const at = (address: string) => Object.assign(new URL(address), { pathname: `/${own}` }).href;
  const urls = { url: at(inject("templateShopUrl")), ownerUrl: at(url()) };
  await administer(`CREATE DATABASE ${own}`);
  const MODES = known.findIndex((each) => each.endsWith("_test_mode"));
  await migrate(urls.ownerUrl, log, MODES);
  await grantShopRights(urls);
  const [holder, shop] = [new pg.Client(urls.ownerUrl), new pg.Client(urls.url)];
  await Promise.all([holder.connect(), shop.connect()]);
  try {
    // A later migration changes `users`, and waits.
    await holder.query("BEGIN; SELECT FROM users");
    const preparing = prepareDatabase(urls, log);
    const ask = () =>
      shop.query("SELECT FROM shop_modes").then(
        () => "may",
        (error: pg.DatabaseError) => error.code,
      );
    const answers = new Set<string | undefined>();
    for (const end = performance.now() + 1_500; performance.now() < end; await sleep(5)) answers.add(await ask());
    expect([...answers]).toEqual(["42P01", "may"]);
    expect((await shop.query("SELECT name FROM migrations")).rowCount).toBeLessThan(known.length);
    await holder.query("COMMIT");
    await preparing;
  } finally {
    await Promise.all([holder.end(), shop.end()]);
    await dropDatabase(own);
  }
});

it("converts alerts about second payments to alerts about their payment or dispute", async () => {
  const own = `${name}_alerts`;
  const address = Object.assign(new URL(url()), { pathname: `/${own}` }).href;
  await administer(`CREATE DATABASE ${own}`);
  const client = new pg.Client(address);
  try {
    await migrate(
      address,
      log,
      known.findIndex((each) => each.endsWith("_alerts_of_second_payments")),
    );
    await client.connect();
    const day = new Date("2026-11-26T12:00:00Z");
    const alerts: [kind: string, subject: string, message: string, handled: Date | null][] = [
      ["second_payment_disputed", "a", "dsp_1, pay_1", null],
      ["second_payment_kept", "a", "pay_2", null],
      ["second_payment_kept", "b", "pay_3", day],
      ["second_payment_kept", "c", "pay_4", null],
      ["second_payment_kept", "c pay_4", "pay_4", null],
      ["refund_failed", "d", "pay_5", null],
    ];
    for (const alert of alerts)
      await client.query(
        `INSERT INTO alerts (kind, subject_type, subject_id, facts, raised_at, last_raised_at, handled_at)
          VALUES ($1, 'order', $2, jsonb_build_object('message', $3::text), '2026-11-20', '2026-11-20', $4)`,
        alert,
      );
    await migrate(address, log);
    const { rows } = await client.query<{ subject_id: string; open: boolean }>(
      "SELECT subject_id, handled_at IS NULL AS open FROM alerts ORDER BY subject_id, kind",
    );
    expect(rows.map(({ subject_id, open }) => [subject_id, open])).toEqual([
      ["a dsp_1", true],
      ["a pay_2", true],
      ["b pay_3", false],
      ["c", false],
      ["c pay_4", true],
      ["d", true],
    ]);
  } finally {
    await client.end();
    await dropDatabase(own);
  }
});

it("validates every foreign key", async () => {
  const { rows } = await buyer.query("SELECT conname FROM pg_constraint WHERE contype = 'f' AND NOT convalidated");
  expect(rows).toEqual([]);
});

it("continues after an upgrade with a wrong clock", async () => {
  await buyer.query("UPDATE migrations SET run_on = run_on + interval '1 day' WHERE name <> $1", [known.at(-1)]);
  await migrate(url(), log);
  expect(await made()).toEqual(known);
});

it("reports a database whose migrations ran in another order", async () => {
  await buyer.query("DELETE FROM migrations WHERE name = $1", [known[1]]);
  await expect(migrate(url(), log)).rejects.toThrow(`The migration ${known[1]} is missing before ${known[2]}`);
});
