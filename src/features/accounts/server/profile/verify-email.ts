/** Confirms an address by the link in a mail. */
import { randomUUID } from "node:crypto";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, type Ok, ok, type Result } from "#shared/result.ts";
import { LONGEST_PASSWORD } from "../../rules/sign-in/passwords.ts";
import { lockForPost, takeOverPost } from "../person/join-person.ts";
import type { Visitor } from "../sessions/read-session.ts";
import { findPasswordHash, lockAccount, markVerified } from "../sign-in/credential-store.ts";
import { deleteLink, deleteLinks, findLink, insertLink } from "../sign-in/link-store.ts";
import { LINK_LIFETIME_MS, linkIdOf, linkToken, queueLink } from "../sign-in/mail-links.ts";
import { passwordsOf } from "../sign-in/password-hash.ts";
import { confirmEmailChange } from "./change-email.ts";

/** An address that waits for confirmation. `isNew`: it replaces the account's present one. */
export type WaitingAddress = { readonly email: string; readonly isNew: boolean };

/**
 * The address that a valid link confirms. Does not use the link up: mail programs open links before people
 * do.
 */
export async function findWaitingAddress(ctx: Ctx, token: string): Promise<WaitingAddress | undefined> {
  const id = linkIdOf(ctx, token);
  const link = id === undefined ? undefined : await findLink(ctx.db, id, ctx.now());
  if (link?.purpose !== "verify-email" && link?.purpose !== "change-email") return undefined;
  return { email: link.email, isNew: link.purpose === "change-email" };
}

/** Confirms the address of either kind of link. `linkExpired` also if the account's address is another. */
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
    // Earlier links would still let their finder choose the password.
    await deleteLinks(tx, account.id, ["verify-email"]);
    await takeOverPost(ctx, tx, account.id, link.email);
    return ok({ email: link.email });
  });
}

/** Who confirms: `visitor` is signed in, or `password` was typed. */
type Confirmer = { readonly visitor: Pick<Visitor, "id"> | undefined; readonly password: string | undefined };

type ConfirmRefusal =
  | { readonly ok: false; readonly error: "linkExpired" | "userAlreadyExists" | "passwordRequired" | "currentPasswordWrong" }
  | { readonly ok: false; readonly error: "tooManyAttempts"; readonly retryAfterSeconds: number };

/**
 * Confirms the address. A stranger may have opened the account with it, so a session or the password is
 * required, too.
 */
export async function confirmAddress(
  ctx: Ctx,
  token: string,
  { visitor, password }: Confirmer,
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

/** Whether the link belongs to the visitor's account. */
export async function isOwnLink(ctx: Ctx, token: string, visitor: Pick<Visitor, "id"> | undefined): Promise<boolean> {
  return visitor !== undefined && (await liveLink(ctx, token))?.userId === visitor.id;
}

/**
 * Lets the reader of the mail take over an account that a stranger opened with their address. Returns the
 * token of a reset link, or undefined.
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

/** The link of the token if it is valid and confirms an address. */
async function liveLink(ctx: Ctx, token: string) {
  const id = linkIdOf(ctx, token);
  const link = id === undefined ? undefined : await findLink(ctx.db, id, ctx.now());
  return link?.purpose === "verify-email" || link?.purpose === "change-email" ? link : undefined;
}

/** Sends another confirmation mail, three an hour. Earlier links stay valid. Confirmed addresses get none. */
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
