/** Table `api_keys`. Keys are stored as hashes only. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import { fromRow } from "#shared/from-row.ts";

/** `prefix`: the beginning of the key, which identifies it. */
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
/** SELECT of keys, without their hashes. */
function selectKeys(db: Db | Tx) {
  return db.selectFrom("api_keys").select(columns);
}
/** The key that begins so, with its hash. */
export async function findKeyByPrefix(db: Db | Tx, prefix: string): Promise<(ApiKeyRow & { readonly hash: Buffer }) | undefined> {
  const row = await selectKeys(db).select("hash").where("prefix", "=", prefix).executeTakeFirst();
  return row && fromRow(row);
}

/** Locks the key until the transaction ends. */
export async function lockKey(tx: Tx, id: string): Promise<ApiKeyRow | undefined> {
  const row = await selectKeys(tx).where("id", "=", id).forUpdate().executeTakeFirst();
  return row && fromRow(row);
}

/** The newest keys. */
export async function listKeyRows(db: Db, limit: number): Promise<ApiKeyRow[]> {
  return (await selectKeys(db).orderBy("made_at", "desc").orderBy("id").limit(limit).execute()).map(fromRow);
}

/** How many keys work. Blocks the creation of keys until the transaction ends. */
export async function countWorkingKeys(tx: Tx, now: Date): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('api keys', 0))`.execute(tx);
  return countRows(tx.selectFrom("api_keys").where("revoked_at", "is", null).where("expires_at", ">", now));
}

export type NewKeyRow = Pick<ApiKeyRow, "name" | "prefix" | "scopes" | "madeBy" | "madeAt" | "expiresAt"> & {
  readonly hash: Buffer;
};

/** Stores a key. Returns its id. */
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

/** Sets an earlier expiry, or revokes the key. */
export async function setKeyEnd(tx: Tx, id: string, end: { expires_at: Date } | { revoked_at: Date }): Promise<void> {
  await tx.updateTable("api_keys").set(end).where("id", "=", id).execute();
}

/** Records a use, unless one was recorded since `unlessSince`. Of simultaneous calls, one writes the time. */
export async function markUsed(db: Db, id: string, { at, unlessSince }: { at: Date; unlessSince: Date }): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ last_used_at: at })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<", unlessSince)]))
    .execute();
}
