/** Freezes the entries of a draw and commits to them in one transaction, before the deciding round exists. */

import { commitmentHash, commitToDigest } from "@concours/draw-protocol";
import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import { withdrawAlerts } from "#features/access/server/raise-alert.ts";
import { entriesDue } from "#features/lotteries/rules/dates/draw-dates.ts";
import { canFreeze, type RefusalOf } from "#features/lotteries/rules/lifecycle.ts";
import { sealPrize } from "#features/lotteries/server/prize/seal-prize.ts";
import { setSalesState } from "#features/lotteries/server/stock-store.ts";
import { voidSuspended } from "#features/orders/server/ticket-store.ts";
import { listWaitingCards } from "#features/staff/server/approvals/list-proposals.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { cardsDelayFreeze } from "../../rules/draw-state.ts";
import { clockFits, liesAhead, TOLERANCE_SECONDS } from "../../rules/round-ahead.ts";
import {
  countHeld,
  type DrawRequest,
  findRequest,
  hasValidTicket,
  type LockedLottery,
  lockLottery,
} from "../drawing/step-store.ts";
import { freezeInstant, insertFreeze } from "./freeze-store.ts";
import { digestEntries } from "./stream-entries.ts";

/**
 * `not_drained`: a payment is pending. `awaiting_post`: cards may still arrive, or wait for a second person.
 * `beacon_unreachable`: no relay reports the newest round, so the deciding round may be known.
 * `wrong_clock`: the clock and the beacon's newest round disagree.
 */
export type FreezeError = "forbidden" | "not_found" | RefusalOf<typeof canFreeze> | "beacon_unreachable" | "wrong_clock";

/**
 * The commitment. `n`: entries on the list; `round`: of the beacon, which decides; `sequence`: in the public
 * log.
 */
export type Frozen = {
  readonly n: number;
  readonly commitment: string;
  readonly round: number;
  readonly roundAt: Date;
  readonly sequence: number;
};

type FreezeCtx = Pick<Ctx, "db" | "log" | "now" | "beacon" | "jobs" | "media" | "env">;

/** If the round is published during the transaction, the draw is committed again, to a later one. */
const MOST_ATTEMPTS = 20;

/** Rolls back: the round was published before the commit, so its randomness could have been known. */
class TooLate extends Error {}

/** Rolls back: a fast clock dated a ticket far ahead, and the draw would wait for a round of that time. */
class TicketFromFuture extends Error {}

/** Why the list cannot be frozen now; undefined if it can. */
async function freezeRefusal(
  ctx: FreezeCtx,
  tx: Tx,
  lottery: LockedLottery,
  request: DrawRequest | undefined,
): Promise<FreezeError | undefined> {
  const freezing = {
    held: Math.max(lottery.held, await countHeld(tx, lottery.id)),
    entriesDue: entriesDue(lottery),
    isEarly: request?.earlyReason !== undefined,
    hasCards: cardsDelayFreeze(lottery, (await listWaitingCards({ db: tx })).get(lottery.id)),
    hasTicket: await hasValidTicket(tx, lottery.id),
  };
  const allowed = canFreeze(lottery, freezing, ctx.now());
  return allowed.ok ? undefined : allowed.error;
}

async function freezeProblem(ctx: FreezeCtx, tx: Tx, lotteryId: string): Promise<FreezeError | undefined> {
  const lottery = await lockLottery(tx, lotteryId);
  return lottery ? freezeRefusal(ctx, tx, lottery, await findRequest(tx, lotteryId)) : "not_found";
}

/** `newestRound`: as the relays reported it, at this monotonic time in ms. */
type Freeze = {
  readonly lotteryId: string;
  readonly newestRound: { readonly round: number; readonly at: number };
};

