/** The end of test mode: deletes all test data in one transaction, as the tables' owner. */
import pg from "pg";
import { withClient } from "../postgres/db-client.server.ts";
import { WIPES } from "../postgres/tables/catalogue.ts";

/** How long to wait for running transactions. */
const LOCK_MS = 20_000;

/** A draw's columns that do not describe it. A new draft starts without them. */
const NO_FACTS: ReadonlySet<string> = new Set([
  ...["id", "short_number", "status", "sales_state", "version", "created_at", "updated_at", "request_key"],
  ...["tickets_sold", "tickets_held", "held_by_newcomers", "last_ticket_number", "winner_id", "winner_photo_url"],
  ...["cancel_reason", "cancel_note", "cancel_note_fr", "archived_at"],
]);

type Database = Pick<pg.Pool, "query"> | pg.Client;

/** The existing tables: an older database may lack some. */
async function listTables(database: Database): Promise<readonly string[]> {
  const { rows } = await database.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname",
  );
  return rows.map(({ name }) => name).filter((name) => WIPES[name] !== undefined);
}

/**
 * SQL that begins with a table `staying` of the users to keep: present and former staff, people named in
 * rows that stay, and accounts joined to them.
 */
async function stayingPeopleCte(database: Database): Promise<string> {
  const { rows } = await database.query<{ table: string; column: string }>(
    `SELECT c.relname AS table, a.attname AS column FROM pg_constraint k
     JOIN pg_class c ON c.oid = k.conrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
     WHERE k.contype = 'f' AND k.confrelid = 'public.users'::regclass AND c.relnamespace = 'public'::regnamespace ORDER BY 1, 2`,
  );
  const named = rows
    .filter(({ table }) => WIPES[table] === "stays")
    .map((each) => `SELECT ${list([each.column])} FROM ${list([each.table])}`);
  return `WITH RECURSIVE staying (id) AS (
    SELECT u.id FROM users u WHERE u.id IN (SELECT actor_id FROM audit_log WHERE actor = 'administrator' UNION ${named.join(" UNION ")})
    UNION SELECT u.joined_to FROM users u JOIN staying USING (id) WHERE u.joined_to IS NOT NULL
  )`;
}

/** SQL: the sales of a draw are over: it is drawn, cancelled, or past its close. `$1`: now. */
const IS_ENDED = "(sales_state <> 'open' OR status IN ('completed', 'cancelled') OR (status = 'active' AND closes_at <= $1))";

/** Numbers of rows. `draws_kept` stay on sale with nothing sold; `draws_anew` are copied to new drafts. */
export type TestData = Readonly<
  Record<"orders" | "tickets" | "people" | "messages" | "codes" | "draws_kept" | "draws_anew", number>
>;

/**
 * Deletes test data and makes the shop live, if an owner has requested it; undefined if not, or if done
 * already.
 */
