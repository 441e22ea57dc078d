import { sql } from "kysely";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { ImportedPerson } from "../../rules/import-person.ts";

/**
 * PostgreSQL ends an import that is idle for longer. A suspended machine would otherwise lock accounts
 * until it resumes.
 */
const MOST_SILENCE = "1min";

/** Serialises imports: two files with the same people would deadlock. */
export async function serialiseImports(tx: Tx): Promise<void> {
  await sql`SELECT set_config('idle_in_transaction_session_timeout', ${MOST_SILENCE}, true),
    pg_advisory_xact_lock(hashtextextended('import', 0))`.execute(tx);
}

/** Ids of accounts by address. */
export async function findIdsByEmail(tx: Tx, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await tx.selectFrom("users").select(["id", "email"]).where("email", "in", emails).execute();
  return new Map(rows.map(({ id, email }) => [email ?? "", id]));
}

/** Active accounts by address, locked. `isReaders`: only the reader of the address can open the account. */
export async function lockByEmail(
  tx: Tx,
  emails: readonly string[],
): Promise<{ readonly id: string; readonly email: string; readonly isReaders: boolean }[]> {
  const rows = await tx
    .selectFrom("users as u")
    .select(["u.id", "u.email", "u.email_verified"])
    .select((eb) =>
      eb.exists(eb.selectFrom("credentials as c").select("c.user_id").whereRef("c.user_id", "=", "u.id")).as("has_password"),
    )
    .where("u.email", "in", emails)
    .where("u.erased_at", "is", null)
    .orderBy("u.id")
    .forKeyShare()
    .execute();
  return rows.map(({ id, email, email_verified, has_password }) => ({
    id,
    email: email ?? "",
    isReaders: email_verified || !has_password,
  }));
}

/** Addresses that a pending undo link may restore to their former accounts. */
export async function listReservedAddresses(tx: Tx, emails: readonly string[], at: Date): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom("verifications")
    .select("value")
    .where("value", "in", emails)
    .where("identifier", "like", "undo-email:%")
    .where("expires_at", ">", at)
    .execute();
  return new Set(rows.map(({ value }) => value));
}

/**
 * Inserts accounts without a password. The newsletter consent has the file's date; excluded people have
 * none.
 */
export async function insertImportedPeople(
  tx: Tx,
  people: readonly (ImportedPerson & { readonly id: string })[],
  at: Date,
): Promise<void> {
  if (people.length === 0) return;
  const consentDate = (person: ImportedPerson) => (person.exclusions.length > 0 ? undefined : person.newsletterSince);
  await tx
    .insertInto("users")
    .values(
      people.map((person) => ({
        id: person.id,
        email: person.email,
        first_name: person.firstName,
        last_name: person.lastName,
        birth_date: person.birthDate,
        phone: person.phone ?? null,
        county: person.county ?? null,
        locale: person.locale,
        marketing_opt_in: consentDate(person) !== undefined,
        created_at: person.registeredAt ?? at,
        updated_at: at,
      })),
    )
    .execute();
  const consents = people.flatMap((person) => {
    const consentAt = consentDate(person);
    return consentAt ? [{ user_id: person.id, kind: "marketing", given: true, source: "import", at: consentAt }] : [];
  });
  if (consents.length > 0) await tx.insertInto("consents").values(consents).execute();
}
