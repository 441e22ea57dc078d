/** Asking for the mail that confirms one's address once more. */
import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Ok, ok } from "#shared/result.ts";
import { consumeRateLimit } from "./consume-rate-limit.ts";
import { queueLink } from "./queue-account-mail.ts";
import type { Visitor } from "./read-session.ts";

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
