/** Signing in with e-mail and password. */
import { isAPIError } from "better-auth/api";
import type { Ctx } from "#platform/ctx.server.ts";
import { isEmailAddress, normalEmail } from "../rules/email-address.ts";
import { LONGEST_PASSWORD } from "../rules/passwords.ts";
import { authOf, CLIENT_ADDRESS_HEADER } from "./auth.ts";
import { findPasswordHash, findPasswordHashOf, waitForAccount } from "./credential-store.ts";
import type { Device, SignedIn } from "./new-session.ts";
import { deleteSession } from "./store.ts";
import { takeTurn } from "./take-turn.ts";

export type SignInError =
  | { readonly ok: false; readonly error: "invalidCredentials" }
  | { readonly ok: false; readonly error: "tooManyAttempts"; readonly retryAfterSeconds: number };

/** No account can have it, and looking it up takes as long as for any other address. */
const NOBODY = "nobody@invalid.test";

/**
 * Opens a session.
 *
 * An unknown address, a wrong password and an account without a password look the same and take the same time: the library hashes
 * in each case, and the limits count alike whether or not the account exists.
 */
export async function signIn(
  ctx: Ctx,
  credentials: { readonly email: string; readonly password: string },
  device: Device,
): Promise<{ readonly ok: true; readonly value: SignedIn } | SignInError> {
  const email = normalEmail(credentials.email);
  // Who has used up the address's turns must not use up the account's as well: they are its owner's.
  const retryAfterSeconds =
    (await takeTurn(ctx, "signInByAddress", device.address)) || (await takeTurn(ctx, "signInByAccount", email));
  if (retryAfterSeconds > 0) return { ok: false, error: "tooManyAttempts", retryAfterSeconds };

  const isPossible = isEmailAddress(email) && credentials.password.length <= LONGEST_PASSWORD;
  const hash = await findPasswordHashOf(ctx.db, isPossible ? email : NOBODY);
  const body = { email: isPossible ? email : NOBODY, password: isPossible ? credentials.password : "-" };
  try {
    const { user, token } = await authOf(ctx).api.signInEmail({
      body,
      headers: new Headers({ [CLIENT_ADDRESS_HEADER]: device.address, "user-agent": device.userAgent }),
    });
    if (!(await standsUnder(ctx, user.id, token, hash))) return { ok: false, error: "invalidCredentials" };
    return { ok: true, value: { userId: user.id, sessionToken: token } };
  } catch (error) {
    if (isAPIError(error) && error.body?.code === "INVALID_EMAIL_OR_PASSWORD") return { ok: false, error: "invalidCredentials" };
    throw error;
  }
}

/**
 * A password that is changed while somebody signs in with the old one: the change ends the sessions that it sees, so one that was opened
 * at that very moment has to look back. It waits for a change under way, and ends itself where the hash is another by now.
 */
async function standsUnder(ctx: Ctx, userId: string, token: string, hash: string | undefined): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    await waitForAccount(tx, userId);
    const isSame = hash !== undefined && (await findPasswordHash(tx, userId)) === hash;
    if (!isSame) await deleteSession(tx, { token });
    return isSame;
  });
}
