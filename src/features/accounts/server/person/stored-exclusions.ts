/**
 * Pauses and self-exclusions outlive the account: they return with the same address, or the same name
 * and birth date.
 */
import { createHmac } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { Day } from "#shared/dates/dates.ts";
import { mailboxOf, normalEmail } from "../../rules/person/email-address.ts";
import { limitAt, RAISE_AFTER_MS, type WantedExclusion } from "../../rules/person/safer-play.ts";
import { type Identity, lettersOf } from "../../rules/person/same-person.ts";
import { recordConsent } from "../profile/profile-store.ts";
import { findAccount } from "../sign-in/credential-store.ts";
import { insertStoredExclusion, listStoredExclusions } from "./closed-accounts-store.ts";
import { findIdentity, listBornOn } from "./person-store.ts";
import { findLimitsRow, insertLimitChange, isExclusionOfReader, lockLimitsRow, saveExclusionEnd } from "./player-limits-store.ts";
import { applySamePersonExclusions, excludeSamePerson } from "./same-person.ts";

type HashContext = Pick<Ctx, "lastingSecret" | "now">;

const KINDS = ["pause", "exclusion"] as const satisfies readonly WantedExclusion["kind"][];

/**
 * Stores the account's exclusions under its address. Call it before the address is removed from the account.
 * An unconfirmed address is hashed with the birth date: a stranger must not exclude its owner.
 * @param options.isLast the account is erased; with a spending limit, it is paused for another 24 hours
 */
export async function storeExclusions(
  ctx: HashContext,
  tx: Tx,
  userId: string,
  { email, isLast = false }: { readonly email: string; readonly isLast?: boolean },
): Promise<void> {
  const limits = await findLimitsRow(tx, userId);
  const now = ctx.now();
  // A new account would have no limit. It may buy no sooner than a raised limit would apply.
  const noSoonerThan = isLast && limitAt(limits, now) !== undefined ? new Date(now.getTime() + RAISE_AFTER_MS) : now;
  const pausedUntil = limits.pausedUntil && limits.pausedUntil > noSoonerThan ? limits.pausedUntil : noSoonerThan;
  const ends = { pause: pausedUntil, exclusion: limits.excludedUntil } as const;
  for (const kind of KINDS) {
    const until = ends[kind];
    if (!until || until <= now) continue;
    const isTheirs = await isExclusionOfReader(tx, userId, kind);
    const birthDate = isTheirs ? undefined : (await findIdentity(tx, userId))?.birthDate;
    await insertStoredExclusion(tx, hashOf(ctx, kind, email, birthDate), until);
  }
  await storeMailboxExclusion(ctx, tx, userId);
}

/**
 * Stores the self-exclusion under person and mailbox. Call it when one begins, and when an excluded account
 * changes its address.
 */
export async function storeMailboxExclusion(ctx: HashContext, tx: Tx, userId: string): Promise<void> {
  const { excludedUntil } = await findLimitsRow(tx, userId);
  if (!excludedUntil || excludedUntil <= ctx.now()) return;
  await excludeSamePerson(ctx, tx, userId, excludedUntil);
  const person = await findIdentity(tx, userId);
  const hash = person?.email ? mailboxHashOf(ctx, person.email, person) : undefined;
  if (hash) await insertStoredExclusion(tx, hash, excludedUntil);
}

/** Excludes other accounts of the same person and mailbox, if the account's address is confirmed. */
export async function excludeDuplicates(
  ctx: HashContext,
  tx: Tx,
  userId: string,
  { until, isConfirmed = false }: { readonly until: Date; readonly isConfirmed?: boolean },
): Promise<void> {
  const [account, person] = [await findAccount(tx, { id: userId }), await findIdentity(tx, userId)];
  if (!account?.email || !(account.email_verified || isConfirmed) || !person?.birthDate) return;
  const own = mailboxHashOf(ctx, account.email, person);
  for (const { id, email, ...other } of await listBornOn(tx, person.birthDate)) {
    if (id !== userId && own && mailboxHashOf(ctx, email, other)?.equals(own))
      await applyExclusion(ctx, tx, id, { kind: "exclusion", until });
  }
}

type Addressed = Identity & { readonly id: string; readonly email: string };
/** An exclusion that may be stored: its kind and the hash it would have. */
type StoredKey = { readonly kind: WantedExclusion["kind"]; readonly hash: Buffer };

/**
 * Applies exclusions stored under the address or the person. Call it in the transaction that gives an
 * account its address. The longer exclusion of a kind wins.
 */
