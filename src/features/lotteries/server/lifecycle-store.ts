/**
 * The rules of rules/lifecycle.ts as SQL conditions on a draw, for decisions within a statement. A test
 * compares both. `table` is the name or alias of `lotteries` in the statement.
 */
import { type RawBuilder, sql } from "kysely";

type Predicate = RawBuilder<boolean>;

/** Whether the shop has opened; no draw is on sale before (docs/decisions/0067). */
export const isShopOpen: Predicate = sql`EXISTS (SELECT FROM shop_openings)`;

function isOnSale(now: Date): Predicate {
  return sql`status = 'active' AND sales_state = 'open' AND opens_at <= ${now} AND closes_at > ${now} AND ${isShopOpen}`;
}

/** See `canSell` in rules/lifecycle.ts. */
export function canSell(quantity: number, now: Date): Predicate {
  return sql`${isOnSale(now)} AND tickets_sold + tickets_held + ${quantity} <= tickets_available`;
}

/** See `isFilling` in rules/lifecycle.ts. */
export function isFilling(table: string): Predicate {
  return sql`${sql.ref(`${table}.sales_state`)} IN ('open', 'closing')`;
}

/** See `canIssue` in rules/lifecycle.ts. */
export function canIssue(quantity: number): Predicate {
  return sql`${isFilling("lotteries")} AND tickets_held >= ${quantity}`;
}

/** See `awaitsResult` in rules/lifecycle.ts. */
export function awaitsResult(table: string): Predicate {
  return sql`${sql.ref(`${table}.sales_state`)} = 'closed'`;
}

/** See `isSalesOver` in rules/lifecycle.ts. */
export function isSalesOver(table: string, now: Date): Predicate {
  return sql`(${sql.ref(`${table}.sales_state`)} <> 'open' OR ${sql.ref(`${table}.closes_at`)} <= ${now})`;
}
