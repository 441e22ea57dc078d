/** Freezes the entries of a draw and commits to them, in one transaction, before the beacon's round that will decide exists. */

import { commitmentHash, commitToDigest } from "@concours/draw-protocol";
import { type Actor, may, recordChange } from "#features/accounts/server/actor.ts";
import { listWaitingCards } from "#features/accounts/server/list-proposals.ts";
import { withdrawAlerts } from "#features/accounts/server/raise-alert.ts";
import { entriesDue } from "#features/lotteries/rules/draw-dates.ts";
import { canFreeze, type RefusalOf } from "#features/lotteries/rules/lifecycle.ts";
import { sealPrize } from "#features/lotteries/server/seal-prize.ts";
import { setSalesState } from "#features/lotteries/server/stock-store.ts";
import { leaveSuspendedOut } from "#features/orders/server/ticket-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { holdsOpen } from "../rules/draw-state.ts";
import { clockFits, liesAhead, TOLERANCE_SECONDS } from "../rules/round-ahead.ts";
import { freezeInstant, insertFreeze } from "./freeze-store.ts";
import { countHeld, type DrawRequest, findRequest, hasValidTicket, type LockedLottery, lockLottery } from "./step-store.ts";
import { digestEntries } from "./stream-entries.ts";

/**
 * - `sales_open`: sales have to close first.
 * - `not_drained`: somebody is still paying; their tickets belong into the list, or their money goes back.
 * - `awaiting_post`: postcards that were posted in time may still arrive, and nobody gave a reason to draw before; or some that came wait for a second person.
 * - `already_frozen`: once is for ever.
 * - `beacon_unreachable`: no relay tells the newest round, so nobody could say whether the one to commit to lies ahead.
 * - `wrong_clock`: this machine's clock and the beacon's newest round do not fit together.
 */
export type FreezeError = "forbidden" | "not_found" | RefusalOf<typeof canFreeze> | "beacon_unreachable" | "wrong_clock";

export type Frozen = {
  readonly n: number;
  readonly commitment: string;
  readonly round: number;
  readonly roundAt: Date;
  readonly sequence: number;
};

type Freezing = Pick<Ctx, "db" | "log" | "now" | "beacon" | "jobs" | "media" | "env">;

/** Between the last look at the clock and the disk nothing should take that long; a draw whose round comes in less is committed anew. */
const ATTEMPTS = 20;

/** The round's time came before the commitment was written: it would have been made in the knowledge of the luck. */
class TooLate extends Error {}

/** A ticket came or went by a clock that was far ahead: everybody would wait for a round of that day. */
class FromAnotherDay extends Error {}

export async function freezeEntries(
  ctx: Freezing,
  actor: Actor,
  { lotteryId }: { lotteryId: string },
): Promise<Result<Frozen, FreezeError>> {
  if (!(await may(ctx, actor, "draws.run"))) return err("forbidden");
  if (!isUuid(lotteryId)) return err("not_found");
  // The network is asked only where the freeze is due, and not while the lottery is locked.
  const refusal = await ctx.db.transaction().execute((tx) => whyNot(ctx, tx, lotteryId));
  if (refusal) return err(refusal);
  for (let attempt = 1; ; attempt++) {
    const newest = await ctx.beacon.newestRound();
    if (!newest.ok) return err("beacon_unreachable");
    const seen = { round: newest.value, at: performance.now() };
    if (!clockFits(ctx.beacon.chain, seen.round, ctx.now())) return err("wrong_clock");
    try {
      return await ctx.db.transaction().execute((tx) => freezeLocked(ctx, tx, actor, { lotteryId, seen }));
    } catch (error) {
      if (error instanceof FromAnotherDay) {
        ctx.log.error({ lotteryId, err: error }, "a clock was wrong when a ticket came or went, so no entries are frozen");
        return err("wrong_clock");
      }
      if (!(error instanceof TooLate) || attempt === ATTEMPTS) throw error;
      ctx.log.warn({ lotteryId, attempt }, "the round was published before its commitment; freezing again");
    }
  }
}

