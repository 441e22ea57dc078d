/** Asking somebody who is signed in for their password again, before what cannot be taken back. */
import type { Ctx } from "#platform/ctx.server.ts";
import { type Ok, ok } from "#shared/result.ts";
import { LONGEST_PASSWORD } from "../rules/passwords.ts";
import { passwordsOf } from "./auth.ts";
import { consumeRateLimit } from "./consume-rate-limit.ts";
import { findPasswordHash } from "./credential-store.ts";

export type PasswordRefusal =
  | { readonly ok: false; readonly error: "currentPasswordWrong" }
  | { readonly ok: false; readonly error: "tooManyAttempts"; readonly retryAfterSeconds: number };

/**
 * @returns the hash that it was compared with, for who has to see whether that is still the account's; `currentPasswordWrong` also for an account without one; `tooManyAttempts` after 10 tries in 5 minutes or 30 in an hour, right or wrong:
 *          whoever found a browser open must not guess on
 */
export async function checkPassword(ctx: Ctx, userId: string, password: string): Promise<Ok<string> | PasswordRefusal> {
  const retryAfterSeconds =
    (await consumeRateLimit(ctx, "passwordByUser", userId)) || (await consumeRateLimit(ctx, "passwordByUserAnHour", userId));
  if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds };
  const hash = await findPasswordHash(ctx.db, userId);
  if (hash === undefined || password.length > LONGEST_PASSWORD) return { ok: false, error: "currentPasswordWrong" };
  return (await passwordsOf(ctx).verify({ hash, password })) ? ok(hash) : { ok: false, error: "currentPasswordWrong" };
}
