/** `npm run backup -- <folder>`: the whole shop at one instant, running or not. */
import { resolve } from "node:path";
import { writeCheck } from "#features/settings/server/going-live/check-store.ts";
import { takeBackup } from "#platform/backup/backup.server.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { createLog } from "#platform/log.server.ts";
import { openFileStore } from "#platform/media/open-file-store.server.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { restrictUmask } from "#platform/private-files.server.ts";
import { complain } from "./complain.ts";
import { onDatabase } from "./on-database.ts";

const [into] = process.argv.slice(2);
const USAGE = "Usage: npm run backup -- <folder>\nWrites a backup of the whole shop to a new folder. See docs/operations.md.\n";
process.exitCode = into === undefined ? complain(USAGE) : await backup(into);

async function backup(into: string): Promise<number> {
  const begun = performance.now();
  restrictUmask();
  const env = readEnv();
  const run = async ({ ownerUrl }: { readonly ownerUrl: string }) => {
    const store = await openFileStore(env);
    const options = {
      url: ownerUrl,
      dataDir: env.dataDir,
      store,
      isDemo: env.isDemo,
      folder: resolve(into),
      now: new Date(),
    };
    const { manifest, files, missing } = await takeBackup(options);
    const tables = Object.values(manifest.tables);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    process.stdout.write(
      `Backup written to ${resolve(into)} in ${seconds} s: ${rows} rows from ${tables.length} tables, ${manifest.jobs.rows} waiting jobs and ${files} files.\n`,
    );
    await noteBackup(ownerUrl, options.now);
    for (const url of missing) process.stdout.write(`WARNING: ${url} has no files in the shop, so the backup has none either.\n`);
    return 0;
  };
  return onDatabase(env, run, "No backup was written");
}

/** Records the backup for the shop's checks. A failure, as on an older database, does not invalidate it. */
async function noteBackup(url: string, lookedAt: Date): Promise<void> {
  const pool = openPool(url, createLog("silent"), 1);
  const check = { id: "backups", state: "green", says: "ok", lookedAt } as const;
  await writeCheck(openDb(pool), check).catch(() => process.stdout.write("The shop's list of its health does not know of it.\n"));
  await pool.end();
}
