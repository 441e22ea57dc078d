/** Signs in with address and password. */
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err } from "#shared/result.ts";
import { isEmailAddress, normalEmail } from "../../rules/person/email-address.ts";
import { LONGEST_PASSWORD } from "../../rules/sign-in/passwords.ts";
import { recordStaffEvent } from "../devices/account-events.ts";
import { knownDevice } from "../devices/device-cookie.ts";
import type { Device, SignedIn } from "../sessions/new-session.ts";
import { findCredential, findPasswordHash, hasOtherHashes, replaceHash } from "./credential-store.ts";
import { PasswordsBusy, passwordsOf } from "./password-hash.ts";
import { type CodeNeeded, openWithPassword } from "./sign-in-code.ts";
import { findSignInLink, offerSignInLink } from "./sign-in-link.ts";

/** Errors are keys of `auth.json`. `codeNeeded`: the second factor is due. */
export type SignInError =
  | { readonly ok: false; readonly error: "invalidCredentials" }
  | {
      readonly ok: false;
      readonly error: "tooManyAttempts";
      readonly retryAfterSeconds: number;
      /** If the account exists, its owner gets a mail with a link. */
      readonly isMailed?: boolean;
    }
  | CodeNeeded
  | { readonly ok: false; readonly error: "codeRequired" | "codeWrong" };

/** `linkToken`: of a mailed sign-in link. `code`: second factor of an API client. */
export type Credentials = {
  readonly email: string;
  readonly password: string;
  readonly linkToken?: string | undefined;
  readonly code?: string | undefined;
};

/** Replaces impossible addresses: no account has it, and the query takes as long. */
const UNKNOWN_EMAIL = "nobody@invalid.test";

/** Opens a session, or returns why not. Known and unknown addresses take the same time. */
export async function signIn(
  ctx: Ctx,
  credentials: Credentials,
  device: Device,
): Promise<{ readonly ok: true; readonly value: SignedIn } | SignInError> {
  const email = normalEmail(credentials.email);
  const isPossible = isEmailAddress(email) && credentials.password.length <= LONGEST_PASSWORD;
  const attempted = isPossible ? { email, password: credentials.password } : { email: UNKNOWN_EMAIL, password: "-" };
  const account = await findCredential(ctx.db, attempted.email);
  const link = await findSignInLink(ctx, credentials.linkToken);
  const linkId = link?.userId === account?.userId ? link?.id : undefined;
  const knownBrowser = linkId ?? knownDevice(ctx, device.cookies ?? null, account);
  const retryAfterSeconds = await consumeAttempt(ctx, email, knownBrowser, device);
  if (retryAfterSeconds > 0)
    return { ok: false, error: "tooManyAttempts", retryAfterSeconds, isMailed: knownBrowser === undefined };

  try {
    return await open(ctx, { ...attempted, account, code: credentials.code }, device);
  } catch (error) {
    if (error instanceof PasswordsBusy)
      return { ok: false, error: "tooManyAttempts", retryAfterSeconds: error.retryAfterSeconds };
    throw error;
  }
}

type Attempt = {
  readonly email: string;
  readonly password: string;
  readonly account: Awaited<ReturnType<typeof findCredential>>;
  readonly code: string | undefined;
};

/** Checks the password. */
async function open(
  ctx: Ctx,
  { email, password, account, code }: Attempt,
  device: Device,
): Promise<{ readonly ok: true; readonly value: SignedIn } | SignInError> {
  const passwords = passwordsOf(ctx);
  if (await hasOtherHashes(ctx.db, passwords.prefix)) await passwords.payForOtherForm(account?.hash);
  if (!account) await passwords.hash(password);
  else if (await passwords.verify({ hash: account.hash, password }))
    return openWithPassword(ctx, await renewHash(ctx, account, password), code, device);
  await recordStaffEvent(ctx, { who: { email }, action: "session.fail", device });
  return err("invalidCredentials");
}

/** Rehashes the password if its hash is outdated. Returns the account with the stored hash. */
async function renewHash(ctx: Ctx, account: NonNullable<Attempt["account"]>, password: string): Promise<typeof account> {
  const passwords = passwordsOf(ctx);
  if (!passwords.isOutdated(account.hash)) return account;
  const { userId, hash: old } = account;
  const hash = await passwords.hash(password);
  if (await replaceHash(ctx.db, userId, { old, hash })) return { ...account, hash };
  // A concurrent sign-in has rehashed it, or the password was changed.
  const stored = await findPasswordHash(ctx.db, userId);
  const isSame = stored !== undefined && (await passwords.verify({ hash: stored, password }));
  return isSame ? { ...account, hash: stored } : account;
}

/** Takes an attempt, of a known device or as a stranger. Returns the seconds to wait, 0 if granted. */
async function consumeAttempt(ctx: Ctx, email: string, known: string | undefined, { address }: Device): Promise<number> {
  if (known !== undefined) return consumeRateLimit(ctx, "signInByDevice", known);
  // The network address is checked first: a single one must not use up the account's attempts.
  const wait =
    (await consumeRateLimit(ctx, "signInByAddress", address)) ||
    (await consumeRateLimit(ctx, "signInByAccountAndAddress", `${email} ${address}`)) ||
    (await consumeRateLimit(ctx, "signInByAccount", email));
  if (wait > 0 && isEmailAddress(email)) await offerSignInLink(ctx, email, address);
  return wait;
}
