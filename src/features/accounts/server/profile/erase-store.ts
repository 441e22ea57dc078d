/** Queries that empty an account, and the contact details that are retained until its draws are over. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { Locale } from "#shared/language/locale.ts";
import { NO_USER_ID } from "../sign-in/link-store.ts";

/**
 * Copies the contact details into `retained_contacts`, before the account is emptied. The caller has locked
 * it.
 */
export async function insertContact(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx
    .insertInto("retained_contacts")
    .columns(["user_id", "email", "first_name", "last_name", "phone", "county", "kept_at"])
    .expression((eb) =>
      eb
        .selectFrom("users")
        .select((user) => [
          "id",
          user.fn.coalesce("email", "contact_email").as("email"),
          "first_name",
          "last_name",
          "phone",
          "county",
        ])
        .select(eb.val(at).as("kept_at"))
        .where("id", "=", userId)
        .$castTo<never>(),
    )
    .execute();
}

/** Stores a marketing refusal as a hash, so that an imported list cannot reverse it. */
export async function storeMarketingRefusal(tx: Tx, userId: string, at: Date): Promise<void> {
  await sql`
    INSERT INTO mail_suppressions (email_hash, reason, at)
    SELECT sha256(convert_to(u.email, 'UTF8')), 'erased', ${at} FROM users u
    WHERE u.id = ${userId} AND u.email IS NOT NULL AND NOT u.marketing_opt_in AND EXISTS (
      SELECT FROM consents c WHERE c.user_id = u.id AND c.kind = 'marketing' AND NOT c.given AND c.source <> 'registration')
    ON CONFLICT (email_hash) DO UPDATE SET reason = EXCLUDED.reason, at = EXCLUDED.at WHERE mail_suppressions.reason <> 'complained'`.execute(
    tx,
  );
}

/** Deletes all personal data of the account. The row stays as the pseudonym of orders, tickets and proofs. */
export async function emptyAccount(
  tx: Tx,
  { id: userId, email, email_verified: isConfirmed }: { id: string; email: string | null; email_verified: boolean },
  at: Date,
): Promise<void> {
  await tx.deleteFrom("sessions").where("user_id", "=", userId).execute();
  await tx.deleteFrom("credentials").where("user_id", "=", userId).execute();
  await tx.deleteFrom("second_factors").where("user_id", "=", userId).execute();
  await tx.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  await tx.deleteFrom("mail_refused_topics").where("user_id", "=", userId).execute();
  // Deletes links, but detaches reset links to an unconfirmed address: a later account reuses them.
  await tx
    .deleteFrom("verifications")
    .where((eb) => eb.or([eb("identifier", "like", `%:${userId}`), eb("value", "=", email)]))
    .$if(!isConfirmed, (query) => query.where("identifier", "not like", "reset-password:%"))
    .execute();
  await tx
    .updateTable("verifications")
    .set({ identifier: `reset-password:${NO_USER_ID}` })
    .where("identifier", "=", `reset-password:${userId}`)
    .execute();
  await tx
    .updateTable("users")
    .set({
      email: null,
      contact_email: null,
      joined_to: null,
      email_verified: false,
      first_name: "",
      last_name: "",
      former_names: "[]",
      phone: null,
      birth_date: null,
      county: null,
      marketing_opt_in: false,
      full_name_public: false,
      name_hidden: false,
      two_factor_enabled: false,
      updated_at: at,
      erased_at: at,
    })
    .where("id", "=", userId)
    .execute();
}

export type Contact = {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | undefined;
  readonly county: string | undefined;
  readonly locale: Locale;
  /** Whether the address is confirmed. Mails to others must not repeat typed text, such as a name. */
  readonly isConfirmed: boolean;
};

/**
 * Query of all accounts ever, with contact details from the profile, the account they were joined to, or
 * the retained copy. `email` is null if none are left.
 */
export function selectContacts(db: Pick<Db, "selectFrom">) {
  return db
    .selectFrom("users as u")
    .leftJoin("retained_contacts as c", "c.user_id", "u.id")
    .leftJoin("users as owner", "owner.id", "u.joined_to")
    .select((eb) => [
      "u.id",
      "u.locale",
      eb.fn.coalesce("u.email", "owner.email", "u.contact_email", "c.email").as("email"),
      sql<boolean>`CASE WHEN u.email IS NULL THEN coalesce(owner.email_verified, false) ELSE u.email_verified END`.as(
        "is_confirmed",
      ),
      sql<string>`coalesce(c.first_name, u.first_name)`.as("first_name"),
      sql<string>`coalesce(c.last_name, u.last_name)`.as("last_name"),
      sql<string | null>`coalesce(c.phone, u.phone)`.as("phone"),
      sql<string | null>`coalesce(c.county, u.county)`.as("county"),
    ]);
}

/** Contact details of these people. Omits people without an address. */
export async function listContactRows(db: Db | Tx, userIds: readonly string[]): Promise<Contact[]> {
  if (userIds.length === 0) return [];
  const rows = await selectContacts(db).where("u.id", "in", userIds).execute();
  return rows.flatMap((row) => {
    const { id: userId, email, ...contact } = fromRow(row);
    return email === undefined ? [] : [{ ...contact, userId, email }];
  });
}

/** Ids of erased people whose contact details are retained. */
export async function listRetained(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("retained_contacts").select("user_id").execute();
  return rows.map((row) => row.user_id);
}

export async function deleteContacts(db: Db, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await db.deleteFrom("retained_contacts").where("user_id", "in", userIds).execute();
}
