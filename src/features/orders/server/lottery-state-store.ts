/** SQL of the draw that an order belongs to: whether it still sells, and its lock. */
import type { Sale } from "#features/lotteries/rules/lifecycle.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** Until the transaction ends, nobody sells, freezes or cancels this draw. */
export async function lockLotteryState(tx: Tx, lotteryId: string): Promise<Sale> {
  return toSale(await sales(tx, lotteryId).forUpdate().executeTakeFirstOrThrow());
}

/** As it stands at this moment; undefined for one that is not there. */
export async function findLotteryState(db: Db | Tx, lotteryId: string): Promise<Sale | undefined> {
  const row = await sales(db, lotteryId).executeTakeFirst();
  return row && toSale(row);
}

function sales(db: Db | Tx, lotteryId: string) {
  return db
    .selectFrom("lotteries")
    .select(["status", "sales_state", "opens_at", "closes_at", "tickets_available", "tickets_sold", "tickets_held"])
    .where("id", "=", lotteryId);
}

function toSale(row: Awaited<ReturnType<ReturnType<typeof sales>["executeTakeFirstOrThrow"]>>): Sale {
  return {
    status: row.status,
    salesState: row.sales_state,
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    ticketsAvailable: row.tickets_available,
    ticketsSold: row.tickets_sold,
    ticketsHeld: row.tickets_held,
  };
}
