/** Asking for another e-mail address: nothing changes until a link that goes there is followed. */
import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Ok, ok } from "#shared/result.ts";
import { isEmailAddress, normalEmail } from "../rules/email-address.ts";
import { isFreshProof } from "../rules/fresh-proof.ts";
import { recordAccountEvent } from "./account-events.ts";
import { checkPassword, type PasswordRefusal } from "./check-password.ts";
import { consumeRateLimit } from "./consume-rate-limit.ts";
import { findAccount, lockAccount } from "./credential-store.ts";
import { deleteLinks } from "./link-store.ts";
import { queueAccountMail, queueLink } from "./queue-account-mail.ts";
import type { Visitor } from "./read-session.ts";
import { isAwaitedAddress } from "./undo-store.ts";

export type EmailChange = {
  readonly newEmail: string;
  /** May be left out where it was given just now, in this session. */
  readonly currentPassword?: string;
};
export type EmailChangeRefusal =
  | {
      readonly ok: false;
      readonly error:
        | "emailRequired"
        | "emailInvalid"
        | "emailUnchanged"
        | "userAlreadyExists"
        | "sessionMissing"
        | "proof_needed";
    }
  | PasswordRefusal;

/**
 * Sends a link to the new address (it works once, for 24 hours) and a notice to the old one. A later request replaces an earlier one.
 *
 * @param visitor from `visitorOf`
 * @returns `emailRequired`, `emailInvalid`, `emailUnchanged`; `currentPasswordWrong`; `proof_needed` where it is left out and the last proof is too old; `userAlreadyExists`, which
 *          registration says, too; `tooManyAttempts` (5 an hour) with the seconds for Retry-After; `sessionMissing` where the account is gone.
 *          Each is the key of its sentence in `auth.json`
 */
export async function requestEmailChange(
  ctx: Ctx,
  visitor: Pick<Visitor, "id" | "email" | "provedAt">,
  change: EmailChange,
): Promise<Ok<undefined> | EmailChangeRefusal> {
  const newEmail = normalEmail(change.newEmail);
  if (newEmail === "") return { ok: false, error: "emailRequired" };
  if (!isEmailAddress(newEmail)) return { ok: false, error: "emailInvalid" };
  if (newEmail === visitor.email) return { ok: false, error: "emailUnchanged" };
  if (change.currentPassword !== undefined) {
    const current = await checkPassword(ctx, visitor.id, change.currentPassword);
    if (!current.ok) return current;
  } else if (!isFreshProof(visitor.provedAt, ctx.now())) return { ok: false, error: "proof_needed" };
  const retryAfterSeconds = await consumeRateLimit(ctx, "emailChangeByUser", visitor.id);
  if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds };
  // Who merely claims the address, unconfirmed, stands in nobody's way; who may still bring it back does.
  const holder = await findAccount(ctx.db, { email: newEmail });
  const isTaken = holder?.email_verified || (await isAwaitedAddress(ctx.db, newEmail, ctx.now(), visitor.id));
  if (isTaken) return { ok: false, error: "userAlreadyExists" };

  return ctx.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, visitor.id);
    if (!account?.email) return { ok: false, error: "sessionMissing" };
    const reader = { userId: account.id, firstName: account.first_name, locale: account.locale };
    const id = randomUUID();
    await deleteLinks(tx, account.id, ["change-email"]);
    await recordAccountEvent(ctx, tx, { userId: account.id, action: "email.ask" });
    await queueLink(ctx, tx, "change-email", { ...reader, id, to: newEmail });
    await queueAccountMail(ctx, tx, { message: "email-change-asked", about: id, ...reader, to: account.email, newEmail });
    return ok();
  });
}
