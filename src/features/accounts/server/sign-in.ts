/** Signing in with e-mail and password. */
import { isAPIError } from "better-auth/api";
import { z } from "zod";
import type { Ctx } from "#platform/ctx.server.ts";
import { err } from "#shared/result.ts";
import { isEmailAddress, normalEmail } from "../rules/email-address.ts";
import { LONGEST_PASSWORD } from "../rules/passwords.ts";
import { recordStaffEvent } from "./account-events.ts";
import { authOf, CLIENT_ADDRESS_HEADER, passwordsOf } from "./auth.ts";
import { consumeRateLimit } from "./consume-rate-limit.ts";
import { findCredential, findPasswordHash, hasOtherHashes, replaceHash, waitForAccount } from "./credential-store.ts";
import { knownDevice } from "./device-cookie.ts";
import { deleteLinks } from "./link-store.ts";
import type { Device, SignedIn } from "./new-session.ts";
import { isStaffWithPasskey } from "./passkey-store.ts";
import { isOutdated, PasswordsBusy, PREFIX } from "./password-hash.ts";
import { findSecondFactor } from "./second-factor-store.ts";
import { type CodeNeeded, openSession, passSecondFactor } from "./sign-in-code.ts";
import { findSignInLink, offerSignInLink } from "./sign-in-link.ts";
import { deleteSession } from "./store.ts";

export type SignInError =
  | { readonly ok: false; readonly error: "invalidCredentials" }
  | {
      readonly ok: false;
      readonly error: "tooManyAttempts";
      readonly retryAfterSeconds: number;
      /** A stranger was refused: if there is such an account, its owner has a mail with a link. */
      readonly isMailed?: boolean;
    }
  | CodeNeeded
  | { readonly ok: false; readonly error: "codeWrong" };

/** `linkToken` is of a mail that opens the door, where the form was reached by one; `code` is a program's, for an account with a second factor. */
export type Credentials = {
  readonly email: string;
  readonly password: string;
  readonly linkToken?: string | undefined;
  readonly code?: string | undefined;
};

/** No account can have it, and looking it up takes as long as for any other address. */
const NOBODY = "nobody@invalid.test";

/**
 * Opens a session.
 *
 * An unknown address, a wrong password and an account without a password look the same and take the same time: the library hashes
 * in each case, and the limits count alike whether or not the account exists. Whoever is refused by them causes a mail to the owner, whose
 * link lets the right password in all the same.
 *
 * @returns `codeNeeded` where the password is right and the account has a second factor, unless a right code came along or the browser remembers one
 */
export async function signIn(
  ctx: Ctx,
  credentials: Credentials,
  device: Device,
): Promise<{ readonly ok: true; readonly value: SignedIn } | SignInError> {
  const email = normalEmail(credentials.email);
  const isPossible = isEmailAddress(email) && credentials.password.length <= LONGEST_PASSWORD;
  const account = await findCredential(ctx.db, isPossible ? email : NOBODY);
  const link = await findSignInLink(ctx, credentials.linkToken);
  const known = link?.userId === account?.userId ? link?.id : undefined;
  const counted = known ?? knownDevice(ctx, device.cookies ?? null, account);
  const retryAfterSeconds = await waitFor(ctx, email, counted, device);
  if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds, isMailed: counted === undefined };

  try {
    return await open(ctx, { email, password: credentials.password, isPossible, account, code: credentials.code }, device);
  } catch (error) {
    if (error instanceof PasswordsBusy)
      return { ok: false, error: "tooManyAttempts", retryAfterSeconds: error.retryAfterSeconds };
    throw error;
  }
}

type Opening = {
  readonly email: string;
  readonly password: string;
  readonly isPossible: boolean;
  readonly account: Awaited<ReturnType<typeof findCredential>>;
  readonly code: string | undefined;
};

