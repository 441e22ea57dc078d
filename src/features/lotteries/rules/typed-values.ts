/** Numbers, amounts and days as somebody types them: read strictly for what is stored, loosely for a preview. */
import { startOfLondonDay } from "#shared/dates.ts";
import { type Pence, pence } from "#shared/money.ts";

/** A decimal number of pounds, or what is wrong with it. */
export function readMoney(
  typed: string,
  most: Pence,
): Pence | "required" | "not_a_number" | "negative" | "not_pence" | "too_large" {
  const number = decimal(typed);
  if (typeof number === "string") return number;
  if (number < 0) return "negative";
  if (number * 100 > most) return "too_large";
  return /\.\d\d\d*[1-9]/.test(typed) ? "not_pence" : pence(Math.round(number * 100));
}

export function decimal(typed: string): number | "required" | "not_a_number" {
  const trimmed = typed.trim();
  if (trimmed === "") return "required";
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(trimmed) ? Number(trimmed) : "not_a_number";
}

export function isDay(typed: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(typed)) return false;
  try {
    startOfLondonDay(typed);
    return true;
  } catch {
    return false;
  }
}

/** What a preview makes of a number that may be none. */
export function looseNumber(typed = ""): number {
  const value = Number(typed);
  return Number.isFinite(value) ? value : 0;
}

export function loosePounds(typed?: string): Pence {
  const value = Math.round(Math.max(0, looseNumber(typed)) * 100);
  return pence(Number.isSafeInteger(value) ? value : 0);
}
