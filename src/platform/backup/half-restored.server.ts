/** Marks a database whose restore is unfinished by a comment on a table: its rows must not be used yet. */
import type pg from "pg";
import { EnvError } from "../env/env.server.ts";
import { withClient } from "../postgres/db-client.server.ts";

const RESTORING_COMMENT = "concours: being restored";

/** Marks the database. `client` has the role that owns the tables. */
export async function markRestoring(client: pg.Client): Promise<void> {
  await client.query(`COMMENT ON TABLE migrations IS '${RESTORING_COMMENT}'`);
}

/** Removes the mark. */
export async function markRestored(client: pg.Client): Promise<void> {
  await client.query("COMMENT ON TABLE migrations IS NULL");
}

/**
 * Whether the database is marked. Reads the catalogue, because the shop's role may not have any rights to
 * the tables yet.
 */
export async function isHalfRestored(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relname = 'migrations' AND relnamespace = to_regnamespace('public')
       AND obj_description(oid, 'pg_class') = $1`,
    [RESTORING_COMMENT],
  );
  return rowCount === 1;
}

/**
 * Throws EnvError if the database is marked: an unfinished restore would resend mails, seal draws again and
 * revive sessions.
 */
export async function refuseHalfRestored(url: string): Promise<void> {
  if (!(await withClient(url, isHalfRestored))) return;
  throw new EnvError(
    "A restore into this database is under way or was cut off. Wait until it has ended, or run `npm run restore` into a new database.",
  );
}
