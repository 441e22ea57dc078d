/** Whom something that came by post belongs to, and what comes to an account once its address is confirmed. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Locale } from "#shared/locale.ts";
import { normalEmail } from "../rules/email-address.ts";
import { isSamePerson, ownerOfCard } from "../rules/same-person.ts";
import { lockAccount } from "./credential-store.ts";
import { obeyKeptRests, takeOverRests } from "./kept-exclusion.ts";
import {
  findJoinedTo,
  holdPerson,
  insertPerson,
  listJoined,
  listReached,
  type NewPerson,
  waitForAddress,
  writeJoined,
} from "./person-store.ts";
import { lockLimitsRow } from "./player-limits-store.ts";
import { obeySamePersonAs } from "./same-person.ts";
import { lockExclusions } from "./same-person-store.ts";

/** `doubles` are others who may be this person, as `ownerOfCard` finds them: their rests from play count, too. */
export type JoinedPerson = {
  readonly id: string;
  readonly locale: Locale;
  readonly isNew: boolean;
  readonly doubles: readonly string[];
};

/**
 * Finds or makes the person, who is neither erased nor changed in address until the transaction ends.
 *
 * An account is found only where its address is confirmed, and name and birth date agree: anybody can open an account with anybody's address, and
 * a household shares one. It stays as it is, whatever else the card says. A new person has no password; where the address is free it is theirs,
 * unconfirmed, and they claim it with the link of a forgotten password; else it is only where they are reached. An exclusion that was kept for the
 * address holds for them, too.
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
  if (email === undefined) {
    const there = known === undefined ? undefined : await holdPerson(tx, known);
    if (there) return { ...there, isNew: false, doubles: [] };
    const id = await insertPerson(tx, person, ctx.now());
    await lockExclusions(tx, "obey");
    await obeySamePersonAs(ctx, tx, id);
    return { id, locale: person.locale, isNew: true, doubles: [] };
  }
  await waitForAddress(tx, email);
  const { own, doubles } = ownerOfCard(await listReached(tx, email), person);
  // Somebody may have been erased between the look and the hold.
  const held = own && (await holdPerson(tx, own.id));
  if (held) return { ...held, isNew: false, doubles };
  const id = await insertPerson(tx, person, ctx.now());
  await lockExclusions(tx, "obey");
  await obeyKeptRests(ctx, tx, id, email);
  return { id, locale: person.locale, isNew: true, doubles };
}

/** The ids of everybody who is reached at an address. */
export async function listPeopleAt({ db }: Pick<Ctx, "db">, email: string): Promise<readonly string[]> {
  return (await listReached(db, normalEmail(email))).map(({ id }) => id);
}

/** The ids that `joinPerson` would find by an address, for a look beforehand. */
export async function findOwnerOfCard(
  db: Db,
  person: Pick<NewPerson, "firstName" | "lastName" | "birthDate">,
  email: string,
): Promise<{ readonly id: string | undefined; readonly doubles: readonly string[] }> {
  const { own, doubles } = ownerOfCard(await listReached(db, email), person);
  return { id: own?.id, doubles };
}

/**
 * Locks what an account needs whose address is confirmed: address, exclusions, limits, account, the order of every transaction. Exclusions are locked
 * only if somebody came by post under this address, since that lock holds up registrations. The address is locked: nobody comes in between.
 */
export async function lockForPost(tx: Tx, accountId: string, email: string) {
  await waitForAddress(tx, email);
  const isAlone = (await listReached(tx, email)).every(({ id, hasPassword }) => id === accountId || hasPassword);
  if (!isAlone) await lockExclusions(tx, "begin");
  await lockLimitsRow(tx, accountId);
  return lockAccount(tx, accountId);
}

/**
 * What came by post under this address and in this name comes to the account whose address is confirmed now, with a rest that they are in. Call it in
 * the transaction that confirms, after `lockForPost`.
 */
export async function takeOverPost(
  ctx: Pick<Ctx, "lastingSecret" | "now">,
  tx: Tx,
  accountId: string,
  email: string,
): Promise<void> {
  const reached = await listReached(tx, email);
  const account = reached.find(({ id }) => id === accountId);
  if (!account) return;
  for (const person of reached) {
    if (person.id === accountId || person.hasPassword || !isSamePerson(person, account)) continue;
    await writeJoined(tx, person.id, accountId);
    await takeOverRests(ctx, tx, accountId, person.id);
  }
}

/** Until the transaction ends, nobody chooses a password for them, and no card is theirs. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await lockAccount(tx, userId);
}

/** The id of the account that sees somebody's entries: their own, or the one that they were found to be. */
export async function findAccountOf(ctx: Pick<Ctx, "db">, userId: string): Promise<string> {
  return (await findJoinedTo(ctx.db, userId)) ?? userId;
}

/** The ids of people whose entries an account sees besides its own. */
export async function listJoinedPeople(ctx: Pick<Ctx, "db">, accountId: string): Promise<string[]> {
  return listJoined(ctx.db, accountId);
}
