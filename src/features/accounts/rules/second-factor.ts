/** Codes that are given besides the password: those of an authenticator app, and recovery codes. */
import { pastedCode } from "#shared/pasted.ts";

/** Each code of an app is of one half minute. Source: RFC 6238. */
export const STEP_SECONDS = 30;
export const CODE_DIGITS = 6;
/** Clocks drift, and people type slowly: the codes of the steps before and after count as well. */
export const STEPS_ASIDE = 1;

export const RECOVERY_CODES = 10;
/** So few are left that their owner is told. */
export const FEW_RECOVERY_CODES = 3;
/** Twelve letters of 32: nobody tries 2⁶⁰. */
const RECOVERY_LENGTH = 12;
/** Crockford's: no letter that looks like a digit. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** A browser that was told to remember is not asked for a code for so long. */
export const TRUSTED_SECONDS = 30 * 86_400;
export const TICKET_MS = 10 * 60_000;
export const SET_UP_MS = 30 * 60_000;

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS);
}

/** "123 456" → "123456"; undefined for what is no code of an app. A password never looks like one: it has a capital letter. */
export function readAppCode(given: string): string | undefined {
  const code = pastedCode(given);
  return new RegExp(`^\\d{${CODE_DIGITS}}$`).test(code) ? code : undefined;
}

/** "7KMQ x2rd-9fhw" → "7kmqx2rd9fhw", as it was made; undefined for what is none. */
export function readRecoveryCode(given: string): string | undefined {
  const code = pastedCode(given).toLowerCase().replaceAll("o", "0").replace(/[il]/g, "1");
  return code.length === RECOVERY_LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : undefined;
}

/** @param random that many bytes of luck */
export function newRecoveryCode(random: (bytes: number) => Buffer): string {
  return [...random(RECOVERY_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

export function showRecoveryCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/** What an app is set up with. `sealed` goes with the form: it says that the password was given, and nothing is kept before a code is. */
export type SetUp = { readonly sealed: string; readonly address: string; readonly typed: string };

/** `size` modules wide and high, its quiet zone included; `path` draws the dark ones, each one unit. */
export type QrCode = { readonly size: number; readonly path: string };
