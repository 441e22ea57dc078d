/** Choosing a new password with the link of a mail instead of the old one. */
import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Ok, ok } from "#shared/result.ts";
import { type NewPassword, type NewPasswordProblem, newPasswordProblem } from "../rules/new-password.ts";
import { recordAccountEvent } from "./account-events.ts";
import { passwordsOf } from "./auth.ts";
import { deleteSessions, lockAccount, markVerified, writePassword } from "./credential-store.ts";
import { isGuessable } from "./guessable.ts";
import { takeOverPost } from "./join-person.ts";
import { deleteLink, deleteLinks, findLink, type Link } from "./link-store.ts";
import { linkIdOf } from "./mail-links.ts";
import { waitForAddress } from "./person-store.ts";
import { queueAccountMail } from "./queue-account-mail.ts";
import { dropFactorSetUpSince } from "./reset-second-factor.ts";

export type ResetRefusal = ({ readonly ok: false } & NewPasswordProblem) | { readonly ok: false; readonly error: "linkExpired" };

/** Whether a link would still open its account. It is not used up by looking. */
export async function canResetPassword(ctx: Ctx, token: string): Promise<boolean> {
  return (await liveLink(ctx, token)) !== undefined;
}

/**
 * Sets the password, ends every session of the account, and tells its owner by mail. The address is verified by that: the link went there.
 * An account without a password, as free entries by post make them, gets its first.
 *
 * @returns `passwordRequirements` (with the rule under `problem`), `passwordMismatch`: the link still works then; `linkExpired` for a link
 *          that is unknown, an hour old or used. Each is the key of its sentence in `auth.json`
 */
export async function resetPassword(
  ctx: Ctx,
  token: string,
  chosen: NewPassword,
): Promise<Ok<{ readonly userId: string }> | ResetRefusal> {
  const problem = newPasswordProblem(chosen);
  if (problem) return { ok: false, ...problem };
  const link = await liveLink(ctx, token);
  if (!link) return { ok: false, error: "linkExpired" };
  if (await isGuessable(chosen.password, [])) return { ok: false, error: "passwordRequirements", problem: "passwordTooCommon" };

  const hash = await passwordsOf(ctx).hash(chosen.password);
  return ctx.db.transaction().execute(async (tx) => {
    await waitForAddress(tx, link.email);
    const account = await lockAccount(tx, link.userId);
    if (account?.email !== link.email || !(await deleteLink(tx, link.id))) return { ok: false, error: "linkExpired" };
    await writePassword(tx, account.id, hash, ctx.now());
    // Whoever opened the account with an address that was not theirs may have set up their own.
    if (!account.email_verified) await dropFactorSetUpSince(ctx, tx, account.id, new Date(0));
    await markVerified(tx, account.id, link.email, ctx.now());
    await takeOverPost(tx, account.id, link.email);
    const ended = await deleteSessions(tx, account.id);
    await recordAccountEvent(ctx, tx, { userId: account.id, action: "password.reset", after: { sessions_ended: ended } });
    await deleteLinks(tx, account.id, ["reset-password", "change-email", "verify-email"]);
    const reader = { userId: account.id, to: link.email, firstName: account.first_name, locale: account.locale };
    await queueAccountMail(ctx, tx, { message: "password-changed", about: randomUUID(), ...reader });
    return ok({ userId: account.id });
  });
}

async function liveLink(ctx: Ctx, token: string): Promise<Link | undefined> {
  const id = linkIdOf(ctx, token);
  const link = id === undefined ? undefined : await findLink(ctx.db, id, ctx.now());
  return link?.purpose === "reset-password" ? link : undefined;
}
