/** Work that waits for the row of a draw holds a permit, so that it takes some of the connections and never all. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { OrderRow } from "./store.ts";

/** A transaction that waits for the draw's row. Not within another one: see `withPermit` in `Pool`. */
export function inTurn<T>(ctx: Ctx, { lotteryId }: Pick<OrderRow, "lotteryId">, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.pool.withPermit(lotteryId, () => ctx.db.transaction().execute(work));
}
