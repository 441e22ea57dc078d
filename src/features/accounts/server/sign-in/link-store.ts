/**
 * Table `verifications`: links of mails, passkey questions and sign-in tickets. `identifier` is
 * "purpose:user id", `value` the address.
 */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Day } from "#shared/dates/dates.ts";

export type Link = {
  readonly id: string;
  readonly purpose: string;
  readonly userId: string;
  readonly email: string;
  readonly expiresAt: Date;
};

/** The owner of links that outlive their account, until a new account takes them over. */
export const NO_USER_ID = "00000000-0000-0000-0000-000000000000";

/** Stores a link. Repeating it changes nothing. */
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

/** The link if it is valid at `at`. */
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

/** The newest valid link of a purpose and an account, locked. */
export function findNewestLink(tx: Tx, userId: string, purpose: string, at: Date): Promise<NewestLink | undefined> {
  return newestOf(tx, sql<boolean>`(identifier = ${`${purpose}:${userId}`})`, at);
}

/** The newest valid link of a purpose to an address, of any account, locked. */
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

/** Gives a link to another account. */
export async function handOverLink(tx: Tx, id: string, purpose: string, userId: string): Promise<void> {
  await tx
    .updateTable("verifications")
    .set({ identifier: `${purpose}:${userId}` })
    .where("id", "=", id)
    .execute();
}

/** Sets a new end of the link's validity. */
export async function prolongLink(tx: Tx, id: string, expiresAt: Date): Promise<void> {
  await tx.updateTable("verifications").set({ expires_at: expiresAt }).where("id", "=", id).execute();
}

/** Uses a link up. Exactly one of concurrent callers gets true. */
export async function deleteLink(db: Db | Tx, id: string): Promise<boolean> {
  const row = await db.deleteFrom("verifications").where("id", "=", id).returning("id").executeTakeFirst();
  return row !== undefined;
}

/** Uses up a link of a purpose. Exactly one of concurrent callers gets it. */
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

/** Deletes the account's links of these purposes. */
export async function deleteLinks(tx: Tx, userId: string, purposes: readonly string[]): Promise<void> {
  const identifiers = purposes.map((purpose) => `${purpose}:${userId}`);
  await tx.deleteFrom("verifications").where("identifier", "in", identifiers).execute();
}

/**
 * Deletes links that open an account. Keeps those that confirm or restore an address: these need more than
 * the link, or protect the owner.
 */
export async function deleteOpeningLinks(tx: Tx): Promise<void> {
  await tx
    .deleteFrom("verifications")
    .where("identifier", "not like", "verify-email:%")
    .where("identifier", "not like", "undo-%")
    .execute();
}

/** Thrown to roll back: the address may still be restored to another account. */
export class ReservedAddress extends Error {}

/** `undo-claimed` restores an address that was unconfirmed. Its value is that of `claimedValue`. */
const PURPOSES = ["undo-email", "undo-claimed"] as const;
export type UndoPurpose = (typeof PURPOSES)[number];

/** Whether a link of this purpose restores an address. */
export function isUndoPurpose(purpose: string | undefined): purpose is UndoPurpose {
  return PURPOSES.some((each) => each === purpose);
}

/**
 * The stored value of an `undo-claimed` link. Includes the birth date, which the reader of a mistyped
 * address does not know.
 */
export function claimedValue(email: string, birthDate: Day | null | undefined): string {
  return `${birthDate ?? "unknown"} ${email}`;
}

/**
 * Address and birth date of such a value. Links from before birth dates were required hold only the
 * address.
 */
export function readClaimedValue(value: string): { readonly email: string; readonly birthDate: string | undefined } {
  const [birthDate, email] = value.split(" ");
  return email === undefined ? { email: value, birthDate: undefined } : { email, birthDate };
}

function identifiersOf(userId: string): string[] {
  return PURPOSES.map((purpose) => `${purpose}:${userId}`);
}

/** Uses a link up, and deletes all later ones of the account. False if it was used already. */
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

/** Whether a confirmed address may still be restored to an account other than `userId`. */
export async function isReservedAddress(db: Db | Tx, email: string, at: Date, userId?: string): Promise<boolean> {
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

/** Whether the account's address can still be restored by an undo link. */
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
