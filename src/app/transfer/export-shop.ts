import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { proofJson } from "@concours/draw-protocol";
import { sql } from "kysely";
import { recordChange } from "#features/access/server/actor.ts";
import { streamEntries } from "#features/draws/server/closing/stream-entries.ts";
import { findProof } from "#features/draws/server/reading/find-draw.ts";
import { FACT_LIST } from "#features/lotteries/rules/fields/facts.ts";
import { listShownPictures } from "#features/lotteries/server/pictures/store-pictures.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { copyNewFiles, type FileStore } from "#platform/media/file-store.server.ts";
import { folderStore } from "#platform/media/media-folder.server.ts";
import { createMedia } from "#platform/media/media.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { TABLES } from "#platform/postgres/tables/catalogue.ts";
import { measureFile, type WrittenFile, writeFileOf, writeRows } from "./write-rows.ts";

/** Increment it for incompatible changes. */
export const FORMAT = 1;

type Named = WrittenFile & { readonly path: string };
export type ExportManifest = {
  readonly format: typeof FORMAT;
  readonly exported_at: string;
  readonly shop: string;
  readonly migration: string;
  readonly tables: readonly (Named & { readonly table: string; readonly rows: number; readonly columns: readonly string[] })[];
  readonly proofs: readonly Named[];
  readonly pictures: readonly Named[];
  readonly missing_pictures: readonly string[];
  readonly totals: Totals;
  readonly left_out: Readonly<Record<string, string>>;
};

type Exporting = Pick<Ctx, "db" | "beacon" | "now"> & { readonly store: FileStore; readonly shop: string };

/** Writes a folder or tar file while the shop runs: tables at one instant, pictures before and after it. */
export async function exportShop(ctx: Exporting, into: string): Promise<ExportManifest> {
  if (await stat(into).catch(() => undefined)) throw new Error(`${into} already exists. Choose a new name`);
  const draft = `${into}.part`;
  const packed = `${into}.packing`;
  const clear = () => Promise.all([draft, packed].map((path) => rm(path, { recursive: true, force: true })));
  await clear();
  try {
    const manifest = await writeDraft(ctx, draft);
    if (isTarName(into)) {
      const name = basename(into).replace(/\.(tar|tar\.gz|tgz)$/i, "");
      await packFolder(draft, { file: packed, name, isCompressed: /z$/i.test(into) });
    }
    await rename(isTarName(into) ? packed : draft, into);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const after = { rows, files: manifest.proofs.length + manifest.pictures.length };
    const actor = { kind: "command" } as const;
    await recordChange(ctx.db, {
      actor,
      action: "shop.export",
      subjectType: "shop",
      subjectId: "export",
      after,
      at: ctx.now(),
    });
    return manifest;
  } finally {
    await clear();
  }
}

