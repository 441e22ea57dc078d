/** Queries of what opens an account: address, password, sessions. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** The active account with this id or address. */
export async function findAccount(db: Db | Tx, by: { id: string } | { email: string }) {
  return db
    .selectFrom("users")
    .select(["id", "email", "email_verified", "first_name", "locale"])
    .where((eb) => ("id" in by ? eb("id", "=", by.id) : eb("email", "=", by.email)))
    .where("erased_at", "is", null)
    .executeTakeFirst();
}

/** Locks the account. All changes of its sign-in data take this lock. */
export async function lockAccount(tx: Tx, id: string) {
  return tx
    .selectFrom("users")
    .select(["id", "email", "contact_email", "email_verified", "first_name", "last_name", "locale", "created_at"])
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Waits for running changes of the account's sign-in data, and blocks new ones. */
export async function waitForAccount(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", id).forShare().execute();
}

type Credential = { readonly userId: string; readonly hash: string; readonly passwordSince: Date };

/** The password of the account with this address. Undefined if there is none. */
export async function findCredential(
  db: Db,
  email: string,
): Promise<(Credential & { readonly isConfirmed: boolean }) | undefined> {
  const row = await db
    .selectFrom("credentials as c")
    .innerJoin("users as u", "u.id", "c.user_id")
    .select(["u.id", "u.email_verified", "c.password", "c.updated_at"])
    .where("u.email", "=", email)
    .executeTakeFirst();
  if (!row || row.password === null) return undefined;
  return { userId: row.id, hash: row.password, passwordSince: row.updated_at, isConfirmed: row.email_verified };
}

/** The account's password. Undefined if there is none. */
export async function findCredentialOf(db: Db, userId: string): Promise<Credential | undefined> {
  const row = await db
    .selectFrom("credentials")
    .select(["password", "updated_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && row.password !== null ? { userId, hash: row.password, passwordSince: row.updated_at } : undefined;
}

/** Undefined for an account without a password. */
export async function findPasswordHash(db: Db | Tx, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom("credentials").select("password").where("user_id", "=", userId).executeTakeFirst();
  return row?.password ?? undefined;
}

/** Whether a stored hash does not begin with `prefix`. A partial index covers the prefix of production. */
export async function hasOtherHashes(db: Db, prefix: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM credentials WHERE NOT starts_with(password, ${sql.lit(prefix)}) LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Rehashes the same password, so `updated_at` stays. False if the stored hash is no longer `old`. */
export async function replaceHash(db: Db, userId: string, { old, hash }: { old: string; hash: string }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("credentials")
    .set({ password: hash })
    .where("user_id", "=", userId)
    .where("password", "=", old)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets the password. The previous version of the code reads `account_id`. */
export async function writePassword(tx: Tx, userId: string, hash: string, at: Date): Promise<void> {
  await tx
    .insertInto("credentials")
    .values({ user_id: userId, account_id: userId, password: hash, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ password: hash, updated_at: at }))
    .execute();
}

/** Removes the password. The owner chooses a new one by a reset link. */
export async function deletePassword(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("credentials").where("user_id", "=", userId).execute();
}

/** Sets the account's address as confirmed. Violates `users_email_key` if another account has it. */
export async function writeEmail(tx: Tx, userId: string, email: string, at: Date): Promise<void> {
  await tx.updateTable("users").set({ email, email_verified: true, updated_at: at }).where("id", "=", userId).execute();
}

/** Confirms the address. False if the account has another one by now. */
export async function markVerified(tx: Tx, userId: string, email: string, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable("users")
    .set({ email_verified: true, updated_at: at })
    .where("id", "=", userId)
    .where("email", "=", email)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends all sessions of the account, or all except one. Returns how many. */
export async function deleteSessions(db: Db, userId: string, except?: string): Promise<number> {
  const ended = await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .$if(except !== undefined, (query) => query.where("id", "!=", except ?? ""))
    .executeTakeFirst();
  return Number(ended.numDeletedRows);
}

/** Ends all sessions of the shop. */
export async function deleteEverySession(tx: Tx): Promise<void> {
  await tx.deleteFrom("sessions").execute();
}