export async function applyStoredExclusions(ctx: HashContext, tx: Tx, userId: string, email: string): Promise<void> {
  const person = await findIdentity(tx, userId);
  if (person) await applyAllStoredExclusions(ctx, tx, [{ ...person, id: userId, email }]);
}

/** The same for many accounts. Accounts without a stored exclusion cost no statement of their own. */
export async function applyAllStoredExclusions(ctx: HashContext, tx: Tx, people: readonly Addressed[]): Promise<void> {
  const stored = people.map((person) => ({ person, exclusions: storedExclusionsOf(ctx, person) }));
  const hashes = stored.flatMap(({ exclusions }) => exclusions.map(({ hash }) => hash));
  const ends = await listStoredExclusions(tx, hashes, ctx.now());
  let isLonger = false;
  for (const { person, exclusions } of stored)
    for (const { kind, hash } of exclusions) {
      const until = ends.get(hash.toString("hex"));
      if (until && (await applyExclusion(ctx, tx, person.id, { kind, until }))) isLonger = true;
    }
  // A new exclusion is stored by mailbox, which another of these people may share.
  if (isLonger && people.length > 1) await applyAllStoredExclusions(ctx, tx, people);
  else await applySamePersonExclusions(ctx, tx, people);
}

/** All keys under which exclusions of this person may be stored. */
function storedExclusionsOf(ctx: HashContext, { email, ...person }: Addressed): StoredKey[] {
  const mailbox = mailboxHashOf(ctx, email, person);
  return [
    ...(mailbox ? [{ kind: "exclusion", hash: mailbox } as const] : []),
    ...KINDS.flatMap((kind) => [undefined, person.birthDate].map((birth) => ({ kind, hash: hashOf(ctx, kind, email, birth) }))),
  ];
}

/** Applies an exclusion of another account. @returns whether it is longer than the present one */
export async function applyExclusion(
  ctx: HashContext,
  tx: Tx,
  userId: string,
  { kind, until }: { readonly kind: "pause" | "exclusion"; readonly until: Date },
): Promise<boolean> {
  const { pausedUntil, excludedUntil } = await lockLimitsRow(tx, userId);
  const present = kind === "pause" ? pausedUntil : excludedUntil;
  if (present && present >= until) return false;
  await saveExclusionEnd(tx, userId, kind === "pause" ? "paused_until" : "excluded_until", until);
  await insertLimitChange(tx, userId, { kind, until, at: ctx.now() });
  await endMarketing(tx, userId, kind, ctx.now());
  if (kind === "exclusion") await storeMailboxExclusion(ctx, tx, userId);
  return true;
}

/** A pause or self-exclusion withdraws the marketing consent. It is not restored afterwards. */
export async function endMarketing(tx: Tx, userId: string, source: WantedExclusion["kind"], at: Date): Promise<void> {
  await recordConsent(tx, userId, { kind: "marketing", given: false, source, at });
}

/** Applies the other account's exclusions to this account. */
export async function copyExclusions(ctx: HashContext, tx: Tx, userId: string, otherId: string): Promise<void> {
  const { pausedUntil, excludedUntil } = await findLimitsRow(tx, otherId);
  const now = ctx.now();
  if (pausedUntil && pausedUntil > now) await applyExclusion(ctx, tx, userId, { kind: "pause", until: pausedUntil });
  if (excludedUntil && excludedUntil > now) await applyExclusion(ctx, tx, userId, { kind: "exclusion", until: excludedUntil });
}

/**
 * The hash of an address. Keyed, so that a copy of the table cannot be searched. `AUTH_SECRET` may rotate.
 */
function hashOf({ lastingSecret }: HashContext, kind: WantedExclusion["kind"], email: string, birthDate?: Day | null): Buffer {
  return createHmac("sha256", lastingSecret)
    .update(`${kind}:${birthDate ? `born:${birthDate}:` : ""}${normalEmail(email)}`)
    .digest();
}

/**
 * The hash of a mailbox and its person: households share mailboxes, so name (in any order) and birth date
 * must match.
 */
function mailboxHashOf({ lastingSecret }: HashContext, email: string, person: Identity | undefined): Buffer | undefined {
  const letters = person && lettersOf(person);
  if (!letters || person.birthDate === null) return undefined;
  return createHmac("sha256", lastingSecret)
    .update(`exclusion:mailbox:${mailboxOf(email)}:${person.birthDate}:${letters}`)
    .digest();
}
