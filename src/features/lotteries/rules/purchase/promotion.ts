/** Promotion codes: format, parsing and expiry. */
import { addDays, type Day, endOfLondonDay, londonDate } from "#shared/dates/dates.ts";
import { pastedCode, pastedId } from "#shared/text/pasted.ts";

/** `code` is in capitals. It is valid before `expiresAt`. */
export type Promotion = {
  readonly id: string;
  readonly code: string;
  /** 1 to 100. */
  readonly percentOff: number;
  readonly expiresAt: Date;
};

/** A valid code as pages show it. */
export type CodeView = Pick<Promotion, "code" | "percentOff">;

/** Why a code gives no discount; `code_used`: this buyer has used it before. */
export type CodeProblem = "code_unknown" | "code_expired" | "code_used";

/** A buyer's code: valid, or as typed with its problem. */
export type CheckedCode = CodeView | { readonly typed: string; readonly problem: CodeProblem };

/** 10 % off, for 14 days. Source: specification, section 9. */
export const VIP_OFFER = { percentOff: 10, days: 14 } as const;

/** In characters. */
const LONGEST_CODE = 40;
/** In characters, before blanks and invisible ones are removed. */
const LONGEST_TYPED = 400;

/** The characters of codes, without those that are confused in handwriting: 0 and O, 1, I and L. */
const SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** The random bytes of a code. */
export const CODE_BYTES = 8;

/** "VIP-7KQM-R2XD" from eight random bytes: about 40 bits, too many to guess. */
export function codeOf(bytes: Uint8Array): string {
  const signs = [...bytes.subarray(0, CODE_BYTES)].map((byte) => SIGNS[byte % SIGNS.length]).join("");
  return `VIP-${signs.slice(0, 4)}-${signs.slice(4)}`;
}

/** A code without separators. */
const COMPACT = new RegExp(`^(?:CODE)?(VIP)([${SIGNS}]{4})([${SIGNS}]{4})$`);

/** The stored spelling of a typed, pasted or linked code; undefined for invalid text. */
export function readCode(typed: unknown): string | undefined {
  if (typeof typed !== "string" || typed.length > LONGEST_TYPED) return undefined;
  const [, ...parts] = COMPACT.exec(pastedCode(typed).toUpperCase()) ?? [];
  const code = parts.length > 0 ? parts.join("-") : pastedId(typed).replaceAll(" ", "").toUpperCase();
  // PostgreSQL's text accepts neither NUL nor lone surrogates.
  return code !== "" && code.length <= LONGEST_CODE && !/[\p{Cc}\p{Cs}]/u.test(code) ? code : undefined;
}

/** The end of the last of `days` days in London, not counting today. */
export function offerEnd(now: Date, days: number): Date {
  return endOfLondonDay(addDays(londonDate(now), days));
}

/** The last day in London on which a code is valid. */
export function lastDayOf({ expiresAt }: Pick<Promotion, "expiresAt">): Day {
  return londonDate(new Date(expiresAt.getTime() - 1));
}
