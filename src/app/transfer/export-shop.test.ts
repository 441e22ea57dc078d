/** An export is complete and consistent, and docs/export.md decides on every table and column. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { proofJson } from "@concours/draw-protocol";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { buy, refundAtProvider } from "#features/books/server/books.fixture.ts";
import { updateJournal } from "#features/books/server/journal/update-journal.ts";
import { showMonth } from "#features/books/server/read-books.ts";
import { drawnDraw } from "#features/draws/server/draws.fixture.ts";
import { findProof } from "#features/draws/server/reading/find-draw.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { FileStore } from "#platform/media/file-store.server.ts";
import { folderStore } from "#platform/media/media-folder.server.ts";
import { createMedia } from "#platform/media/media.server.ts";
import { TABLES, TABLES_BY_OWNER } from "#platform/postgres/tables/catalogue.ts";
import { type ExportManifest, exportShop } from "./export-shop.ts";

const DOCUMENT = join(import.meta.dirname, "../../../docs/export.md");
/** No other value contains it. */
const SECRET = "a-secret-that-must-not-leave";

let ctx: TestCtx;
let folder: string;
let store: FileStore;
let into: string;
let manifest: ExportManifest;
let drawn: string;
const exporting = () => ({ ...ctx, store, shop: "https://shop.example" });
beforeAll(async () => {
  ctx = await testCtx();
  folder = await mkdtemp(join(tmpdir(), "concours-export-"));
  store = folderStore(join(folder, "media"));
  ctx = { ...ctx, media: createMedia(store) };
  drawn = (await drawnDraw(ctx)).id;
  const bought = await buy(ctx, 3);
  await buy(ctx, 20);
  await refundAtProvider(ctx, bought, 1000);
  await updateJournal(ctx);
  const { id } = await makeUser(ctx, { first_name: "Zoë", last_name: 'O"Hara\n=1+1' });
  await ctx.db.insertInto("credentials").values({ user_id: id, account_id: id, password: SECRET }).execute();
  await ctx.db
    .insertInto("second_factors")
    .values({ user_id: id, secret: SECRET, last_step: 1, set_up_at: ctx.now(), trusted_since: ctx.now() })
    .execute();
  await ctx.db
    .insertInto("webhook_endpoints")
    .values({ url: "https://hook.example", events: ["order.paid"], secret: SECRET, made_at: ctx.now(), made_by: id })
    .execute();
  // More than one batch.
  await sql`INSERT INTO users (first_name, last_name) SELECT 'Many', n::text FROM generate_series(1, 4100) AS n`.execute(ctx.db);
  await addPicture(await makeLottery(ctx));
  into = join(folder, "archive");
  manifest = await exportShop(exporting(), into);
}, 120_000);
afterAll(async () => {
  await ctx.close();
  await rm(folder, { recursive: true, force: true });
});

async function addPicture(lotteryId: string): Promise<void> {
  const plain = sharp({ create: { width: 800, height: 600, channels: 3, background: "#7a1022" } });
  const stored = await ctx.media.store(await plain.png().toBuffer());
  if (!stored.ok) throw new Error(stored.error);
  const { url, widths, ...size } = stored.value;
  await ctx.db
    .insertInto("lottery_images")
    .values({ lottery_id: lotteryId, image_url: url, display_order: 0, widths: [...widths], ...size })
    .execute();
}

async function rowsOf(table: string, archive = into): Promise<Record<string, unknown>[]> {
  const lines = createInterface({ input: createReadStream(join(archive, "tables", `${table}.ndjson`)) });
  const rows: Record<string, unknown>[] = [];
  for await (const line of lines) rows.push(JSON.parse(line) as Record<string, unknown>);
  return rows;
}

const sumOf = (rows: readonly Record<string, unknown>[], column: string) =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0);

/** docs/export.md's descriptions of tables and columns, and reasons for omissions. */
function readWords(document: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  let table = "";
  for (const line of document.split("\n")) {
    const [, name] = /^### `(\w+)`$/.exec(line) ?? [];
    const [, key, says] = /^\| `([\w.]+)` \| (.*) \|$/.exec(line) ?? [];
    if (name !== undefined) table = name;
    else if (key !== undefined) words.set(key.includes(".") ? key : `${table}.${key}`, says?.replace(/^[^|]*\| ?/, "") ?? "");
    else if (/^\S/.test(line) && !words.has(table))
      words.set(table, line.replace(/ ?Deleted \d+ months after it is done with\.$/, ""));
  }
  return words;
}

