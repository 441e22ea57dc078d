/** The tables of a backup: their names, the order in which they can be filled, dump and refill. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

export type Table = { readonly name: string; readonly columns: readonly string[] };
/** A table's file: its number of rows, and the hash of its uncompressed content. */
export type Dumped = { readonly rows: number; readonly sha256: string };
/** A sequence and its last value. */
export type Sequence = { readonly name: string; readonly last: string };

/** The migration runner fills the first; rate limits are also lost when the database crashes. */
const EXCLUDED = ["migrations", "rate_limits"];

/** All tables with their stored columns, each after the tables that its foreign keys refer to. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; referenced: string[] }>(
    `SELECT c.relname AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       coalesce((SELECT array_agg(DISTINCT r.relname::text) FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND r.oid <> c.oid), '{}') AS referenced
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> ALL ($1) ORDER BY c.relname`,
    [EXCLUDED],
  );
  const ordered: Table[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ referenced }) => !referenced.some((name) => waiting.has(name)));
    if (ready.length === 0) throw new Error(`These tables refer to each other in a circle: ${[...waiting.keys()].join(", ")}`);
    for (const { name, columns } of ready) {
      ordered.push({ name, columns });
      waiting.delete(name);
    }
  }
  return ordered;
}

/** Writes a table's rows to a gzipped file, in COPY's text format. */
export async function dumpTable(client: pg.Client, { name, columns }: Table, file: string): Promise<Dumped> {
  const rows = client.query(copyTo(`COPY ${pg.escapeIdentifier(name)} (${list(columns)}) TO STDOUT`));
  const hash = createHash("sha256");
  await pipeline(rows, createGzip({ level: 4 }), hashing(hash), createWriteStream(file, { mode: 0o600 }));
  return { rows: rows.rowCount, sha256: hash.digest("hex") };
}

/** Empties the tables and calls `fill` for each, without triggers. Call it in a transaction. */
export async function refillTables(
  client: pg.Client,
  tables: readonly Table[],
  fill: (table: Table) => Promise<void>,
): Promise<void> {
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  // A pending deferred constraint would prevent the triggers from being enabled.
  await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${names.join(", ")}`);
  for (const table of tables) await fill(table);
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
}

/** Inserts the rows of a dumped file. Returns their number. */
export async function fillTable(client: pg.Client, { name, columns }: Table, file: string): Promise<number> {
  const into = client.query(copyFrom(`COPY ${pg.escapeIdentifier(name)} (${list(columns)}) FROM STDIN`));
  await pipeline(createReadStream(file), createGunzip(), into);
  return into.rowCount;
}

/** The sequences of all tables except the migrations', with their last values. */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL AND sequencename NOT LIKE 'migrations%' ORDER BY 1`,
  );
  return rows;
}

/** Continues the sequences after their last values. */
export async function setSequences(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last } of sequences)
    await client.query("SELECT setval(format('public.%I', $1::text)::regclass, $2::bigint)", [name, last]);
}

/** The SHA-256 of a file in hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

function list(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(", ");
}

function hashing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}
