/** SQL of searching by what people type: capitals and accents apart, with wildcards that mean themselves, as `position` knows none. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { readOrderNumber } from "#shared/order-number.ts";

/** Whether a text that `plain` has made contains what was typed. */
export function containsPlain(text: RawBuilder<unknown>, q: string): RawBuilder<SqlBool> {
  return sql`position(plain(${q}) IN ${text}) > 0`;
}

/**
 * Whether a row of `users` is somebody who is looked for: names, the whole name too, address and telephone number contain what was typed, or it is
 * the number of an order of theirs. Everybody is, where nothing was typed.
 *
 * @param alias of the table in the query
 */
export function isSought(alias: string, q: string): RawBuilder<SqlBool> {
  if (q === "") return sql`true`;
  const order = readOrderNumber(q);
  if (order === undefined) return containsPlain(sql.ref(`${alias}.search_text`), q);
  return sql`${sql.ref(`${alias}.id`)} = (SELECT o.user_id FROM orders o WHERE o.order_number = ${order})`;
}
