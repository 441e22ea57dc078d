/** What everybody who waits is told, made once a second for all of them. */
import { salePhase } from "#features/lotteries/rules/lifecycle.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { queueHours, queueStage } from "#features/lotteries/rules/queue-stage.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { paceOf } from "../rules/admission.ts";
import { type LiveQueue, phaseOf } from "../rules/live-queue.ts";
import { moveOn } from "./move-on.ts";

/** Moves the room on. Undefined for a draw that never had one. */
export async function findLiveQueue(ctx: Pick<Ctx, "db" | "now">, lottery: Lottery): Promise<LiveQueue | undefined> {
  const room = await moveOn(ctx, lottery);
  if (!room) return undefined;
  const now = ctx.now();
  const { from, opens } = queueHours(lottery, room);
  return {
    phase: phaseOf(salePhase(lottery, now), queueStage(lottery, now), { isHeld: room.isPaused }),
    from: from.getTime(),
    opensAt: opens.getTime(),
    places: room.places,
    admitted: room.admitted,
    pace: paceOf(room, now.getTime()),
    commitment: room.commitment,
    drawn: room.drawn,
    seed: room.seed,
  };
}
