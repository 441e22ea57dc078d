/** What the forms of /second-factor are told. */
import type { QrCode, SetUp } from "../rules/second-factor.ts";

export type FactorOutcome = {
  readonly intent: "begin" | "confirm" | "codes" | "off" | "none";
  readonly error?: "currentPasswordWrong" | "codeWrong" | "tooManyAttempts" | "setUpExpired" | "factorNeeded";
  readonly minutes?: number;
  /** Shown until a code proves that the app is set up. */
  readonly setUp?: (SetUp & { readonly qr: QrCode }) | undefined;
  /** Shown this once. */
  readonly codes?: readonly string[];
};
