/** SQL of what would be refunded. */

import { sql } from "kysely";
import { isFilling } from "#features/lotteries/server/lifecycle-store.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { type Pence, pence } from "#shared/money.ts";

/** What banks hold may still come to the shop, and is refunded then: it is no part of this. */
const LEFT = sql`o.captured_pence - o.refunded_pence - o.returning_pence - o.disputed_pence - o.charged_back_pence`;

/** Paid orders of a person or a draw in draws whose entries are not fixed yet, with money left on them. */
export async function sumWhatIsLeft(
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
