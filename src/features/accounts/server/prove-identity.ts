/** Showing once more who one is, within a session that is open already. */
import type { Ctx } from "#platform/ctx.server.ts";
import { type Ok, ok } from "#shared/result.ts";
import { recordAccountEvent, recordStaffEvent } from "./account-events.ts";
import { checkPassword, type PasswordRefusal } from "./check-password.ts";
import { newSessionToken, type SignedIn } from "./new-session.ts";
import type { Visitor } from "./read-session.ts";
import { renewSession } from "./store.ts";

/** What is shown. Another kind, such as a second factor, is another member here and another check below. */
export type Proof = { readonly kind: "password"; readonly password: string };
export type ProofRefusal = PasswordRefusal | { readonly ok: false; readonly error: "sessionMissing" };

/**
 * Marks the session as proved for the next ten minutes. It goes on under new tokens, and the old ones are dead: whoever holds a stolen
 * copy must not profit from what its owner has just shown.
 *
 * @param visitor from `visitorOf`
 * @returns the token of the cookie to set; `currentPasswordWrong`; `tooManyAttempts` with the seconds for Retry-After; `sessionMissing`
 *          where the session has ended meanwhile
 */
export async function proveIdentity(
  ctx: Ctx,
  visitor: Pick<Visitor, "id" | "sessionId">,
  proof: Proof,
): Promise<Ok<SignedIn> | ProofRefusal> {
  const checked = await checkPassword(ctx, visitor.id, proof.password);
  if (!checked.ok) {
    if (checked.error === "currentPasswordWrong")
      await recordAccountEvent(ctx, ctx.db, { userId: visitor.id, action: "proof.fail" });
    return checked;
  }
  const sessionToken = newSessionToken(ctx);
  const renewed = await ctx.db.transaction().execute((tx) => renewSession(tx, visitor.sessionId, sessionToken, ctx.now()));
  if (renewed) await recordStaffEvent(ctx, { who: { userId: visitor.id }, action: "proof.give" });
  return renewed ? ok({ userId: visitor.id, sessionToken }) : { ok: false, error: "sessionMissing" };
}
