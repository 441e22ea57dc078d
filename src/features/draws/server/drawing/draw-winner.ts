/** Draws the winner by the committed round of the beacon, once. Idempotent, and safe under concurrency. */

import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import { withdrawAlerts } from "#features/access/server/raise-alert.ts";
import { canDraw, type RefusalOf } from "#features/lotteries/rules/lifecycle.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { chainOf } from "../reading/find-draw.ts";
import { findDrawRow } from "../reading/reading-store.ts";
import { alertStaffWinner } from "../winners/alert-staff-winner.ts";
import { provePicks } from "./prove-picks.ts";
import { type DrawResultRow, insertResult } from "./result-store.ts";
import { lockLottery } from "./step-store.ts";

/** `waiting`: the round is not published yet. `unreachable`: no relay has a valid answer. */
export type DrawError = "forbidden" | "not_found" | RefusalOf<typeof canDraw> | "waiting" | "unreachable";

/** The winning ticket of the first prize. */
export type Drawn = { readonly ticketNumber: number; readonly drawnAt: Date };

type DrawCtx = Pick<Ctx, "db" | "env" | "log" | "now" | "beacon" | "jobs">;

/** Stores the result under the draw's lock, unless another process has stored it. */
async function storeResult(ctx: DrawCtx, tx: Tx, actor: Actor, result: DrawResultRow): Promise<Result<Drawn, DrawError>> {
  const { lotteryId } = result;
  const lottery = await lockLottery(tx, lotteryId);
  const stored = (await findDrawRow(tx, lotteryId))?.result;
  if (stored) return ok({ ticketNumber: stored.picks[0]?.ticketNumber ?? 0, drawnAt: stored.drawnAt });
  if (!lottery) return err("not_found");
  const allowed = canDraw(lottery);
  if (!allowed.ok) return allowed;

  const winners = await insertResult(tx, result);
  const [first, ...further] = winners;
  await alertStaffWinner(ctx, tx, { lotteryId, winnerIds: winners.map(({ winnerId }) => winnerId), at: result.drawnAt });
  await withdrawAlerts(tx, {
    kinds: ["beacon_unreachable", "draw_stuck"],
    subject: { type: "lottery", id: lotteryId },
    at: result.drawnAt,
  });
  const ticketNumber = result.picks[0]?.ticket ?? 0;
  await recordChange(tx, {
    actor,
    action: "draw.result",
    subjectType: "lottery",
    subjectId: lotteryId,
    before: { status: lottery.status, sales_state: lottery.salesState, winner_id: null },
    after: {
      ...{ status: "completed", sales_state: "drawn", winner_id: first?.winnerId, ticket_number: ticketNumber },
      ...(further.length > 0 && {
        further_winners: further.map(({ place, ticketNumber: ticket }) => ({ prize: place, ticket })),
      }),
    },
    at: result.drawnAt,
  });
  await ctx.jobs.send(tx, "draw-news", { message: "draw-winner", lotteryId });
  await ctx.jobs.send(tx, "draw-news", { message: "draw-result", lotteryId });
  return ok({ ticketNumber, drawnAt: result.drawnAt });
}

/** Draws, or returns the stored result; requires the right `draws.run`. */
export async function drawWinner(
  ctx: DrawCtx,
  actor: Actor,
  { lotteryId }: { lotteryId: string },
): Promise<Result<Drawn, DrawError>> {
  if (!(await may(ctx, actor, "draws.run"))) return err("forbidden");
  const draw = isUuid(lotteryId) ? await findDrawRow(ctx.db, lotteryId) : undefined;
  if (!draw) return err("not_found");
  if (draw.result) return ok({ ticketNumber: draw.result.picks[0]?.ticketNumber ?? 0, drawnAt: draw.result.drawnAt });
  if (!draw.committed) return err("not_frozen");

  const chain = chainOf(ctx, draw.committed);
  if (chain.hash !== ctx.beacon.chain.hash) throw new Error(`draw ${lotteryId} is committed to another beacon than this shop's`);
  const beacon = await ctx.beacon.fetchRound(draw.committed.inputs.round);
  if (!beacon.ok) return err(beacon.error === "not_yet" ? "waiting" : "unreachable");

  // Committed data never changes, so this needs no lock.
  const proof = await provePicks(ctx.db, { ...draw.committed, chain }, beacon.value);
  const picks = proof.picks.map(({ pick, ticket }) => ({ pick, ticket }));
  return ctx.db.transaction().execute((tx) => storeResult(ctx, tx, actor, { ...proof, lotteryId, picks, drawnAt: ctx.now() }));
}
