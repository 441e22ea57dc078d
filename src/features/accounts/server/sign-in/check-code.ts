/** Checks what a person types: a code of the second factor, or their password. Attempts are limited. */
import { randomUUID } from "node:crypto";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, type Ok, ok, type Result } from "#shared/result.ts";
import { LONGEST_PASSWORD } from "../../rules/sign-in/passwords.ts";
import { readAppCode, readRecoveryCode } from "../../rules/sign-in/second-factor.ts";
import { recordAccountEvent } from "../devices/account-events.ts";
import { claimStep, findSecondFactor, useRecoveryCode } from "../second-factor/second-factor-store.ts";
import { openSecret, recoveryHash, stepOf } from "./app-codes.ts";
import { findAccount, findPasswordHash, lockAccount } from "./credential-store.ts";
import { queueAccountMail } from "./mail-links.ts";
import { passwordsOf } from "./password-hash.ts";

export type CodeRefusal =
  | { readonly ok: false; readonly error: "codeRequired" | "codeWrong" }
  | { readonly ok: false; readonly error: "tooManyAttempts"; readonly retryAfterSeconds: number };

/**
 * Whose attempts are counted: a known browser's, those of strangers who have the password (account and its
 * password's date), or a signed-in user's.
 */
export type CodeGiver = { readonly device: string } | { readonly stranger: string } | { readonly signedIn: string };

/**
 * Checks an app's or recovery code and uses it up. The owner gets a mail if it was a recovery code. An empty
 * code is no attempt.
 */
export async function checkCode(
  ctx: Ctx,
  userId: string,
  typed: string,
  countedBy: CodeGiver,
): Promise<Ok<undefined> | CodeRefusal> {
  if (typed.trim() === "") return err("codeRequired");
  const retryAfterSeconds = await consumeAttempt(ctx, countedBy);
  if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds };
  if (await isRight(ctx, userId, typed)) return ok();
  await recordAccountEvent(ctx, ctx.db, { userId, action: "factor.fail" });
  return err("codeWrong");
}

async function consumeAttempt(ctx: Ctx, by: CodeGiver): Promise<number> {
  if ("device" in by)
    return (
      (await consumeRateLimit(ctx, "codeByDevice", by.device)) || (await consumeRateLimit(ctx, "codeByDeviceADay", by.device))
    );
  const who = "stranger" in by ? by.stranger : `session ${by.signedIn}`;
  return (await consumeRateLimit(ctx, "codeByUser", who)) || (await consumeRateLimit(ctx, "codeByUserADay", who));
}

/** Whether the code is valid. Uses it up. */
async function isRight(ctx: Ctx, userId: string, typed: string): Promise<boolean> {
  const appCode = readAppCode(typed);
  if (appCode !== undefined) return isOfApp(ctx, userId, appCode);
  const recoveryCode = readRecoveryCode(typed);
  return recoveryCode !== undefined && (await recover(ctx, userId, recoveryCode)).ok;
}

/** Whether the code is the app's, within a step of now, and not used before. */
async function isOfApp(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const factor = await findSecondFactor(ctx.db, userId);
  const secret = factor && openSecret(ctx, userId, factor.secret);
  if (secret === undefined) return false;
  const step = stepOf(secret, code, ctx.now());
  return step !== undefined && (await claimStep(ctx.db, userId, step));
}

/** Uses up a recovery code and mails the owner. */
async function recover(ctx: Ctx, userId: string, code: string): Promise<Result<undefined, "wrong">> {
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await useRecoveryCode(tx, userId, recoveryHash(ctx, userId, code), ctx.now()))) return err("wrong");
    await recordAccountEvent(ctx, tx, { userId, action: "factor.recover" });
    await mailOwner(ctx, tx, userId, "recovery-code-used");
    return ok();
  });
}

/** Mails the owner of the account about its second factor. */
export async function mailOwner(
  ctx: Pick<Ctx, "jobs">,
  tx: Tx,
  userId: string,
  message: "second-factor-on" | "second-factor-off" | "second-factor-reset" | "recovery-codes-new" | "recovery-code-used",
): Promise<void> {
  const account = await findAccount(tx, { id: userId });
  if (!account?.email) return;
  const reader = { userId, to: account.email, firstName: account.first_name, locale: account.locale };
  await queueAccountMail(ctx, tx, { message, about: randomUUID(), ...reader });
}

export type PasswordRefusal =
  | { readonly ok: false; readonly error: "currentPasswordRequired" | "currentPasswordWrong" }
  | { readonly ok: false; readonly error: "tooManyAttempts"; readonly retryAfterSeconds: number };

/**
 * Checks the account's password, 10 times in 5 minutes and 30 an hour, against guessing in an open browser.
 * An empty password is no attempt. Returns its hash.
 */
export async function checkPassword(ctx: Ctx, userId: string, password: string): Promise<Ok<string> | PasswordRefusal> {
  if (password === "") return err("currentPasswordRequired");
  const retryAfterSeconds =
    (await consumeRateLimit(ctx, "passwordByUser", userId)) || (await consumeRateLimit(ctx, "passwordByUserAnHour", userId));
  if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds };
  const hash = await findPasswordHash(ctx.db, userId);
  if (hash === undefined || password.length > LONGEST_PASSWORD) return err("currentPasswordWrong");
  return (await passwordsOf(ctx).verify({ hash, password })) ? ok(hash) : err("currentPasswordWrong");
}

/** Whether `hash` is still the account's password. Locks the account until the transaction ends. */
export async function isStillTheirs(tx: Tx, userId: string, hash: string): Promise<boolean> {
  await lockAccount(tx, userId);
  return (await findPasswordHash(tx, userId)) === hash;
}