/** Compares the password, and opens the session. A hash of a kind that is no longer made is made anew. */
async function open(
  ctx: Ctx,
  { email, password, isPossible, account, code }: Opening,
  device: Device,
): Promise<{ readonly ok: true; readonly value: SignedIn } | SignInError> {
  const passwords = passwordsOf(ctx);
  if (await hasOtherHashes(ctx.db, PREFIX)) await passwords.payForOtherKind(account?.hash);
  const body = { email: isPossible ? email : NOBODY, password: isPossible ? password : "-" };
  if (!z.email().safeParse(body.email).success) return openRareAddress(ctx, { password, account, code }, device);
  try {
    const reply = await authOf(ctx).api.signInEmail({
      body,
      headers: new Headers({ [CLIENT_ADDRESS_HEADER]: device.address, "user-agent": device.userAgent }),
    });
    // The library's plugin has ended the session again: the password is right, and not enough.
    if (account && "twoFactorRedirect" in reply)
      return await passSecondFactor(ctx, await renewHash(ctx, account, password), code, device);
    const { user, token } = reply;
    const stands = account && (await standsUnder(ctx, user.id, token, { hash: account.hash, password }));
    if (!account || stands === "no") return err("invalidCredentials");
    const renewed = await renewHash(ctx, account, password);
    if (stands === "not alone") return await passSecondFactor(ctx, renewed, code, device);
    await recordStaffEvent(ctx, { who: { userId: user.id }, action: "session.open", device });
    return { ok: true, value: { userId: user.id, sessionToken: token } };
  } catch (error) {
    if (!isAPIError(error) || error.body?.code !== "INVALID_EMAIL_OR_PASSWORD") throw error;
    await recordStaffEvent(ctx, { who: { email: body.email }, action: "session.fail", device });
    return err("invalidCredentials");
  }
}

/** The library refuses valid addresses with rarer signs, such as `tom&jane@example.com`. An unknown one takes as long as a known one. */
async function openRareAddress(
  ctx: Ctx,
  { password, account, code }: Pick<Opening, "password" | "account" | "code">,
  device: Device,
): Promise<{ readonly ok: true; readonly value: SignedIn } | SignInError> {
  const passwords = passwordsOf(ctx);
  if (!account) {
    await passwords.hash(password);
    return err("invalidCredentials");
  }
  const { userId } = account;
  if (!(await passwords.verify({ hash: account.hash, password }))) {
    await recordStaffEvent(ctx, { who: { userId }, action: "session.fail", device });
    return err("invalidCredentials");
  }
  const current = await renewHash(ctx, account, password);
  const needsCode = (await findSecondFactor(ctx.db, userId)) !== undefined || (await isStaffWithPasskey(ctx.db, userId));
  return needsCode ? passSecondFactor(ctx, current, code, device) : openSession(ctx, current, device);
}

/** The account as it is once its hash is of today's kind. */
async function renewHash(ctx: Ctx, account: NonNullable<Opening["account"]>, password: string): Promise<typeof account> {
  if (!isOutdated(account.hash)) return account;
  const hash = await passwordsOf(ctx).hash(password);
  await replaceHash(ctx.db, account.userId, { old: account.hash, hash });
  return { ...account, hash };
}

/** Takes a turn: a known device's own, or a stranger's. 0, or the seconds to wait. */
async function waitFor(ctx: Ctx, email: string, known: string | undefined, { address }: Device): Promise<number> {
  if (known !== undefined) return consumeRateLimit(ctx, "signInByDevice", known);
  // Who has used up the address's turns must not use up the account's as well: they are its owner's.
  const wait =
    (await consumeRateLimit(ctx, "signInByAddress", address)) ||
    (await consumeRateLimit(ctx, "signInByAccountAndAddress", `${email} ${address}`)) ||
    (await consumeRateLimit(ctx, "signInByAccount", email));
  if (wait > 0 && isEmailAddress(email)) await offerSignInLink(ctx, email, address);
  return wait;
}

/**
 * A password that is changed while somebody signs in with the old one: the change ends the sessions that it sees, so one that was opened
 * at that very moment has to look back. It waits for a change under way, and ends itself where the hash is another by now, or where a
 * second factor was turned on meanwhile, or of staff who have a passkey ("not alone").
 */
async function standsUnder(
  ctx: Ctx,
  userId: string,
  token: string,
  { hash, password }: { hash: string; password: string },
): Promise<"yes" | "no" | "not alone"> {
  return ctx.db.transaction().execute(async (tx) => {
    await waitForAccount(tx, userId);
    const now = await findPasswordHash(tx, userId);
    // Another of this person's may have had it hashed anew at this moment.
    const isSame =
      now === hash || (now !== undefined && isOutdated(hash) && (await passwordsOf(ctx).verify({ hash: now, password })));
    const isAlone = (await findSecondFactor(tx, userId)) === undefined && !(await isStaffWithPasskey(tx, userId));
    if (isSame && isAlone) await deleteLinks(tx, userId, ["sign-in"]);
    else await deleteSession(tx, { token });
    if (!isSame) return "no";
    return isAlone ? "yes" : "not alone";
  });
}
