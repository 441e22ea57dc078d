/** SQL of the links that bring an address back, and of what they keep others from meanwhile. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** Undoes a transaction: the address that it wants may still be brought back to another account. */
export class AwaitedAddress extends Error {}

/** `undo-claimed` brings back what was merely claimed: whoever reads that mailbox may open an account of their own with it. */
const PURPOSES = ["undo-email", "undo-claimed"] as const;
export type UndoPurpose = (typeof PURPOSES)[number];

export function isUndoPurpose(purpose: string | undefined): purpose is UndoPurpose {
  return PURPOSES.some((each) => each === purpose);
}

function identifiersOf(userId: string): string[] {
  return PURPOSES.map((purpose) => `${purpose}:${userId}`);
}

/** Uses a link up, and with it every one of the same account that was made after it. False where it is used already. */
export async function deleteUndoLinksFrom(
  tx: Tx,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  const used = await tx.deleteFrom("verifications").where("id", "=", id).returning("created_at").executeTakeFirst();
  if (!used) return false;
  await tx
    .deleteFrom("verifications")
    .where("identifier", "in", identifiersOf(userId))
    .where("created_at", ">=", used.created_at)
    .execute();
  return true;
}

/** Whether an address that was confirmed may still be brought back to an account, another one than `userId`. */
export async function isAwaitedAddress(db: Db | Tx, email: string, at: Date, userId?: string): Promise<boolean> {
  const row = await db
    .selectFrom("verifications")
    .select("id")
    .where("value", "=", email)
    .where("identifier", "like", "undo-email:%")
    .where("identifier", "!=", `undo-email:${userId ?? ""}`)
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
    .where("identifier", "in", identifiersOf(userId))
    .where("expires_at", ">", at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
