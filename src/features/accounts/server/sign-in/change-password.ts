import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, type Ok, ok } from "#shared/result.ts";
import { type NewPassword, type NewPasswordProblem, newPasswordProblem } from "../../rules/sign-in/passwords.ts";
import { recordAccountEvent } from "../devices/account-events.ts";
import { newSessionToken, type SignedIn } from "../sessions/new-session.ts";
import type { Visitor } from "../sessions/read-session.ts";
import { renewSession } from "../sessions/store.ts";
import { checkPassword, type PasswordRefusal } from "./check-code.ts";
import { deleteSessions, findPasswordHash, lockAccount, writePassword } from "./credential-store.ts";
import { isGuessable } from "./guessable.ts";
import { deleteLinks } from "./link-store.ts";
import { queueAccountMail } from "./mail-links.ts";
import { passwordsOf } from "./password-hash.ts";

export type PasswordChange = NewPassword & { readonly currentPassword: string };
/** Errors are keys of `auth.json`. `sessionMissing`: the session has ended. */
export type PasswordChangeRefusal =
  | ({ readonly ok: false } & NewPasswordProblem)
  | PasswordRefusal
  | { readonly ok: false; readonly error: "sessionMissing" };

/**
 * Changes the password and mails the owner. Ends all other sessions and renews this one's token, so that a
 * stolen cookie is worthless.
 */
export async function changePassword(
  ctx: Ctx,
  visitor: Pick<Visitor, "id" | "sessionId">,
  change: PasswordChange,
): Promise<Ok<SignedIn> | PasswordChangeRefusal> {
  const problem = newPasswordProblem(change);
  if (problem) return { ok: false, ...problem };
  const checked = await checkPassword(ctx, visitor.id, change.currentPassword);
  if (!checked.ok) return checked;
  const checkedHash = checked.value;
  // The person's name and address are not compared: the account is only loaded below.
  if (await isGuessable(change.password, [])) return { ok: false, error: "passwordRequirements", problem: "passwordTooCommon" };

  const newHash = await passwordsOf(ctx).hash(change.password);
  return ctx.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, visitor.id);
    if (!account?.email) return err("sessionMissing");
    // If owner and thief change the password at once, the second must not win with the old one.
    if ((await findPasswordHash(tx, account.id)) !== checkedHash) return err("currentPasswordWrong");
    const sessionToken = newSessionToken(ctx);
    const sessionId = await renewSession(tx, visitor.sessionId, { token: sessionToken, at: ctx.now() });
    if (sessionId === undefined) return err("sessionMissing");
    await writePassword(tx, account.id, newHash, ctx.now());
    const ended = await deleteSessions(tx, account.id, sessionId);
    await recordAccountEvent(ctx, tx, { userId: account.id, action: "password.change", after: { sessions_ended: ended } });
    // An unconfirmed address may be another person's: its reset link lets that person claim the account.
    await deleteLinks(tx, account.id, [...(account.email_verified ? ["reset-password"] : []), "change-email"]);
    const reader = { userId: account.id, to: account.email, firstName: account.first_name, locale: account.locale };
    await queueAccountMail(ctx, tx, { message: "password-changed", about: randomUUID(), ...reader });
    return ok({ userId: account.id, sessionToken });
  });
}
