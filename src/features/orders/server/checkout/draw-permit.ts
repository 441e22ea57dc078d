/** Work that waits for a draw's row holds a permit, so that one draw cannot take all database connections. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { OrderRow } from "../store.ts";

/** Runs a transaction that waits for the draw's row. Not inside another one: see `withPermit` in `Pool`. */
export function withDrawPermit<T>(
  ctx: Ctx,
  { lotteryId }: Pick<OrderRow, "lotteryId">,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return ctx.pool.withPermit(lotteryId, () => ctx.db.transaction().execute(work));
}
