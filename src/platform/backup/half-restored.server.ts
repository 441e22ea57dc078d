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

/** Asked of the catalogue, which everybody may read: the shop's role may have no rights to anything yet. */
export async function isHalfRestored(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relname = 'migrations' AND relnamespace = to_regnamespace('public')
       AND obj_description(oid, 'pg_class') = $1`,
    [MARK],
  );
  return rowCount === 1;
}

/** @throws {EnvError} where mails would be sent again, draws sealed anew and people signed in whom somebody has signed out */
export async function refuseHalfRestored(url: string): Promise<void> {
  if (!(await withClient(url, isHalfRestored))) return;
  throw new EnvError(
    "A restore into this database is under way or was cut off. Wait until it has ended, or run `npm run restore` into a new database.",
  );
}
