/** Rests (time-outs, self-exclusions) return with the same address, or with the same name and birth date. */
import { createHmac } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { Day } from "#shared/dates.ts";
import { mailboxOf, normalEmail } from "../rules/email-address.ts";
import { limitAt, RAISE_AFTER_MS, type WantedRest } from "../rules/safer-play.ts";
import { type Identity, lettersOf } from "../rules/same-person.ts";
import { insertKeptExclusion, listKeptExclusions } from "./closed-accounts-store.ts";
import { findAccount } from "./credential-store.ts";
import { findIdentity, listBornOn } from "./person-store.ts";
import { findLimitsRow, insertLimitChange, isRestOfReader, lockLimitsRow, saveRest } from "./player-limits-store.ts";
import { recordConsent } from "./profile-store.ts";
import { excludeSamePerson, obeySamePerson } from "./same-person.ts";

type Keeping = Pick<Ctx, "lastingSecret" | "now">;

const RESTS = ["pause", "exclusion"] as const satisfies readonly WantedRest["kind"][];

/**
 * Call it before the address is removed from the account. An unconfirmed address is hashed with the birth
 * date: a stranger must not exclude its owner.
 */
export async function keepRests(
  ctx: Keeping,
  tx: Tx,
  userId: string,
  { email, isLast = false }: { readonly email: string; readonly isLast?: boolean },
): Promise<void> {
  const limits = await findLimitsRow(tx, userId);
  const now = ctx.now();
  const lifted = isLast && limitAt(limits, now) !== undefined ? new Date(now.getTime() + RAISE_AFTER_MS) : now;
  const pausedUntil = limits.pausedUntil && limits.pausedUntil > lifted ? limits.pausedUntil : lifted;
  const ends = { pause: pausedUntil, exclusion: limits.excludedUntil } as const;
  for (const kind of RESTS) {
    const until = ends[kind];
    if (!until || until <= now) continue;
    const isTheirs = await isRestOfReader(tx, userId, kind);
    const birthDate = isTheirs ? undefined : (await findIdentity(tx, userId))?.birthDate;
    await insertKeptExclusion(tx, hashOf(ctx, kind, email, birthDate), until);
  }
  await keepMailbox(ctx, tx, userId);
}

/** Call it when an exclusion begins, and when an excluded account changes its address. */
export async function keepMailbox(ctx: Keeping, tx: Tx, userId: string): Promise<void> {
  const { excludedUntil } = await findLimitsRow(tx, userId);
  if (!excludedUntil || excludedUntil <= ctx.now()) return;
  await excludeSamePerson(ctx, tx, userId, excludedUntil);
  const person = await findIdentity(tx, userId);
  const hash = person?.email ? mailboxHashOf(ctx, person.email, person) : undefined;
  if (hash) await insertKeptExclusion(tx, hash, excludedUntil);
}

/** Also excludes other accounts of the same person and mailbox, only where the address is confirmed. */
export async function excludeDoubles(
  ctx: Keeping,
  tx: Tx,
  userId: string,
  { until, isConfirmed = false }: { readonly until: Date; readonly isConfirmed?: boolean },
): Promise<void> {
  const [account, person] = [await findAccount(tx, { id: userId }), await findIdentity(tx, userId)];
  if (!account?.email || !(account.email_verified || isConfirmed) || !person?.birthDate) return;
  const own = mailboxHashOf(ctx, account.email, person);
  for (const { id, email, ...other } of await listBornOn(tx, person.birthDate)) {
    if (id !== userId && own && mailboxHashOf(ctx, email, other)?.equals(own))
      await takeOverRest(ctx, tx, id, { kind: "exclusion", until });
  }
}

type Addressed = Identity & { readonly id: string; readonly email: string };
type Kept = { readonly kind: WantedRest["kind"]; readonly hash: Buffer };

/** Call it in the transaction that gives an account its address. The longer rest of a kind wins. */
export async function obeyKeptRests(ctx: Keeping, tx: Tx, userId: string, email: string): Promise<void> {
  const person = await findIdentity(tx, userId);
  if (person) await obeyAllKeptRests(ctx, tx, [{ ...person, id: userId, email }]);
}

