/** The shop's role can neither change immutable records nor bypass their guards. */
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawnDraw, filledDraw } from "#features/draws/server/draws.fixture.ts";
import { copyTemplate, type TestCtx, testCtx } from "../../ctx.fixture.ts";
import { findExcess } from "../check-database.server.ts";
import { grantRights, roleOf } from "../prepare-database.server.ts";
import { RIGHTS, TABLES, TABLES_BY_OWNER } from "./catalogue.ts";

let ctx: TestCtx;
let drawn: string;
let sold: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  drawn = (await drawnDraw(ctx)).id;
  sold = (await filledDraw(ctx)).id;
});
afterAll(() => ctx.close());

const DENIED = "42501";

/** As the shop. @returns the error's code, or "done" */
async function tried(statement: RawBuilder<unknown>): Promise<string> {
  return statement.execute(ctx.db).then(
    () => "done",
    (error: pg.DatabaseError) => error.code ?? error.message,
  );
}

async function tables(schema = "public"): Promise<string[]> {
  const { rows } = await ctx.owner.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p', 'v', 'm')",
    [schema],
  );
  return rows.map(({ name }) => name);
}

describe("the table catalogue", () => {
  it("has one entry for each table, and for no other", async () => {
    const named = Object.values(TABLES_BY_OWNER).flatMap((own) => Object.keys(own));
    expect(named.toSorted()).toEqual((await tables()).toSorted());
  });

  it("names existing columns", async () => {
    const { rows } = await ctx.owner.query<{ name: string }>(
      "SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'",
    );
    const there = new Set(rows.map(({ name }) => name));
    const named = Object.entries(TABLES).flatMap(
      ([
        table,
        {
          rights: { insert, update },
          ...entry
        },
      ]) =>
        [insert, update, "exported" in entry ? entry.exported.split(" ") : []].flatMap((of) =>
          Array.isArray(of) ? of.map((column: string) => `${table}.${column}`) : [],
        ),
    );
    expect(named.filter((name) => !there.has(name))).toEqual([]);
  });

  it("is what the catalogue says, table by table and column by column", async () => {
    const { rows } = await ctx.owner.query<{ name: string; insert: string[]; update: string[]; delete: boolean; more: boolean }>(
      `SELECT c.relname AS name,
         array_agg(a.attname::text ORDER BY 1) FILTER (WHERE has_column_privilege($1, c.oid, a.attnum, 'INSERT')) AS insert,
         array_agg(a.attname::text ORDER BY 1) FILTER (WHERE has_column_privilege($1, c.oid, a.attnum, 'UPDATE')) AS update,
         has_table_privilege($1, c.oid, 'DELETE') AS delete,
         has_table_privilege($1, c.oid, 'TRUNCATE') OR has_table_privilege($1, c.oid, 'TRIGGER') OR has_table_privilege($1, c.oid, 'REFERENCES') AS more
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') GROUP BY c.oid, c.relname`,
      [await roleOf(ctx.databaseUrl)],
    );
    const all = new Map<string, string[]>();
    const { rows: columns } = await ctx.owner.query<{ name: string; columns: string[] }>(
      `SELECT c.relname AS name, array_agg(a.attname::text) AS columns FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
         AND NOT a.attisdropped WHERE c.relnamespace = 'public'::regnamespace GROUP BY 1`,
    );
    for (const row of columns) all.set(row.name, row.columns);
    for (const row of rows) {
      const rights = RIGHTS[row.name];
      const wanted = (of: true | readonly string[] | undefined) =>
        (of === true ? (all.get(row.name) ?? []) : (of ?? [])).toSorted();
      expect({ ...row, insert: (row.insert ?? []).toSorted(), update: (row.update ?? []).toSorted() }).toEqual({
        name: row.name,
        insert: wanted(rights?.insert),
        update: wanted(rights?.update),
        delete: rights?.delete === true,
        more: false,
      });
    }
  });

  it("grants no update or delete on append-only tables", async () => {
    const { rows } = await ctx.owner.query<{ name: string; events: number }>(
      `SELECT c.relname AS name, t.tgtype::int AS events FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
       WHERE p.proname = 'refuse_change'`,
    );
    expect(rows.length).toBeGreaterThan(8);
    for (const { name, events } of rows) {
      if (events & 8) expect(RIGHTS[name]?.delete, name).toBeUndefined();
      // Bits of a trigger's events: deletes, and updates.
      if (events & 16) expect(RIGHTS[name]?.update, name).toBeUndefined();
    }
  });
});

