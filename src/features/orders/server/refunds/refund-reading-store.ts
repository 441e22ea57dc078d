/** Reads refunds. */
import { type Selectable, sql } from "kysely";
import { isFilling } from "#features/lotteries/server/lifecycle-store.ts";
import type { Refunds } from "#platform/postgres/db-types.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { type FromRow, fromRow } from "#shared/from-row.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import type { PaymentProviderName, RefundState } from "#shared/states.ts";

const columns = [
  "id",
  "created_at",
  "amount_pence",
  "state",
  "reason",
  "provider_refund_id",
  "refusals",
  "ticket_numbers",
  "is_replaced",
  "request_key",
] as const;
/** A refund; `refusals`: how often the provider has refused it. */
export type RefundRow = FromRow<Pick<Selectable<Refunds>, (typeof columns)[number]>>;

/** All refunds of an order, oldest first. */
export async function listRefundRows(db: Db | Tx, orderId: string): Promise<RefundRow[]> {
  const rows = await db
    .selectFrom("refunds")
    .select(columns)
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(fromRow);
}

/** The refund that an order is owed and that is not known to be sent. */
export async function findDueRefund(db: Db, orderId: string): Promise<RefundRow | undefined> {
  const row = await db
    .selectFrom("refunds")
    .select(columns)
    .where("order_id", "=", orderId)
    .where("state", "=", "due")
    .executeTakeFirst();
  return row && fromRow(row);
}

/** A random choice of orders whose refund is due since `before`, without disputed ones. */
export async function listOverdueRefunds(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("refunds as r")
    .innerJoin("orders as o", "o.id", "r.order_id")
    .select("r.order_id")
    .where("r.state", "=", "due")
    .where("r.created_at", "<", before)
    .where("o.disputed_pence", "=", 0)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
  return rows.map((row) => row.order_id);
}

/** A payment with a refund on its way. */
type ReturningPayment = { readonly id: string; readonly provider: PaymentProviderName; readonly paymentIntentId: string };

/** A random choice of payments with a refund on its way, so that all are checked eventually. */
export async function listReturning(db: Db, limit: number): Promise<ReturningPayment[]> {
  const { rows } = await sql<ReturningPayment>`
    SELECT o.id, o.provider, o.payment_intent_id AS "paymentIntentId" FROM refunds r JOIN orders o ON o.id = r.order_id
    WHERE r.state IN ('pending', 'requires_action') AND o.payment_intent_id IS NOT NULL ORDER BY random() LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

/** The stored state of a provider's refund; undefined if the shop does not know it. */
export async function findStoredState(db: Db, providerRefundId: string): Promise<RefundState | undefined> {
  const row = await db
    .selectFrom("refunds")
    .select("state")
    .where("provider_refund_id", "=", providerRefundId)
    .executeTakeFirst();
  return row?.state;
}

/**
 * SQL: the money left of an order, without what banks hold, which is refunded if it comes back to the shop.
 */
const LEFT = sql`o.captured_pence - o.refunded_pence - o.returning_pence - o.disputed_pence - o.charged_back_pence`;

/** The paid orders of a person or a draw that are not frozen, and the money left of them. */
export async function sumRefundable(
  db: Db,
  column: "lottery_id" | "user_id",
  id: string,
): Promise<{ orders: number; amount: Pence }> {
  const { rows } = await sql<{ orders: string; amount: string }>`
    SELECT count(*) AS orders, coalesce(sum(${LEFT}), 0) AS amount
    FROM orders o JOIN lotteries l ON l.id = o.lottery_id
    WHERE o.kind = 'paid' AND o.state = 'paid' AND ${isFilling("l")}
      AND ${LEFT} > 0 AND ${sql.ref(`o.${column}`)} = ${id}`.execute(db);
  return { orders: Number(rows[0]?.orders ?? 0), amount: pence(Number(rows[0]?.amount ?? 0)) };
}
