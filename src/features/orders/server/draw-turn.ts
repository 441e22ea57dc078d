/** A turn at a draw that many want: whoever waits for its row waits on some of the connections, and never on all of them. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { OrderRow } from "./store.ts";

/** A transaction that waits for the draw's row. Not within another one: see `inLane`. */
export function inTurn<T>(ctx: Ctx, { lotteryId }: Pick<OrderRow, "lotteryId">, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.pool.inLane(lotteryId, () => ctx.db.transaction().execute(work));
}
