/** Asking for a way back in: whoever asks learns nothing, not even by the time that it takes. */
import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Ok, ok } from "#shared/result.ts";
import { isEmailAddress, normalEmail } from "../rules/email-address.ts";
import type { Device } from "./new-session.ts";
import { takeTurn } from "./take-turn.ts";

export type ResetRequestRefusal =
  | { readonly ok: false; readonly error: "validation.required" | "emailInvalid" }
  | { readonly ok: false; readonly error: "tooManyAttempts"; readonly retryAfterSeconds: number };

/**
 * Queues the same for every address; `sendPasswordReset` finds out later whether there is an account.
 *
 * @returns `validation.required`, `emailInvalid`; `tooManyAttempts` after 3 requests for an address in an hour, known or not
 */
export async function requestPasswordReset(
  ctx: Ctx,
  typed: string,
  device: Pick<Device, "address">,
): Promise<Ok<undefined> | ResetRequestRefusal> {
  const email = normalEmail(typed);
  if (email === "") return { ok: false, error: "validation.required" };
  if (!isEmailAddress(email)) return { ok: false, error: "emailInvalid" };
  const retryAfterSeconds =
    (await takeTurn(ctx, "resetByAddress", device.address)) || (await takeTurn(ctx, "resetByAccount", email));
  if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds };
  const job = { email, linkId: randomUUID() };
  await ctx.db.transaction().execute((tx) => ctx.jobs.send(tx, "password-reset", job));
  return ok();
}
