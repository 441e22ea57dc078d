/** Table `passkeys`. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";

/** `counter`: the authenticator's count of uses, 0 for authenticators without one. */
export type StoredPasskey = {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
};

/** The passkey with this WebAuthn credential id, of an active account with an address. */
export async function findPasskey(db: Db | Tx, credentialId: string): Promise<StoredPasskey | undefined> {
  const row = await db
    .selectFrom("passkeys as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .select(["p.id", "p.user_id", "p.credential_id", "p.public_key", "p.counter", "p.transports"])
    .where("p.credential_id", "=", credentialId)
    .where("u.erased_at", "is", null)
    .where("u.email", "is not", null)
    .executeTakeFirst();
  return row && { ...fromRow(row), counter: Number(row.counter) };
}

/** The account's passkeys, oldest first. */
export async function listPasskeyRows(db: Db | Tx, userId: string) {
  return db
    .selectFrom("passkeys")
    .select(["id", "credential_id", "transports", "name", "added_at", "used_at"])
    .where("user_id", "=", userId)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
}

/** Whether the account is staff's and has a passkey. Its password alone does not sign in. */
export async function isStaffWithPasskey(db: Db | Tx, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("passkeys as p")
    .innerJoin("admin_user as a", "a.id", "p.user_id")
    .select("p.id")
    .where("p.user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type NewPasskey = Omit<StoredPasskey, "id"> & { readonly name: string; readonly at: Date };

/** False if the passkey is already registered, by any account. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const row = await tx
    .insertInto("passkeys")
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
      added_at: passkey.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a use. False if the passkey is gone, or if its counter did not increase. */
export async function notePasskeyUse(tx: Tx, id: string, counter: number, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable("passkeys")
    .set({ counter, used_at: at })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("counter", "<", counter), eb.and([eb("counter", "=", 0), eb.val(counter === 0)])]))
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the account has no such passkey. */
export async function renamePasskeyRow(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  const row = await db
    .updateTable("passkeys")
    .set({ name })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the account has no such passkey. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes passkeys that were added since then. Returns how many. */
export async function deletePasskeysSince(tx: Tx, userId: string, since: Date): Promise<number> {
  const gone = await tx.deleteFrom("passkeys").where("user_id", "=", userId).where("added_at", ">=", since).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
