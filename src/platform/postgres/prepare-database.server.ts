/** Prepares a database as the tables' owner: tables, queues, and the rights of the shop's role. */
import pg from "pg";
import { prepareQueues } from "../jobs/jobs.server.ts";
import type { Logger } from "../log.server.ts";
import { refuseAnotherDatabase } from "./check-database.server.ts";
import { withClient } from "./db-client.server.ts";
import { isOfNewerVersion, migrate } from "./migrate.server.ts";
import { RIGHTS } from "./tables/catalogue.ts";

/** Columns whose contents the queue's owner executes when migrating, so the shop must not write them. */
const QUEUE_OWNERS_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  bam: ["*"],
  queue: ["name", "policy", "partition", "table_name"],
  version: ["version"],
};

export type DatabaseUrls = {
  readonly url: string;
  readonly ownerUrl: string | undefined;
};

/** Idempotent, also for concurrent processes. A role that owns the tables needs no grants. */
export async function prepareDatabase({ url, ownerUrl }: { url: string; ownerUrl: string }, log: Logger): Promise<void> {
  await refuseAnotherDatabase(url, { setting: "DATABASE_OWNER_URL", url: ownerUrl });
  const role = await findShopsRole({ url, ownerUrl });
  // A running shop's triggers may read new tables with its rights, so these come in the same transaction.
  await migrate(ownerUrl, log, undefined, role === undefined ? {} : { inEach: (client) => addRights(client, role) });
  await prepareQueues(ownerUrl, log);
  if (role !== undefined) await grantRights(ownerUrl, role);
}

export async function shareRights(urls: { url: string; ownerUrl: string }): Promise<void> {
  const role = await findShopsRole(urls);
  if (role !== undefined) await grantRights(urls.ownerUrl, role);
}

async function findShopsRole({ url, ownerUrl }: { url: string; ownerUrl: string }): Promise<string | undefined> {
  const [shop, owner] = await Promise.all([roleOf(url), roleOf(ownerUrl)]);
  return shop === owner ? undefined : shop;
}

/** Rights such as "orders|*|INSERT" and "tickets|void_at|UPDATE". */
type Granted = Set<string>;
type Columns = ReadonlyMap<string, readonly string[]>;

const EVERY = "*";
/** Rights that a newer version beside this one manages itself. */
const EVERYDAY = /\|(?:SELECT|INSERT|UPDATE|DELETE)$/;
/** Two concurrent starts would write the same catalogue rows. */
const LOCK = "hashtext('concours rights')";

export async function roleOf(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ role: string }>("SELECT current_user AS role");
    return rows[0]?.role ?? "";
  });
}

/** Makes the rights of `role` exactly the catalogue's, without PUBLIC's. A newer version's grants stay. */
export async function grantRights(ownerUrl: string, role: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query("BEGIN");
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const statements = await findStatements(client, role);
    if (statements.length > 0) await client.query(statements.join(";\n"));
    await client.query("COMMIT");
  });
}

async function findStatements(client: pg.Client, role: string): Promise<string[]> {
  const to = pg.escapeIdentifier(role);
  const schemas = ["public", "pgboss"] as const;
  const statements: string[] = [];
  const isNewer = await isOfNewerVersion(client);
  for (const schema of schemas) {
    const columns = await listColumns(client, schema);
    const wanted = schema === "public" ? shopsRights(columns) : queuesRights(columns);
    const granted = await listGranted(client, schema, role);
    for (const each of [...wanted].filter((right) => !granted.own.has(right)))
      statements.push(`GRANT ${spell(schema, each)} TO ${to}`);
    for (const each of [...granted.own].filter((right) => !wanted.has(right) && !(isNewer && EVERYDAY.test(right))))
      statements.push(`REVOKE ${spell(schema, each)} FROM ${to}`);
    for (const each of granted.everybodys) statements.push(`REVOKE ${spell(schema, each)} FROM PUBLIC`);
  }
  const { rows } = await client.query<{ name: string; uses: boolean; creates: boolean }>(
    `SELECT nspname AS name, has_schema_privilege($1, oid, 'USAGE') AS uses, has_schema_privilege($1, oid, 'CREATE') AS creates
     FROM pg_namespace WHERE nspname = ANY ($2)`,
    [role, schemas],
  );
  for (const { name, uses, creates } of rows) {
    if (!uses) statements.push(`GRANT USAGE ON SCHEMA ${name} TO ${to}`);
    if (creates) statements.push(`REVOKE CREATE ON SCHEMA ${name} FROM PUBLIC`, `REVOKE CREATE ON SCHEMA ${name} FROM ${to}`);
  }
  return [...statements, ...(await findOfDatabase(client, role))];
}

