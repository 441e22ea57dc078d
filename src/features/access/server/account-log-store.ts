import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** When the account's email address last changed; undefined if it never did. */
export async function findLastAddressChange(db: Db | Tx, userId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom("audit_log")
    .select((eb) => eb.fn.max("at").as("at"))
    .where("subject_type", "=", "user")
    .where("subject_id", "=", userId)
    .where("action", "in", ["email.change", "email.undo"])
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/**
 * Log entries about an account, oldest first, for its owner. Omits staff names and reasons. `by_owner`: the
 * owner acted.
 */
export async function listAccountLog(db: Db, userId: string) {
  return db
    .selectFrom("audit_log")
    .select(["at", "action"])
    .select((eb) => eb("actor_id", "is not distinct from", userId).as("by_owner"))
    .where("subject_type", "=", "user")
    .where("subject_id", "=", userId)
    .orderBy("id")
    .execute();
}
