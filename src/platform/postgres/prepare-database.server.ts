/** Prepares a database as the tables' owner: tables, queues, and the rights of the shop's role. */
import pg from "pg";
import { prepareQueues } from "../jobs/jobs.server.ts";
import type { Logger } from "../log.server.ts";
import { refuseAnotherDatabase } from "./check-database.server.ts";
import { withClient } from "./db-client.server.ts";
import { isOfNewerVersion, migrate } from "./migrate.server.ts";
import { RIGHTS } from "./tables/catalogue.ts";

/** Columns of pg-boss whose contents the owner executes when migrating, so the shop must not write them. */
const QUEUE_OWNERS_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  bam: ["*"],
  queue: ["name", "policy", "partition", "table_name"],
  version: ["version"],
};

/** `url`: with the shop's role; `ownerUrl`: with the role that owns the tables. */
export type DatabaseUrls = {
  readonly url: string;
  readonly ownerUrl: string | undefined;
};

/**
 * Migrates, creates queues and grants rights. Safe to repeat, also by concurrent processes. A role that
 * owns the tables needs no grants.
 */
export async function prepareDatabase({ url, ownerUrl }: { url: string; ownerUrl: string }, log: Logger): Promise<void> {
  await refuseAnotherDatabase(url, { setting: "DATABASE_OWNER_URL", url: ownerUrl });
  const role = await findShopRole({ url, ownerUrl });
  // A running shop's triggers may read new tables with its rights, so these come in the same transaction.
  await migrate(ownerUrl, log, undefined, role === undefined ? {} : { beforeCommit: (client) => addRights(client, role) });
  await prepareQueues(ownerUrl, log);
  if (role !== undefined) await grantRights(ownerUrl, role);
}

/** Grants the shop's role its rights, unless it owns the tables. */
export async function grantShopRights(urls: { url: string; ownerUrl: string }): Promise<void> {
  const role = await findShopRole(urls);
  if (role !== undefined) await grantRights(urls.ownerUrl, role);
}

/** The shop's role; undefined if it is the owner's. */
async function findShopRole({ url, ownerUrl }: { url: string; ownerUrl: string }): Promise<string | undefined> {
  const [shop, owner] = await Promise.all([roleOf(url), roleOf(ownerUrl)]);
  return shop === owner ? undefined : shop;
}

/** Rights such as "orders|*|INSERT" and "tickets|void_at|UPDATE". */
type RightSet = Set<string>;
type Columns = ReadonlyMap<string, readonly string[]>;

const ALL_COLUMNS = "*";
/** Rights on data, which a newer version beside this one manages itself. */
const DATA_RIGHT = /\|(?:SELECT|INSERT|UPDATE|DELETE)$/;
/** Two concurrent starts would write the same catalogue rows. */
const LOCK = "hashtext('concours rights')";

/** The role of an address. */
export async function roleOf(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ role: string }>("SELECT current_user AS role");
    return rows[0]?.role ?? "";
  });
}

/**
 * Makes the rights of `role` exactly the table catalogue's, and removes PUBLIC's. Grants of a newer version
 * stay.
 */
export async function grantRights(ownerUrl: string, role: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query("BEGIN");
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const statements = await listStatements(client, role);
    if (statements.length > 0) await client.query(statements.join(";\n"));
    await client.query("COMMIT");
  });
}

