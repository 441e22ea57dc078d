/** Promotion codes: how they are written, how they are read, and until when they count. */
import { addDays, type Day, endOfLondonDay, londonDate } from "#shared/dates.ts";
import { pastedCode, pastedId } from "#shared/pasted.ts";

/** `code` is in capitals. It counts before `expiresAt`, and then no more. */
export type Promotion = {
  readonly id: string;
  readonly code: string;
  /** 1 to 100. */
  readonly percentOff: number;
  readonly expiresAt: Date;
};

export type CodeView = Pick<Promotion, "code" | "percentOff">;

/** A code that counts, or what is wrong with the one that was typed. */
export type AskedCode = CodeView | { readonly typed: string; readonly problem: CodeProblem };

/** Why a code takes nothing off. Each has its sentence in both languages. */
export type CodeProblem = "code_unknown" | "code_expired" | "code_used";

/** The VIP offer: 10 % off, for 14 days. Source: specification, section 9. */
export const VIP_OFFER = { percentOff: 10, days: 14 } as const;

const LONGEST_CODE = 40;
/** Before blanks and invisible characters go. */
const LONGEST_TYPED = 400;

/** Without those that are taken for one another when copied by hand: 0 and O, 1, I and L. */
const SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

export const CODE_BYTES = 8;

/** "VIP-7KQM-R2XD" of eight random bytes: 31 to the eighth, about 40 bits, so that nobody finds one by trying. */
export function codeOf(bytes: Uint8Array): string {
  const signs = [...bytes.subarray(0, CODE_BYTES)].map((byte) => SIGNS[byte % SIGNS.length]).join("");
  return `VIP-${signs.slice(0, 4)}-${signs.slice(4)}`;
}

const COMPACT = new RegExp(`^(?:CODE)?(VIP)([${SIGNS}]{4})([${SIGNS}]{4})$`);

/** A typed or pasted code in its stored spelling. Undefined for what cannot be a code. */
export function readCode(typed: unknown): string | undefined {
  if (typeof typed !== "string" || typed.length > LONGEST_TYPED) return undefined;
  const [, ...parts] = COMPACT.exec(pastedCode(typed).toUpperCase()) ?? [];
  const code = parts.length > 0 ? parts.join("-") : pastedId(typed).replaceAll(" ", "").toUpperCase();
  // No table holds a NUL or half a character.
  return code !== "" && code.length <= LONGEST_CODE && !/[\p{Cc}\p{Cs}]/u.test(code) ? code : undefined;
}

/** The midnight in London that ends the last of `days` days, today being none of them: whoever reads the date has all of that day. */
export function offerEnd(now: Date, days: number): Date {
  return endOfLondonDay(addDays(londonDate(now), days));
}

export function lastDayOf({ expiresAt }: Pick<Promotion, "expiresAt">): Day {
  return londonDate(new Date(expiresAt.getTime() - 1));
}