/** The same for many accounts. Accounts without a stored rest cost no statement of their own. */
export async function obeyAllKeptRests(ctx: Keeping, tx: Tx, people: readonly Addressed[]): Promise<void> {
  const asked = people.map((person) => ({ person, rests: keptRestsOf(ctx, person) }));
  const hashes = asked.flatMap(({ rests }) => rests.map(({ hash }) => hash));
  const kept = await listKeptExclusions(tx, hashes, ctx.now());
  let isLonger = false;
  for (const { person, rests } of asked)
    for (const { kind, hash } of rests) {
      const until = kept.get(hash.toString("hex"));
      if (until && (await takeOverRest(ctx, tx, person.id, { kind, until }))) isLonger = true;
    }
  // A new exclusion is stored by mailbox, which another of these people may share.
  if (isLonger && people.length > 1) await obeyAllKeptRests(ctx, tx, people);
  else await obeySamePerson(ctx, tx, people);
}

function keptRestsOf(ctx: Keeping, { email, ...person }: Addressed): Kept[] {
  const mailbox = mailboxHashOf(ctx, email, person);
  return [
    ...(mailbox ? [{ kind: "exclusion", hash: mailbox } as const] : []),
    ...RESTS.flatMap((kind) => [undefined, person.birthDate].map((birth) => ({ kind, hash: hashOf(ctx, kind, email, birth) }))),
  ];
}

/** Applies a rest of another account. @returns whether it is longer than the present one */
export async function takeOverRest(
  ctx: Keeping,
  tx: Tx,
  userId: string,
  { kind, until }: { readonly kind: "pause" | "exclusion"; readonly until: Date },
): Promise<boolean> {
  const { pausedUntil, excludedUntil } = await lockLimitsRow(tx, userId);
  const present = kind === "pause" ? pausedUntil : excludedUntil;
  if (present && present >= until) return false;
  await saveRest(tx, userId, kind === "pause" ? "paused_until" : "excluded_until", until);
  await insertLimitChange(tx, userId, { kind, until, at: ctx.now() });
  await endMarketing(tx, userId, kind, ctx.now());
  if (kind === "exclusion") await keepMailbox(ctx, tx, userId);
  return true;
}

/** A time-out or self-exclusion withdraws the marketing consent. It is not restored afterwards. */
export async function endMarketing(tx: Tx, userId: string, source: WantedRest["kind"], at: Date): Promise<void> {
  await recordConsent(tx, userId, { kind: "marketing", given: false, source, at });
}

export async function takeOverRests(ctx: Keeping, tx: Tx, userId: string, otherId: string): Promise<void> {
  const { pausedUntil, excludedUntil } = await findLimitsRow(tx, otherId);
  const now = ctx.now();
  if (pausedUntil && pausedUntil > now) await takeOverRest(ctx, tx, userId, { kind: "pause", until: pausedUntil });
  if (excludedUntil && excludedUntil > now) await takeOverRest(ctx, tx, userId, { kind: "exclusion", until: excludedUntil });
}

/** Keyed, so that a copy of the table cannot be searched for addresses. `AUTH_SECRET` may rotate. */
function hashOf({ lastingSecret }: Keeping, kind: WantedRest["kind"], email: string, birthDate?: Day | null): Buffer {
  return createHmac("sha256", lastingSecret)
    .update(`${kind}:${birthDate ? `born:${birthDate}:` : ""}${normalEmail(email)}`)
    .digest();
}

/** Households share mailboxes, so name (in any order) and birth date must match, too. */
function mailboxHashOf({ lastingSecret }: Keeping, email: string, person: Identity | undefined): Buffer | undefined {
  const letters = person && lettersOf(person);
  if (!letters || person.birthDate === null) return undefined;
  return createHmac("sha256", lastingSecret)
    .update(`exclusion:mailbox:${mailboxOf(email)}:${person.birthDate}:${letters}`)
    .digest();
}
