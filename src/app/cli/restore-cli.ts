/** `npm run restore -- <folder>`: restores a backup into an empty place, then checks every invariant. */
import { resolve } from "node:path";
import { RestoreError, restoreBackup } from "#platform/backup/restore.server.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { createLog, type Logger } from "#platform/log.server.ts";
import type { FileStore } from "#platform/media/file-store.server.ts";
import { createMedia } from "#platform/media/media.server.ts";
import { openFileStore } from "#platform/media/open-file-store.server.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { findDatabase } from "#platform/postgres/find-database.server.ts";
import { openDataFolder } from "#platform/private-files.server.ts";
import { findBrokenInvariants } from "../checks/invariants.ts";
import { settleRestored } from "../checks/settle-restored.ts";
import { complain } from "./complain.ts";

const [from] = process.argv.slice(2);
const USAGE =
  "Usage: npm run restore -- <folder>\nRestores a backup into the configured database and data folder, which must both be empty.\n";
process.exitCode = from === undefined ? complain(USAGE) : await restore(from);

async function restore(from: string): Promise<number> {
  const begun = performance.now();
  const { dataDir, ...env } = readEnv();
  const log = createLog("warn");
  await openDataFolder(dataDir);
  const store = await openFileStore({ ...env, dataDir });
  const database = await findDatabase({ ...env, dataDir }, log);
  try {
    const { manifest, rows, files, jobs } = await restoreBackup({
      ...database,
      dataDir,
      store,
      folder: resolve(from),
      log,
      prepare: settleRestored,
    });
    process.stdout.write(
      `Restored the backup of ${manifest.takenAt} in ${((performance.now() - begun) / 1000).toFixed(1)} s: ${rows} rows, ${jobs} waiting jobs and ${files} files.\n`,
    );
    return await checkInvariants(database.url, store, log);
  } catch (error) {
    if (!(error instanceof RestoreError)) throw error;
    return complain(`Nothing was restored: ${error.message}\n`, 1);
  } finally {
    await database.release();
  }
}

async function checkInvariants(url: string, store: FileStore, log: Logger): Promise<number> {
  const pool = openPool(url, log, 2);
  try {
    const broken = await findBrokenInvariants({ db: openDb(pool), media: createMedia(store) });
    for (const { id, says, rows } of broken) process.stdout.write(`BROKEN ${id}: ${says} (${rows.length})\n`);
    process.stdout.write(
      broken.length === 0
        ? "All invariants hold.\n"
        : `${broken.length} invariants are broken. Run npm run invariants to see the rows.\n`,
    );
    return broken.length === 0 ? 0 : 1;
  } finally {
    await pool.end();
  }
}
