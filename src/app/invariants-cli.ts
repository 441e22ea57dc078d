/** `npm run invariants`: checks every promise about money, stock and draws on the shop's database; exit code 1 where one is broken. */
import { join } from "node:path";
import { openDb, openPool } from "#platform/db.server.ts";
import { readEnv } from "#platform/env.server.ts";
import { findDatabase } from "#platform/find-database.server.ts";
import { createLog } from "#platform/log.server.ts";
import { createMedia } from "#platform/media.server.ts";
import { findBrokenInvariants, INVARIANTS } from "./invariants.ts";

const env = readEnv();
const log = createLog("warn");
const database = await findDatabase(env, log);
const pool = openPool(database.url, log, 2);
try {
  const broken = await findBrokenInvariants({ db: openDb(pool), media: createMedia({ folder: join(env.dataDir, "media") }) });
  for (const { id, says, rows } of broken)
    process.stdout.write(`BROKEN ${id}: ${says}\n${rows.map((row) => `  ${JSON.stringify(row)}\n`).join("")}`);
  process.stdout.write(`${INVARIANTS.length + 1 - broken.length} hold, ${broken.length} broken\n`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await pool.end();
  await database.release();
}
