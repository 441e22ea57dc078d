/** Identifiers of accounts that were closed for good: they cannot register again. Decision 0083. */
import { createHmac, randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { Day } from "#shared/dates/dates.ts";
import type { Locale } from "#shared/language/locale.ts";
import { normalEmail } from "../../rules/person/email-address.ts";
import { queueAccountMail } from "../sign-in/mail-links.ts";
import { claimNotice, findIdentifiers, hasClosed, insertClosed, listClosed } from "./closed-accounts-store.ts";
import { FOR_GOOD, storeSamePersonExclusion } from "./same-person.ts";

type HashContext = Pick<Ctx, "lastingSecret" | "now">;
/** `phone` in E.164. */
type Identifiers = {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly birthDate?: Day | null | undefined;
};

/** The mail about a closed address is sent at most once a day. */
const NOTICE_INTERVAL_MS = 86_400_000;

/**
 * Blocks the account's address and phone number from registering again. Call it before the account is
 * emptied. Unconfirmed identifiers are hashed together with the birth date, so that a stranger blocks only
 * themselves.
 */
export async function storeClosedIdentifiers(ctx: HashContext, tx: Tx, userId: string): Promise<void> {
  const { confirmedEmail, emails, ...others } = await findIdentifiers(tx, userId);
  const claimed = [...emails, undefined].flatMap((email) => claimedHashesOf(ctx, { ...others, email }));
  await insertClosed(tx, [...hashesOf(ctx, { email: confirmedEmail }), ...claimed], ctx.now());
  await storeSamePersonExclusion(ctx, tx, userId, FOR_GOOD);
}

/** Whether an account with one of these identifiers was closed for good. */
export async function isClosedForGood(ctx: HashContext, tx: Tx, identifiers: Identifiers): Promise<boolean> {
  return hasClosed(tx, matchingHashesOf(ctx, identifiers));
}

/** The same for many people, in their order. */
export async function listClosedForGood(ctx: HashContext, tx: Tx, people: readonly Identifiers[]): Promise<boolean[]> {
  const hashes = people.map((each) => matchingHashesOf(ctx, each));
  const closed = await listClosed(tx, hashes.flat());
  return hashes.map((own) => own.some((hash) => closed.has(hash.toString("hex"))));
}

/** For an account that was closed on another platform and never existed here. */
export async function takeOverClosed(ctx: HashContext, tx: Tx, identifiers: Identifiers, closedAt: Date): Promise<void> {
  await insertClosed(tx, hashesOf(ctx, identifiers), closedAt);
}

type Reader = { readonly userId: string; readonly to: string; readonly firstName: string; readonly locale: Locale };

/** Mails the owner of a closed address why no account was opened. A phone number alone notifies no one. */
export async function mailClosed(ctx: Ctx, reader: Reader, birthDate: Day): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now();
    const since = new Date(now.getTime() - NOTICE_INTERVAL_MS);
    for (const hash of matchingHashesOf(ctx, { email: reader.to, birthDate }))
      if (await claimNotice(tx, hash, { since, now }))
        await queueAccountMail(ctx, tx, { message: "account-stays-closed", about: randomUUID(), ...reader });
  });
}

/** Hashes under which a closed account with these identifiers may be stored. */
function matchingHashesOf(ctx: HashContext, identifiers: Identifiers): Buffer[] {
  return [...hashesOf(ctx, identifiers), ...(identifiers.birthDate ? claimedHashesOf(ctx, identifiers) : [])];
}

/** Hashes of unconfirmed identifiers with the birth date. Some imported accounts have none. */
function claimedHashesOf(ctx: HashContext, { birthDate, ...claimed }: Identifiers): Buffer[] {
  return hashesOf(ctx, claimed, birthDate ? `:${birthDate}` : "");
}

/** Keyed, so that a copy of the table cannot be searched for addresses or numbers. */
function hashesOf({ lastingSecret }: HashContext, { email, phone }: Identifiers, birthSuffix = ""): Buffer[] {
  const hash = (text: string) => createHmac("sha256", lastingSecret).update(`${text}${birthSuffix}`).digest();
  return [
    ...(email ? [hash(`closed:email:${normalEmail(email)}`)] : []),
    ...(phone ? [hash(`closed:phone:${phone.replaceAll(/[^\d+]/g, "")}`)] : []),
  ];
}
