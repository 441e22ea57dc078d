import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#platform/postgres/db.server.ts";

const ROWS_AT_ONCE = 2000;

export type WrittenFile = { readonly bytes: number; readonly sha256: string };

export async function writeRows(
  tx: Tx,
  { table, columns, file }: { readonly table: string; readonly columns: readonly string[]; readonly file: string },
): Promise<WrittenFile & { readonly rows: number }> {
  let rows = 0;
  async function* lines() {
    for await (const piece of readLines(tx, table, columns)) {
      rows += piece.length;
      yield `${piece.join("\n")}\n`;
    }
  }
  return { ...(await writeFileOf(Readable.from(lines()), file)), rows };
}

export async function writeFileOf(from: Readable, file: string): Promise<WrittenFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(from, counting, createWriteStream(file, { mode: 0o600 }));
  return { bytes, sha256: hash.digest("hex") };
}

export async function measureFile(file: string): Promise<WrittenFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** By primary key. A transaction can have one such cursor at a time. */
async function* readLines(tx: Tx, table: string, columns: readonly string[]): AsyncGenerator<string[]> {
  const { rows: known } = await sql<{ name: string; type: string; place: number | null }>`
    SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type, array_position(i.indkey::int[], a.attnum::int) AS place
    FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
    WHERE a.attrelid = format('public.%I', ${table}::text)::regclass AND a.attnum > 0 AND NOT a.attisdropped`.execute(tx);
  const typeOf = new Map(known.map(({ name, type }) => [name, type]));
  const order = known.filter(({ place }) => place !== null).sort((a, b) => Number(a.place) - Number(b.place));
  await sql`DECLARE exported NO SCROLL CURSOR FOR SELECT row_to_json(r)::text AS line
    FROM (SELECT ${sql.join(columns.map((name) => shown(name, typeOf.get(name))))} FROM ${sql.table(table)}
      ORDER BY ${sql.join(order.map(({ name }) => sql.ref(name)))}) AS r`.execute(tx);
  for (;;) {
    const { rows } = await sql<{ line: string }>`FETCH ${sql.lit(ROWS_AT_ONCE)} FROM exported`.execute(tx);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`CLOSE exported`.execute(tx);
}

/** Bytes are written in hex. */
function shown(name: string, type: string | undefined): RawBuilder<unknown> {
  if (type === undefined) throw new Error(`There is no column ${name}`);
  return type === "bytea" ? sql`encode(${sql.ref(name)}, 'hex') AS ${sql.ref(name)}` : sql`${sql.ref(name)}`;
}
