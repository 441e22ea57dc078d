/** Fills a draw with the tickets of one free order, whose numbers and tags the database makes. */
import { sql } from "kysely";
import { makeLottery, makeUser } from "#demo/makers.ts";
import type { Db } from "#platform/postgres/db.server.ts";

const FURTHER = { title: { en: "A watch" }, value_pence: 300_000, details: { en: "" } };

type Filled = { readonly autoDraw?: boolean; readonly prizes?: number };

/** Its sales ended long before any entry could still be in the post. Returns the lottery's id. */
export async function makeFullDraw(db: Db, tickets: number, { autoDraw = false, prizes = 1 }: Filled = {}): Promise<string> {
  const ctx = { db, now: () => new Date() };
  const lotteryId = await makeLottery(ctx, {
    title: "A draw of many tickets",
    start_date: "2020-01-01",
    end_date: "2020-02-01",
    tickets_available: tickets,
    further_prizes: JSON.stringify(Array.from({ length: prizes - 1 }, () => FURTHER)),
    created_at: "2020-01-01T00:00:00Z",
  });
  const { id: userId } = await makeUser(ctx);
  const order = await db
    .insertInto("orders")
    .values({
      kind: "free",
      state: "free",
      lottery_id: lotteryId,
      user_id: userId,
      quantity: tickets,
      unit_price_pence: 0,
      total_pence: 0,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag)
    SELECT ${lotteryId}, n, ${order.id}, ${userId}, decode(md5(n::text), 'hex') FROM generate_series(1, ${tickets}::integer) AS n`.execute(
    db,
  );
  await db
    .updateTable("lotteries")
    .set({ last_ticket_number: tickets, draws_by_itself: autoDraw })
    .where("id", "=", lotteryId)
    .execute();
  return lotteryId;
}
