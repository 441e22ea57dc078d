/** Bringing the tables up to date while a shop sells on them, after its clock was wrong, and where an earlier try was cut off. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { administer, dropDatabase } from "../ctx.fixture.ts";
import { EnvError } from "../env/env.server.ts";
import { createLog } from "../log.server.ts";
import { listKnownMigrations, migrate } from "./migrate.server.ts";

const log = createLog("silent");
const name = `migrated_${crypto.randomUUID().replaceAll("-", "")}`;
const url = () => Object.assign(new URL(inject("templateUrl")), { pathname: `/${name}` }).href;
const known = await listKnownMigrations();
/** It changes the tables of orders and of people, and is not the last. */
const CHANGES_ORDERS = known.findIndex((each) => each.endsWith("_languages"));
/** It locks orders, then tickets, then draws. */
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

it("makes no more than it is asked for, however often", async () => {
  await migrate(url(), log, CHANGES_ORDERS);
  expect(await made()).toEqual(known.slice(0, CHANGES_ORDERS));
});

it("waits for an export that reads a table, and keeps no buyer waiting behind itself for longer than a moment", async () => {
  await reader.query("BEGIN; SELECT FROM orders");
  await expect(migrate(url(), log, undefined, { lockMs: 1, pauseMs: 1, tries: 2 })).rejects.toThrow(EnvError);
  let isDone = false;
  const migrating = migrate(url(), log, undefined, { lockMs: 200, pauseMs: 100 }).finally(() => (isDone = true));
  const waits: number[] = [];
  for (const end = performance.now() + 1_500; performance.now() < end; await sleep(20)) {
    const asked = performance.now();
    await buyer.query("SELECT FROM orders");
    waits.push(performance.now() - asked);
  }
  expect(isDone).toBe(false);
  // It has stood before the buyer, and stepped aside.
  expect(Math.max(...waits)).toBeGreaterThan(50);
  expect(Math.max(...waits)).toBeLessThan(1_000);
  await reader.query("COMMIT");
  await migrating;
  expect(await made()).toEqual(known);
});

it("gives way to a purchase that has what it waits for, and waits for what it has", async () => {
  const own = `${name}_joined`;
  await administer(`CREATE DATABASE ${own}`);
  const other = Object.assign(new URL(url()), { pathname: `/${own}` }).href;
  const [sale, watch] = [new pg.Client(other), new pg.Client(other)];
  try {
    await migrate(other, log, JOINS_TABLES);
    await Promise.all([sale.connect(), watch.connect()]);
    await sale.query("BEGIN; SELECT FROM lotteries FOR UPDATE");
    const migrating = migrate(other, log, undefined, { pauseMs: 100 });
    await expect
      .poll(async () => (await watch.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount, { timeout: 10_000 })
      .toBe(1);
    await sale.query("UPDATE orders SET quantity = quantity");
    await sale.query("COMMIT");
    await migrating;
    expect((await watch.query("SELECT name FROM migrations ORDER BY id")).rows.map((row) => row.name)).toEqual(known);
  } finally {
    await Promise.all([sale.end(), watch.end()]);
    await dropDatabase(own);
  }
});

it("leaves no reference to what a shop sells unchecked", async () => {
  const { rows } = await buyer.query("SELECT conname FROM pg_constraint WHERE contype = 'f' AND NOT convalidated");
  expect(rows).toEqual([]);
});

it("goes on where the clock was wrong at one upgrade and is right at the next", async () => {
  await buyer.query("UPDATE migrations SET run_on = run_on + interval '1 day' WHERE name <> $1", [known.at(-1)]);
  await migrate(url(), log);
  expect(await made()).toEqual(known);
});

it("of a database whose tables were made in another order says so", async () => {
  await buyer.query("DELETE FROM migrations WHERE name = $1", [known[1]]);
  await expect(migrate(url(), log)).rejects.toThrow(`The migration ${known[1]} is missing before ${known[2]}`);
});
