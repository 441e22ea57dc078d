/**
 * Tables `closed_accounts` and `kept_exclusions`. Both hold keyed hashes of identifiers, never the
 * identifiers.
 */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** The identifiers of a person, before the account is emptied. `emails` are the unconfirmed ones. */
export async function findIdentifiers(tx: Tx, userId: string) {
  const row = await tx
    .selectFrom("users")
    .select(["email", "email_verified", "contact_email", "phone", "birth_date"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const confirmedEmail = row.email_verified ? (row.email ?? undefined) : undefined;
  const emails = [row.email, row.contact_email].flatMap((email) => (email && email !== confirmedEmail ? [email] : []));
  return { confirmedEmail, emails, phone: row.phone ?? undefined, birthDate: row.birth_date };
}

/** Stores identifiers of an account that is closed for good. Known ones stay as they are. */
export async function insertClosed(tx: Tx, hashes: readonly Buffer[], at: Date): Promise<void> {
  if (hashes.length === 0) return;
  await tx
    .insertInto("closed_accounts")
    .values(hashes.map((hash) => ({ identifier_hash: hash, closed_at: at })))
    .onConflict((conflict) => conflict.column("identifier_hash").doNothing())
    .execute();
}

/** Whether any of the identifiers is closed for good. */
export async function hasClosed(tx: Tx, hashes: readonly Buffer[]): Promise<boolean> {
  if (hashes.length === 0) return false;
  const query = tx.selectFrom("closed_accounts").select("closed_at").where("identifier_hash", "in", hashes);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Which of the identifiers are closed for good, in hex. */
export async function listClosed(tx: Tx, hashes: readonly Buffer[]): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const query = tx.selectFrom("closed_accounts").select("identifier_hash").where("identifier_hash", "in", hashes);
  return new Set((await query.execute()).map((row) => row.identifier_hash.toString("hex")));
}

/**
 * Whether to send the notice now: true once a period (`since` is its start), and only for a closed
 * identifier.
 */
export async function claimNotice(
  tx: Tx,
  hash: Buffer,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<boolean> {
  const updated = await tx
    .updateTable("closed_accounts")
    .set({ told_at: now })
    .where("identifier_hash", "=", hash)
    .where((eb) => eb.or([eb("told_at", "is", null), eb("told_at", "<=", since)]))
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Stores until when an identifier is excluded. The later end wins. */
export async function insertStoredExclusion(tx: Tx, emailHash: Buffer, until: Date): Promise<void> {
  await tx
    .insertInto("kept_exclusions")
    .values({ email_hash: emailHash, until })
    .onConflict((conflict) => conflict.column("email_hash").doUpdateSet({ until }).where("kept_exclusions.until", "<", until))
    .execute();
}

/** Ends of exclusions that have not expired, by hash in hex. */
export async function listStoredExclusions(
  tx: Db | Tx,
  hashes: readonly Buffer[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await tx
    .selectFrom("kept_exclusions")
    .select(["email_hash", "until"])
    .where("email_hash", "=", sql<Buffer>`ANY(${hashes}::bytea[])`)
    .where("until", ">", now)
    .execute();
  return new Map(rows.map(({ email_hash, until }) => [email_hash.toString("hex"), until]));
}

/** Deletes expired exclusions. */
export async function deleteStoredExclusions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("kept_exclusions").where("until", "<=", now).execute();
}
