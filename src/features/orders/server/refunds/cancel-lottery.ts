/** Cancels a draw: stops sales at once, then refunds all buyers in resumable batches. */

import { type Actor, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { withdrawAlerts } from "#features/access/server/raise-alert.ts";
import {
  type Cancellation,
  type CancelReasonError,
  cancelReason,
  type SentCancellation,
} from "#features/lotteries/rules/cancel-reason.ts";
import { canCancel, type RefusalOf, type Sale } from "#features/lotteries/rules/lifecycle.ts";
import { cancelLottery as cancelRow } from "#features/lotteries/server/stock-store.ts";
import { needsSecondAdmin, propose } from "#features/staff/server/approvals/propose.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { voidEntries } from "../ticket-store.ts";
import { listOwners, listOwnersBeforeBanks, listUnfinishedCancellations, lockEntries } from "./cancel-store.ts";
import { findLotteryState, lockLotteryState } from "./lottery-state-store.ts";
import { refundRemaining } from "./refund-store.ts";

type Refusal = "not_found" | RefusalOf<typeof canCancel>;
/** Why a draw is not cancelled. */
export type CancelLotteryError = ReauthRefusal | Refusal | CancelReasonError | "already_proposed";

/** Locks a draw that can be cancelled. */
async function lockCancellable(tx: Tx, lotteryId: string): Promise<Result<Sale, Refusal>> {
  if (!isUuid(lotteryId) || !(await findLotteryState(tx, lotteryId))) return err("not_found");
  const lottery = await lockLotteryState(tx, lotteryId);
  const allowed = canCancel(lottery);
  return allowed.ok ? ok(lottery) : allowed;
}

type CancelledDraw = {
  readonly lotteryId: string;
  readonly status: string;
  readonly cancellation: Cancellation;
  readonly auditDetails: Readonly<Record<string, unknown>>;
};

/** Small enough for a job to end within two minutes, even if the mail server takes seconds for each mail. */
const RECIPIENTS_PER_JOB = 25;

/** Queues the mail about the cancellation to these accounts. */
async function notifyOwners(ctx: Pick<Ctx, "jobs">, tx: Tx, lotteryId: string, owners: readonly string[]): Promise<void> {
  for (let from = 0; from < owners.length; from += RECIPIENTS_PER_JOB) {
    const userIds = owners.slice(from, from + RECIPIENTS_PER_JOB);
    await ctx.jobs.send(tx, "draw-news", { message: "draw-cancelled", lotteryId, userIds });
  }
}

/** Cancels a locked draw, withdraws its alerts and records the change. */
async function cancelNow(ctx: Ctx, tx: Tx, actor: Actor, draw: CancelledDraw): Promise<void> {
  const { lotteryId, status, cancellation, auditDetails } = draw;
  const { reason, note } = cancellation;
  await cancelRow(tx, lotteryId, cancellation, ctx.now());
  await withdrawAlerts(tx, {
    kinds: ["draw_stuck", "draw_held", "publishing_failed"],
    subject: { type: "lottery", id: lotteryId },
    at: ctx.now(),
  });
  // A disputed order may be refunded months later or never, so its owner is notified now.
  await notifyOwners(ctx, tx, lotteryId, await listOwnersBeforeBanks(tx, lotteryId));
  await recordChange(tx, {
    ...{
      actor,
      action: "lottery.cancel",
      subjectType: "lottery",
      subjectId: lotteryId,
      reason: note?.en ?? reason,
      at: ctx.now(),
    },
    before: { status },
    after: { status: "cancelled", cancel_reason: reason, ...(note?.fr && { cancel_note_fr: note.fr }), ...auditDetails },
  });
}

/**
 * Cancels a draft or active draw. The sweeper closes open payment pages at the provider and then refunds all
 * buyers (`finishCancellations`); each gets a mail. A published draw needs a second administrator, if any.
 * @param input.reason from the list, with an optional public note
 */
export async function cancelLottery(
  ctx: Ctx,
  actor: Actor,
  input: { readonly lotteryId: string; readonly reason: SentCancellation },
): Promise<Result<"proposed" | undefined, CancelLotteryError>> {
  const reauth = await requireReauth(ctx, actor, "lotteries.cancel");
  if (!reauth.ok) return reauth;
  const cancellation = cancelReason(input.reason);
  if (!cancellation.ok) return cancellation;
  const { lotteryId } = input;
  return ctx.db.transaction().execute(async (tx) => {
    const found = await lockCancellable(tx, lotteryId);
    if (!found.ok) return found;
    const isPublished = actor.kind === "admin" && found.value.status !== "draft";
    if (isPublished && (await needsSecondAdmin(tx, actor, "lottery_cancel"))) {
      const { reason, note } = cancellation.value;
      const auditDetails = { payload: cancellation.value, reason: note?.en ?? reason };
      const proposed = await propose(ctx, tx, actor, { kind: "lottery_cancel", subjectId: lotteryId, ...auditDetails });
      return proposed.ok ? ok("proposed") : proposed;
    }
    const auditDetails = isPublished ? { alone: true } : {};
    await cancelNow(ctx, tx, actor, { lotteryId, status: found.value.status, cancellation: cancellation.value, auditDetails });
    return ok();
  });
}

/** Carries out a confirmed proposal of kind `lottery_cancel`. */
export async function cancelAsProposed(
  ctx: Ctx,
  tx: Tx,
  actor: Actor,
  proposed: { readonly id: string; readonly subjectId: string; readonly cancellation: Cancellation },
): Promise<Result<undefined, Refusal>> {
  const { id, subjectId: lotteryId, cancellation } = proposed;
  const found = await lockCancellable(tx, lotteryId);
  if (!found.ok) return found;
  await cancelNow(ctx, tx, actor, { lotteryId, status: found.value.status, cancellation, auditDetails: { proposal_id: id } });
  return ok();
}

/** Orders per transaction: small enough that buyers do not wait for locks. */
const BATCH_SIZE = 200;
/** Batches per round, so that the sweeper gets back to holds. */
const BATCHES_PER_ROUND = 25;

/** Voids some entries of a draw, and owes their refunds. @returns their number */
async function refundBatch(ctx: Ctx, lotteryId: string, limit: number): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    const entries = await lockEntries(tx, lotteryId, limit);
    if (entries.length === 0) return 0;
    await voidEntries(tx, lotteryId, entries, ctx.now());
    const owed = await refundRemaining(tx, entries, { reason: "cancelled", now: ctx.now() });
    for (const orderId of owed) await ctx.jobs.send(tx, "refund", { orderId });
    // Owners without a refund would get no mail otherwise.
    const ownersWithoutRefund = await listOwners(
      tx,
      entries.filter((orderId) => !owed.includes(orderId)),
    );
    await notifyOwners(ctx, tx, lotteryId, ownersWithoutRefund);
    return entries.length;
  });
}

/** Continues cancelled draws that have no holds left. Returns how many orders it has refunded. */
export async function finishCancellations(
  ctx: Ctx,
  { batchSize = BATCH_SIZE, batches = BATCHES_PER_ROUND } = {},
): Promise<number> {
  let done = 0;
  let left = batches;
  for (const lotteryId of await listUnfinishedCancellations(ctx.db)) {
    for (let orders = batchSize; orders === batchSize && left > 0; left -= 1) {
      orders = await refundBatch(ctx, lotteryId, batchSize);
      done += orders;
    }
  }
  return done;
}
