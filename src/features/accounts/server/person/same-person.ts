/**
 * Self-exclusions apply to all accounts of the same person, recognised by name (in any order) and birth
 * date. Decision 0083.
 */
import { createHmac } from "node:crypto";
import { type Actor, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { LONGEST_EXCLUSION_REASON } from "../../rules/person/safer-play.ts";
import { type Identity, isSameSender, LIKENESSES, type Likeness, lettersOf, likenessOf } from "../../rules/person/same-person.ts";
import { insertStoredExclusion, listStoredExclusions } from "./closed-accounts-store.ts";
import { findIdentity } from "./person-store.ts";
import {
  clearMatch,
  listAllBornOn,
  listExcludedBornOn,
  listMatchedRows,
  listPairRows,
  type NamedPerson,
  saveMatch,
} from "./same-person-store.ts";

type HashContext = Pick<Ctx, "lastingSecret" | "now">;

/** Accounts closed for good: an exclusion without an end. */
export const FOR_GOOD = new Date("2999-12-31T23:59:59Z");

/** Call it when an exclusion begins. It applies to existing and future accounts of the person. */
export async function excludeSamePerson(ctx: HashContext, tx: Tx, userId: string, until: Date): Promise<void> {
  const person = await findIdentity(tx, userId);
  const hash = person && hashOf(ctx, person);
  if (!hash || person.birthDate === null) return;
  await insertStoredExclusion(tx, hash, until);
  for (const other of await listAllBornOn(tx, person.birthDate))
    if (other.id !== userId && isSameSender(other, person)) await saveMatch(tx, other.id, until);
}

/**
 * Applies existing exclusions to these accounts. Call it in the transaction that sets names and birth
 * dates.
 */
export async function applySamePersonExclusions(ctx: HashContext, tx: Tx, people: readonly NamedPerson[]): Promise<void> {
  const ends = await findEnds(ctx, tx, people);
  for (const [at, { id }] of people.entries()) {
    const until = ends[at];
    if (until) await saveMatch(tx, id, until);
  }
}

/** The same for one account. */
export async function applySamePersonExclusionsTo(ctx: HashContext, tx: Tx, userId: string): Promise<void> {
  const person = await findIdentity(tx, userId);
  if (person) await applySamePersonExclusions(ctx, tx, [{ ...person, id: userId }]);
}

/** Until when this person is excluded because of another account. Undefined: not at all. */
export async function findSamePersonExclusion(ctx: HashContext, db: Db | Tx, person: Identity): Promise<Date | undefined> {
  return (await findEnds(ctx, db, [{ ...person, id: "" }]))[0];
}

/** The latest end of an exclusion of each person, in their order; undefined for people without one. */
async function findEnds(ctx: HashContext, db: Db | Tx, people: readonly NamedPerson[]): Promise<(Date | undefined)[]> {
  const hashed = people.map((person) => ({ person, hash: hashOf(ctx, person) }));
  const hashes = hashed.flatMap(({ hash }) => (hash ? [hash] : []));
  if (hashes.length === 0) return people.map(() => undefined);
  const days = [...new Set(people.flatMap(({ birthDate }) => birthDate ?? []))];
  const stored = await listStoredExclusions(db, hashes, ctx.now());
  const excluded = await listExcludedBornOn(db, days, ctx.now());
  return hashed.map(({ person, hash }) => {
    const ends = excluded.flatMap((other) => (other.id !== person.id && isSameSender(other, person) ? other.until : []));
    const storedUntil = hash && stored.get(hash.toString("hex"));
    return [...ends, ...(storedUntil ? [storedUntil] : [])].toSorted((a, b) => b.getTime() - a.getTime())[0];
  });
}

/** Stores an exclusion that outlives the account. Call it before the account is emptied. */
export async function storeSamePersonExclusion(ctx: HashContext, tx: Tx, userId: string, until: Date): Promise<void> {
  const person = await findIdentity(tx, userId);
  const hash = person && hashOf(ctx, person);
  if (hash) await insertStoredExclusion(tx, hash, until);
}

/** A keyed fingerprint. Undefined without a birth date. */
function hashOf({ lastingSecret }: HashContext, person: Identity): Buffer | undefined {
  const letters = lettersOf(person);
  if (letters === "" || person.birthDate === null) return undefined;
  return createHmac("sha256", lastingSecret).update(`exclusion:person:${person.birthDate}:${letters}`).digest();
}

/**
 * An account that may belong to an excluded person. `excluded`: that person, unless erased. `isRefused`:
 * the exclusion applies to the account already.
 */
export type PossibleMatch = {
  readonly id: string;
  readonly name: string;
  readonly email: string | undefined;
  readonly excluded: { readonly id: string; readonly name: string; readonly email: string | undefined } | undefined;
  readonly likeness: Likeness;
  readonly until: Date;
  readonly isRefused: boolean;
};
const MOST_MATCHES = 100;

/** Accounts that may belong to an excluded person, at most 100. Those already excluded come first. */
export async function listPossibleMatches(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
): Promise<Result<readonly PossibleMatch[], "forbidden">> {
  if (!(await may(ctx, actor, "care.handle"))) return err("forbidden");
  const now = ctx.now();
  const [pairs, matched] = [await listPairRows(ctx.db, now), await listMatchedRows(ctx.db, now)];
  const found = pairs.flatMap(({ excluded, other }): PossibleMatch[] => {
    const likened = (person: typeof excluded | typeof other) => ({
      ...{ firstName: person.firstName, lastName: person.lastName, birthDate: person.birthDate ?? null },
      ...{ email: person.email, phone: person.phone },
    });
    const likeness = likenessOf(likened(excluded), likened(other));
    if (!likeness) return [];
    const isRefused = other.matchedUntil !== undefined && other.matchedUntil > now;
    const { id, email } = other;
    return [
      {
        id,
        name: nameOf(other),
        email,
        likeness,
        until: excluded.until,
        isRefused,
        excluded: { id: excluded.id, name: nameOf(excluded), email: excluded.email },
      },
    ];
  });
  const shown = new Set(found.filter(({ isRefused }) => isRefused).map(({ id }) => id));
  // Matches whose excluded account is gone.
  const gone = matched
    .filter(({ id }) => !shown.has(id))
    .map((row): PossibleMatch => ({
      ...{ id: row.id, name: nameOf(row), email: row.email, excluded: undefined },
      ...{ likeness: "same", until: row.matchedUntil ?? now, isRefused: true },
    }));
  const rank = (each: PossibleMatch) => (each.isRefused ? 0 : 1) * LIKENESSES.length + LIKENESSES.indexOf(each.likeness);
  return ok([...found, ...gone].toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_MATCHES));
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim();

/**
 * Lifts another account's exclusion, because staff found that this account is another person's. The
 * account's own exclusion stays. `until`: the end of the exclusion that staff saw, as an ISO text.
 */
export async function clearMatchedExclusion(
  ctx: Ctx,
  actor: Actor,
  { userId, until, reason: written }: { readonly userId: string; readonly until: string; readonly reason: string },
): Promise<Result<undefined, ReauthRefusal | "not_found" | "reason_needed">> {
  const reauth = await requireReauth(ctx, actor, "people.exclude");
  if (!reauth.ok) return reauth;
  const reason = written.replaceAll("\0", "").trim();
  if (reason === "" || reason.length > LONGEST_EXCLUSION_REASON) return err("reason_needed");
  const upTo = new Date(until);
  if (!isUuid(userId) || Number.isNaN(upTo.getTime()) || upTo > FOR_GOOD) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await findIdentity(tx, userId))) return err("not_found");
    const before = await clearMatch(tx, userId, upTo);
    await recordChange(tx, {
      actor,
      action: "user.tell_apart",
      subjectType: "user",
      subjectId: userId,
      before: { exclusion_until: before?.toISOString() ?? null },
      after: { exclusion_until: null },
      reason,
      at: ctx.now(),
    });
    return ok();
  });
}