async function whyNot(ctx: Freezing, tx: Tx, lotteryId: string): Promise<FreezeError | undefined> {
  const lottery = await lockLottery(tx, lotteryId);
  return lottery ? refuse(ctx, tx, lottery, await findRequest(tx, lotteryId)) : "not_found";
}

/** `seen`: the newest round that the relays had, and when that was, in milliseconds of a clock that nobody sets. */
type Freeze = { readonly lotteryId: string; readonly seen: { readonly round: number; readonly at: number } };

async function freezeLocked(
  ctx: Freezing,
  tx: Tx,
  actor: Actor,
  { lotteryId, seen }: Freeze,
): Promise<Result<Frozen, FreezeError>> {
  const lottery = await lockLottery(tx, lotteryId);
  if (!lottery) return err("not_found");
  const request = await findRequest(tx, lotteryId);
  const refusal = await refuse(ctx, tx, lottery, request);
  if (refusal) return err(refusal);

  const leftOut = await leaveSuspendedOut(tx, lotteryId, ctx.now());
  await setSalesState(tx, lotteryId, "closed");
  const list = await digestEntries(tx, lotteryId, undefined);
  const prize = await sealPrize(ctx, tx, lotteryId);
  if (!prize) throw new Error(`draw ${lotteryId} has no prize`);
  // From the lock on the list could not change; the time is taken last, so that a long list does not eat up the wait for the round.
  const frozenAt = await freezeInstant(tx, lotteryId, ctx.now());
  if (frozenAt.getTime() - ctx.now().getTime() > TOLERANCE_SECONDS * 1000)
    throw new FromAnotherDay(`a ticket of this draw came or went at ${frozenAt.toISOString()}`);
  const { chain, isDemo } = ctx.beacon;
  const closedAt = Math.floor(frozenAt.getTime() / 1000);
  const committed = commitToDigest({ drawId: lotteryId, closedAt, list, chain, prizeSha256: prize.sha256 });
  const commitment = commitmentHash(committed);
  const earlyReason = frozenAt < entriesDue(lottery) ? request?.earlyReason : undefined;
  const sequence = await insertFreeze(tx, { committed, commitment, list, prize, chain, isDemo, frozenAt, earlyReason, leftOut });
  const { n, round } = committed;
  await recordChange(tx, {
    actor,
    action: "draw.freeze",
    subjectType: "lottery",
    subjectId: lotteryId,
    before: { sales_state: lottery.salesState },
    after: { sales_state: "closed", commitment, round, n, sequence, left_out: leftOut },
    reason: earlyReason,
    at: ctx.now(),
  });
  await withdrawAlerts(tx, {
    kinds: ["wrong_clock", "beacon_unreachable", "draw_stuck", "draw_held"],
    subject: { type: "lottery", id: lotteryId },
    at: ctx.now(),
  });
  await ctx.jobs.send(tx, "draw-news", { message: "draw-closed", lotteryId });

  const roundAt = new Date(ctx.beacon.timeOf(round) * 1000);
  const passedSeconds = (performance.now() - seen.at) / 1000;
  if (ctx.now() >= roundAt || !liesAhead(chain, { round, newest: seen.round, passedSeconds }))
    throw new TooLate(`round ${round} came before its commitment`);
  return ok({ n, commitment, round, roundAt, sequence });
}

async function refuse(
  ctx: Freezing,
  tx: Tx,
  lottery: LockedLottery,
  request: DrawRequest | undefined,
): Promise<FreezeError | undefined> {
  const freezing = {
    held: Math.max(lottery.held, await countHeld(tx, lottery.id)),
    entriesDue: entriesDue(lottery),
    isEarly: request?.earlyReason !== undefined,
    hasCards: holdsOpen(lottery, (await listWaitingCards({ db: tx })).get(lottery.id)),
    hasTicket: await hasValidTicket(tx, lottery.id),
  };
  const allowed = canFreeze(lottery, freezing, ctx.now());
  return allowed.ok ? undefined : allowed.error;
}
