/** A database in which a restore is under way, or was cut off: rows are there, but not yet what may not go on as it was. A comment on a table tells. */
import type pg from "pg";
import { EnvError } from "../env/env.server.ts";
import { withClient } from "../postgres/db-client.server.ts";

const MARK = "concours: being restored";

/** As the role that owns the tables. */
export async function markRestoring(client: pg.Client): Promise<void> {
  await client.query(`COMMENT ON TABLE migrations IS '${MARK}'`);
}

export async function markRestored(client: pg.Client): Promise<void> {
  await client.query("COMMENT ON TABLE migrations IS NULL");
}

export async function isHalfRestored(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mark: string | null }>(
    "SELECT obj_description(to_regclass('public.migrations'), 'pg_class') AS mark",
  );
  return rows[0]?.mark === MARK;
}

/** @throws {EnvError} where mails would be sent again, draws sealed anew and people signed in whom somebody has signed out */
export async function refuseHalfRestored(url: string): Promise<void> {
  if (!(await withClient(url, isHalfRestored))) return;
  throw new EnvError(
    "A restore into this database is under way or was cut off. Wait until it has ended, or run `npm run restore` into a new database.",
  );
}
