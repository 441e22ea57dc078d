/** Showing that an address is one's own, by the link that went there. It takes both: the mailbox, and the account that the address belongs to. */

import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, type Ok, ok, type Result } from "#shared/result.ts";
import { LONGEST_PASSWORD } from "../rules/passwords.ts";
import { confirmEmailChange } from "./change-email.ts";
import { consumeRateLimit } from "./consume-rate-limit.ts";
import { findPasswordHash, lockAccount, markVerified } from "./credential-store.ts";
import { lockForPost, takeOverPost } from "./join-person.ts";
import { deleteLink, deleteLinks, findLink, insertLink } from "./link-store.ts";
import { LINK_LIFETIME_MS, linkIdOf, linkToken, queueLink } from "./mail-links.ts";
import { passwordsOf } from "./password-hash.ts";
import type { Visitor } from "./read-session.ts";

/** `isNew`: the account changes to it. */
export type WaitingAddress = { readonly email: string; readonly isNew: boolean };

/** The address that a link would confirm. It is not used up by looking: mail programs look before their owners do. */
export async function findWaitingAddress(ctx: Ctx, token: string): Promise<WaitingAddress | undefined> {
  const id = linkIdOf(ctx, token);
  const link = id === undefined ? undefined : await findLink(ctx.db, id, ctx.now());
  if (link?.purpose !== "verify-email" && link?.purpose !== "change-email") return undefined;
  return { email: link.email, isNew: link.purpose === "change-email" };
}

/**
 * Confirms the address of either kind of link.
 *
 * @returns the address; `linkExpired` for a link that is unknown, old, used, or of an address that the account has no longer;
 *          `userAlreadyExists` where a new address belongs to somebody else by now
 */
export async function verifyEmail(
  ctx: Ctx,
  token: string,
): Promise<Result<{ readonly email: string }, "linkExpired" | "userAlreadyExists">> {
  const id = linkIdOf(ctx, token);
  const link = id === undefined ? undefined : await findLink(ctx.db, id, ctx.now());
  if (link?.purpose === "change-email") return confirmEmailChange(ctx, token);
  if (link?.purpose !== "verify-email") return err("linkExpired");
  return ctx.db.transaction().execute(async (tx) => {
    const account = await lockForPost(tx, link.userId, link.email);
    if (!account || !(await deleteLink(tx, link.id))) return err("linkExpired");
    const isStillTheirs = await markVerified(tx, account.id, link.email, ctx.now());
    if (!isStillTheirs) return err("linkExpired");
    // Those that were sent before would go on letting whoever finds one choose the password.
    await deleteLinks(tx, account.id, ["verify-email"]);
    await takeOverPost(ctx, tx, account.id, link.email);
    return ok({ email: link.email });
  });
}

/** Who presses: signed in to the account, or knowing its password. */
type Presser = { readonly visitor: Pick<Visitor, "id"> | undefined; readonly password: string | undefined };

type ConfirmRefusal =
  | { readonly ok: false; readonly error: "linkExpired" | "userAlreadyExists" | "passwordRequired" | "currentPasswordWrong" }
  | { readonly ok: false; readonly error: "tooManyAttempts"; readonly retryAfterSeconds: number };

/**
 * Confirms the address of a link. Somebody may have opened the account with another's address: whoever reads the mail and presses must not give
 * it to them by that, so that a press alone confirms nothing.
 *
 * @returns `passwordRequired` where the presser is not signed in to the account and gave none; `currentPasswordWrong`, `tooManyAttempts` after 10
 *          tries in 5 minutes; else as `verifyEmail`
 */
export async function confirmAddress(
  ctx: Ctx,
  token: string,
  { visitor, password }: Presser,
): Promise<Result<{ readonly email: string }, "linkExpired"> | ConfirmRefusal> {
  const link = await liveLink(ctx, token);
  if (!link) return err("linkExpired");
  if (visitor?.id === link.userId) return verifyEmail(ctx, token);
  if (password === undefined || password === "") return err("passwordRequired");
  const retryAfterSeconds = await consumeRateLimit(ctx, "signInByDevice", link.id);
  if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds };
  const hash = await findPasswordHash(ctx.db, link.userId);
  if (hash === undefined || password.length > LONGEST_PASSWORD) return err("currentPasswordWrong");
  return (await passwordsOf(ctx).verify({ hash, password })) ? verifyEmail(ctx, token) : err("currentPasswordWrong");
}

/** Whether the visitor is signed in to the account of a link. */
export async function isOwnLink(ctx: Ctx, token: string, visitor: Pick<Visitor, "id"> | undefined): Promise<boolean> {
  return visitor !== undefined && (await liveLink(ctx, token))?.userId === visitor.id;
}

/**
 * Who reads the mailbox of an account that somebody else has opened takes it over by choosing its password, which ends every session of it.
 *
 * @returns the token of a link to do so; undefined where this one is over, or the address is confirmed, or it is of a change of address: then the account is another person's
 */
export async function claimAccount(ctx: Ctx, token: string): Promise<string | undefined> {
  const link = await liveLink(ctx, token);
  if (link?.purpose !== "verify-email") return undefined;
  const id = randomUUID();
  const now = ctx.now();
  return ctx.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, link.userId);
    if (account?.email !== link.email || account.email_verified) return undefined;
    const expiresAt = new Date(now.getTime() + LINK_LIFETIME_MS["reset-password"]);
    await insertLink(tx, { id, purpose: "reset-password", userId: link.userId, email: link.email, expiresAt }, now);
    return linkToken(ctx, id);
  });
}

async function liveLink(ctx: Ctx, token: string) {
  const id = linkIdOf(ctx, token);
  const link = id === undefined ? undefined : await findLink(ctx.db, id, ctx.now());
  return link?.purpose === "verify-email" || link?.purpose === "change-email" ? link : undefined;
}

/** Links that were sent before go on working. `tooManyAttempts` after 3 in an hour; nothing is sent where the address is confirmed. */
export async function requestVerification(
  ctx: Ctx,
  visitor: Pick<Visitor, "id" | "email" | "emailVerified" | "firstName" | "locale">,
): Promise<Ok<undefined> | { readonly ok: false; readonly error: "tooManyAttempts"; readonly retryAfterSeconds: number }> {
  if (visitor.emailVerified) return ok();
  const retryAfterSeconds = await consumeRateLimit(ctx, "verificationByUser", visitor.id);
  if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds };
  const { id: userId, email: to, firstName, locale } = visitor;
  await ctx.db
    .transaction()
    .execute((tx) => queueLink(ctx, tx, "verify-email", { id: randomUUID(), userId, to, firstName, locale }));
  return ok();
}
