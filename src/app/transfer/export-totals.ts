/** What an archive says of itself in a few sums, so that whoever reads it elsewhere sees whether all of it arrived. */
import { sql } from "kysely";
import type { Tx } from "#platform/postgres/db.server.ts";

/** Sums in pence. */
export type Totals = {
  /** Erased ones excepted. */
  readonly people: number;
  readonly draws: number;
  readonly tickets: number;
  readonly tickets_valid: number;
  readonly orders_paid: number;
  readonly captured_pence: number;
  readonly refunded_pence: number;
  readonly charged_back_pence: number;
  /** The sum of each account over the whole journal: debit above zero, credit below. Together they are nothing. */
  readonly journal_pence: Readonly<Record<string, number>>;
};

export async function readTotals(tx: Tx): Promise<Totals> {
  const { rows } = await sql<Omit<Totals, "journal_pence">>`SELECT
    (SELECT count(*) FROM users WHERE erased_at IS NULL) AS people,
    (SELECT count(*) FROM lotteries) AS draws,
    t.tickets, t.tickets_valid, o.orders_paid, o.captured_pence, o.refunded_pence, o.charged_back_pence
    FROM (SELECT count(*) AS tickets, count(*) FILTER (WHERE void_at IS NULL) AS tickets_valid FROM tickets) AS t,
      (SELECT count(*) FILTER (WHERE kind = 'paid' AND state = 'paid') AS orders_paid, coalesce(sum(captured_pence), 0) AS captured_pence,
        coalesce(sum(refunded_pence), 0) AS refunded_pence, coalesce(sum(charged_back_pence), 0) AS charged_back_pence FROM orders) AS o`.execute(
    tx,
  );
  const { rows: accounts } = await sql<{ account: string; sum: number }>`
    SELECT account, sum(amount_pence) AS sum FROM journal_lines GROUP BY account ORDER BY account`.execute(tx);
  const [totals] = rows;
  if (!totals) throw new Error("no totals were read");
  return { ...totals, journal_pence: Object.fromEntries(accounts.map(({ account, sum }) => [account, sum])) };
}
