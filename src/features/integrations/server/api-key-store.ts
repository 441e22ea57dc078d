import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import { fromRow } from "#shared/from-row.ts";

export type ApiKeyRow = {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly madeBy: string;
  readonly madeAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | undefined;
  readonly revokedAt: Date | undefined;
};

const columns = ["id", "name", "prefix", "scopes", "made_by", "made_at", "expires_at", "last_used_at", "revoked_at"] as const;
function keys(db: Db | Tx) {
  return db.selectFrom("api_keys").select(columns);
}
export async function findKeyByPrefix(db: Db | Tx, prefix: string): Promise<(ApiKeyRow & { readonly hash: Buffer }) | undefined> {
  const row = await keys(db).select("hash").where("prefix", "=", prefix).executeTakeFirst();
  return row && fromRow(row);
}

export async function lockKey(tx: Tx, id: string): Promise<ApiKeyRow | undefined> {
  const row = await keys(tx).where("id", "=", id).forUpdate().executeTakeFirst();
  return row && fromRow(row);
}

export async function listKeyRows(db: Db, limit: number): Promise<ApiKeyRow[]> {
  return (await keys(db).orderBy("made_at", "desc").orderBy("id").limit(limit).execute()).map(fromRow);
}

/** Blocks the creation of keys until the transaction ends. */
export async function countWorkingKeys(tx: Tx, now: Date): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('api keys', 0))`.execute(tx);
  return countRows(tx.selectFrom("api_keys").where("revoked_at", "is", null).where("expires_at", ">", now));
}

export type NewKeyRow = Pick<ApiKeyRow, "name" | "prefix" | "scopes" | "madeBy" | "madeAt" | "expiresAt"> & {
  readonly hash: Buffer;
};

export async function insertKey(tx: Tx, key: NewKeyRow): Promise<string> {
  const { id } = await tx
    .insertInto("api_keys")
    .values({
      name: key.name,
      prefix: key.prefix,
      hash: key.hash,
      scopes: [...key.scopes],
      made_by: key.madeBy,
      made_at: key.madeAt,
      expires_at: key.expiresAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function setKeyEnd(tx: Tx, id: string, end: { expires_at: Date } | { revoked_at: Date }): Promise<void> {
  await tx.updateTable("api_keys").set(end).where("id", "=", id).execute();
}

/** Of simultaneous calls, one writes the time. */
export async function markUsed(db: Db, id: string, { at, unlessSince }: { at: Date; unlessSince: Date }): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ last_used_at: at })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<", unlessSince)]))
    .execute();
}
