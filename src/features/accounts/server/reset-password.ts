/** Choosing a new password with the link of a mail instead of the old one. */
import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Ok, ok } from "#shared/result.ts";
import { type NewPassword, type NewPasswordProblem, newPasswordProblem } from "../rules/new-password.ts";
import { authOf } from "./auth.ts";
import { deleteSessions, lockAccount, markVerified, writePassword } from "./credential-store.ts";
import { deleteLink, deleteLinks, findLink, type Link } from "./link-store.ts";
import { linkIdOf } from "./mail-links.ts";
import { queueAccountMail } from "./queue-account-mail.ts";

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
export async function resetPassword(ctx: Ctx, token: string, chosen: NewPassword): Promise<Ok<undefined> | ResetRefusal> {
  const problem = newPasswordProblem(chosen);
  if (problem) return { ok: false, ...problem };
  const link = await liveLink(ctx, token);
  if (!link) return { ok: false, error: "linkExpired" };

  const library = await authOf(ctx).$context;
  const hash = await library.password.hash(chosen.password);
  return ctx.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, link.userId);
    if (account?.email !== link.email || !(await deleteLink(tx, link.id))) return { ok: false, error: "linkExpired" };
    await writePassword(tx, account.id, hash, ctx.now());
    await markVerified(tx, account.id, link.email, ctx.now());
    await deleteSessions(tx, account.id);
    await deleteLinks(tx, account.id, ["reset-password", "change-email", "verify-email"]);
    const reader = { userId: account.id, to: link.email, firstName: account.first_name, locale: account.locale };
    await queueAccountMail(ctx, tx, { message: "password-changed", about: randomUUID(), ...reader });
    return ok();
  });
}

async function liveLink(ctx: Ctx, token: string): Promise<Link | undefined> {
  const id = linkIdOf(ctx, token);
  const link = id === undefined ? undefined : await findLink(ctx.db, id, ctx.now());
  return link?.purpose === "reset-password" ? link : undefined;
}
