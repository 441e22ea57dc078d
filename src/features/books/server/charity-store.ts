/** Payments to the charities of draws: table `charity_payments`. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Day } from "#shared/dates/dates.ts";
import { type Pence, pence } from "#shared/money/money.ts";

/** In pence. */
export type CharityPayment = {
  readonly lotteryId: string;
  /** Negative if it corrects an earlier payment. */
  readonly amount: number;
  readonly day: Day;
  readonly reference: string;
};

/** Whether a payment with this id is stored. */
export async function hasCharityPayment(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom("charity_payments").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

/** Stores a payment. @returns false for an unknown draw, and for one without a charity */
export async function insertCharityPayment(
  tx: Tx,
  payment: CharityPayment & { readonly id: string; readonly at: Date; readonly by: string | undefined },
): Promise<boolean> {
  const { id, lotteryId, amount, day, reference, at, by } = payment;
  const { numAffectedRows } = await sql`
    INSERT INTO charity_payments (id, lottery_id, amount_pence, paid_on, reference, entered_at, entered_by)
    SELECT ${id}, id, ${amount}, ${day}::date, ${reference}, ${at}, ${by ?? null}::uuid FROM lotteries WHERE id = ${lotteryId} AND charity IS NOT NULL`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/**
 * `paid` and its last day `paidOn`; `sales`: the money from the draw's tickets less refunds and lost
 * disputes.
 */
export type CharitySums = { readonly paid: Pence; readonly paidOn: string | undefined; readonly sales: Pence };

/** The sums of these draws by id; draws without a charity are missing. */
export async function listCharitySums(db: Db, lotteryIds: readonly string[]): Promise<ReadonlyMap<string, CharitySums>> {
  if (lotteryIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; paid: string | null; paid_on: string | null; sales: string | null }>`
    SELECT l.id,
      (SELECT sum(amount_pence) FROM charity_payments p WHERE p.lottery_id = l.id) AS paid,
      (SELECT max(paid_on) FROM charity_payments p WHERE p.lottery_id = l.id) AS paid_on,
      (SELECT sum(b.captured_pence - b.refunded_pence - b.lost_pence) FROM booked_orders b JOIN orders o ON o.id = b.order_id
        WHERE o.lottery_id = l.id AND b.is_sold) AS sales
    FROM lotteries l WHERE l.charity IS NOT NULL AND l.id = ANY(${lotteryIds}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, paid, paid_on: paidOn, sales }) => [
      id,
      { paid: pence(Number(paid ?? 0)), paidOn: paidOn ?? undefined, sales: pence(Number(sales ?? 0)) },
    ]),
  );
}
