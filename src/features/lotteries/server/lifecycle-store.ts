/** SQL of rules/lifecycle.ts for decisions under a lock; a test compares both. `of` is the table's alias. */
import { type RawBuilder, sql } from "kysely";

type Predicate = RawBuilder<boolean>;

/** Nothing is on sale before (docs/decisions/0067). */
export const isShopOpen: Predicate = sql`EXISTS (SELECT FROM shop_openings)`;

function isOnSale(now: Date): Predicate {
  return sql`status = 'active' AND sales_state = 'open' AND opens_at <= ${now} AND closes_at > ${now} AND ${isShopOpen}`;
}

export function canSell(quantity: number, now: Date): Predicate {
  return sql`${isOnSale(now)} AND tickets_sold + tickets_held + ${quantity} <= tickets_available`;
}

export function canIssue(quantity: number): Predicate {
  return sql`${isFilling("lotteries")} AND tickets_held >= ${quantity}`;
}

export function isFilling(of: string): Predicate {
  return sql`${sql.ref(`${of}.sales_state`)} IN ('open', 'closing')`;
}

export function awaitsResult(of: string): Predicate {
  return sql`${sql.ref(`${of}.sales_state`)} = 'closed'`;
}

export function isSalesOver(of: string, now: Date): Predicate {
  return sql`(${sql.ref(`${of}.sales_state`)} <> 'open' OR ${sql.ref(`${of}.closes_at`)} <= ${now})`;
}
