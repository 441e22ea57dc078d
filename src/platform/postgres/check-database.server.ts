/**
 * Checks at the start: tables are up to date, the shop's role has no excessive rights, no demonstration
 * accounts exist.
 */
import { randomInt } from "node:crypto";
import { EnvError } from "../env/env.server.ts";
import { withClient } from "./db-client.server.ts";
import { isOfNewerVersion, listKnownMigrations, listAppliedMigrations } from "./migrate.server.ts";
import { RIGHTS } from "./tables/catalogue.ts";

/** Domains below ".test" cannot be registered. The passwords are in the README. */
const DEMO_ADDRESSES = "%@concours.test";

/**
 * Throws EnvError if two addresses name different databases. Compares by an advisory lock, which works
 * through poolers.
 */
export async function refuseAnotherDatabase(
  url: string,
  other: { readonly setting: string; readonly url: string },
): Promise<void> {
  if (other.url === url) return;
  const key = randomInt(2 ** 48 - 1);
  const isOtherDatabase = await withClient(other.url, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [key]);
    return withClient(url, async (shopClient) => {
      const { rows } = await shopClient.query<{ free: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS free", [key]);
      return rows[0]?.free === true;
    });
  });
  if (!isOtherDatabase) return;
  throw new EnvError(`${other.setting} is another database than DATABASE_URL. Both must name the shop's, each in its own way.`);
}

/** @throws {EnvError} if tables are older than this version, and only their owner may change them */
export async function refuseOldTables(url: string): Promise<void> {
  const known = await listKnownMigrations();
  const applied = new Set(await withClient(url, listAppliedMigrations));
  const missing = known.filter((name) => !applied.has(name));
  if (missing.length === 0) return;
  throw new EnvError(
    `The database is not up to date (${missing.length} migrations are missing), and the role in DATABASE_URL may not change its tables. Run \`npm run migrate\` with DATABASE_OWNER_URL set, or set DATABASE_OWNER_URL for the shop too.`,
  );
}

/** @throws {EnvError} if the role could bypass the database's guards after a break-in */
export async function refuseStrongRole(url: string): Promise<void> {
  const excess = await findExcess(url);
  if (excess.length === 0) return;
  throw new EnvError(
    `The role in DATABASE_URL can bypass the safeguards of the database: it ${excess.join(", it ")}. Give the shop a role of its own and name the owner's role in DATABASE_OWNER_URL (see "Two roles" in docs/operations.md), or set ALLOW_INSECURE=one-database-role.`,
  );
}

/** @throws {EnvError} if the demonstration's accounts, whose passwords are public, exist */
export async function refuseDemoAccounts(url: string): Promise<void> {
  const { rowCount } = await withClient(url, (client) =>
    client.query("SELECT FROM users WHERE email LIKE $1 LIMIT 1", [DEMO_ADDRESSES]),
  );
  if (!rowCount) return;
  throw new EnvError(
    "The database contains accounts of the demonstration, whose passwords are public. Give production a database of its own.",
  );
}

/** Rights of a role that bypass the database's guards, as ends of a sentence that begins with "it". */
export async function findExcess(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const isNewer = await isOfNewerVersion(client);
    const { rows } = await client.query<{ what: string }>(
      `WITH me AS (SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication FROM pg_roles WHERE rolname = current_user),
       tables AS (
         SELECT c.oid, c.relname, c.relowner, n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p')
       )
       SELECT 'is a superuser' AS what FROM me WHERE rolsuper
       UNION ALL SELECT 'may create roles' FROM me WHERE rolcreaterole AND NOT rolsuper
       UNION ALL SELECT 'may create databases' FROM me WHERE rolcreatedb AND NOT rolsuper
       UNION ALL SELECT 'may copy the whole server' FROM me WHERE rolreplication AND NOT rolsuper
       UNION ALL SELECT 'owns "' || min(relname) || '" or belongs to the role that does' FROM tables, me
         WHERE NOT rolsuper AND pg_has_role(relowner, 'MEMBER') HAVING count(*) > 0
       UNION ALL SELECT 'may create tables and functions in the schema "' || nspname || '"' FROM pg_namespace, me
         WHERE NOT rolsuper AND nspname IN ('public', 'pgboss') AND has_schema_privilege(oid, 'CREATE')
       UNION ALL SELECT 'may create schemas' FROM me WHERE NOT rolsuper AND has_database_privilege(current_database(), 'CREATE')
       UNION ALL SELECT 'may disable triggers' FROM me
         WHERE NOT rolsuper AND has_parameter_privilege('session_replication_role', 'SET')
       UNION ALL SELECT 'may empty or change "' || min(relname) || '"' FROM tables, me
         WHERE NOT rolsuper AND NOT pg_has_role(relowner, 'MEMBER') AND (
           has_table_privilege(oid, 'TRUNCATE') OR has_table_privilege(oid, 'TRIGGER') OR has_table_privilege(oid, 'REFERENCES')
           OR (nspname = 'public' AND NOT $3 AND NOT relname = ANY ($1) AND has_table_privilege(oid, 'DELETE'))
           OR (nspname = 'public' AND NOT $3 AND NOT relname = ANY ($2) AND has_table_privilege(oid, 'UPDATE'))
         ) HAVING count(*) > 0`,
      [tablesWith((rights) => rights.delete), tablesWith((rights) => rights.update === true), isNewer],
    );
    return rows.map(({ what }) => what);
  });
}

/** The tables of which the shop's role has a right. */
function tablesWith(has: (rights: (typeof RIGHTS)[string]) => unknown): string[] {
  return Object.entries(RIGHTS).flatMap(([table, rights]) => (has(rights) ? [table] : []));
}
