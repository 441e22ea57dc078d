/** Whom something that came by post belongs to: the account of the address on it, or a person without a password who can claim it later. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/db.server.ts";
import type { Locale } from "#shared/locale.ts";
import { findAccount } from "./credential-store.ts";
import { obeyKeptExclusion } from "./kept-exclusion.ts";
import { holdPerson, holdPersonByEmail, insertPerson, type NewPerson } from "./person-store.ts";

export type JoinedPerson = { readonly id: string; readonly locale: Locale; readonly isNew: boolean };

/** Of two who make the same person at once, or a person who is erased meanwhile, one try more finds how it stands. */
const TRIES = 3;

/**
 * Finds or makes the person, who is neither erased nor changed in address until the transaction ends.
 *
 * An account that is there already stays as it is, whatever else the card says: anybody can write anybody's address. A new one has no password and
 * an unverified address; its owner claims it with the link of a forgotten password, and nobody can by registering. An exclusion that was kept for
 * the address holds for it, too.
 *
 * @param known the id of somebody without an address, where earlier post of theirs is known
 */
export async function joinPerson(
  ctx: Pick<Ctx, "lastingSecret" | "now">,
  tx: Tx,
  person: NewPerson,
  known?: string,
): Promise<JoinedPerson> {
  const { email } = person;
  for (let left = TRIES; left > 0; left -= 1) {
    const there = await find(tx, email, known);
    if (there) return { ...there, isNew: false };
    const id = await insertPerson(tx, person, ctx.now());
    if (id === undefined) continue;
    if (email !== undefined) await obeyKeptExclusion(ctx, tx, id, email);
    return { id, locale: person.locale, isNew: true };
  }
  throw new Error("somebody keeps making and erasing the same person");
}

async function find(tx: Tx, email: string | undefined, known: string | undefined) {
  if (email !== undefined) return holdPersonByEmail(tx, email);
  return known === undefined ? undefined : holdPerson(tx, known);
}

/** The id of the account that `joinPerson` would find by this address, for a look beforehand. */
export async function findPersonByEmail(db: Db, email: string): Promise<string | undefined> {
  return (await findAccount(db, { email }))?.id;
}
