import { err, ok, type Result } from "../result.ts";
/** Parses typed and pasted numbers in English and French form, for fields, actions and addresses. */
import { asciiDigits } from "./digits.ts";

/** What a field accepts. */
export type NumberRule = {
  readonly decimals: 0 | 2;
  /** Permitted beside the number: "£29.99", "17,5 %", "3 tickets". */
  readonly unit?: "pounds" | "percent" | "tickets";
  /** 0 by default; negative sums name their own. */
  readonly least?: number;
  readonly most?: number;
};

export const POUNDS = { decimals: 2, unit: "pounds" } as const satisfies NumberRule;
export const PERCENT = { decimals: 2, unit: "percent" } as const satisfies NumberRule;

/**
 * Why a number is refused. `ambiguous`: "1.000" could be one or one thousand. `too_precise`: more decimals
 * than allowed.
 */
export type NumberProblem = "required" | "not_a_number" | "ambiguous" | "too_precise" | "too_small" | "too_large";

/**
 * Reads a typed number: "29,99", "£29.99", "1,000", "1 000,50 £", "1'000" and "1.000,50", in digits of any
 * script.
 * A separator that repeats or precedes another groups thousands, as does a comma before three digits. A
 * point before three digits does so only in whole numbers; in a sum it is `ambiguous`.
 */
export function readNumber(text: string, rule: NumberRule): Result<number, NumberProblem> {
  const bare = withoutUnit(plain(text), rule.unit).replace(/([.,]\d+)[.,]$/, "$1");
  if (bare === "") return err("required");
  const parts = partsOf(bare, rule.decimals);
  if (typeof parts === "string") return err(parts);
  const value = Number(`${parts.sign}${parts.whole || "0"}.${parts.fraction || "0"}`) || 0;
  const { least = 0, most = MOST_SAFE } = rule;
  if (value < least) return err("too_small");
  return value > Math.min(most, MOST_SAFE) ? err("too_large") : ok(value);
}

/** More tickets than any draw has. */
const MOST_TICKETS = 999_999_999;

/**
 * Reads a number of tickets from 1 to `MOST_TICKETS`, to which larger numbers are clamped. Undefined for
 * anything else.
 */
export function readQuantity(text: string): number | undefined {
  const read = readNumber(text, { decimals: 0, unit: "tickets", least: 1, most: MOST_TICKETS });
  if (read.ok) return read.value;
  return read.error === "too_large" ? MOST_TICKETS : undefined;
}

/** Whole pence up to here are exact. */
const MOST_SAFE = 9e13;

const BLANK = /\s+/gu;
/** Invisible characters, which may be copied along. */
const INVISIBLE = /\p{Cf}|[\ufe00-\ufe0f]/gu;
const SAME: Readonly<Record<string, string>> = { "，": ",", "．": ".", "٫": ".", "％": "%", "￡": "£", "＋": "+", "−": "-" };
const APOSTROPHES = /[’‘ʼ′＇`´٬]/g;

function plain(text: string): string {
  return asciiDigits(text)
    .replace(INVISIBLE, "")
    .replace(BLANK, " ")
    .replace(/[，．٫％￡＋−]/g, (sign) => SAME[sign] ?? sign)
    .replace(/\p{Pd}/gu, "-")
    .replace(APOSTROPHES, "'")
    .trim();
}

const UNITS = {
  pounds: { before: /^([+-]?) ?(?:£|GBP) ?/i, after: / ?(?:£|GBP)$/i },
  percent: { before: /^()% ?/, after: / ?%$/ },
  tickets: { before: /^()[x×] ?/i, after: / ?(?:[x×]|tickets?|billets?|entr(?:y|ies)|participations?)\.?$/i },
} as const;

function withoutUnit(text: string, unit: NumberRule["unit"]): string {
  if (unit === undefined) return text;
  const { before, after } = UNITS[unit];
  return text.replace(before, "$1").replace(after, "").trim();
}

type Parts = { readonly sign: string; readonly whole: string; readonly fraction: string };

const GROUPED = /^\d{1,3}(?:([,.' ])\d{3})(?:\1\d{3})*(?:([.,])(\d*))?$/;
const SIMPLE = /^(\d*)(?:[.,](\d*))?$/;

function partsOf(text: string, decimals: number): Parts | "not_a_number" | "ambiguous" | "too_precise" {
  const [, signed = "", digits = ""] = /^([+-]?) ?(.*)$/.exec(text) ?? [];
  const sign = signed === "-" ? "-" : "";
  if (!/\d/.test(digits)) return "not_a_number";
  const grouped = digits.startsWith("0") ? null : GROUPED.exec(digits);
  if (grouped && grouped[1] !== grouped[2]) {
    const [, separator = "", , fraction = ""] = grouped;
    const isAlone = grouped[2] === undefined && digits.split(separator).length === 2;
    if (separator === "." && isAlone && decimals > 0) return "ambiguous";
    const whole = digits.slice(0, grouped[2] === undefined ? undefined : digits.lastIndexOf(grouped[2])).replace(/\D/g, "");
    return precise({ sign, whole, fraction }, decimals);
  }
  const [, whole, fraction = ""] = SIMPLE.exec(digits) ?? [];
  return whole === undefined ? "not_a_number" : precise({ sign, whole, fraction }, decimals);
}

/** Drops trailing zeros of the fraction. */
function precise(parts: Parts, decimals: number): Parts | "too_precise" {
  return parts.fraction.replace(/0+$/, "").length > decimals ? "too_precise" : parts;
}