/**
 * The generated part of docs/export.md with the existing descriptions. `npx vitest run src/app/transfer
 * --update` writes it.
 */
async function describeTables(words: ReadonlyMap<string, string>): Promise<string> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    SELECT attrelid::regclass::text AS table, attname::text AS column, format_type(atttypid, NULL) AS type FROM pg_attribute
    WHERE attnum > 0 AND NOT attisdropped AND attrelid::regclass::text = ANY (${Object.keys(TABLES)}) ORDER BY attnum`.execute(
    ctx.db,
  );
  const typeOf = new Map(rows.map(({ table, column, type }) => [`${table}.${column}`, type]));
  const table = (head: string, lines: readonly (readonly string[])[]) =>
    [head, head.replaceAll(/[^|]+/g, "---"), ...lines.map((cells) => `| ${cells.join(" | ")} |`)].join("\n");
  const parts = Object.entries(TABLES_BY_OWNER).flatMap(([owner, tables]) => {
    const exported = Object.keys(tables).flatMap((name) => {
      const entry = TABLES[name];
      if (!entry || "notExported" in entry) return [];
      const retention =
        entry.retentionMonths === undefined ? [] : [`Deleted ${entry.retentionMonths} months after it is done with.`];
      const lines = entry.exported
        .split(" ")
        .map((column) => [`\`${column}\``, typeOf.get(`${name}.${column}`) ?? "", words.get(`${name}.${column}`) ?? ""]);
      return [`### \`${name}\``, [words.get(name) ?? "", ...retention].join(" "), table("| column | type | says |", lines)];
    });
    return exported.length === 0 ? [] : [`## Tables of \`${owner}\``, ...exported];
  });
  const kept = Object.entries(TABLES).flatMap(([name, entry]) =>
    "notExported" in entry ? [[`\`${name}\``, entry.notExported]] : [],
  );
  const without = manifest.tables.flatMap(({ table, columns }) =>
    rows
      .filter((row) => row.table === table && !columns.includes(row.column))
      .map(({ column }) => [`\`${table}.${column}\``, words.get(`${table}.${column}`) ?? ""]),
  );
  return [
    ...parts,
    "## What stays in the shop",
    table("| table or column | why |", [...kept, ...without]),
    "Jobs that wait in the queue (the schema `pgboss`) stay as well: they are work of this shop.\n",
  ].join("\n\n");
}

