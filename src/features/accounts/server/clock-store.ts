import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";

/** The database server's clock. */
export async function readClock(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`SELECT clock_timestamp() AS at`.execute(db);
  return rows[0]?.at;
}
