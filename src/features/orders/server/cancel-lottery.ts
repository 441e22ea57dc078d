/** Calling a draw off: sales stop at once; then every buyer is paid back, in steps that may be cut short anywhere and go on later. */

import { type Actor, type ProvenRefusal, recordChange, requireProven } from "#features/accounts/server/actor.ts";
import { canCancel, type RefusalOf } from "#features/lotteries/rules/lifecycle.ts";
import { cancelLottery as cancelRow } from "#features/lotteries/server/stock-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { listOwners, listUnfinishedCancellations, lockEntries } from "./cancel-store.ts";
import { findLotteryState, lockLotteryState } from "./lottery-state-store.ts";
import { oweWhatIsLeft } from "./refund-store.ts";
import { giveUpEntries } from "./ticket-store.ts";

export type CancelLotteryError = ProvenRefusal | "not_found" | "no_reason" | RefusalOf<typeof canCancel>;

/**
 * Cancels a draft or active draw. Open payment pages are closed at the provider by the sweeper, which then pays everybody back
 * (`finishCancellations`); each buyer gets a mail with the refund, and whoever paid nothing one of its own.
 *
 * @param input.reason why, in the administrator's words; it is kept in the log
 */
export async function cancelLottery(
  ctx: Ctx,
  actor: Actor,
  input: { readonly lotteryId: string; readonly reason: string },
): Promise<Result<undefined, CancelLotteryError>> {
  const proven = await requireProven(ctx, actor, "lotteries.cancel");
  if (!proven.ok) return proven;
  const reason = input.reason.trim();
  if (reason === "") return err("no_reason");
  if (!isUuid(input.lotteryId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await findLotteryState(tx, input.lotteryId))) return err("not_found");
    const lottery = await lockLotteryState(tx, input.lotteryId);
    const allowed = canCancel(lottery);
    if (!allowed.ok) return allowed;
    await cancelRow(tx, input.lotteryId, ctx.now());
    const change = { before: { status: lottery.status }, after: { status: "cancelled" } };
    const subject = { subjectType: "lottery", subjectId: input.lotteryId };
    await recordChange(tx, { actor, action: "lottery.cancel", ...subject, ...change, reason, at: ctx.now() });
    return ok();
  });
}

/** Orders in one transaction: enough to be quick, few enough that no buyer waits for a lock. */
const BATCH = 200;
/** In one round, so that the sweeper gets back to holds. */
const BATCHES = 25;
/** Few enough for a job to end within two minutes, also where the mail server takes some seconds for each. */
const READERS_PER_JOB = 25;

/** Goes on with draws that were called off and in which nobody is paying any more. Returns how many orders it dealt with. */
export async function finishCancellations(ctx: Ctx, { batch = BATCH, batches = BATCHES } = {}): Promise<number> {
  let done = 0;
  let left = batches;
  for (const lotteryId of await listUnfinishedCancellations(ctx.db)) {
    for (let orders = batch; orders === batch && left > 0; left -= 1) {
      orders = await payBackSome(ctx, lotteryId, batch);
      done += orders;
    }
  }
  return done;
}

async function payBackSome(ctx: Ctx, lotteryId: string, limit: number): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    const entries = await lockEntries(tx, lotteryId, limit);
    if (entries.length === 0) return 0;
    await giveUpEntries(tx, lotteryId, entries, ctx.now());
    const owed = await oweWhatIsLeft(tx, entries, { reason: "cancelled", now: ctx.now() });
    for (const orderId of owed) await ctx.jobs.send(tx, "refund", { orderId });
    // Who is owed nothing gets no refund, and so would never hear of it.
    const rest = await listOwners(
      tx,
      entries.filter((orderId) => !owed.includes(orderId)),
    );
    for (let from = 0; from < rest.length; from += READERS_PER_JOB)
      await ctx.jobs.send(tx, "draw-news", {
        message: "draw-cancelled",
        lotteryId,
        userIds: rest.slice(from, from + READERS_PER_JOB),
      });
    return entries.length;
  });
}
