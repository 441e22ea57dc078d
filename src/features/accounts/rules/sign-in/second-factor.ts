/** The second factor: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost phone. */
import { pastedCode } from "#shared/text/pasted.ts";

/** An app shows a new code every 30 seconds, a "step". Source: RFC 6238. */
export const STEP_SECONDS = 30;
export const CODE_DIGITS = 6;
/** Also accepts the codes of the steps before and after: clocks drift, and people type slowly. */
export const STEPS_ASIDE = 1;

export const RECOVERY_CODES = 10;
/** With this many codes left, the owner is reminded to make new ones. */
export const FEW_RECOVERY_CODES = 3;
/** Characters of a recovery code. Twelve of 32 letters are 60 bits. */
const RECOVERY_LENGTH = 12;
/** Crockford's base 32: no letter looks like a digit. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** How long a trusted browser is not asked for a code. */
export const TRUSTED_SECONDS = 30 * 86_400;
/** How long a code may be typed after the password. */
export const TICKET_MS = 10 * 60_000;
/** How long a set-up may be finished after it began. */
export const SET_UP_MS = 30 * 60_000;

/** The number of the app's step at a moment, counted from 1970. */
export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS);
}

/**
 * "123 456" → "123456". Undefined if it is no app code. No password looks like one: it needs a capital
 * letter.
 */
export function readAppCode(typed: string): string | undefined {
  const code = pastedCode(typed);
  return new RegExp(`^\\d{${CODE_DIGITS}}$`).test(code) ? code : undefined;
}

/** "7KMQ x2rd-9fhw" → "7kmqx2rd9fhw". Undefined if it is no recovery code. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = pastedCode(typed).toLowerCase().replaceAll("o", "0").replace(/[il]/g, "1");
  return code.length === RECOVERY_LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : undefined;
}

/** A random recovery code. `random` returns that many random bytes. */
export function newRecoveryCode(random: (bytes: number) => Buffer): string {
  return [...random(RECOVERY_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** "7kmqx2rd9fhw" → "7kmq-x2rd-9fhw". */
export function showRecoveryCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/**
 * A begun set-up. `sealed`: the encrypted secret, which the form sends back with the first code; nothing is
 * stored before. `address`: the `otpauth:` URI. `typed`: the secret, for typing it into the app.
 */
export type SetUp = { readonly sealed: string; readonly address: string; readonly typed: string };

/** `size` in modules, with the quiet zone. `path` draws the dark modules, one unit each. */
export type QrCode = { readonly size: number; readonly path: string };
