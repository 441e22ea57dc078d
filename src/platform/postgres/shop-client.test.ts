import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyTemplate } from "../ctx.fixture.ts";
import { shopClient } from "./shop-client.server.ts";

let database: Awaited<ReturnType<typeof copyTemplate>>;
const failures: unknown[] = [];
const pools: pg.Pool[] = [];
const open = (prepares: boolean) => {
  const Client = shopClient({ onFailure: (error) => failures.push(error), prepares });
  const pool = new pg.Pool({ connectionString: database.url, max: 1, Client });
  pool.on("connect", (client) => client.on("error", () => undefined));
  pools.push(pool);
  return pool;
};
const prepared = async (pool: pg.Pool) =>
  (await pool.query("SELECT statement FROM pg_prepared_statements")).rows.map(({ statement }) => statement as string);
beforeAll(async () => {
  database = await copyTemplate();
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

it("prepares a statement with values once, and no other; behind a pooler none", async () => {
  const text = "SELECT $1::int + 1 AS next";
  for (const pool of [open(true), open(false)]) {
    for (const value of [1, 2]) expect((await pool.query(text, [value])).rows).toEqual([{ next: value + 1 }]);
    await pool.query("BEGIN; ROLLBACK");
  }
  expect(await Promise.all(pools.map(prepared))).toEqual([[text], []]);
});

it("stops preparing before lists of many lengths fill the server's memory", async () => {
  const pool = open(true);
  for (let n = 0; n < 350; n++) expect((await pool.query(`SELECT $1::int + ${n} AS sum`, [1])).rows).toEqual([{ sum: n + 1 }]);
  expect(await prepared(pool)).toHaveLength(300);
});

it("reports a failure, by promise and by callback, and goes on", async () => {
  const client = await open(true).connect();
  await expect(client.query("SELECT 1 / $1::int AS one", [0])).rejects.toMatchObject({ code: "22012" });
  const failure = await new Promise((resolve) => client.query("SELECT 1 / $1::int AS one", [0], (error) => resolve(error)));
  expect(failure).toMatchObject({ code: "22012" });
  expect(failures).toHaveLength(2);
  expect((await client.query("SELECT 1 / $1::int AS one", [1])).rows).toEqual([{ one: 1 }]);
  client.release();
});
