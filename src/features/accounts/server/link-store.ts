/** SQL of the links in mails. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** `purpose` is what it is for; `email` the address that it confirms or was sent to. */
export type Link = {
  readonly id: string;
  readonly purpose: string;
  readonly userId: string;
  readonly email: string;
  readonly expiresAt: Date;
};

/** A link that is there already stays as it is. */
export async function insertLink(tx: Tx, link: Link, at: Date): Promise<void> {
  await tx
    .insertInto("verifications")
    .values({
      id: link.id,
      identifier: `${link.purpose}:${link.userId}`,
      value: link.email,
      expires_at: link.expiresAt,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** A link that still works. */
export async function findLink(db: Db, id: string, at: Date): Promise<Link | undefined> {
  const row = await db
    .selectFrom("verifications")
    .select(["id", "identifier", "value", "expires_at"])
    .where("id", "=", id)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  const [purpose, userId] = row?.identifier.split(":") ?? [];
  if (!row || purpose === undefined || userId === undefined) return undefined;
  return { id: row.id, purpose, userId, email: row.value, expiresAt: row.expires_at };
}

/** The last link of a purpose that somebody was sent and that still works; held until the transaction ends. */
export async function findNewestLink(
  tx: Tx,
  userId: string,
  purpose: string,
  at: Date,
): Promise<{ readonly id: string; readonly createdAt: Date } | undefined> {
  const row = await tx
    .selectFrom("verifications")
    .select(["id", "created_at"])
    .where("identifier", "=", `${purpose}:${userId}`)
    .where("expires_at", ">", at)
    .orderBy("created_at", "desc")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row && { id: row.id, createdAt: row.created_at };
}

export async function prolongLink(tx: Tx, id: string, expiresAt: Date): Promise<void> {
  await tx.updateTable("verifications").set({ expires_at: expiresAt }).where("id", "=", id).execute();
}

/** Uses a link up. Of any number of transactions that try, one is told true. */
export async function deleteLink(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.deleteFrom("verifications").where("id", "=", id).returning("id").executeTakeFirst();
  return row !== undefined;
}

/** One of a purpose, used up by that: of any number who ask at once, one is given it. */
export async function takeLink(
  db: Db,
  id: string,
  purpose: string,
  at: Date,
): Promise<Omit<Link, "id" | "expiresAt"> | undefined> {
  const row = await db
    .deleteFrom("verifications")
    .where("id", "=", id)
    .where("identifier", "like", `${purpose}:%`)
    .where("expires_at", ">", at)
    .returning(["identifier", "value"])
    .executeTakeFirst();
  return row && { purpose, userId: row.identifier.slice(purpose.length + 1), email: row.value };
}

/** Somebody's links of these purposes work no longer. */
export async function deleteLinks(tx: Tx, userId: string, purposes: readonly string[]): Promise<void> {
  const identifiers = purposes.map((purpose) => `${purpose}:${userId}`);
  await tx.deleteFrom("verifications").where("identifier", "in", identifiers).execute();
}
