/** Marks a database whose restore is unfinished, whose rows are not yet safe to use, with a comment. */
import type pg from "pg";
import { EnvError } from "../env/env.server.ts";
import { withClient } from "../postgres/db-client.server.ts";

const MARK = "concours: being restored";

/** `client` has the role that owns the tables. */
export async function markRestoring(client: pg.Client): Promise<void> {
  await client.query(`COMMENT ON TABLE migrations IS '${MARK}'`);
}

export async function markRestored(client: pg.Client): Promise<void> {
  await client.query("COMMENT ON TABLE migrations IS NULL");
}

/** Reads the catalogue, because the shop's role may not have any rights to the tables yet. */
export async function isHalfRestored(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relname = 'migrations' AND relnamespace = to_regnamespace('public')
       AND obj_description(oid, 'pg_class') = $1`,
    [MARK],
  );
  return rowCount === 1;
}

/** Throws EnvError: an unfinished restore would resend mails, seal draws again and revive sessions. */
export async function refuseHalfRestored(url: string): Promise<void> {
  if (!(await withClient(url, isHalfRestored))) return;
  throw new EnvError(
    "A restore into this database is under way or was cut off. Wait until it has ended, or run `npm run restore` into a new database.",
  );
}
