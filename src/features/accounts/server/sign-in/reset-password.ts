/** Forgotten passwords: requests a reset link, and sets a new password by it. */
import { randomUUID } from "node:crypto";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, type Ok, ok } from "#shared/result.ts";
import { type EmailProblem, emailProblem, normalEmail } from "../../rules/person/email-address.ts";
import { type NewPassword, type NewPasswordProblem, newPasswordProblem } from "../../rules/sign-in/passwords.ts";
import { hasRoomInLog, recordAccountEvent, recordStaffEvent } from "../devices/account-events.ts";
import { knownDevice } from "../devices/device-cookie.ts";
import { lockForPost, takeOverPost } from "../person/join-person.ts";
import { recordClaim } from "../profile/profile-store.ts";
import { dropFactorSetUpSince } from "../second-factor/drop-second-factor.ts";
import type { Device } from "../sessions/new-session.ts";
import {
  deleteSessions,
  findAccount,
  findCredential,
  findPasswordHash,
  markVerified,
  writePassword,
} from "./credential-store.ts";
import { isGuessable } from "./guessable.ts";
import {
  deleteLink,
  deleteLinks,
  findLink,
  findNewestLink,
  findNewestLinkTo,
  handOverLink,
  type Link,
  NO_USER_ID,
  prolongLink,
} from "./link-store.ts";
import { LINK_LIFETIME_MS, linkIdOf, queueAccountMail, queueLink } from "./mail-links.ts";
import { passwordsOf } from "./password-hash.ts";

/** Errors are keys of `auth.json`. */
export type ResetRefusal = ({ readonly ok: false } & NewPasswordProblem) | { readonly ok: false; readonly error: "linkExpired" };

/** The address of a valid link. Does not use it up. */
export async function findResetEmail(ctx: Ctx, token: string): Promise<string | undefined> {
  return (await liveLink(ctx, token))?.email;
}

/** Sets the password, confirms the address, ends all sessions and mails the owner. */
export async function resetPassword(
  ctx: Ctx,
  token: string,
  chosen: NewPassword,
): Promise<Ok<{ readonly userId: string }> | ResetRefusal> {
  const problem = newPasswordProblem(chosen);
  if (problem) return { ok: false, ...problem };
  const link = await liveLink(ctx, token);
  if (!link) return err("linkExpired");
  if (await isGuessable(chosen.password, [])) return { ok: false, error: "passwordRequirements", problem: "passwordTooCommon" };

  const hash = await passwordsOf(ctx).hash(chosen.password);
  return ctx.db.transaction().execute(async (tx) => {
    const account = await lockForPost(tx, link.userId, link.email);
    if (account?.email !== link.email || !(await deleteLink(tx, link.id))) return err("linkExpired");
    // A stranger may have opened the account with this address: drop their second factor and consents.
    if (!account.email_verified) {
      await dropFactorSetUpSince(ctx, tx, account.id, new Date(0));
      if ((await findPasswordHash(tx, account.id)) !== undefined) await recordClaim(tx, account.id, ctx.now());
    }
    await writePassword(tx, account.id, hash, ctx.now());
    await markVerified(tx, account.id, link.email, ctx.now());
    await takeOverPost(ctx, tx, account.id, link.email);
    const ended = await deleteSessions(tx, account.id);
    await recordAccountEvent(ctx, tx, { userId: account.id, action: "password.reset", after: { sessions_ended: ended } });
    await deleteLinks(tx, account.id, ["reset-password", "change-email", "verify-email"]);
    const reader = { userId: account.id, to: link.email, firstName: account.first_name, locale: account.locale };
    await queueAccountMail(ctx, tx, { message: "password-changed", about: randomUUID(), ...reader });
    return ok({ userId: account.id });
  });
}

/** The valid reset link of the token. */
async function liveLink(ctx: Ctx, token: string): Promise<Link | undefined> {
  const id = linkIdOf(ctx, token);
  const link = id === undefined ? undefined : await findLink(ctx.db, id, ctx.now());
  return link?.purpose === "reset-password" && link.userId !== NO_USER_ID ? link : undefined;
}

type ResetRequestRefusal =
  | { readonly ok: false; readonly error: "validation.required" | EmailProblem }
  | { readonly ok: false; readonly error: "tooManyAttempts"; readonly retryAfterSeconds: number };

/**
 * Queues the same job for all addresses, so that the reply reveals no accounts. Limited to 3 an hour by
 * network address or known device.
 */
export async function requestPasswordReset(
  ctx: Ctx,
  typed: string,
  device: Pick<Device, "address" | "cookies">,
): Promise<Ok<undefined> | ResetRequestRefusal> {
  const email = normalEmail(typed);
  if (email === "") return err("validation.required");
  const problem = emailProblem(email);
  if (problem) return err(problem);
  // One query for known and unknown addresses, so that timing reveals nothing.
  const account = await findCredential(ctx.db, email);
  const known = account?.isConfirmed ? knownDevice(ctx, device.cookies ?? null, account) : undefined;
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

/** Whether strangers' requests have used up the mails that a mailbox gets. Takes one of them. */
async function isFlooded(ctx: Ctx, email: string): Promise<boolean> {
  const wait =
    (await consumeRateLimit(ctx, "resetMailByAccount", email)) || (await consumeRateLimit(ctx, "resetMailByAccountADay", email));
  return wait > 0;
}

/** Maximum age of a link that repeated requests prolong. */
const LONGEST_LIFE_MS = 24 * 3_600_000;

/**
 * The newest valid reset link. An unconfirmed address is searched by itself, because strangers may delete
 * and reopen its account.
 */
function findExistingLink(
  ctx: Ctx,
  tx: Tx,
  account: { readonly id: string; readonly email: string | null; readonly email_verified: boolean },
) {
  return account.email === null || account.email_verified
    ? findNewestLink(tx, account.id, "reset-password", ctx.now())
    : findNewestLinkTo(tx, account.email, "reset-password", ctx.now());
}

/**
 * The job: stores a link and queues its mail. Safe to repeat. `isSpare`: strangers used up the mails of the
 * address, so its last link is prolonged instead.
 */
export async function sendPasswordReset(ctx: Ctx, { email, linkId: id, isSpare }: JobData["password-reset"]): Promise<void> {
  const account = await findAccount(ctx.db, { email });
  if (!account) return;
  // Strangers can request this often.
  if (await hasRoomInLog(ctx, { userId: account.id, action: "password.ask_reset" }))
    await recordStaffEvent(ctx, { who: { email }, action: "password.ask_reset" });
  const now = ctx.now().getTime();
  await ctx.db.transaction().execute(async (tx) => {
    const existing = isSpare ? await findExistingLink(ctx, tx, account) : undefined;
    if (existing) {
      await handOverLink(tx, existing.id, "reset-password", account.id);
      const end = Math.min(now + LINK_LIFETIME_MS["reset-password"], existing.createdAt.getTime() + LONGEST_LIFE_MS);
      return prolongLink(tx, existing.id, new Date(end));
    }
    const reader = { id, userId: account.id, to: email, firstName: account.first_name, locale: account.locale };
    await queueLink(ctx, tx, "reset-password", reader);
  });
}
