/** Table `users`: people, their addresses, and which account sees whose entries (`joined_to`). */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Day } from "#shared/dates/dates.ts";
import { fromRow } from "#shared/from-row.ts";
import type { Locale } from "#shared/language/locale.ts";
import type { Identity, PersonAtAddress } from "../../rules/person/same-person.ts";

/** A person without an account, such as a sender of postcards. */
export type NewPerson = {
  readonly email: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | undefined;
  readonly birthDate: Day;
  readonly county: string;
  readonly locale: Locale;
};

/** Serialises changes to who has an address. Lock it before accounts, after orders and draws. */
export async function waitForAddress(tx: Tx, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`address:${email}`}, 0))`.execute(tx);
}

/** Active people with this address, as their account's or as a contact, oldest first. */
export async function listPeopleAtAddress(db: Db | Tx, email: string): Promise<PersonAtAddress[]> {
  const rows = await db
    .selectFrom("users as u")
    .select(["u.id", "u.email", "u.email_verified", "u.first_name", "u.last_name", "u.birth_date", "u.joined_to"])
    .select((eb) =>
      eb.exists(eb.selectFrom("credentials as c").select("c.user_id").whereRef("c.user_id", "=", "u.id")).as("has_password"),
    )
    .where((eb) => eb.or([eb("u.email", "=", email), eb("u.contact_email", "=", email)]))
    .where("u.erased_at", "is", null)
    .orderBy("u.created_at")
    .orderBy("u.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    birthDate: row.birth_date,
    isConfirmed: row.email === email && row.email_verified,
    hasPassword: Boolean(row.has_password),
    joinedTo: row.joined_to ?? undefined,
  }));
}

/** Locks an account against erasure and changes of address until the transaction ends. */
export async function lockPersonRow(tx: Tx, id: string): Promise<{ id: string; locale: Locale } | undefined> {
  return tx
    .selectFrom("users")
    .select(["id", "locale"])
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .forKeyShare()
    .executeTakeFirst();
}

/** A free address becomes theirs, unconfirmed. A taken one is only a contact: cards can name any address. */
export async function insertPerson(tx: Tx, person: NewPerson, at: Date): Promise<string> {
  const row = {
    first_name: person.firstName,
    last_name: person.lastName,
    phone: person.phone ?? null,
    birth_date: person.birthDate,
    county: person.county,
    locale: person.locale,
    created_at: at,
    updated_at: at,
  };
  if (person.email !== undefined) {
    const first = await tx
      .insertInto("users")
      .values({ ...row, email: person.email })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (first) return first.id;
  }
  const made = await tx
    .insertInto("users")
    .values({ ...row, contact_email: person.email ?? null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return made.id;
}

/** Lets the account see the person's entries. A person who is joined to an account stays there. */
export async function writeJoined(tx: Tx, personId: string, accountId: string): Promise<void> {
  await tx
    .updateTable("users")
    .set({ joined_to: accountId })
    .where("id", "=", personId)
    .where("email", "is", null)
    .where("joined_to", "is", null)
    .execute();
}

/** Ids of people whose entries this account sees. */
export async function listJoined(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.selectFrom("users").select("id").where("joined_to", "=", accountId).orderBy("id").execute();
  return rows.map((row) => row.id);
}

/** Locks the account with an address that is about to be confirmed. Undefined if the address is free. */
export async function lockHolder(tx: Tx, email: string) {
  return tx
    .selectFrom("users as u")
    .select(["u.id", "u.email_verified", "u.first_name", "u.last_name", "u.birth_date"])
    .select((eb) => eb.exists(eb.selectFrom("admin_user as a").select("a.id").whereRef("a.id", "=", "u.id")).as("is_admin"))
    .where("u.email", "=", email)
    .forUpdate("u")
    .executeTakeFirst();
}

/**
 * Removes the unconfirmed address and all sign-in data. `newOwnerId` sees the account's entries from then
 * on.
 */
export async function displaceAccount(tx: Tx, userId: string, newOwnerId: string, at: Date): Promise<void> {
  await tx.deleteFrom("sessions").where("user_id", "=", userId).execute();
  await tx.deleteFrom("credentials").where("user_id", "=", userId).execute();
  await tx.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  await tx.deleteFrom("verifications").where("identifier", "like", `%:${userId}`).execute();
  await tx
    .updateTable("users")
    .set({ email: null, joined_to: newOwnerId, marketing_opt_in: false, updated_at: at })
    .where("id", "=", userId)
    .execute();
  await tx.updateTable("users").set({ joined_to: newOwnerId }).where("joined_to", "=", userId).execute();
}

/** Id of the account that sees this person's entries, if it is another one. */
export async function findJoinedTo(db: Db | Tx, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom("users").select("joined_to").where("id", "=", userId).executeTakeFirst();
  return row?.joined_to ?? undefined;
}

/** Names and birth dates, for comparing people. */
export async function listIdentities(tx: Tx, ids: readonly string[]) {
  return tx.selectFrom("users").select(["id", "first_name", "last_name", "birth_date"]).where("id", "in", ids).execute();
}

/** Name, birth date and address of an active account. */
export async function findIdentity(db: Db, userId: string): Promise<(Identity & { readonly email: string | null }) | undefined> {
  const row = await db
    .selectFrom("users")
    .select(["email", "first_name", "last_name", "birth_date"])
    .where("id", "=", userId)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  return row && { email: row.email, firstName: row.first_name, lastName: row.last_name, birthDate: row.birth_date };
}

/** Active accounts with an address and this birth date. */
export async function listBornOn(
  tx: Db | Tx,
  birthDate: Day,
): Promise<(Identity & { readonly id: string; readonly email: string })[]> {
  const rows = await tx
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name", "birth_date"])
    .where("birth_date", "=", birthDate)
    .where("email", "is not", null)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...fromRow(row), email: row.email ?? "", birthDate }));
}