/** Grants what the shop's role lacks on existing tables, in the caller's transaction. */
async function addRights(client: pg.Client, role: string): Promise<void> {
  const wanted = shopsRights(await listColumns(client, "public"));
  const { own } = await listGranted(client, "public", role);
  const lacking = [...wanted].filter((right) => !own.has(right));
  const statements = lacking.map((right) => `GRANT ${spell("public", right)} TO ${pg.escapeIdentifier(role)}`);
  if (statements.length > 0) await client.query(statements.join(";\n"));
}

/** PUBLIC may create temporary tables that shadow the shop's. Skipped for another owner's database. */
async function findOfDatabase(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE datname = current_database() AND pg_has_role(datdba, 'MEMBER')
       AND (has_database_privilege($1, oid, 'TEMPORARY') OR has_database_privilege($1, oid, 'CREATE'))`,
    [role],
  );
  return rows.map(({ name }) => `REVOKE TEMPORARY, CREATE ON DATABASE ${pg.escapeIdentifier(name)} FROM PUBLIC`);
}

/** The shop's rights in its own schema. Sequences are readable for backups. */
function shopsRights(columns: Columns): Granted {
  const wanted: Granted = new Set();
  for (const [table, names] of columns) {
    const rights = RIGHTS[table];
    // A sequence, or a table outside the catalogue.
    if (rights === undefined) {
      if (names.length === 0) wanted.add(`${table}|${EVERY}|SELECT`);
      continue;
    }
    wanted.add(`${table}|${EVERY}|SELECT`);
    if (rights.delete) wanted.add(`${table}|${EVERY}|DELETE`);
    for (const [kind, of] of [["INSERT", rights.insert] as const, ["UPDATE", rights.update] as const]) {
      if (of === true) wanted.add(`${table}|${EVERY}|${kind}`);
      else for (const name of of ?? []) if (names.includes(name)) wanted.add(`${table}|${name}|${kind}`);
    }
  }
  return wanted;
}

/** The shop's rights in the queue's schema: moving jobs, but no columns that the owner executes. */
function queuesRights(columns: Columns): Granted {
  const wanted: Granted = new Set();
  for (const [table, names] of columns) {
    wanted.add(`${table}|${EVERY}|SELECT`);
    const kept = QUEUE_OWNERS_COLUMNS[table];
    if (kept === undefined) for (const kind of ["INSERT", "UPDATE", "DELETE"]) wanted.add(`${table}|${EVERY}|${kind}`);
    else if (!kept.includes(EVERY))
      for (const name of names.filter((each) => !kept.includes(each))) wanted.add(`${table}|${name}|UPDATE`);
  }
  return wanted;
}

/** Tables with their columns, and sequences, which have none. */
async function listColumns(client: pg.Client, schema: string): Promise<Columns> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, coalesce(array_agg(a.attname::text) FILTER (WHERE c.relkind <> 'S' AND a.attname IS NOT NULL), '{}') AS columns
     FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = to_regnamespace($1) AND c.relkind IN ('r', 'p', 'S', 'v', 'm', 'f') GROUP BY c.oid, c.relname`,
    [schema],
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

async function listGranted(client: pg.Client, schema: string, role: string): Promise<{ own: Granted; everybodys: Granted }> {
  const { rows } = await client.query<{ right: string; everybodys: boolean }>(
    `SELECT concat_ws('|', name, col, privilege_type) AS right, grantee = 0 AS everybodys FROM (
       SELECT c.relname AS name, '${EVERY}' AS col, a.grantee, a.privilege_type FROM pg_class c, aclexplode(c.relacl) a
       WHERE c.relnamespace = to_regnamespace($1)
       UNION ALL
       SELECT c.relname, t.attname, a.grantee, a.privilege_type FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid, aclexplode(t.attacl) a
       WHERE c.relnamespace = to_regnamespace($1)
     ) granted WHERE grantee = 0 OR grantee = (SELECT oid FROM pg_roles WHERE rolname = $2)`,
    [schema, role],
  );
  const of = (everybodys: boolean) => new Set(rows.filter((row) => row.everybodys === everybodys).map(({ right }) => right));
  return { own: of(false), everybodys: of(true) };
}

/** "UPDATE (void_at) ON public.tickets" */
function spell(schema: string, right: string): string {
  const [table = "", column = "", kind = ""] = right.split("|");
  const columns = column === EVERY ? "" : ` (${pg.escapeIdentifier(column)})`;
  return `${kind}${columns} ON ${schema}.${pg.escapeIdentifier(table)}`;
}
