/** Confirming an address takes both: the mailbox that the link went to, and the account that it belongs to. */
import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, type Result } from "#shared/result.ts";
import { LONGEST_PASSWORD } from "../rules/passwords.ts";
import { passwordsOf } from "./auth.ts";
import { consumeRateLimit } from "./consume-rate-limit.ts";
import { findPasswordHash, lockAccount } from "./credential-store.ts";
import { findLink, insertLink } from "./link-store.ts";
import { LINK_LIFETIME_MS, linkIdOf, linkToken } from "./mail-links.ts";
import type { Visitor } from "./read-session.ts";
import { verifyEmail } from "./verify-email.ts";

/** Who presses: signed in to the account, or knowing its password. */
export type Presser = { readonly visitor: Pick<Visitor, "id"> | undefined; readonly password: string | undefined };

export type ConfirmRefusal =
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
 * @returns the token of a link to do so; undefined where this one is over, or is of a change of address: then the account is another person's
 */
export async function claimAccount(ctx: Ctx, token: string): Promise<string | undefined> {
  const link = await liveLink(ctx, token);
  if (link?.purpose !== "verify-email") return undefined;
  const id = randomUUID();
  const now = ctx.now();
  return ctx.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, link.userId);
    if (account?.email !== link.email) return undefined;
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
