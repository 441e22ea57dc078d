/** Moves a waiting room on: any reader does it, by the time since the last look, under the room's lock. */
import { salePhase, ticketsLeft } from "#features/lotteries/rules/lifecycle.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { queueHours, queueStage } from "#features/lotteries/rules/queue-stage.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { INSIDE_MS, lateTurns, moved, paceOf, pastEmpty, restarted } from "../rules/admission.ts";
import { type LiveQueue, phaseOf } from "../rules/live-queue.ts";
import { findWaiting } from "./place-store.ts";
import { countInside, findRoomRow, lockRoom, type Room, updateProgress } from "./store.ts";

/** A crowd of looks moves a room once in so long. */
const EVERY_MS = 1000;

export type { Room };

/**
 * The room of a draw as it is now, or undefined where there is none.
 *
 * @param isAtOnce does not leave it to a look of a moment ago: somebody has come and nobody waits before them
 */
export async function moveOn(
  ctx: Pick<Ctx, "db" | "now">,
  lottery: Lottery,
  { isAtOnce = false } = {},
): Promise<Room | undefined> {
  const now = ctx.now();
  const room = await findRoomRow(ctx.db, lottery.id);
  if (!room || queueStage(lottery, now) !== "open" || !isDue(room, lottery, { now, isAtOnce })) return room;
  return ctx.db.transaction().execute(async (tx) => {
    // Whoever has it locked does the same; but an order that is not drawn yet is waited for.
    const locked = await lockRoom(tx, lottery.id, { isPatient: isAtOnce || room.drawn === undefined });
    if (!locked || !isDue(locked, lottery, { now, isAtOnce })) return locked ?? room;
    const from = isLeftBehind(locked, lottery.id, now) ? { ...locked, ...restarted(locked, now.getTime()) } : locked;
    const since = new Date(from.beforeAt ?? now);
    const inside = await countInside(tx, lottery.id, { now, since, longestMs: INSIDE_MS });
    const isHeld = locked.isPaused || ticketsLeft(lottery) === 0;
    const next = moved(from, { ...inside, isHeld }, now.getTime());
    const late = lateTurns(from, next);
    const held = late.limit > 0 ? await findWaiting(tx, lottery.id, late) : [];
    return updateProgress(tx, lottery.id, pastEmpty(next, late, held));
  });
}

function isDue(room: Room, lottery: Lottery, { now, isAtOnce }: { readonly now: Date; readonly isAtOnce: boolean }): boolean {
  if (!room.isOn) return false;
  if (room.drawn === undefined) return true;
  if (room.admitted === room.places || room.isPaused || ticketsLeft(lottery) === 0) return false;
  return isAtOnce || now.getTime() - (room.movedAt ?? 0) >= EVERY_MS || isLeftBehind(room, lottery.id, now);
}

/** Longer than clocks of machines that serve one shop may differ. */
const BEHIND_MS = 60_000;
/** When a room was last moved in what is the future here, and since when nobody has moved it on, by a clock that nobody sets. */
const ahead = new Map<string, { readonly movedAt: number; readonly since: number }>();

/** A clock that was ahead for a while has moved the room to where nobody else is yet: whoever comes would wait until they are. */
function isLeftBehind({ movedAt = 0 }: Room, lotteryId: string, now: Date): boolean {
  if (movedAt - now.getTime() < BEHIND_MS) {
    ahead.delete(lotteryId);
    return false;
  }
  const known = ahead.get(lotteryId);
  if (known?.movedAt === movedAt) return performance.now() - known.since >= BEHIND_MS;
  // While it goes on being moved, that clock serves, and is the one that counts.
  ahead.set(lotteryId, { movedAt, since: performance.now() });
  return false;
}

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
