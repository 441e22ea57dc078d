/** SQL of people who come without an account. */
import type { Tx } from "#platform/db.server.ts";
import type { Day } from "#shared/dates.ts";
import type { Locale } from "#shared/locale.ts";

export type NewPerson = {
  /** In its one spelling; undefined for somebody who gave none. */
  readonly email: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | undefined;
  readonly birthDate: Day;
  readonly county: string;
  readonly locale: Locale;
};

/** The living account of an address. Until the transaction ends it is neither erased nor does it get another address. */
export async function holdPersonByEmail(tx: Tx, email: string): Promise<{ id: string; locale: Locale } | undefined> {
  return tx.selectFrom("users").select(["id", "locale"]).where("email", "=", email).forKeyShare().executeTakeFirst();
}

/** A living account by its id, held likewise. */
export async function holdPerson(tx: Tx, id: string): Promise<{ id: string; locale: Locale } | undefined> {
  return tx
    .selectFrom("users")
    .select(["id", "locale"])
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .forKeyShare()
    .executeTakeFirst();
}

/** Undefined where somebody else has just taken the address. The address is not verified: anybody can write anybody's on a card. */
export async function insertPerson(tx: Tx, person: NewPerson, at: Date): Promise<string | undefined> {
  const row = await tx
    .insertInto("users")
    .values({
      email: person.email ?? null,
      first_name: person.firstName,
      last_name: person.lastName,
      phone: person.phone ?? null,
      birth_date: person.birthDate,
      county: person.county,
      locale: person.locale,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}
