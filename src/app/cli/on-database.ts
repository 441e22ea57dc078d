/** Shared by the commands: opening the shop's database, and reporting failures. */
import type { Env } from "#platform/env/env.server.ts";
import { createLog, type Logger } from "#platform/log.server.ts";
import { type Db, openDb, openPool } from "#platform/postgres/db.server.ts";
import { type FoundDatabase, findDatabase } from "#platform/postgres/find-database.server.ts";
import { complain } from "./complain.ts";

type Found = Omit<FoundDatabase, "release"> & { readonly db: Db; readonly log: Logger };

export async function onDatabase(env: Env, run: (found: Found) => Promise<number>, failed?: string): Promise<number> {
  const log = createLog("warn");
  const database = await findDatabase(env, log);
  const pool = openPool(database.url, log, 4);
  try {
    return await run({ ...database, db: openDb(pool), log });
  } catch (error) {
    if (failed === undefined) throw error;
    return complain(`${failed}: ${error instanceof Error ? error.message : String(error)}\n`, 1);
  } finally {
    await pool.end();
    await database.release();
  }
}
