import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Day } from "#shared/dates.ts";

export type Link = {
  readonly id: string;
  readonly purpose: string;
  readonly userId: string;
  readonly email: string;
  readonly expiresAt: Date;
};

/** Whose account a link opens that outlives the one it was for, until it is handed over. */
export const NOBODY = "00000000-0000-0000-0000-000000000000";

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

type NewestLink = { readonly id: string; readonly createdAt: Date };

/** The last link of a purpose that somebody was sent and that still works; held until the transaction ends. */
export function findNewestLink(tx: Tx, userId: string, purpose: string, at: Date): Promise<NewestLink | undefined> {
  return newestOf(tx, sql<boolean>`(identifier = ${`${purpose}:${userId}`})`, at);
}

/** The same of one that was sent to an address, whichever account had it then. */
export function findNewestLinkTo(tx: Tx, email: string, purpose: string, at: Date): Promise<NewestLink | undefined> {
  return newestOf(tx, sql<boolean>`(value = ${email} AND identifier LIKE ${`${purpose}:%`})`, at);
}

async function newestOf(tx: Tx, which: RawBuilder<boolean>, at: Date): Promise<NewestLink | undefined> {
  const row = await tx
    .selectFrom("verifications")
    .select(["id", "created_at"])
    .where(which)
    .where("expires_at", ">", at)
    .orderBy("created_at", "desc")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row && { id: row.id, createdAt: row.created_at };
}

export async function handOverLink(tx: Tx, id: string, purpose: string, userId: string): Promise<void> {
  await tx
    .updateTable("verifications")
    .set({ identifier: `${purpose}:${userId}` })
    .where("id", "=", id)
    .execute();
}

export async function prolongLink(tx: Tx, id: string, expiresAt: Date): Promise<void> {
  await tx.updateTable("verifications").set({ expires_at: expiresAt }).where("id", "=", id).execute();
}

/** Uses a link up. Of any number of transactions that try, one is told true. */
export async function deleteLink(db: Db | Tx, id: string): Promise<boolean> {
  const row = await db.deleteFrom("verifications").where("id", "=", id).returning("id").executeTakeFirst();
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

/** Everybody's, but for those that confirm an address or bring one back: they take more than themselves, or protect. */
export async function deleteOpeningLinks(tx: Tx): Promise<void> {
  await tx
    .deleteFrom("verifications")
    .where("identifier", "not like", "verify-email:%")
    .where("identifier", "not like", "undo-%")
    .execute();
}

/** Undoes a transaction: the address that it wants may still be brought back to another account. */
export class AwaitedAddress extends Error {}

/** `undo-claimed` brings back an address that was merely claimed. Its value is that of `claimedValue`. */
const PURPOSES = ["undo-email", "undo-claimed"] as const;
export type UndoPurpose = (typeof PURPOSES)[number];

export function isUndoPurpose(purpose: string | undefined): purpose is UndoPurpose {
  return PURPOSES.some((each) => each === purpose);
}

/** Of a claimed address and the birth date that the account had: the reader of a mailbox that was mistyped at registration does not know it. */
export function claimedValue(email: string, birthDate: Day | null | undefined): string {
  return `${birthDate ?? "unknown"} ${email}`;
}

/** Those that were made before the birth date was asked for are of the address alone. */
export function readClaimedValue(value: string): { readonly email: string; readonly birthDate: string | undefined } {
  const [birthDate, email] = value.split(" ");
  return email === undefined ? { email: value, birthDate: undefined } : { email, birthDate };
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
