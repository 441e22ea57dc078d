/** SQL conditions for searching people. Capitals and accents are ignored, and there are no wildcards. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { readOrderNumber } from "#shared/money/order-number.ts";
import { pastedEmail, pastedId, pastedPhone, plainPaste, visibleText } from "#shared/text/pasted.ts";

/** Whether the text contains the search text. */
export function containsPlain(text: RawBuilder<unknown>, q: string): RawBuilder<SqlBool> {
  return sql`position(plain(${visibleText(q).trim()}) IN ${text}) > 0`;
}

/** Further words of a search are ignored: they would hardly narrow it. */
const MOST_WORDS = 8;

/** Whether the text contains each word, in any order: "Smith, John" finds John Smith. */
export function containsWords(text: RawBuilder<unknown>, q: string): RawBuilder<SqlBool> {
  const words = plainPaste(q).split(" ").map(pastedId).filter(Boolean).slice(0, MOST_WORDS);
  if (words.length === 0) return containsPlain(text, q);
  const isWhole = containsPlain(text, q);
  return sql`(${isWhole} OR (${sql.join(
    words.map((word) => containsPlain(text, word)),
    sql` AND `,
  )}))`;
}

/** Matches a row `u` of `users` by name, address, phone or order number. Empty searches match all. */
export function matchesSearch(q: string): RawBuilder<SqlBool> {
  if (q === "") return sql`true`;
  const order = readOrderNumber(q);
  if (order === undefined) {
    const isNamed = containsWords(sql.ref("u.search_text"), q.includes("@") ? pastedEmail(q) : q);
    const digits = phoneDigits(q);
    return digits === "" ? isNamed : sql`(${isNamed} OR position(${digits} IN ${sql.ref("u.phone")}) > 0)`;
  }
  return sql`${sql.ref("u.id")} = (SELECT o.user_id FROM orders o WHERE o.order_number = ${order})`;
}

/** The digits that all spellings of a number share: "07700 900", "+44 (0)7700 900", "0044 7700900". */
function phoneDigits(typed: string): string {
  const number = pastedPhone(typed);
  if (!/^[\d\s+()./-]+$/.test(number)) return "";
  return number
    .replace(/\(0+\)/, "")
    .replace(/\D/g, "")
    .replace(/^0+/, "");
}
