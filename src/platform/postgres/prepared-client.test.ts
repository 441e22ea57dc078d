/** Statements that come again are prepared; what they answer stays the same. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyTemplate } from "../ctx.fixture.ts";
import { preparingClient } from "./prepared-client.server.ts";

let database: Awaited<ReturnType<typeof copyTemplate>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await copyTemplate();
  pool = new pg.Pool({ connectionString: database.url, max: 1, Client: preparingClient() });
  // A pool that has ended may not have said farewell yet when the database goes.
  pool.on("connect", (client) => client.on("error", () => undefined));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const prepared = async () =>
  (await pool.query("SELECT statement FROM pg_prepared_statements")).rows.map((row) => row.statement as string);

describe("a connection that prepares", () => {
  it("keeps what comes for the third time, with other values each time", async () => {
    const text = "SELECT $1::int + 1 AS next";
    for (const value of [1, 2]) expect((await pool.query(text, [value])).rows).toEqual([{ next: value + 1 }]);
    expect(await prepared()).not.toContain(text);
    for (const value of [3, 4, 5]) expect((await pool.query(text, [value])).rows).toEqual([{ next: value + 1 }]);
    expect(await prepared()).toContain(text);
  });

  it("tells whoever asked of a failure, with where they did, by promise and by callback", async () => {
    const heard: unknown[] = [];
    const own = new pg.Pool({ connectionString: database.url, max: 1, Client: preparingClient((error) => heard.push(error)) });
    try {
      for (let times = 1; times <= 4; times++) {
        const client = await own.connect();
        const askInVain = async () => void (await client.query("SELECT 1 / $1::int", [0]));
        const failed = await askInVain().catch((error: Error) => error);
        const called = await new Promise((resolve) => client.query("SELECT 2 / $1::int", [0], (error) => resolve(error)));
        client.release();
        expect(failed).toMatchObject({ code: "22012", stack: expect.stringContaining("askInVain") });
        expect(called).toMatchObject({ code: "22012" });
        expect(heard).toHaveLength(2 * times);
      }
    } finally {
      await own.end();
    }
  });

  it("keeps what comes often, whatever came before it and how much", async () => {
    const own = new pg.Pool({ connectionString: database.url, max: 1, Client: preparingClient(undefined, 20) });
    try {
      for (let n = 0; n < 40; n++) for (let times = 0; times < 3; times++) await own.query(`SELECT $1::int + ${n} AS early`, [1]);
      for (let times = 0; times < 4; times++)
        expect((await own.query("SELECT $1::int AS late", [times])).rows).toEqual([{ late: times }]);
      const { rows } = await own.query("SELECT statement FROM pg_prepared_statements");
      expect(rows.map(({ statement }) => statement)).toContain("SELECT $1::int AS late");
      // What was forgotten meanwhile is known to the connection still, and is not prepared twice.
      for (let times = 0; times < 4; times++)
        expect((await own.query("SELECT $1::int + 0 AS early", [times])).rows).toEqual([{ early: times }]);
    } finally {
      await own.end();
    }
  });

  it("keeps so many at most in PostgreSQL too, however many lists of other lengths somebody has it ask for", async () => {
    const own = new pg.Pool({ connectionString: database.url, max: 1, Client: preparingClient(undefined, 20) });
    try {
      const client = await own.connect();
      const ask = async (n: number) => (await client.query(`SELECT $1::int + ${n} AS sum`, [1])).rows;
      const count = async () => (await client.query("SELECT count(*)::int AS n FROM pg_prepared_statements")).rows[0].n as number;
      for (let n = 0; n < 100; n++) for (let times = 0; times < 3; times++) expect(await ask(n)).toEqual([{ sum: n + 1 }]);
      expect(await count()).toBeLessThanOrEqual(40);
      // In a transaction, and in one that has failed.
      await client.query("BEGIN");
      for (let n = 0; n < 300; n++) expect(await ask(200 + (n % 100))).toEqual([{ sum: 201 + (n % 100) }]);
      await expect(client.query("SELECT 1/0")).rejects.toThrow();
      for (let n = 0; n < 300; n++) await expect(ask(400 + (n % 100))).rejects.toThrow();
      await client.query("ROLLBACK");
      for (let n = 0; n < 500; n++) expect(await ask(n)).toEqual([{ sum: n + 1 }]);
      expect(await count()).toBeLessThanOrEqual(80);
      client.release();
    } finally {
      await own.end();
    }
  });

  it("prepares what waits behind the moment in which it starts anew", async () => {
    const own = new pg.Pool({ connectionString: database.url, max: 1, Client: preparingClient(undefined, 20) });
    try {
      const client = await own.connect();
      const ask = async (n: number) => (await client.query(`SELECT $1::int + ${n} AS sum`, [1])).rows;
      for (let n = 0; n < 40; n++) for (let times = 0; times < 3; times++) await ask(n);
      for (let times = 0; times < 2; times++) await ask(40);
      expect(await Promise.all([ask(40), ask(39)])).toEqual([[{ sum: 41 }], [{ sum: 40 }]]);
      client.release();
    } finally {
      await own.end();
    }
  });

  it("leaves statements without values alone: several may stand in one text", async () => {
    for (let i = 0; i < 5; i++) await pool.query("BEGIN; ROLLBACK");
    expect(await prepared()).not.toContain("BEGIN; ROLLBACK");
  });

  it("passes errors on and goes on working", async () => {
    for (let i = 0; i < 4; i++) await expect(pool.query("SELECT 1 / $1::int", [0])).rejects.toThrow("division by zero");
    expect((await pool.query("SELECT 1 / $1::int AS one", [1])).rows).toEqual([{ one: 1 }]);
  });
});