/** Statements that would hide a theft or change a winner. */
const ATTACKS: readonly [what: string, statement: () => RawBuilder<unknown>][] = [
  ["erase the audit log", () => sql`DELETE FROM audit_log`],
  ["empty the audit log", () => sql`TRUNCATE audit_log`],
  ["rewrite the audit log", () => sql`UPDATE audit_log SET actor = 'somebody else'`],
  [
    "slip a line into the audit log",
    () =>
      sql`INSERT INTO audit_log (id, actor, action, subject_type, subject_id) OVERRIDING SYSTEM VALUE VALUES (-1, 'a', 'b', 'c', 'd')`,
  ],
  [
    "forge a link of the audit log's chain",
    () => sql`INSERT INTO audit_chain (seq, audit_id, digest, hash) VALUES (1, 1, 'x', 'x')`,
  ],
  ["rewrite the audit log's chain", () => sql`UPDATE audit_chain SET hash = 'x'`],
  ["cut the audit log's chain", () => sql`DELETE FROM audit_chain`],
  ["switch the audit log's trigger off", () => sql`ALTER TABLE audit_log DISABLE TRIGGER ALL`],
  ["rewrite a commitment", () => sql`UPDATE draws SET commitment = ${"ab".repeat(32)} WHERE lottery_id = ${drawn}`],
  ["choose another round", () => sql`UPDATE draws SET round = round + 1 WHERE lottery_id = ${drawn}`],
  ["take another list", () => sql`UPDATE draws SET entries_sha256 = ${"ab".repeat(32)} WHERE lottery_id = ${drawn}`],
  ["delete a draw", () => sql`DELETE FROM draws WHERE lottery_id = ${drawn}`],
  ["let another ticket win", () => sql`UPDATE draw_picks SET pick = 3 - pick`],
  ["forget who won", () => sql`DELETE FROM draw_picks`],
  ["rewrite the public log", () => sql`UPDATE draw_log SET commitment = 'x'`],
  ["rewrite a block of the list", () => sql`UPDATE draw_blocks SET root = ${"ab".repeat(32)}`],
  ["deny that somebody asked for a draw", () => sql`DELETE FROM draw_requests`],
  ["take back a change of the winner", () => sql`DELETE FROM winner_changes`],
  ["give a ticket to somebody else", () => sql`UPDATE tickets SET user_id = (SELECT id FROM users LIMIT 1)`],
  ["give a ticket another tag", () => sql`UPDATE tickets SET tag = ${Buffer.alloc(16)}`],
  ["take a ticket away", () => sql`DELETE FROM tickets`],
  ["forget a payment", () => sql`DELETE FROM payment_events`],
  ["rewrite what the provider said", () => sql`UPDATE payment_events SET object_id = 'x'`],
  ["forget an order", () => sql`DELETE FROM orders`],
  ["forget a refund", () => sql`DELETE FROM refunds`],
  ["say that somebody had agreed", () => sql`UPDATE consents SET given = true`],
  ["forget what a player asked for", () => sql`DELETE FROM player_limit_changes`],
  ["say that a migration has run", () => sql`INSERT INTO migrations (name, run_on) VALUES ('9999_mine', now())`],
  ["make a table", () => sql`CREATE TABLE mine (id int)`],
  ["make a schema", () => sql`CREATE SCHEMA mine`],
  ["drop a trigger", () => sql`DROP TRIGGER audit_log_append_only ON audit_log`],
  [
    "replace the function of a trigger",
    () => sql`CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
  ],
  ["change a function", () => sql`ALTER FUNCTION refuse_change() RENAME TO refuse_nothing`],
  ["make a trigger", () => sql`CREATE TRIGGER mine BEFORE INSERT ON audit_log EXECUTE FUNCTION refuse_change()`],
  ["make a rule", () => sql`CREATE RULE mine AS ON INSERT TO audit_log DO INSTEAD NOTHING`],
  ["drop a check", () => sql`ALTER TABLE lotteries DROP CONSTRAINT lotteries_never_oversold`],
  ["become a replica", () => sql`SET session_replication_role = replica`],
  ["become the owner", () => sql`SET ROLE concours`],
  ["become a superuser", () => sql`ALTER ROLE concours_shop SUPERUSER`],
  ["make a role", () => sql`CREATE ROLE mine`],
  ["set a counter back", () => sql`SELECT setval('audit_log_id_seq', 1)`],
  ["run a program", () => sql`COPY (SELECT 1) TO PROGRAM 'true'`],
  ["read a file", () => sql`SELECT pg_read_file('/etc/passwd')`],
  [
    "have the queue's owner run a statement",
    () =>
      sql`INSERT INTO pgboss.bam (name, version, status, table_name, command) VALUES ('x', 1, 'pending', 'job', 'DROP TABLE audit_log')`,
  ],
  ["have a queue stand for another table", () => sql`UPDATE pgboss.queue SET table_name = 'job; DROP TABLE audit_log'`],
  ["have the queue migrated again", () => sql`UPDATE pgboss.version SET version = 1`],
];

describe("the shop's role may not", () => {
  it.each(ATTACKS)("%s", async (_what, statement) => {
    expect(await tried(statement())).toBe(DENIED);
  });

  it("grant itself a right", async () => {
    await tried(sql`GRANT DELETE ON audit_log TO concours_shop`);
    expect(await tried(sql`DELETE FROM audit_log`)).toBe(DENIED);
  });

  it.each([
    [
      "fill up the entries after the freeze",
      () =>
        sql`INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag) SELECT lottery_id, 9999, order_id, user_id, tag FROM tickets WHERE lottery_id = ${drawn} LIMIT 1`,
    ],
    [
      "say that a ticket was void before the freeze",
      () => sql`UPDATE tickets SET void_at = '2000-01-01' WHERE lottery_id = ${drawn}`,
    ],
    ["draw again", () => sql`UPDATE draws SET seed = ${"ab".repeat(32)} WHERE lottery_id = ${drawn}`],
    ["open a draw again", () => sql`UPDATE lotteries SET sales_state = 'open' WHERE id = ${drawn}`],
    ["oversell", () => sql`UPDATE lotteries SET tickets_held = tickets_available + 1 WHERE id = ${sold}`],
  ] as const)("%s, which a trigger or a check refuses", async (_what, statement) => {
    expect(await tried(statement())).toBe("23514");
  });

  it("shadow a table that a trigger reads", async () => {
    const functions = await ctx.owner.query<{ name: string; config: string[] | null; definer: boolean }>(
      "SELECT proname AS name, proconfig AS config, prosecdef AS definer FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
    );
    expect(functions.rows.filter(({ definer }) => definer)).toEqual([]);
    const loose = functions.rows.filter(({ config }) => !config?.includes("search_path=pg_catalog, public, pg_temp"));
    expect(loose.map(({ name }) => name)).toEqual([]);
    const client = new pg.Client({ connectionString: ctx.databaseUrl });
    await client.connect();
    try {
      await client.query("CREATE TEMP TABLE lotteries AS SELECT id, 'open'::text AS sales_state FROM public.lotteries");
      await expect(
        client.query(
          "INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag) SELECT lottery_id, 9999, order_id, user_id, tag FROM tickets WHERE lottery_id = $1 LIMIT 1",
          [drawn],
        ),
      ).rejects.toThrow("frozen");
    } finally {
      await client.end();
    }
  });
});

describe("giving rights", () => {
  it("revokes excessive rights of the role and of PUBLIC, and reports them", async () => {
    const database = await copyTemplate();
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    try {
      expect(await findExcess(database.shopUrl)).toEqual([]);
      await owner.query(
        "GRANT DELETE, UPDATE (actor) ON audit_log TO PUBLIC; GRANT ALL ON draws TO concours_shop; GRANT CREATE ON SCHEMA public TO concours_shop",
      );
      expect(await findExcess(database.shopUrl)).toEqual([
        'may create tables and functions in the schema "public"',
        'may empty or change "audit_log"',
      ]);
      await grantRights(database.url, "concours_shop");
      expect(await findExcess(database.shopUrl)).toEqual([]);
      const { rows } = await owner.query(
        `SELECT has_any_column_privilege('concours_shop', 'audit_log', 'UPDATE') AS audit, has_table_privilege('concours_shop', 'draws', 'UPDATE') AS draws,
           has_database_privilege('concours_shop', current_database(), 'TEMPORARY') AS temporary`,
      );
      expect(rows).toEqual([{ audit: false, draws: false, temporary: false }]);
    } finally {
      await owner.end();
      await database.drop();
    }
  });

  it("keeps the grants of a newer version", async () => {
    const database = await copyTemplate();
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    try {
      await owner.query(
        `INSERT INTO migrations (name, run_on) VALUES ('9999_tomorrow', now());
         CREATE TABLE tomorrow (id int); GRANT SELECT, INSERT, UPDATE, DELETE ON tomorrow TO concours_shop;
         ALTER TABLE orders ADD COLUMN tomorrow int; GRANT UPDATE (actor) ON audit_log TO concours_shop;
         REVOKE DELETE ON sessions FROM concours_shop; GRANT TRUNCATE ON orders TO concours_shop`,
      );
      expect(await findExcess(database.shopUrl)).toEqual(['may empty or change "orders"']);
      await grantRights(database.url, "concours_shop");
      expect(await findExcess(database.shopUrl)).toEqual([]);
      const { rows } = await owner.query(
        `SELECT has_table_privilege('concours_shop', 'tomorrow', 'DELETE') AS table, has_column_privilege('concours_shop', 'audit_log', 'actor', 'UPDATE') AS column,
           has_table_privilege('concours_shop', 'sessions', 'DELETE') AS own`,
      );
      expect(rows).toEqual([{ table: true, column: true, own: true }]);
      // After that version and its tables have been removed.
      await owner.query("DROP TABLE tomorrow; DELETE FROM migrations WHERE name = '9999_tomorrow'");
      await grantRights(database.url, "concours_shop");
      expect(
        await owner.query("SELECT has_column_privilege('concours_shop', 'audit_log', 'actor', 'UPDATE') AS column"),
      ).toMatchObject({
        rows: [{ column: false }],
      });
    } finally {
      await owner.end();
      await database.drop();
    }
  });

  it("reports a role that owns the tables", async () => {
    expect(await findExcess(ctx.ownerUrl)).toEqual(
      expect.arrayContaining([
        "may create databases",
        expect.stringContaining("owns"),
        expect.stringContaining("may create tables"),
      ]),
    );
  });
});
