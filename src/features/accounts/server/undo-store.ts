/** SQL of the links that bring an address back, and of what they keep others from meanwhile. */
import type { Db, Tx } from "#platform/db.server.ts";

/** Undoes a transaction: the address that it wants may still be brought back to another account. */
export class AwaitedAddress extends Error {}

const PURPOSE = "undo-email";

/** Uses a link up, and with it every one of the same account that was made after it. False where it is used already. */
export async function deleteUndoLinksFrom(
  tx: Tx,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  const used = await tx.deleteFrom("verifications").where("id", "=", id).returning("created_at").executeTakeFirst();
  if (!used) return false;
  await tx
    .deleteFrom("verifications")
    .where("identifier", "=", `${PURPOSE}:${userId}`)
    .where("created_at", ">=", used.created_at)
    .execute();
  return true;
}

/** Whether an address may still be brought back to an account, another one than `userId`. */
export async function isAwaitedAddress(db: Db | Tx, email: string, at: Date, userId?: string): Promise<boolean> {
  const row = await db
    .selectFrom("verifications")
    .select("id")
    .where("value", "=", email)
    .where("identifier", "like", `${PURPOSE}:%`)
    .where("identifier", "!=", `${PURPOSE}:${userId ?? ""}`)
    .where("expires_at", ">", at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an account's address was changed so recently that its owner may still bring the old one back. */
export async function hasUndoLink(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const row = await tx
    .selectFrom("verifications")
    .select("id")
    .where("identifier", "=", `${PURPOSE}:${userId}`)
    .where("expires_at", ">", at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
