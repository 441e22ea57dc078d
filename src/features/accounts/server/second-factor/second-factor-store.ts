/** Tables `second_factors` and `recovery_codes`. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import { fromRow } from "#shared/from-row.ts";

/** `secret`: encrypted. `trustedSince`: browsers trusted before that ask for a code again. */
export type SecondFactor = { readonly secret: string; readonly setUpAt: Date; readonly trustedSince: Date };

export async function findSecondFactor(db: Db | Tx, userId: string): Promise<SecondFactor | undefined> {
  const row = await db
    .selectFrom("second_factors")
    .select(["secret", "set_up_at", "trusted_since"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && fromRow(row);
}

/**
 * Stores a factor. Replaces an existing one and its recovery codes. `step`: of the code that was just used.
 */
export async function insertSecondFactor(
  tx: Tx,
  userId: string,
  factor: { readonly secret: string; readonly step: number; readonly at: Date },
): Promise<void> {
  const { secret, step, at } = factor;
  await tx.deleteFrom("second_factors").where("user_id", "=", userId).execute();
  await tx
    .insertInto("second_factors")
    .values({ user_id: userId, secret, last_step: step, set_up_at: at, trusted_since: at })
    .execute();
  await tx.updateTable("users").set({ two_factor_enabled: true }).where("id", "=", userId).execute();
}

/** False if there was none. */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.updateTable("users").set({ two_factor_enabled: false }).where("id", "=", userId).execute();
  const row = await tx.deleteFrom("second_factors").where("user_id", "=", userId).returning("user_id").executeTakeFirst();
  return row !== undefined;
}

/**
 * Uses up an app's code. True for exactly one of concurrent callers, if no code of this or a later step was
 * used.
 */
export async function claimStep(db: Db | Tx, userId: string, step: number): Promise<boolean> {
  const row = await db
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes all recovery codes and stores the hashes of new ones. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}

/** Uses up a recovery code. True for exactly one of concurrent callers. */
export async function useRecoveryCode(db: Db | Tx, userId: string, hash: Buffer, at: Date): Promise<boolean> {
  const row = await db
    .updateTable("recovery_codes")
    .set({ used_at: at })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hash)
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** How many recovery codes are unused. */
export async function countRecoveryCodes(db: Db | Tx, userId: string): Promise<number> {
  return countRows(db.selectFrom("recovery_codes").where("user_id", "=", userId).where("used_at", "is", null));
}

/** Makes all browsers ask for a code again. */
export async function setTrustedSince(db: Db | Tx, userId: string, at: Date): Promise<void> {
  await db.updateTable("second_factors").set({ trusted_since: at }).where("user_id", "=", userId).execute();
}
