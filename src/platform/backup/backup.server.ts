/** A backup: the whole shop at one instant, as files that the same or a later version can restore. */
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { copyNewFiles, type FileStore } from "../media/file-store.server.ts";
import { folderStore } from "../media/media-folder.server.ts";
import { createMedia } from "../media/media.server.ts";
import { copyFolder } from "./backup-files.server.ts";
import { type Dumped, dumpTable, listSequences, listTables } from "./backup-tables.server.ts";

const FORMAT = 1;
const MANIFEST = "manifest.json";
/** Copied for a demonstration: its orders refer to the simulated providers' ledgers. */
const DEMO_FOLDERS = ["payments", "checkout-payments", "mailbox"];
const DEMO_SECRETS = "secrets.json";

const dumped = z.object({ rows: z.number(), sha256: z.string() });
const schema = z.object({
  format: z.literal(FORMAT),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.record(z.string(), dumped),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  jobs: dumped,
  isDemo: z.boolean(),
});
/** What a backup contains: its instant, the applied migrations, and each table's rows. */
export type Manifest = z.infer<typeof schema>;

/** One line of the jobs file: work that was still pending. */
export const waitingJob = z.object({ name: z.string(), data: z.unknown() });

/** The paths of a backup's files. */
export const backupPaths = (folder: string) => ({
  manifest: join(folder, MANIFEST),
  table: (name: string) => join(folder, "tables", `${name}.copy.gz`),
  jobs: join(folder, "jobs.ndjson"),
  media: join(folder, "media"),
  demo: join(folder, "demo"),
});

/** `files`: copied files; `missing`: pictures named by the tables whose files did not exist. */
type BackupResult = { readonly manifest: Manifest; readonly files: number; readonly missing: readonly string[] };
type Options = {
  readonly url: string;
  readonly dataDir: string;
  readonly store: FileStore;
  readonly isDemo: boolean;
  /** Created here. An existing folder is refused. */
  readonly folder: string;
  readonly now: Date;
};

/**
 * Writes a backup; its folder gets its final name when it is complete. All tables are read in one snapshot,
 * pictures before and after it, so that every picture of the snapshot is included.
 */
export async function takeBackup({ folder, ...options }: Options): Promise<BackupResult> {
  if (await stat(folder).catch(() => undefined)) throw new Error(`${folder} already exists. Choose a new folder`);
  const draft = `${folder}.part`;
  const removeDraft = () => rm(draft, { recursive: true, force: true });
  await removeDraft();
  try {
    const taken = await writeDraft(options, draft);
    await rename(draft, folder);
    return taken;
  } finally {
    // A partial backup is useless, and may be what fills the disk.
    await removeDraft();
  }
}

async function writeDraft({ url, dataDir, store, isDemo, now }: Omit<Options, "folder">, draft: string): Promise<BackupResult> {
  await mkdir(join(draft, "tables"), { recursive: true, mode: 0o700 });
  const paths = backupPaths(draft);
  const media = folderStore(paths.media);
  let files = await copyNewFiles(store, media);
  const client = new pg.Client({ connectionString: url, application_name: "concours-backup" });
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const tables: Record<string, Dumped> = {};
    for (const table of await listTables(client)) tables[table.name] = await dumpTable(client, table, paths.table(table.name));
    const manifest: Manifest = {
      format: FORMAT,
      takenAt: now.toISOString(),
      migrations: await listMigrations(client),
      tables,
      sequences: await listSequences(client),
      jobs: await dumpJobs(client, paths.jobs),
      isDemo,
    };
    const pictures = await listPictures(client);
    await client.query("COMMIT");
    files += await copyNewFiles(store, media);
    if (isDemo) files += await copyDemo(dataDir, paths.demo);
    const missing = await findMissing(media, pictures);
    await writeFile(paths.manifest, JSON.stringify(manifest, null, 2), { mode: 0o600 });
    return { manifest, files, missing };
  } finally {
    await client.end();
  }
}

/** Reads and validates a backup's manifest. Throws if there is none. */
export async function readManifest(folder: string): Promise<Manifest> {
  return schema.parse(JSON.parse(await readFile(backupPaths(folder).manifest, "utf8")));
}

/** The names of the applied migrations, oldest first. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations ORDER BY id");
  return rows.map(({ name }) => name);
}

/**
 * Writes the pending jobs, only with names and data, so that another version of the queue's tables accepts
 * them.
 */
async function dumpJobs(client: pg.Client, file: string): Promise<Dumped> {
  const { rows: found } = await client.query<{ there: boolean }>("SELECT to_regclass('pgboss.job') IS NOT NULL AS there");
  const { rows } = found[0]?.there
    ? await client.query("SELECT name, data FROM pgboss.job WHERE state IN ('created', 'retry', 'active') ORDER BY created_on")
    : { rows: [] };
  const text = rows.map((row) => `${JSON.stringify(waitingJob.parse(row))}\n`).join("");
  await writeFile(file, text, { mode: 0o600 });
  return { rows: rows.length, sha256: createHash("sha256").update(text).digest("hex") };
}

/**
 * The addresses of all pictures that the tables name. Winners' photos have their own address but are stored
 * in the same folder.
 */
async function listPictures(client: pg.Client): Promise<string[]> {
  // A backup before an upgrade meets the tables of the older version.
  const { rows: found } = await client.query<{ there: boolean }>("SELECT to_regclass('winner_photos') IS NOT NULL AS there");
  const photos = found[0]?.there ? "UNION SELECT replace(url, 'winner-photos/', '') FROM winner_photos" : "";
  const { rows } = await client.query<{ url: string }>(
    `SELECT image_url AS url FROM lottery_images
     UNION SELECT picture->>'url' FROM lotteries, jsonb_path_query(to_jsonb(lotteries)->'further_prizes', '$[*].pictures[*]') AS picture
     ${photos}
     UNION SELECT replace(winner_photo_url, 'winner-photos/', '') FROM lotteries WHERE winner_photo_url LIKE '/media/%' ORDER BY 1`,
  );
  return rows.map(({ url }) => url);
}

/** The pictures without files. A row names either a picture with several files, or one file. */
async function findMissing(files: FileStore, pictures: readonly string[]): Promise<string[]> {
  const media = createMedia(files);
  const complete = new Set((await media.list()).map(({ url }) => url));
  const missing = await Promise.all(
    pictures.map(async (url) => (complete.has(url) || (await media.open(url.slice("/media/".length))) ? [] : [url])),
  );
  return missing.flat();
}

/** Copies the demonstration's simulated services and secrets. Returns the number of files. */
async function copyDemo(dataDir: string, to: string): Promise<number> {
  let files = 0;
  for (const name of DEMO_FOLDERS) files += await copyFolder(join(dataDir, name), join(to, name));
  const secrets = await readFile(join(dataDir, DEMO_SECRETS)).catch(() => undefined);
  if (secrets === undefined) return files;
  await mkdir(to, { recursive: true });
  await writeFile(join(to, DEMO_SECRETS), secrets, { mode: 0o600 });
  return files + 1;
}
