/** Assigns postal entries to people, and to accounts once their address is confirmed. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import { normalEmail } from "../../rules/person/email-address.ts";
import { isSamePerson, ownerOfCard } from "../../rules/person/same-person.ts";
import { lockAccount } from "../sign-in/credential-store.ts";
import {
  findJoinedTo,
  insertPerson,
  listJoined,
  listPeopleAtAddress,
  lockPersonRow,
  type NewPerson,
  waitForAddress,
  writeJoined,
} from "./person-store.ts";
import { lockLimitsRow } from "./player-limits-store.ts";
import { lockExclusions } from "./same-person-store.ts";
import { applySamePersonExclusionsTo } from "./same-person.ts";
import { applyStoredExclusions, copyExclusions } from "./stored-exclusions.ts";

/**
 * The person who owns a postal entry. `duplicates`: ids of accounts that may be the same person, as
 * `ownerOfCard` finds them; their exclusions count, too.
 */
export type JoinedPerson = {
  readonly id: string;
  readonly locale: Locale;
  readonly isNew: boolean;
  readonly duplicates: readonly string[];
};

/**
 * Finds or creates the person, locked against erasure and changes of address. Stored exclusions apply.
 * An account matches only if its address is confirmed and name and birth date agree, because strangers may
 * claim an address and households share it. A new person has no password, and an unconfirmed address if free.
 * @param known id of a person without an address, if earlier post of theirs is known
 */
export async function joinPerson(
  ctx: Pick<Ctx, "lastingSecret" | "now">,
  tx: Tx,
  person: NewPerson,
  known?: string,
): Promise<JoinedPerson> {
  const { email } = person;
  if (email === undefined) {
    const former = known === undefined ? undefined : await lockPersonRow(tx, known);
    if (former) return { ...former, isNew: false, duplicates: [] };
    const id = await insertPerson(tx, person, ctx.now());
    await lockExclusions(tx, "apply");
    await applySamePersonExclusionsTo(ctx, tx, id);
    return { id, locale: person.locale, isNew: true, duplicates: [] };
  }
  await waitForAddress(tx, email);
  const { own, duplicates } = ownerOfCard(await listPeopleAtAddress(tx, email), person);
  // The person may have been erased after the read.
  const locked = own && (await lockPersonRow(tx, own.id));
  if (locked) return { ...locked, isNew: false, duplicates };
  const id = await insertPerson(tx, person, ctx.now());
  await lockExclusions(tx, "apply");
  await applyStoredExclusions(ctx, tx, id, email);
  return { id, locale: person.locale, isNew: true, duplicates };
}

/** Ids of all people with this address. */
export async function listPeopleAt({ db }: Pick<Ctx, "db">, email: string): Promise<readonly string[]> {
  return (await listPeopleAtAddress(db, normalEmail(email))).map(({ id }) => id);
}

/** The ids that `joinPerson` would find, without locks. */
export async function findOwnerOfCard(
  db: Db,
  person: Pick<NewPerson, "firstName" | "lastName" | "birthDate">,
  email: string,
): Promise<{ readonly id: string | undefined; readonly duplicates: readonly string[] }> {
  const { own, duplicates } = ownerOfCard(await listPeopleAtAddress(db, email), person);
  return { id: own?.id, duplicates };
}

/**
 * Locks the account before an address is confirmed, in the order of all transactions. Exclusions are locked
 * only if postal entries wait at the address, because that blocks registrations. Returns the account.
 */
export async function lockForPost(tx: Tx, accountId: string, email: string) {
  await waitForAddress(tx, email);
  const isAlone = (await listPeopleAtAddress(tx, email)).every(({ id, hasPassword }) => id === accountId || hasPassword);
  if (!isAlone) await lockExclusions(tx, "begin");
  await lockLimitsRow(tx, accountId);
  return lockAccount(tx, accountId);
}

/** Gives the account the postal entries and exclusions of the same person. Call `lockForPost` first. */
export async function takeOverPost(
  ctx: Pick<Ctx, "lastingSecret" | "now">,
  tx: Tx,
  accountId: string,
  email: string,
): Promise<void> {
  const people = await listPeopleAtAddress(tx, email);
  const account = people.find(({ id }) => id === accountId);
  if (!account) return;
  for (const person of people) {
    if (person.id === accountId || person.hasPassword || !isSamePerson(person, account)) continue;
    await writeJoined(tx, person.id, accountId);
    await copyExclusions(ctx, tx, accountId, person.id);
  }
}

/** Blocks password changes and new postal entries of the person until the transaction ends. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await lockAccount(tx, userId);
}

/** The id of the account that sees a person's entries: their own, or the one they were joined to. */
export async function findAccountOf(ctx: Pick<Ctx, "db">, userId: string): Promise<string> {
  return (await findJoinedTo(ctx.db, userId)) ?? userId;
}

/** Ids of the people whose postal entries the account sees. */
export async function listJoinedPeople(ctx: Pick<Ctx, "db">, accountId: string): Promise<string[]> {
  return listJoined(ctx.db, accountId);
}
