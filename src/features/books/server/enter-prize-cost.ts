/** Enters the costs of prizes in the books. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { type Day, londonDate } from "#shared/dates/dates.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { bookedOn } from "../rules/month.ts";
import { findPrizeCost, insertPrizeCost, type PrizeCost } from "./journal/close-store.ts";
import { findClosedThrough, lockJournal } from "./journal/journal-store.ts";
import { bookAll } from "./journal/update-journal.ts";

function isClosed(day: Day, closedThrough: Day | undefined): boolean {
  return bookedOn(day, closedThrough) !== day;
}

/**
 * Enters what a draw's prize cost. `closed`: the day's month is closed. `future`: the day is still to come.
 * @param requestKey a repeated request with the same cost is entered once
 */
export async function enterPrizeCost(
  ctx: Pick<Ctx, "db" | "now" | "log" | "env">,
  actor: Actor,
  { requestKey, ...cost }: PrizeCost & { readonly requestKey?: string | undefined },
): Promise<Result<undefined, "forbidden" | "no_draw" | "closed" | "future">> {
  if (!(await may(ctx, actor, "books.write"))) return err("forbidden");
  if (!isUuid(cost.lotteryId)) return err("no_draw");
  const at = ctx.now();
  if (cost.day > londonDate(at)) return err("future");
  const entered = await ctx.db.transaction().execute(async (tx) => {
    await lockJournal(tx);
    const key = isUuid(requestKey) ? requestKey : undefined;
    const earlier = key && (await findPrizeCost(tx, key));
    if (earlier && isDeepStrictEqual(earlier, cost)) return ok();
    if (isClosed(cost.day, await findClosedThrough(tx))) return err("closed");
    const id = key === undefined || earlier ? randomUUID() : key;
    if (!(await insertPrizeCost(tx, { ...cost, id, at, by: adminIdOf(actor) }))) return err("no_draw");
    const after = { amount_pence: cost.amount, day: cost.day };
    await recordChange(tx, {
      actor,
      action: "books.prize",
      subjectType: "lottery",
      subjectId: cost.lotteryId,
      after,
      reason: cost.note,
      at,
    });
    return ok();
  });
  // The cost is stored: reporting an error would cause a second entry. The next run books it.
  if (entered.ok)
    await bookAll(ctx).catch((error: unknown) => ctx.log.error({ err: error }, "a prize's cost is not in the journal yet"));
  return entered;
}

/** Enters the cash that a winner took instead of the prize as its cost; a negative amount reverses it. */
export async function enterCashPaid(
  tx: Tx,
  {
    paidAt,
    reference = "",
    ...cost
  }: Pick<PrizeCost, "lotteryId" | "amount"> & {
    readonly paidAt: Date;
    readonly reference: string | undefined;
    readonly at: Date;
    readonly by: string | undefined;
  },
): Promise<void> {
  const note = `Cash alternative: ${reference}`;
  if (!(await insertPrizeCost(tx, { ...cost, id: randomUUID(), day: londonDate(paidAt), note, isCash: true })))
    throw new Error(`the cash of draw ${cost.lotteryId} could not be entered`);
}
