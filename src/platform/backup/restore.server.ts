import { copyFile, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { startJobs } from "../jobs/jobs.server.ts";
import { isJobName } from "../jobs/queues.ts";
import type { Logger } from "../log.server.ts";
import { copyNewFiles, type FileStore } from "../media/file-store.server.ts";
import { folderStore } from "../media/media-folder.server.ts";
import { openDb, openPool, type Tx } from "../postgres/db.server.ts";
import { migrate } from "../postgres/migrate.server.ts";
import { prepareDatabase } from "../postgres/prepare-database.server.ts";
import { copyFolder } from "./backup-files.server.ts";
import { fillTable, listTables, refillTables, setSequences, hashFile } from "./backup-tables.server.ts";
import { listMigrations, type Manifest, backupPaths, readManifest, waitingJob } from "./backup.server.ts";
import { isHalfRestored, markRestored, markRestoring } from "./half-restored.server.ts";

/** A restore that cannot be done, with a sentence for the operator. */
export class RestoreError extends Error {
  override readonly name = "RestoreError";
}

/** A used shop has rows in one of these tables. Migrations may write to others. */
const TABLES_OF_USED_SHOP = ["users", "lotteries", "orders", "audit_log", "contact_messages"];

type Options = {
  readonly url: string;
  readonly ownerUrl: string;
  readonly dataDir: string;
  readonly store: FileStore;
  readonly folder: string;
  readonly log: Logger;
  /** Adapts the rows to the time that has passed since the backup. */
  readonly prepare: (tx: Tx, takenAt: Date) => Promise<void>;
};
/** Numbers of restored rows, files and pending jobs. */
export type Restored = { readonly manifest: Manifest; readonly rows: number; readonly files: number; readonly jobs: number };

/**
 * Restores a backup into an empty database and a data folder without pictures, while no shop runs.
 * @throws RestoreError for a damaged backup, one of a newer shop, or a target that is not empty
 */
export async function restoreBackup(options: Options): Promise<Restored> {
  const { url, ownerUrl, dataDir, store, folder, log } = options;
  const manifest = await readManifest(folder).catch(() => {
    throw new RestoreError(`${folder} holds no backup.`);
  });
  await checkFiles(folder, manifest);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "concours-restore" });
  await client.connect();
  try {
    await checkEmpty(client);
    await migrate(ownerUrl, log, manifest.migrations.length);
    const applied = await listMigrations(client);
    if (applied.length > manifest.migrations.length && applied.join().startsWith(manifest.migrations.join()))
      throw new RestoreError("The database has tables of a newer version than the backup. Restore into a new database.");
    if (applied.join() !== manifest.migrations.join())
      throw new RestoreError(
        "The backup comes from a newer version of the shop, or from another shop: its tables are different.",
      );
    // Before the rows: if the disk is full, the database is still empty.
    const files = await copyFiles(folder, dataDir, store);
    await markRestoring(client);
    const rows = await fill(client, folder, manifest);
    await prepareDatabase({ url, ownerUrl }, log);
    const jobs = await restoreJobs(options, manifest);
    await markRestored(client);
    return { manifest, rows, files, jobs };
  } finally {
    await client.end();
  }
}

/** Throws a RestoreError unless all files are there and unchanged. */
async function checkFiles(folder: string, { tables, jobs }: Manifest): Promise<void> {
  const paths = backupPaths(folder);
  const wanted = [...Object.entries(tables).map(([name, table]) => [paths.table(name), table.sha256]), [paths.jobs, jobs.sha256]];
  for (const [file = "", sha256] of wanted) {
    const found = await hashFile(file).catch(() => undefined);
    if (found !== sha256) throw new RestoreError(`${file} is ${found === undefined ? "missing" : "damaged"}.`);
  }
}

/** Throws a RestoreError if a table of a used shop has rows. */
async function checkEmpty(client: pg.Client): Promise<void> {
  const existing = new Set((await listTables(client)).map(({ name }) => name));
  for (const name of TABLES_OF_USED_SHOP.filter((each) => existing.has(each))) {
    const { rows } = await client.query(`SELECT FROM ${pg.escapeIdentifier(name)} LIMIT 1`);
    if (rows.length === 0) continue;
    const why = (await isHalfRestored(client)) ? "An earlier restore was cut off" : `"${name}" has rows`;
    throw new RestoreError(`The database is not empty: ${why}. Restore into a new database.`);
  }
}

/** Fills the tables and sequences in one transaction. Returns the number of rows. */
async function fill(client: pg.Client, folder: string, manifest: Manifest): Promise<number> {
  const paths = backupPaths(folder);
  const tables = await listTables(client);
  let total = 0;
  await client.query("BEGIN");
  try {
    await refillTables(client, tables, async (table) => {
      const dumped = manifest.tables[table.name];
      if (!dumped) throw new RestoreError(`The backup has no table "${table.name}".`);
      const rows = await fillTable(client, table, paths.table(table.name));
      if (rows !== dumped.rows) throw new RestoreError(`"${table.name}" received ${rows} rows instead of ${dumped.rows}.`);
      total += rows;
    });
    await setSequences(client, manifest.sequences);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
  await client.query(`ANALYZE ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(", ")}`);
  return total;
}

/** Queues the backup's pending jobs again. Returns their number. */
async function restoreJobs({ url, folder, log, prepare }: Options, { takenAt }: Manifest): Promise<number> {
  const lines = (await readFile(backupPaths(folder).jobs, "utf8")).split("\n").filter(Boolean);
  const waiting = lines.map((line) => waitingJob.parse(JSON.parse(line)));
  const pool = openPool(url, log, 2);
  const jobs = await startJobs(url, log);
  try {
    await openDb(pool)
      .transaction()
      .execute(async (tx) => {
        await prepare(tx, new Date(takenAt));
        for (const { name, data } of waiting) {
          if (isJobName(name)) await jobs.send(tx, name, data as Parameters<typeof jobs.send<typeof name>>[2]);
          else log.warn({ queue: name }, "an unknown queue; its job is left out");
        }
      });
  } finally {
    await jobs.stop();
    await pool.end();
  }
  return waiting.length;
}

/** Copies pictures and, for a demonstration, the simulated services' files. Returns their number. */
async function copyFiles(folder: string, dataDir: string, store: FileStore): Promise<number> {
  const paths = backupPaths(folder);
  const media = await copyNewFiles(folderStore(paths.media), store);
  const isDemo = await stat(paths.demo).catch(() => undefined);
  if (!isDemo) return media;
  const secrets = join(paths.demo, "secrets.json");
  const own = await copyFolder(paths.demo, dataDir);
  await copyFile(secrets, join(dataDir, "secrets.json")).catch(() => undefined);
  return media + own;
}
