/**
 * Changes an account's address: request, confirmation by the link, and taking an address from an
 * unconfirmed account.
 */
import { randomUUID } from "node:crypto";
import { isFreshReauth } from "#features/access/rules/reauth.ts";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { violatedConstraint } from "#shared/database-errors.ts";
import { err, type Ok, ok, type Result } from "#shared/result.ts";
import { type EmailProblem, emailProblem, normalEmail } from "../../rules/person/email-address.ts";
import { isSamePerson } from "../../rules/person/same-person.ts";
import { recordAccountEvent } from "../devices/account-events.ts";
import { isOpenSession } from "../devices/device-store.ts";
import { isClosedForGood } from "../person/closed-accounts.ts";
import { takeOverPost } from "../person/join-person.ts";
import { displaceAccount, listIdentities, lockHolder, waitForAddress } from "../person/person-store.ts";
import { lockLimitsRow } from "../person/player-limits-store.ts";
import { lockExclusions } from "../person/same-person-store.ts";
import { applyStoredExclusions, copyExclusions, storeExclusions, storeMailboxExclusion } from "../person/stored-exclusions.ts";
import type { Visitor } from "../sessions/read-session.ts";
import { checkPassword, type PasswordRefusal } from "../sign-in/check-code.ts";
import { findAccount, lockAccount, writeEmail } from "../sign-in/credential-store.ts";
import {
  claimedValue,
  deleteLink,
  deleteLinks,
  findLink,
  insertLink,
  isReservedAddress,
  ReservedAddress,
} from "../sign-in/link-store.ts";
import { LINK_LIFETIME_MS, linkIdOf, queueAccountMail, queueLink } from "../sign-in/mail-links.ts";

export type EmailChange = {
  readonly newEmail: string;
  /** Optional if this session has a fresh re-authentication. */
  readonly currentPassword?: string;
};
/**
 * Errors are keys of `auth.json`. `reauth_needed`: re-authentication is due. `tooManyAttempts`: five an
 * hour.
 */
export type EmailChangeRefusal =
  | {
      readonly ok: false;
      readonly error:
        | "emailRequired"
        | EmailProblem
        | "emailUnchanged"
        | "userAlreadyExists"
        | "sessionMissing"
        | "reauth_needed";
    }
  | PasswordRefusal;

/**
 * Mails a link to the new address (24 hours, single use) and a notice to the old one. It replaces an
 * earlier request.
 */
export async function requestEmailChange(
  ctx: Ctx,
  visitor: Pick<Visitor, "id" | "sessionId" | "email" | "reauthAt">,
  change: EmailChange,
): Promise<Ok<undefined> | EmailChangeRefusal> {
  const newEmail = normalEmail(change.newEmail);
  if (newEmail === "") return err("emailRequired");
  const problem = emailProblem(newEmail);
  if (problem) return err(problem);
  if (newEmail === visitor.email) return err("emailUnchanged");
  if (change.currentPassword !== undefined) {
    const current = await checkPassword(ctx, visitor.id, change.currentPassword);
    if (!current.ok) return current;
  } else if (!isFreshReauth(visitor.reauthAt, ctx.now())) return err("reauth_needed");
  const retryAfterSeconds = await consumeRateLimit(ctx, "emailChangeByUser", visitor.id);
  if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds };
  // An unconfirmed account does not block the address. An owner who may still undo a change does.
  const holder = await findAccount(ctx.db, { email: newEmail });
  const isTaken = holder?.email_verified || (await isReservedAddress(ctx.db, newEmail, ctx.now(), visitor.id));
  if (isTaken) return err("userAlreadyExists");

  return ctx.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, visitor.id);
    if (!account?.email) return err("sessionMissing");
    // A session that a new password has just ended must not change the address.
    if (!(await isOpenSession(tx, account.id, visitor.sessionId))) return err("sessionMissing");
    const reader = { userId: account.id, firstName: account.first_name, locale: account.locale };
    const id = randomUUID();
    await deleteLinks(tx, account.id, ["change-email"]);
    await recordAccountEvent(ctx, tx, { userId: account.id, action: "email.ask" });
    await queueLink(ctx, tx, "change-email", { ...reader, id, to: newEmail });
    await queueAccountMail(ctx, tx, { message: "email-change-asked", about: id, ...reader, to: account.email, newEmail });
    return ok();
  });
}