async function writeDraft(ctx: Exporting, draft: string): Promise<ExportManifest> {
  for (const name of ["tables", "proofs", "pictures"]) await mkdir(join(draft, name), { recursive: true, mode: 0o700 });
  const kept = folderStore(join(draft, "pictures"));
  await copyNewFiles(ctx.store, kept);
  const read = await ctx.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql`SET LOCAL TimeZone = 'UTC'`.execute(tx);
      return {
        tables: await writeTables(tx, draft),
        proofs: await writeProofs({ ...ctx, db: tx }, draft),
        totals: await readTotals(tx),
        shown: await listShownPictures(tx),
        migration: await findMigration(tx),
      };
    });
  await copyNewFiles(ctx.store, kept);
  const whole = new Set((await createMedia(kept).list()).map(({ url }) => url));
  const manifest: ExportManifest = {
    format: FORMAT,
    exported_at: ctx.now().toISOString(),
    shop: ctx.shop,
    migration: read.migration,
    tables: read.tables,
    proofs: read.proofs,
    pictures: await measureAll(draft, (await kept.list("")).map(({ name }) => `pictures/${name}`).sort()),
    missing_pictures: [...read.shown].filter((url) => !whole.has(url)).sort(),
    totals: read.totals,
    left_out: Object.fromEntries(
      Object.entries(TABLES).flatMap(([name, table]) => ("notExported" in table ? [[name, table.notExported]] : [])),
    ),
  };
  await writeFile(join(draft, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}

/** New fields of a draw are exported without a change of the catalogue. */
function exportedColumns(table: string, exported: string): string[] {
  const fields = table === "lotteries" ? FACT_LIST.flatMap(([, { columns }]) => columns) : [];
  return [...new Set([...exported.split(" "), ...fields])];
}

async function writeTables(tx: Tx, draft: string): Promise<ExportManifest["tables"]> {
  const written: ExportManifest["tables"][number][] = [];
  for (const [table, entry] of Object.entries(TABLES)) {
    if ("notExported" in entry) continue;
    const path = `tables/${table}.ndjson`;
    const columns = exportedColumns(table, entry.exported);
    written.push({ table, path, ...(await writeRows(tx, { table, columns, file: join(draft, path) })), columns });
  }
  return written;
}

/** The published files of each sealed draw: its entry list, and after the result its proof. */
async function writeProofs(ctx: Pick<Ctx, "db" | "beacon" | "now">, draft: string): Promise<Named[]> {
  const { rows } = await sql<{ id: string }>`SELECT lottery_id AS id FROM draws ORDER BY frozen_at, lottery_id`.execute(ctx.db);
  const written: Named[] = [];
  for (const { id } of rows) {
    await mkdir(join(draft, "proofs", id), { mode: 0o700 });
    const write = async (name: string, from: Readable) => {
      const path = `proofs/${id}/${name}`;
      written.push({ path, ...(await writeFileOf(from, join(draft, path))) });
    };
    const list = await streamEntries(ctx, id);
    if (list.ok) await write("entries.csv", Readable.from(list.value.pieces));
    const proof = await findProof(ctx, id);
    if (proof) await write("proof.json", Readable.from([proofJson(proof)]));
  }
  return written;
}

async function measureAll(draft: string, paths: readonly string[]): Promise<Named[]> {
  const files: Named[] = [];
  for (const path of paths) files.push({ path, ...(await measureFile(join(draft, path))) });
  return files;
}

async function findMigration(tx: Tx): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM migrations ORDER BY id DESC LIMIT 1`.execute(tx);
  return rows[0]?.name ?? "";
}

/** Sums in pence. */
type Totals = {
  readonly people: number;
  readonly draws: number;
  readonly tickets: number;
  readonly tickets_valid: number;
  readonly orders_paid: number;
  readonly captured_pence: number;
  readonly refunded_pence: number;
  readonly charged_back_pence: number;
  /** Balances of the journal's accounts: debit above zero, credit below. They add up to zero. */
  readonly journal_pence: Readonly<Record<string, number>>;
};

export async function readTotals(tx: Tx): Promise<Totals> {
  const { rows } = await sql<Omit<Totals, "journal_pence">>`SELECT
    (SELECT count(*) FROM users WHERE erased_at IS NULL) AS people,
    (SELECT count(*) FROM lotteries) AS draws,
    t.tickets, t.tickets_valid, o.orders_paid, o.captured_pence, o.refunded_pence, o.charged_back_pence
    FROM (SELECT count(*) AS tickets, count(*) FILTER (WHERE void_at IS NULL) AS tickets_valid FROM tickets) AS t,
      (SELECT count(*) FILTER (WHERE kind = 'paid' AND state = 'paid') AS orders_paid, coalesce(sum(captured_pence), 0) AS captured_pence,
        coalesce(sum(refunded_pence), 0) AS refunded_pence, coalesce(sum(charged_back_pence), 0) AS charged_back_pence FROM orders) AS o`.execute(
    tx,
  );
  const { rows: accounts } = await sql<{ account: string; sum: number }>`
    SELECT account, sum(amount_pence) AS sum FROM journal_lines GROUP BY account ORDER BY account`.execute(tx);
  const [totals] = rows;
  if (!totals) throw new Error("no totals were read");
  return { ...totals, journal_pence: Object.fromEntries(accounts.map(({ account, sum }) => [account, sum])) };
}

const BLOCK = 512;
/** Eleven octal digits. Source: POSIX.1-2017, pax, "ustar Interchange Format". */
const LARGEST = 8 ** 11 - 1;

/** Whether a path names a tar file instead of a folder. */
function isTarName(path: string): boolean {
  return /\.(tar|tar\.gz|tgz)$/i.test(path);
}

/** Packs a folder's files below a folder of that name. A failure leaves a truncated file. */
async function packFolder(
  folder: string,
  { file, name, isCompressed }: { readonly file: string; readonly name: string; readonly isCompressed: boolean },
): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const blocks = Readable.from(tarBlocks(folder, name, paths.sort()));
  const out = createWriteStream(file, { mode: 0o600, flags: "wx" });
  await (isCompressed ? pipeline(blocks, createGzip(), out) : pipeline(blocks, out));
}

async function* tarBlocks(folder: string, name: string, paths: readonly string[]): AsyncGenerator<Buffer> {
  for (const path of paths) {
    const { size, mtime } = await stat(path);
    yield headerOf(`${name}/${relative(folder, path)}`, size, mtime);
    for await (const chunk of createReadStream(path)) yield chunk as Buffer;
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function headerOf(path: string, size: number, mtime: Date): Buffer {
  if (size > LARGEST) throw new Error(`${path} is larger than 8 GiB. Export to a folder instead`);
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long a name. Choose a shorter one`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  header.write(path, 0);
  header.write(octal(0o600, 8) + octal(0, 8) + octal(0, 8), 100);
  header.write(octal(size, 12) + octal(Math.floor(mtime.getTime() / 1000), 12), 124);
  header.write("        0", 148);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}
