/** Asking for a way back in: whoever asks learns nothing, not even by the time that it takes. */
import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Ok, ok } from "#shared/result.ts";
import { isEmailAddress, normalEmail } from "../rules/email-address.ts";
import { consumeRateLimit } from "./consume-rate-limit.ts";
import { findCredential } from "./credential-store.ts";
import { knownDevice } from "./device-cookie.ts";
import type { Device } from "./new-session.ts";

export type ResetRequestRefusal =
  | { readonly ok: false; readonly error: "validation.required" | "emailInvalid" }
  | { readonly ok: false; readonly error: "tooManyAttempts"; readonly retryAfterSeconds: number };

/**
 * Queues the same for every address; `sendPasswordReset` finds out later whether there is an account.
 *
 * @returns `validation.required`, `emailInvalid`; `tooManyAttempts` after 3 requests in an hour for an address, known or not, from one address of the
 *          network, or from one device that the account knows. What others have asked for refuses nobody
 */
export async function requestPasswordReset(
  ctx: Ctx,
  typed: string,
  device: Pick<Device, "address" | "cookies">,
): Promise<Ok<undefined> | ResetRequestRefusal> {
  const email = normalEmail(typed);
  if (email === "") return { ok: false, error: "validation.required" };
  if (!isEmailAddress(email)) return { ok: false, error: "emailInvalid" };
  const known = knownDevice(ctx, device.cookies ?? null, await findCredential(ctx.db, email));
  const retryAfterSeconds =
    known !== undefined
      ? await consumeRateLimit(ctx, "resetByDevice", known)
      : (await consumeRateLimit(ctx, "resetByAddress", device.address)) ||
        (await consumeRateLimit(ctx, "resetByAccountAndAddress", `${email} ${device.address}`));
  if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds };
  const job = { email, linkId: randomUUID(), isSpare: known === undefined && (await isFlooded(ctx, email)) };
  await ctx.db.transaction().execute((tx) => ctx.jobs.send(tx, "password-reset", job));
  return ok();
}

/** Whether strangers have had as many mails sent there as a mailbox bears. */
async function isFlooded(ctx: Ctx, email: string): Promise<boolean> {
  const wait =
    (await consumeRateLimit(ctx, "resetMailByAccount", email)) || (await consumeRateLimit(ctx, "resetMailByAccountADay", email));
  return wait > 0;
}