async function freezeLocked(
  ctx: FreezeCtx,
  tx: Tx,
  actor: Actor,
  { lotteryId, newestRound }: Freeze,
): Promise<Result<Frozen, FreezeError>> {
  const lottery = await lockLottery(tx, lotteryId);
  if (!lottery) return err("not_found");
  const request = await findRequest(tx, lotteryId);
  const refusal = await freezeRefusal(ctx, tx, lottery, request);
  if (refusal) return err(refusal);

  const suspendedTickets = await voidSuspended(tx, lotteryId, ctx.now());
  await setSalesState(tx, lotteryId, "closed");
  const list = await digestEntries(tx, lotteryId, undefined);
  const prize = await sealPrize(ctx, tx, lotteryId);
  if (!prize) throw new Error(`draw ${lotteryId} has no prize`);
  // The list cannot change under the lock. The time is taken last, as hashing a long list takes time.
  const frozenAt = await freezeInstant(tx, lotteryId, ctx.now());
  if (frozenAt.getTime() - ctx.now().getTime() > TOLERANCE_SECONDS * 1000)
    throw new TicketFromFuture(`a ticket of this draw is dated ${frozenAt.toISOString()}`);
  const { chain, isDemo } = ctx.beacon;
  const closedAt = Math.floor(frozenAt.getTime() / 1000);
  const { sha256: prizeSha256, rules: prizeRules } = prize;
  const committed = commitToDigest({ drawId: lotteryId, closedAt, list, chain, prizeSha256, prizeRules });
  const commitment = commitmentHash(committed);
  const earlyReason = frozenAt < entriesDue(lottery) ? request?.earlyReason : undefined;
  const sequence = await insertFreeze(tx, {
    committed,
    commitment,
    list,
    prize,
    chain,
    isDemo,
    frozenAt,
    earlyReason,
    leftOut: suspendedTickets,
  });
  const { n, round } = committed;
  await recordChange(tx, {
    actor,
    action: "draw.freeze",
    subjectType: "lottery",
    subjectId: lotteryId,
    before: { sales_state: lottery.salesState },
    after: { sales_state: "closed", commitment, round, n, sequence, left_out: suspendedTickets },
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
  const passedSeconds = (performance.now() - newestRound.at) / 1000;
  if (ctx.now() >= roundAt || !liesAhead(chain, { round, newest: newestRound.round, passedSeconds }))
    throw new TooLate(`round ${round} came before its commitment`);
  return ok({ n, commitment, round, roundAt, sequence });
}

/** Freezes and commits; requires the right `draws.run`. Processes may call it at the same time. */
export async function freezeEntries(
  ctx: FreezeCtx,
  actor: Actor,
  { lotteryId }: { lotteryId: string },
): Promise<Result<Frozen, FreezeError>> {
  if (!(await may(ctx, actor, "draws.run"))) return err("forbidden");
  if (!isUuid(lotteryId)) return err("not_found");
  // Call the network only if the freeze is due, and never under the lottery's lock.
  const refusal = await ctx.db.transaction().execute((tx) => freezeProblem(ctx, tx, lotteryId));
  if (refusal) return err(refusal);
  for (let attempt = 1; ; attempt++) {
    const newest = await ctx.beacon.newestRound();
    if (!newest.ok) return err("beacon_unreachable");
    const newestRound = { round: newest.value, at: performance.now() };
    if (!clockFits(ctx.beacon.chain, newestRound.round, ctx.now())) return err("wrong_clock");
    try {
      return await ctx.db.transaction().execute((tx) => freezeLocked(ctx, tx, actor, { lotteryId, newestRound }));
    } catch (error) {
      if (error instanceof TicketFromFuture) {
        ctx.log.error({ lotteryId, err: error }, "a ticket has a time far ahead, so no entries are frozen");
        return err("wrong_clock");
      }
      if (!(error instanceof TooLate) || attempt === MOST_ATTEMPTS) throw error;
      ctx.log.warn({ lotteryId, attempt }, "the round was published before its commitment; freezing again");
    }
  }
}
