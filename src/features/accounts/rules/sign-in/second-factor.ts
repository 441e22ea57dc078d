import { pastedCode } from "#shared/text/pasted.ts";

/** The validity of an app's code. Source: RFC 6238. */
export const STEP_SECONDS = 30;
export const CODE_DIGITS = 6;
/** Also accepts the codes of the steps before and after: clocks drift, and people type slowly. */
export const STEPS_ASIDE = 1;

export const RECOVERY_CODES = 10;
/** Few enough to remind the owner. */
export const FEW_RECOVERY_CODES = 3;
/** Twelve of 32 letters: 60 bits. */
const RECOVERY_LENGTH = 12;
/** Crockford's base 32: no letter looks like a digit. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** How long a trusted browser is not asked for a code. */
export const TRUSTED_SECONDS = 30 * 86_400;
export const TICKET_MS = 10 * 60_000;
export const SET_UP_MS = 30 * 60_000;

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS);
}

/** "123 456" → "123456". No password looks like this: it needs a capital letter. */
export function readAppCode(given: string): string | undefined {
  const code = pastedCode(given);
  return new RegExp(`^\\d{${CODE_DIGITS}}$`).test(code) ? code : undefined;
}

/** "7KMQ x2rd-9fhw" → "7kmqx2rd9fhw". Undefined if it is no code. */
export function readRecoveryCode(given: string): string | undefined {
  const code = pastedCode(given).toLowerCase().replaceAll("o", "0").replace(/[il]/g, "1");
  return code.length === RECOVERY_LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : undefined;
}

export function newRecoveryCode(random: (bytes: number) => Buffer): string {
  return [...random(RECOVERY_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

export function showRecoveryCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/** `sealed` proves in the form that the password was given. Nothing is stored before the first code. */
export type SetUp = { readonly sealed: string; readonly address: string; readonly typed: string };

/** `size` in modules, with the quiet zone. `path` draws the dark modules, one unit each. */
export type QrCode = { readonly size: number; readonly path: string };