/** The GRANT and REVOKE statements that are needed. */
async function listStatements(client: pg.Client, role: string): Promise<string[]> {
  const to = pg.escapeIdentifier(role);
  const schemas = ["public", "pgboss"] as const;
  const statements: string[] = [];
  const isNewer = await isOfNewerVersion(client);
  for (const schema of schemas) {
    const columns = await listColumns(client, schema);
    const wanted = schema === "public" ? shopRights(columns) : queueRights(columns);
    const granted = await listGranted(client, schema, role);
    for (const each of [...wanted].filter((right) => !granted.ofRole.has(right)))
      statements.push(`GRANT ${toSql(schema, each)} TO ${to}`);
    for (const each of [...granted.ofRole].filter((right) => !wanted.has(right) && !(isNewer && DATA_RIGHT.test(right))))
      statements.push(`REVOKE ${toSql(schema, each)} FROM ${to}`);
    for (const each of granted.ofPublic) statements.push(`REVOKE ${toSql(schema, each)} FROM PUBLIC`);
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
  return [...statements, ...(await revokeOnDatabase(client, role))];
}

/** Grants what the shop's role lacks on existing tables, in the caller's transaction. */
async function addRights(client: pg.Client, role: string): Promise<void> {
  const wanted = shopRights(await listColumns(client, "public"));
  const { ofRole } = await listGranted(client, "public", role);
  const missing = [...wanted].filter((right) => !ofRole.has(right));
  const statements = missing.map((right) => `GRANT ${toSql("public", right)} TO ${pg.escapeIdentifier(role)}`);
  if (statements.length > 0) await client.query(statements.join(";\n"));
}

/**
 * Statements on the database: PUBLIC may create temporary tables that shadow the shop's. None for another
 * owner's database.
 */
async function revokeOnDatabase(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE datname = current_database() AND pg_has_role(datdba, 'MEMBER')
       AND (has_database_privilege($1, oid, 'TEMPORARY') OR has_database_privilege($1, oid, 'CREATE'))`,
    [role],
  );
  return rows.map(({ name }) => `REVOKE TEMPORARY, CREATE ON DATABASE ${pg.escapeIdentifier(name)} FROM PUBLIC`);
}

/** The shop's rights in its own schema. Sequences are readable for backups. */
function shopRights(columns: Columns): RightSet {
  const wanted: RightSet = new Set();
  for (const [table, names] of columns) {
    const rights = RIGHTS[table];
    // A sequence, or a table outside the catalogue.
    if (rights === undefined) {
      if (names.length === 0) wanted.add(`${table}|${ALL_COLUMNS}|SELECT`);
      continue;
    }
    wanted.add(`${table}|${ALL_COLUMNS}|SELECT`);
    if (rights.delete) wanted.add(`${table}|${ALL_COLUMNS}|DELETE`);
    for (const [kind, allowed] of [["INSERT", rights.insert] as const, ["UPDATE", rights.update] as const]) {
      if (allowed === true) wanted.add(`${table}|${ALL_COLUMNS}|${kind}`);
      else for (const name of allowed ?? []) if (names.includes(name)) wanted.add(`${table}|${name}|${kind}`);
    }
  }
  return wanted;
}

/**
 * The shop's rights in pg-boss's schema: to move jobs, but not to write the columns that the owner
 * executes.
 */
function queueRights(columns: Columns): RightSet {
  const wanted: RightSet = new Set();
  for (const [table, names] of columns) {
    wanted.add(`${table}|${ALL_COLUMNS}|SELECT`);
    const ownersColumns = QUEUE_OWNERS_COLUMNS[table];
    if (ownersColumns === undefined)
      for (const kind of ["INSERT", "UPDATE", "DELETE"]) wanted.add(`${table}|${ALL_COLUMNS}|${kind}`);
    else if (!ownersColumns.includes(ALL_COLUMNS))
      for (const name of names.filter((each) => !ownersColumns.includes(each))) wanted.add(`${table}|${name}|UPDATE`);
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

/** The rights that the role and PUBLIC have now. */
async function listGranted(client: pg.Client, schema: string, role: string): Promise<{ ofRole: RightSet; ofPublic: RightSet }> {
  const { rows } = await client.query<{ right: string; of_public: boolean }>(
    `SELECT concat_ws('|', name, col, privilege_type) AS right, grantee = 0 AS of_public FROM (
       SELECT c.relname AS name, '${ALL_COLUMNS}' AS col, a.grantee, a.privilege_type FROM pg_class c, aclexplode(c.relacl) a
       WHERE c.relnamespace = to_regnamespace($1)
       UNION ALL
       SELECT c.relname, t.attname, a.grantee, a.privilege_type FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid, aclexplode(t.attacl) a
       WHERE c.relnamespace = to_regnamespace($1)
     ) granted WHERE grantee = 0 OR grantee = (SELECT oid FROM pg_roles WHERE rolname = $2)`,
    [schema, role],
  );
  const rightsOf = (ofPublic: boolean) => new Set(rows.filter((row) => row.of_public === ofPublic).map(({ right }) => right));
  return { ofRole: rightsOf(false), ofPublic: rightsOf(true) };
}

/** A right in SQL, such as "UPDATE (void_at) ON public.tickets". */
function toSql(schema: string, right: string): string {
  const [table = "", column = "", kind = ""] = right.split("|");
  const columns = column === ALL_COLUMNS ? "" : ` (${pg.escapeIdentifier(column)})`;
  return `${kind}${columns} ON ${schema}.${pg.escapeIdentifier(table)}`;
}
