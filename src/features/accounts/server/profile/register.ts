/** Registers a player: checks, account, session and confirmation mail. */
import { randomUUID } from "node:crypto";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isTransient, violatedConstraint } from "#shared/database-errors.ts";
import { londonDate } from "#shared/dates/dates.ts";
import type { Locale } from "#shared/language/locale.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { normalEmail } from "../../rules/person/email-address.ts";
import { checkRegistration, type RegistrationFields, type RegistrationProblems, tidyText } from "../../rules/registration.ts";
import { isClosedForGood, mailClosed } from "../person/closed-accounts.ts";
import { lockExclusions } from "../person/same-person-store.ts";
import { applyStoredExclusions } from "../person/stored-exclusions.ts";
import { type Device, newSession, type SignedIn } from "../sessions/new-session.ts";
import { insertAccount, insertSession, type NewAccount } from "../sessions/store.ts";
import { isGuessable } from "../sign-in/guessable.ts";
import { isReservedAddress, ReservedAddress } from "../sign-in/link-store.ts";
import { queueLink } from "../sign-in/mail-links.ts";
import { PasswordsBusy, passwordsOf } from "../sign-in/password-hash.ts";
import { isPhone, readPhone } from "./phone.ts";

/** The typed form, the choice about marketing mail, and the language of the page. */
export type Registration = RegistrationFields & { readonly marketing: boolean; readonly locale: Locale };

/** `invalid`: problems by field. Others are keys of `auth.json`. */
export type RegisterError =
  | { readonly ok: false; readonly error: "invalid"; readonly problems: RegistrationProblems }
  | { readonly ok: false; readonly error: "tooManyAttempts"; readonly retryAfterSeconds: number }
  | { readonly ok: false; readonly error: "userAlreadyExists" | "registrationFailed" };

/** Delays between retries of transient failures, in ms. Source: specification, section 9. */
const RETRY_AFTER_MS = [1_000, 2_000, 4_000];

/** Creates the account, its first session and the confirmation mail in one transaction. */
export async function register(
  ctx: Ctx,
  registration: Registration,
  device: Device,
): Promise<{ ok: true; value: SignedIn } | RegisterError> {
  const problems = checkRegistration(registration, londonDate(ctx.now()), isPhone);
  if (Object.keys(problems).length > 0) return { ok: false, error: "invalid", problems };
  const retryAfterSeconds = await consumeRateLimit(ctx, "registerByAddress", device.address);
  if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds };

  const own = [registration.email, registration.firstName, registration.lastName];
  if (await isGuessable(registration.password, own))
    return { ok: false, error: "invalid", problems: { password: "passwordTooCommon" } };
  const passwordHash = await hashNew(ctx, registration.password);
  if (passwordHash === undefined)
    return { ok: false, error: "tooManyAttempts", retryAfterSeconds: new PasswordsBusy().retryAfterSeconds };

  const account: NewAccount = {
    // Chosen here, so that retries do not create a second account.
    id: randomUUID(),
    email: normalEmail(registration.email),
    passwordHash,
    firstName: tidyText(registration.firstName),
    lastName: tidyText(registration.lastName),
    phone: readPhone(registration.phone) ?? "",
    birthDate: registration.birthDate.trim(),
    locale: registration.locale,
    marketing: registration.marketing,
  };
  return createAccount(ctx, account, device);
}

/** The hash; undefined if too many passwords are being hashed. */
async function hashNew(ctx: Ctx, password: string): Promise<string | undefined> {
  try {
    return await passwordsOf(ctx).hash(password);
  } catch (error) {
    if (error instanceof PasswordsBusy) return undefined;
    throw error;
  }
}

/** Thrown to roll back: the person's account was closed for good. */
class ClosedForGood extends Error {}

/** Creates the account. Transient database failures are retried for seven seconds. */
async function createAccount(
  ctx: Ctx,
  account: NewAccount,
  device: Device,
): Promise<Result<SignedIn, "userAlreadyExists" | "registrationFailed">> {
  const session = newSession(ctx, account.id, device);
  const created = ok({ userId: account.id, sessionToken: session.token });
  const { id: userId, email: to, firstName, locale } = account;
  const verification = { id: randomUUID(), userId, to, firstName, locale };
  for (const wait of [...RETRY_AFTER_MS, undefined]) {
    try {
      await ctx.db.transaction().execute(async (tx) => {
        await insertAccount(tx, account, ctx.now());
        // After the insert, which waits for a concurrent change of address.
        if (await isReservedAddress(tx, to, ctx.now())) throw new ReservedAddress();
        if (await isClosedForGood(ctx, tx, { ...account, email: to })) throw new ClosedForGood();
        await lockExclusions(tx, "apply");
        await applyStoredExclusions(ctx, tx, userId, to);
        await insertSession(tx, session, ctx.now());
        await queueLink(ctx, tx, "verify-email", verification);
      });
      return created;
    } catch (error) {
      const violated = violatedConstraint(error);
      // An earlier attempt has committed before its connection failed.
      if (violated === "users_pkey") return created;
      if (error instanceof ClosedForGood) {
        await mailClosed(ctx, { userId, to, firstName, locale }, account.birthDate);
        return err("userAlreadyExists");
      }
      if (violated === "users_email_key" || error instanceof ReservedAddress) return err("userAlreadyExists");
      if (!isTransient(error)) throw error;
      ctx.log.warn(
        { err: error },
        wait === undefined ? "Failed to create user profile after multiple attempts" : "an account could not be created yet",
      );
      if (wait !== undefined) await ctx.pause(wait);
    }
  }
  return err("registrationFailed");
}