/** Thrown to roll back: the address is confirmed elsewhere, closed for good or an administrator's. */
export class AddressTaken extends Error {}

/**
 * Verifies the link's address as the account's; an unconfirmed account with that address loses it.
 * The old address gets a link that undoes the change for seven days.
 * @returns the new address, or a key of `auth.json`. `userAlreadyExists`: another account took the address
 */
export async function confirmEmailChange(
  ctx: Ctx,
  token: string,
): Promise<Result<{ readonly email: string }, "linkExpired" | "userAlreadyExists">> {
  const id = linkIdOf(ctx, token);
  const link = id === undefined ? undefined : await findLink(ctx.db, id, ctx.now());
  if (link?.purpose !== "change-email") return err("linkExpired");
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      await waitForAddress(tx, link.email);
      // An exclusion may be stored for the address. Lock order: limits before the account.
      await lockExclusions(tx, "begin");
      await lockLimitsRow(tx, link.userId);
      const account = await lockAccount(tx, link.userId);
      if (!account?.email || !(await deleteLink(tx, link.id))) return err("linkExpired");
      const holder = await lockHolder(tx, link.email);
      if (holder?.email_verified || holder?.is_admin) throw new AddressTaken();
      const [owner] = await listIdentities(tx, [account.id]);
      if (await isClosedForGood(ctx, tx, { email: link.email, birthDate: owner?.birth_date })) throw new AddressTaken();
      if (holder) await displace(ctx, tx, holder, account.id);
      await storeExclusions(ctx, tx, account.id, { email: account.email });
      await applyStoredExclusions(ctx, tx, account.id, link.email);
      await writeEmail(tx, account.id, link.email, ctx.now());
      await storeMailboxExclusion(ctx, tx, account.id);
      if (await isReservedAddress(tx, link.email, ctx.now(), account.id)) throw new ReservedAddress();
      await takeOverPost(ctx, tx, account.id, link.email);
      // A reset link in an unconfirmed mailbox stays: its reader opens the account that claims the address.
      await deleteLinks(tx, account.id, [...(account.email_verified ? ["reset-password"] : []), "verify-email"]);
      await recordAccountEvent(ctx, tx, { userId: account.id, action: "email.change" });
      // An unconfirmed old address is not reserved: it may belong to another person.
      const purpose = account.email_verified ? "undo-email" : "undo-claimed";
      const value = account.email_verified ? account.email : claimedValue(account.email, owner?.birth_date);
      const undo = { id: randomUUID(), purpose, userId: account.id, email: value };
      const expiresAt = new Date(ctx.now().getTime() + LINK_LIFETIME_MS[purpose]);
      await insertLink(tx, { ...undo, expiresAt }, ctx.now());
      const reader = { userId: account.id, to: account.email, firstName: account.first_name, locale: account.locale };
      const notice = { message: "email-changed", about: undo.id, ...reader, newEmail: link.email } as const;
      await queueAccountMail(ctx, tx, { ...notice, isOwn: account.email_verified });
      return ok({ email: link.email });
    });
  } catch (error) {
    if (error instanceof AddressTaken || error instanceof ReservedAddress || violatedConstraint(error) === "users_email_key")
      return err("userAlreadyExists");
    throw error;
  }
}

/**
 * Takes an unconfirmed address from `holder` and gives its entries to the new owner. Exclusions are copied
 * only between accounts of the same person: a stranger must not exclude the owner of an address.
 */
export async function displace(
  ctx: Ctx,
  tx: Tx,
  holder: NonNullable<Awaited<ReturnType<typeof lockHolder>>>,
  newOwnerId: string,
): Promise<void> {
  const [person] = (await listIdentities(tx, [newOwnerId])).map(identityOf);
  if (person && isSamePerson(person, identityOf(holder))) await copyExclusions(ctx, tx, newOwnerId, holder.id);
  await displaceAccount(tx, holder.id, newOwnerId, ctx.now());
}

function identityOf(row: { first_name: string; last_name: string; birth_date: string | null }) {
  return { firstName: row.first_name, lastName: row.last_name, birthDate: row.birth_date };
}
