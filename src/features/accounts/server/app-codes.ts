/** The secret that an authenticator app and the shop share, and the codes that follow from it. */
import { createHmac, hkdfSync } from "node:crypto";
import { createOTP } from "@better-auth/utils/otp";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { CODE_DIGITS, STEP_SECONDS, stepsAt } from "../rules/second-factor.ts";

type Keyed = Pick<Ctx, "lastingSecret">;

const SHAPE = { digits: CODE_DIGITS, period: STEP_SECONDS };

/** 128 bits, the least that RFC 4226 allows: a person may have to type it. */
export function newAppSecret(ctx: Pick<Ctx, "random">): string {
  return ctx.random(16).toString("base64url");
}

/** What the QR code says. Source: Google's "Key Uri Format", which every app reads. */
export function appAddress(secret: string, email: string, shop: string): string {
  // A colon would end the issuer within the label; some apps read "+" as a plus.
  const issuer = shop.replaceAll(":", " ").replaceAll(/\s+/g, " ").trim();
  return createOTP(secret, SHAPE).url(issuer, email).replaceAll("+", "%20");
}

/** The secret as a person types it: groups of four letters. */
export function typedSecret(secret: string): string {
  const letters = new URL(appAddress(secret, "", "")).searchParams.get("secret") ?? "";
  return letters.replace(/(.{4})(?=.)/g, "$1 ");
}

/** The code of one half minute. */
export function appCodeAt(secret: string, step: number): Promise<string> {
  return createOTP(secret, SHAPE).hotp(step);
}

/** Which half minute a code is of; undefined for a wrong one. Takes the same time whichever it is. */
export async function stepOf(secret: string, code: string, now: Date): Promise<number | undefined> {
  const steps = stepsAt(now);
  const codes = await Promise.all(steps.map((step) => appCodeAt(secret, step)));
  return steps.filter((_, i) => codes[i] === code)[0];
}

/** Nobody reads it who has the tables alone, and nobody moves it to another account. */
export async function sealSecret(ctx: Keyed, userId: string, secret: string): Promise<string> {
  return symmetricEncrypt({ key: keyOf(ctx, "seal"), data: JSON.stringify([userId, secret]) });
}

/** Undefined where it was not sealed for this account with our key. */
export async function openSecret(ctx: Keyed, userId: string, sealed: string): Promise<string | undefined> {
  try {
    const [owner, secret] = JSON.parse(await symmetricDecrypt({ key: keyOf(ctx, "seal"), data: sealed })) as unknown[];
    return owner === userId && typeof secret === "string" ? secret : undefined;
  } catch {
    return undefined;
  }
}

/** A recovery code as it is kept: who has the tables alone cannot even try codes. */
export function recoveryHash(ctx: Keyed, userId: string, code: string): Buffer {
  return createHmac("sha256", keyOf(ctx, "recovery")).update(`${userId}:${code}`).digest();
}

/** Apps keep their secret for years: the key follows from the secret that never changes. */
function keyOf({ lastingSecret }: Keyed, use: "seal" | "recovery"): string {
  return Buffer.from(hkdfSync("sha256", lastingSecret, "", `concours:second-factor-${use}`, 32)).toString("base64url");
}
