/** SQL of what opens an account: its address, its password, and the sessions that they opened. */
import type { Db, Tx } from "#platform/db.server.ts";

const PROVIDER = "credential";

/** Somebody to write to. Erased people are nobody. */
export async function findAccount(db: Db, by: { id: string } | { email: string }) {
  return db
    .selectFrom("users")
    .select(["id", "email", "email_verified", "first_name", "locale"])
    .where((eb) => ("id" in by ? eb("id", "=", by.id) : eb("email", "=", by.email)))
    .where("erased_at", "is", null)
    .executeTakeFirst();
}

/** The account, held until the transaction ends: whatever changes how it is opened takes turns. */
export async function lockAccount(tx: Tx, id: string) {
  return tx
    .selectFrom("users")
    .select(["id", "email", "email_verified", "first_name", "locale"])
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns when no transaction that changes how the account is opened is under way, and lets none begin until this one ends. */
export async function waitForAccount(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", id).forShare().execute();
}

/** The same as `findPasswordHash`, for who knows the address only; undefined for an unknown one. */
export async function findPasswordHashOf(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("credentials as c")
    .innerJoin("users as u", "u.id", "c.user_id")
    .select("c.password")
    .where("u.email", "=", email)
    .where("c.provider_id", "=", PROVIDER)
    .executeTakeFirst();
  return row?.password ?? undefined;
}

/** Undefined for an account that has no password yet. */
export async function findPasswordHash(db: Db | Tx, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("credentials")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", PROVIDER)
    .executeTakeFirst();
  return row?.password ?? undefined;
}

/** Replaces the password, or gives the account its first. */
export async function writePassword(tx: Tx, userId: string, hash: string, at: Date): Promise<void> {
  await tx
    .insertInto("credentials")
    .values({ user_id: userId, account_id: userId, provider_id: PROVIDER, password: hash, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.columns(["provider_id", "account_id"]).doUpdateSet({ password: hash, updated_at: at }))
    .execute();
}

/** Violates `users_email_key` where somebody else has the address. It is verified: whoever sets it has shown that it is theirs. */
export async function writeEmail(tx: Tx, userId: string, email: string, at: Date): Promise<void> {
  await tx.updateTable("users").set({ email, email_verified: true, updated_at: at }).where("id", "=", userId).execute();
}

/** False where the account has another address by now. */
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

/** Ends all sessions of an account but one, with their refresh tokens. */
export async function deleteSessions(db: Db, userId: string, except?: string): Promise<number> {
  const ended = await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .$if(except !== undefined, (query) => query.where("id", "!=", except ?? ""))
    .executeTakeFirst();
  return Number(ended.numDeletedRows);
}