describe("the document", () => {
  it("agrees with the manifest and the table catalogue", async () => {
    const document = await readFile(DOCUMENT, "utf8");
    const [head = ""] = document.split("\n## Tables of ");
    const fields = [...(head.split("\n## The manifest\n")[1] ?? "").matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
    expect(fields).toEqual(Object.keys(manifest));
    await expect(`${head.trimEnd()}\n\n${await describeTables(readWords(document))}`).toMatchFileSnapshot(DOCUMENT);
  });

  it("has a sentence for each table, and a reason for each column that stays", async () => {
    const lines = (await readFile(DOCUMENT, "utf8")).split("\n");
    expect(lines.filter((line) => /^\| `\w+\.\w+` \|\s*\|$/.test(line))).toEqual([]);
    for (const [index, line] of lines.entries()) if (line.startsWith("### ")) expect(lines[index + 2], line).toMatch(/^[^|\s]/);
  });
});

describe("an archive", () => {
  it("has exactly the files, rows, bytes and hashes of its manifest", async () => {
    expect(JSON.parse(await readFile(join(into, "manifest.json"), "utf8"))).toEqual(manifest);
    const entries = await readdir(into, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(into.length + 1));
    const named = [...manifest.tables, ...manifest.proofs, ...manifest.pictures];
    expect(files.toSorted()).toEqual(["manifest.json", ...named.map(({ path }) => path)].toSorted());
    for (const { path, bytes, sha256 } of named) {
      const content = await readFile(join(into, path));
      expect([path, content.length, createHash("sha256").update(content).digest("hex")]).toEqual([path, bytes, sha256]);
    }
    for (const { table, rows, columns } of manifest.tables) {
      const read = await rowsOf(table);
      expect([table, read.length]).toEqual([table, rows]);
      for (const row of read) expect(Object.keys(row)).toEqual(columns);
    }
    expect(manifest.pictures.length).toBeGreaterThan(2);
    expect(manifest.missing_pictures).toEqual([]);
  });

  it("formats text, instants, days, bytes and NULL as documented", async () => {
    const zoe = (await rowsOf("users")).find((row) => row.first_name === "Zoë");
    expect(zoe).toMatchObject({
      last_name: 'O"Hara\n=1+1',
      erased_at: null,
      birth_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(String(zoe?.created_at)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
    const [ticket] = await rowsOf("tickets");
    expect(String(ticket?.tag)).toMatch(/^[0-9a-f]{8,}$/);
  });

  it("has sums that agree with its files and with the books", async () => {
    const { totals } = manifest;
    const [orders, lines, tickets] = await Promise.all([rowsOf("orders"), rowsOf("journal_lines"), rowsOf("tickets")]);
    expect(sumOf(orders, "captured_pence")).toBe(totals.captured_pence);
    expect(sumOf(orders, "refunded_pence")).toBe(totals.refunded_pence);
    expect(totals.refunded_pence).toBe(1000);
    expect(tickets.filter((row) => row.void_at === null)).toHaveLength(totals.tickets_valid);
    const accounts = Map.groupBy(lines, (line) => String(line.account));
    expect(Object.fromEntries([...accounts].map(([account, own]) => [account, sumOf(own, "amount_pence")]))).toEqual(
      totals.journal_pence,
    );
    expect(sumOf(lines, "amount_pence")).toBe(0);
    const months = await showMonth(ctx, { kind: "command" }, undefined);
    if (!months.ok) throw new Error(months.error);
    let sales = 0;
    for (const { month } of months.value.months) {
      const shown = await showMonth(ctx, { kind: "command" }, month);
      sales += shown.ok ? (shown.value.totals.sales ?? 0) : 0;
    }
    expect(totals.journal_pence.sales).toBe(sales);
  });

  it("holds of each draw the proof that the shop publishes", async () => {
    const [entries, proof] = await Promise.all(
      ["entries.csv", "proof.json"].map((name) => readFile(join(into, "proofs", drawn, name), "utf8")),
    );
    const [sealed] = (await rowsOf("draws")).filter((row) => row.lottery_id === drawn);
    expect(
      createHash("sha256")
        .update(entries ?? "")
        .digest("hex"),
    ).toBe(sealed?.entries_sha256);
    const published = await findProof(ctx, drawn);
    expect(proof).toBe(published && proofJson(published));
  });

  it("holds no password, no secret of a second factor and no token", async () => {
    for (const { path } of manifest.tables) expect(await readFile(join(into, path), "utf8")).not.toContain(SECRET);
  });

  it("is a snapshot: later changes are in none of its files", async () => {
    const during = join(folder, "during");
    let made: string | undefined;
    const db = ctx.db.withPlugin({
      transformQuery: ({ node }) => node,
      // After the first rows of the first table.
      transformResult: async ({ result }) => {
        if (made === undefined && result.rows.some((row) => "line" in row)) made = await makeLottery(ctx);
        return result;
      },
    });
    const { totals } = await exportShop({ ...exporting(), db }, during);
    expect(made).toBeDefined();
    const draws = await rowsOf("lotteries", during);
    expect(draws.map((row) => row.id)).not.toContain(made);
    expect(draws).toHaveLength(totals.draws);
  });

  it("overwrites nothing, and leaves nothing after a failure", async () => {
    await expect(exportShop(exporting(), into)).rejects.toThrow("already exists");
    const gone = join(folder, "gone");
    const broken: FileStore = { ...store, list: async () => Promise.reject(new Error("the disk is full")) };
    await expect(exportShop({ ...exporting(), store: broken }, gone)).rejects.toThrow("the disk is full");
    await expect(stat(gone)).rejects.toThrow("ENOENT");
    await expect(stat(`${gone}.part`)).rejects.toThrow("ENOENT");
    // Detected only while packing.
    const before = await readdir(folder);
    await expect(exportShop(exporting(), join(folder, `${"x".repeat(95)}.tar`))).rejects.toThrow("too long a name");
    expect(await readdir(folder)).toEqual(before);
  });

  it("is a standard tar file if the name ends so, and is logged", async () => {
    const file = join(folder, "shop.tar.gz");
    const packed = await exportShop(exporting(), file);
    execFileSync("tar", ["-xzf", file, "-C", folder]);
    expect(JSON.parse(await readFile(join(folder, "shop/manifest.json"), "utf8"))).toEqual(packed);
    expect(await rowsOf("tickets", join(folder, "shop"))).toEqual(await rowsOf("tickets"));
    const log = await ctx.db.selectFrom("audit_log").select(["actor", "after"]).where("action", "=", "shop.export").execute();
    expect(log.at(-1)).toMatchObject({ actor: "command line", after: { rows: expect.any(Number) } });
  });
});