export async function goLive(ownerUrl: string, now: Date): Promise<TestData | undefined> {
  return withClient(ownerUrl, async (client) => {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_MS}`);
    const tables = await listTables(client);
    const changed = tables.filter((table) => WIPES[table] !== "stays");
    // Writers wait and then find the tables empty.
    await client.query(`LOCK TABLE ${list(changed)} IN ACCESS EXCLUSIVE MODE`);
    const request = await client.query("SELECT FROM shop_modes WHERE mode = 'test' AND asked_at IS NOT NULL");
    if (request.rowCount === 0) {
      await client.query("ROLLBACK");
      return undefined;
    }
    const deleted = await countTestData(client, now);
    for (const table of changed) await client.query(`ALTER TABLE ${pg.escapeIdentifier(table)} DISABLE TRIGGER USER`);
    // Sequences continue: webhook receivers keep a draw's last number, and draws on sale stay.
    await client.query(`TRUNCATE ${list(tables.filter((table) => WIPES[table] === "goes"))}`);
    await wipeRows(client, now);
    await client.query("SET CONSTRAINTS ALL IMMEDIATE");
    for (const table of changed) await client.query(`ALTER TABLE ${pg.escapeIdentifier(table)} ENABLE TRIGGER USER`);
    await client.query("UPDATE shop_modes SET mode = 'live', since = $1, asked_at = NULL, asked_by = NULL", [now]);
    await client.query(
      `INSERT INTO audit_log (at, actor, action, subject_type, subject_id, before, after)
       VALUES ($1, 'command line', 'shop.switch', 'shop', 'mode', '{"mode": "test"}', $2)`,
      [now, JSON.stringify({ mode: "live", ...deleted })],
    );
    await client.query("COMMIT");
    return deleted;
  });
}

/** What the end of test mode would delete. The shop's own role may call it. */
export async function countTestData(database: Database, now: Date): Promise<TestData> {
  const { rows } = await database.query<TestData>(
    `${await stayingPeopleCte(database)} SELECT (SELECT count(*)::int FROM orders) AS orders, (SELECT count(*)::int FROM tickets) AS tickets,
       (SELECT count(*)::int FROM users WHERE id NOT IN (SELECT id FROM staying)) AS people,
       (SELECT count(*)::int FROM contact_messages) AS messages, (SELECT count(*)::int FROM promotions) AS codes,
       (SELECT count(*)::int FROM lotteries WHERE NOT ${IS_ENDED}) AS draws_kept, (SELECT count(*)::int FROM lotteries WHERE ${IS_ENDED}) AS draws_anew`,
    [now],
  );
  const [row] = rows;
  if (!row) throw new Error("Nothing could be counted");
  return row;
}

async function wipeRows(client: pg.Client, now: Date): Promise<void> {
  await client.query("DELETE FROM pgboss.job");
  await client.query("UPDATE journal_numbers SET entry = 0, receipt = 0, credit_note = 0, debit_note = 0");
  // Findings about the test keys do not apply to the live ones.
  await client.query("DELETE FROM shop_checks WHERE id LIKE ANY ('{keys.%,pages.%,told.%}')");
  await wipeDraws(client, now);
  await wipePeople(client);
}

/**
 * Ended draws become new drafts with new addresses, since a published result may be known by the old
 * address.
 */
async function wipeDraws(client: pg.Client, now: Date): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'lotteries' AND is_generated = 'NEVER'",
  );
  const facts = list(rows.map(({ name }) => name).filter((name) => !NO_FACTS.has(name)));
  const ended = await client.query<{ id: string }>(`SELECT id FROM lotteries WHERE ${IS_ENDED} ORDER BY short_number`, [now]);
  for (const { id } of ended.rows) {
    const draft = await client.query<{ id: string }>(
      `INSERT INTO lotteries (${facts}, status) SELECT ${facts}, 'draft' FROM lotteries WHERE id = $1 RETURNING id`,
      [id],
    );
    await client.query("UPDATE lottery_images SET lottery_id = $2 WHERE lottery_id = $1", [id, draft.rows[0]?.id]);
    await client.query("DELETE FROM prize_improvements WHERE lottery_id = $1", [id]);
    await client.query("DELETE FROM lotteries WHERE id = $1", [id]);
  }
  await client.query("UPDATE lotteries SET tickets_sold = 0, tickets_held = 0, held_by_newcomers = 0, last_ticket_number = 0");
}

async function wipePeople(client: pg.Client): Promise<void> {
  const staying = await stayingPeopleCte(client);
  await client.query(
    `${staying} DELETE FROM refresh_tokens WHERE session_id IN (SELECT id FROM sessions WHERE user_id NOT IN (SELECT id FROM staying))`,
  );
  for (const [table, wipe] of Object.entries(WIPES))
    if (typeof wipe === "object")
      await client.query(`${staying} DELETE FROM ${list([table])} WHERE ${list([wipe.by])} NOT IN (SELECT id FROM staying)`);
  await client.query(`${staying} DELETE FROM users WHERE id NOT IN (SELECT id FROM staying)`);
}

function list(names: readonly string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(", ");
}
