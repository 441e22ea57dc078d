import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, type Ok, ok } from "#shared/result.ts";
import { type NewPassword, type NewPasswordProblem, newPasswordProblem } from "../rules/passwords.ts";
import { recordAccountEvent } from "./account-events.ts";
import { checkPassword, type PasswordRefusal } from "./check-code.ts";
import { deleteSessions, findPasswordHash, lockAccount, writePassword } from "./credential-store.ts";
import { isGuessable } from "./guessable.ts";
import { deleteLinks } from "./link-store.ts";
import { queueAccountMail } from "./mail-links.ts";
import { newSessionToken, type SignedIn } from "./new-session.ts";
import { passwordsOf } from "./password-hash.ts";
import type { Visitor } from "./read-session.ts";
import { renewSession } from "./store.ts";

export type PasswordChange = NewPassword & { readonly currentPassword: string };
export type PasswordChangeRefusal =
  | ({ readonly ok: false } & NewPasswordProblem)
  | PasswordRefusal
  | { readonly ok: false; readonly error: "sessionMissing" };

/**
 * Sets a new password. It ends every other session, cookie and refresh token alike, and this one goes on under a new token: a stolen copy of its
 * cookie opens nothing any more. Links in mails that could change the account work no longer, but for a link to a new password of an account whose address nobody has confirmed:
 * its reader takes the account over by it. A mail tells the owner.
 */
export async function changePassword(
  ctx: Ctx,
  visitor: Pick<Visitor, "id" | "sessionId">,
  change: PasswordChange,
): Promise<Ok<SignedIn> | PasswordChangeRefusal> {
  const problem = newPasswordProblem(change);
  if (problem) return { ok: false, ...problem };
  const current = await checkPassword(ctx, visitor.id, change.currentPassword);
  if (!current.ok) return current;
  if (await isGuessable(change.password, [])) return { ok: false, error: "passwordRequirements", problem: "passwordTooCommon" };

  const hash = await passwordsOf(ctx).hash(change.password);
  return ctx.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, visitor.id);
    if (!account?.email) return err("sessionMissing");
    // Somebody was quicker, with this same old password or with a link: of owner and thief, the later one must not win by it.
    if ((await findPasswordHash(tx, account.id)) !== current.value) return err("currentPasswordWrong");
    const sessionToken = newSessionToken(ctx);
    const sessionId = await renewSession(tx, visitor.sessionId, { token: sessionToken, at: ctx.now() });
    if (sessionId === undefined) return err("sessionMissing");
    await writePassword(tx, account.id, hash, ctx.now());
    const ended = await deleteSessions(tx, account.id, sessionId);
    await recordAccountEvent(ctx, tx, { userId: account.id, action: "password.change", after: { sessions_ended: ended } });
    // The reader of an address that nobody has confirmed takes the account over by such a link: whoever opened it takes none away, and has none sent in its place.
    await deleteLinks(tx, account.id, [...(account.email_verified ? ["reset-password"] : []), "change-email"]);
    const reader = { userId: account.id, to: account.email, firstName: account.first_name, locale: account.locale };
    await queueAccountMail(ctx, tx, { message: "password-changed", about: randomUUID(), ...reader });
    return ok({ userId: account.id, sessionToken });
  });
}
