/** Secrets and codes of authenticator apps (TOTP), and hashes of recovery codes. */
import { createHmac, hkdfSync } from "node:crypto";
import { HOTP, Secret, TOTP } from "otpauth";
import { decryptText, encryptText } from "#features/access/server/encrypted-text.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { CODE_DIGITS, STEP_SECONDS, STEPS_ASIDE, stepAt } from "../../rules/sign-in/second-factor.ts";

type Keyed = Pick<Ctx, "lastingSecret">;

/** A secret of 128 bits, the minimum of RFC 4226, because a person may have to type it. */
export function newAppSecret(ctx: Pick<Ctx, "random">): string {
  return ctx.random(16).toString("base64url");
}

/** The `otpauth:` URI of the secret, for the QR code. `shop`: its name, which the app shows. */
export function appAddress(secret: string, email: string, shop: string): string {
  // A colon separates issuer and account.
  const issuer = shop.replaceAll(":", " ").replaceAll(/\s+/g, " ").trim();
  return new TOTP({ issuer, label: email, secret: bytesOf(secret), digits: CODE_DIGITS, period: STEP_SECONDS }).toString();
}

/** The secret in groups of four letters, for typing it into the app. */
export function typedSecret(secret: string): string {
  return bytesOf(secret).base32.replace(/(.{4})(?=.)/g, "$1 ");
}

/** The app's code of a step. */
export function appCodeAt(secret: string, step: number): string {
  return HOTP.generate({ secret: bytesOf(secret), counter: step, digits: CODE_DIGITS });
}

/** The step of a code that is valid at `now`; undefined for a wrong code. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const counter = stepAt(now);
  const delta = HOTP.validate({ token: code, secret: bytesOf(secret), counter, digits: CODE_DIGITS, window: STEPS_ASIDE });
  return delta === null ? undefined : counter + delta;
}

/** The key is the text's UTF-8 bytes: existing authenticator apps were set up with that. */
function bytesOf(secret: string): Secret {
  return Secret.fromUTF8(secret);
}

/** Encrypts a secret together with the account's id, so that it cannot be copied to another account. */
export function sealSecret(ctx: Keyed, userId: string, secret: string): string {
  return encryptText(ctx, "second-factor-seal", JSON.stringify([userId, secret]));
}

/** Decrypts it. Undefined for a value that was not encrypted for this account with this shop's key. */
export function openSecret(ctx: Keyed, userId: string, sealed: string): string | undefined {
  try {
    const [owner, secret] = JSON.parse(decryptText(ctx, "second-factor-seal", sealed)) as unknown[];
    return owner === userId && typeof secret === "string" ? secret : undefined;
  } catch {
    return undefined;
  }
}

/** The stored form of a recovery code. Keyed, so that a copy of the table cannot be searched for codes. */
export function recoveryHash({ lastingSecret }: Keyed, userId: string, code: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", lastingSecret, "", "concours:second-factor-recovery", 32)).toString("base64url");
  return createHmac("sha256", key).update(`${userId}:${code}`).digest();
}
