/** Payouts, differences and bank statements of the balance at the payment providers. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import { type Day, startOfLondonDay } from "#shared/dates/dates.ts";
import type { PaymentProviderName, PayoutState } from "#shared/states.ts";

/** `amount`, in pence: the journal's sum of an order minus the provider's. */
export type OrderDifference = { readonly orderId: string; readonly orderNumber: string; readonly amount: number };

/** A payout to the bank, in pence. `isItemised`: the provider reports its movements. */
export type PayoutRow = {
  readonly provider: PaymentProviderName;
  readonly id: string;
  readonly amount: number;
  readonly state: PayoutState;
  readonly isItemised: boolean;
  readonly createdAt: Date;
  readonly arrivesOn: Day;
  /** Its movements: number, sum, and those without an order. Returned payouts are not counted as foreign. */
  readonly moves: number;
  readonly sum: number;
  readonly foreign: number;
  readonly differences: readonly OrderDifference[];
};

/** Payouts, newest first, with the sum of their movements and their orders that differ. */
export async function listPayoutRows(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<PayoutRow[]> {
  const { rows } = await sql<
    Omit<PayoutRow, "amount" | "moves" | "sum" | "foreign"> & Record<"amount" | "moves" | "sum" | "foreign", string>
  >`
    SELECT p.provider, p.id, p.amount_pence AS amount, p.state, p.is_told AS "isItemised", p.created_at AS "createdAt", p.arrives_on AS "arrivesOn",
      m.moves, m.sum, m.foreign, coalesce(d.differences, '[]') AS differences
    FROM payouts p
    CROSS JOIN LATERAL (
      SELECT count(*) AS moves, coalesce(sum(amount_pence - fee_pence), 0) AS sum,
        count(*) FILTER (WHERE order_id IS NULL AND kind NOT IN ('fee', 'payout', 'payout_reversal')) AS foreign
      FROM balance_moves WHERE provider = p.provider AND payout_id = p.id) m
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number, 'amount', f.amount_pence) ORDER BY o.order_number) AS differences
      FROM open_differences f JOIN orders o ON o.id = f.order_id
      WHERE f.amount_pence <> 0 AND f.order_id IN (SELECT order_id FROM balance_moves WHERE provider = p.provider AND payout_id = p.id)) d
    ORDER BY p.created_at DESC, p.id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows.map((row) => ({
    ...row,
    amount: Number(row.amount),
    moves: Number(row.moves),
    sum: Number(row.sum),
    foreign: Number(row.foreign),
  }));
}

/** The number of all payouts. */
export async function countPayoutRows(db: Db): Promise<number> {
  return countRows(db.selectFrom("payouts"));
}

/** Orders with different sums at shop and provider, if the provider reports or has reported a balance. */
export async function listDifferences(
  db: Db,
  { reporting, limit }: { readonly reporting: readonly string[]; readonly limit: number },
): Promise<{ orders: OrderDifference[]; found: number }> {
  const { rows } = await sql<{ orderId: string; orderNumber: string; amount: string; found: string }>`
    SELECT f.order_id AS "orderId", o.order_number AS "orderNumber", f.amount_pence AS amount, count(*) OVER () AS found
    FROM open_differences f JOIN orders o ON o.id = f.order_id
    WHERE f.amount_pence <> 0 AND (o.provider = ANY(${reporting}::text[]) OR EXISTS (SELECT FROM balance_moves m WHERE m.provider = o.provider))
    ORDER BY o.created_at DESC, o.id LIMIT ${limit}`.execute(db);
  return {
    orders: rows.map(({ orderId, orderNumber, amount }) => ({ orderId, orderNumber, amount: Number(amount) })),
    found: Number(rows[0]?.found ?? 0),
  };
}

/** The balance at all providers together, in pence. */
export async function sumBalances(db: Db): Promise<number> {
  const { rows } = await sql<{
    sum: string;
  }>`SELECT coalesce(sum(amount_pence - fee_pence), 0) AS sum FROM balance_moves`.execute(db);
  return Number(rows[0]?.sum ?? 0);
}

/** A movement, in pence. `at`, `provider` and `id` are the cursor; `what`: the provider's description. */
export type StatementMove = {
  readonly id: string;
  readonly day: Day;
  readonly at: Date;
  readonly amount: number;
  readonly fee: number;
  readonly provider: string;
  readonly what: string;
};

/** Movements for a bank statement, oldest first. Late ones of a closed month count on the first open day. */
export async function listStatementMoves(
  db: Db,
  { from, before }: { readonly from: Day; readonly before: Day },
  { after, limit }: { readonly after: Pick<StatementMove, "at" | "provider" | "id"> | undefined; readonly limit: number },
): Promise<StatementMove[]> {
  const afterCursor = after ? sql`AND (m.at, m.provider, m.id) > (${after.at}, ${after.provider}, ${after.id})` : sql``;
  const { rows } = await sql<Omit<StatementMove, "amount" | "fee"> & { amount: string; fee: string }>`
    SELECT coalesce(e.day, timezone('Europe/London', m.at)::date) AS day, m.at, m.id, m.amount_pence AS amount, m.fee_pence AS fee, m.provider,
      m.description AS what
    FROM balance_moves m LEFT JOIN journal_entries e ON e.number = m.entry
    WHERE m.at < ${startOfLondonDay(before)} AND coalesce(e.day, timezone('Europe/London', m.at)::date) BETWEEN ${from} AND ${before}::date - 1 ${afterCursor}
    ORDER BY m.at, m.provider, m.id LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, amount: Number(row.amount), fee: Number(row.fee) }));
}
