/** SQL of payouts beside what the books have of them. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import type { Day } from "#shared/dates.ts";
import type { PayoutState } from "#shared/states.ts";
import type { StatementLine } from "../rules/files.ts";

export type PayoutRow = {
  readonly provider: string;
  readonly id: string;
  readonly amount: number;
  readonly state: PayoutState;
  readonly isTold: boolean;
  readonly createdAt: Date;
  readonly arrivesOn: Day;
  /** Of its movements: how many, what they come to, and those that are about nothing of this shop's. */
  readonly moves: number;
  readonly sum: number;
  readonly foreign: number;
  readonly differences: readonly OrderDifference[];
};
/** What the shop has of an order beyond what the provider tells; below zero the other way round. */
export type OrderDifference = { readonly orderId: string; readonly orderNumber: string; readonly amount: number };

/** Newest first. */
export async function listPayoutRows(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<PayoutRow[]> {
  const { rows } = await sql<
    Omit<PayoutRow, "amount" | "moves" | "sum" | "foreign"> & Record<"amount" | "moves" | "sum" | "foreign", string>
  >`
    SELECT p.provider, p.id, p.amount_pence AS amount, p.state, p.is_told AS "isTold", p.created_at AS "createdAt", p.arrives_on AS "arrivesOn",
      m.moves, m.sum, m.foreign, coalesce(d.differences, '[]') AS differences
    FROM payouts p
    CROSS JOIN LATERAL (
      SELECT count(*) AS moves, coalesce(sum(amount_pence - fee_pence), 0) AS sum,
        count(*) FILTER (WHERE order_id IS NULL AND kind <> 'fee') AS foreign
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

export async function countPayoutRows(db: Db): Promise<number> {
  return countRows(db.selectFrom("payouts"));
}

/**
 * Orders of which shop and provider tell different sums, whatever payout they are in, with how many there are. A provider that is none of `telling`, and has
 * never told of its balance, differs in nothing.
 */
export async function listDifferences(
  db: Db,
  { telling, limit }: { readonly telling: readonly string[]; readonly limit: number },
): Promise<{ orders: OrderDifference[]; found: number }> {
  const { rows } = await sql<{ orderId: string; orderNumber: string; amount: string; found: string }>`
    SELECT f.order_id AS "orderId", o.order_number AS "orderNumber", f.amount_pence AS amount, count(*) OVER () AS found
    FROM open_differences f JOIN orders o ON o.id = f.order_id
    WHERE f.amount_pence <> 0 AND (o.provider = ANY(${telling}::text[]) OR EXISTS (SELECT FROM balance_moves m WHERE m.provider = o.provider))
    ORDER BY o.created_at DESC, o.id LIMIT ${limit}`.execute(db);
  return {
    orders: rows.map(({ orderId, orderNumber, amount }) => ({ orderId, orderNumber, amount: Number(amount) })),
    found: Number(rows[0]?.found ?? 0),
  };
}

/** What is on the balance at each provider, by its own movements. */
export async function sumBalances(db: Db): Promise<number> {
  const { rows } = await sql<{
    sum: string;
  }>`SELECT coalesce(sum(amount_pence - fee_pence), 0) AS sum FROM balance_moves`.execute(db);
  return Number(rows[0]?.sum ?? 0);
}

/** The balance as a bank's statement, each fee a line of its own, oldest first. On the days of the journal: what came to be known of a closed month stands in the open one. */
export async function listStatement(db: Db, from: Day, before: Day): Promise<StatementLine[]> {
  const { rows } = await sql<{ day: string; amount: string; provider: string; what: string; reference: string }>`
    WITH moves AS (
      SELECT coalesce(e.day, timezone('Europe/London', m.at)::date) AS day, m.at, m.id, m.amount_pence, m.fee_pence, m.provider, m.description
      FROM balance_moves m LEFT JOIN journal_entries e ON e.number = m.entry
    )
    SELECT day, amount, provider, what, reference FROM (
      SELECT day, at, id, 1 AS place, amount_pence AS amount, provider, description AS what, id AS reference FROM moves WHERE amount_pence <> 0
      UNION ALL SELECT day, at, id, 2, -fee_pence, provider, 'Fee', id FROM moves WHERE fee_pence <> 0) lines
    WHERE day >= ${from} AND day < ${before} ORDER BY at, id, place`.execute(db);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}
