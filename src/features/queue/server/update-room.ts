/**
 * Advances a waiting room: draws the order at the opening, then admits people. Each request that reads a
 * room does it.
 */
import { salePhase, ticketsLeft } from "#features/lotteries/rules/lifecycle.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { queueHours, queueStage } from "#features/lotteries/rules/queue-stage.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { INSIDE_MS, nextProgress, paceOf, resetMeasurements, skipVacant, turnsAfterDraw } from "../rules/admission.ts";
import { type LiveQueue, phaseOf } from "../rules/live-queue.ts";
import { listOccupiedNumbers } from "./place-store.ts";
import { countInside, findRoomRow, lockRoom, type Room, updateProgress } from "./store.ts";

/** The shortest time between two updates. */
const UPDATE_EVERY_MS = 1000;

export type { Room };

/** The clocks of a shop's servers differ by less. */
const MOST_CLOCK_DIFFERENCE_MS = 60_000;
/**
 * By draw: a room whose last update lies in the future, and the monotonic time at which this process found
 * it.
 */
const roomsInFuture = new Map<string, { readonly movedAt: number; readonly since: number }>();

/** Detects that a clock was ahead and has updated the room to a future time, in which it would be stuck. */
function isStuckInFuture({ movedAt = 0 }: Room, lotteryId: string, now: Date): boolean {
  if (movedAt - now.getTime() < MOST_CLOCK_DIFFERENCE_MS) {
    roomsInFuture.delete(lotteryId);
    return false;
  }
  const known = roomsInFuture.get(lotteryId);
  if (known?.movedAt === movedAt) return performance.now() - known.since >= MOST_CLOCK_DIFFERENCE_MS;
  // While updates continue, the other clock is the valid one.
  roomsInFuture.set(lotteryId, { movedAt, since: performance.now() });
  return false;
}

function isDue(room: Room, lottery: Lottery, { now, isAtOnce }: { readonly now: Date; readonly isAtOnce: boolean }): boolean {
  if (!room.isOn) return false;
  if (room.drawn === undefined) return true;
  if (room.admitted === room.places || room.isPaused || ticketsLeft(lottery) === 0) return false;
  return isAtOnce || now.getTime() - (room.movedAt ?? 0) >= UPDATE_EVERY_MS || isStuckInFuture(room, lottery.id, now);
}

/**
 * Updates and returns a draw's room; undefined without one. Processes exclude each other by the lock on the
 * row.
 * @param isAtOnce updates even right after another update
 */
export async function updateRoom(
  ctx: Pick<Ctx, "db" | "now">,
  lottery: Lottery,
  { isAtOnce = false } = {},
): Promise<Room | undefined> {
  const now = ctx.now();
  const room = await findRoomRow(ctx.db, lottery.id);
  if (!room || queueStage(lottery, now) !== "open" || !isDue(room, lottery, { now, isAtOnce })) return room;
  return ctx.db.transaction().execute(async (tx) => {
    // A process with the lock does the same update. Wait for it only if the order is not drawn yet.
    const locked = await lockRoom(tx, lottery.id, { isPatient: isAtOnce || room.drawn === undefined });
    if (!locked || !isDue(locked, lottery, { now, isAtOnce })) return locked ?? room;
    const current = isStuckInFuture(locked, lottery.id, now)
      ? { ...locked, ...resetMeasurements(locked, now.getTime()) }
      : locked;
    const since = new Date(current.beforeAt ?? now);
    const inside = await countInside(tx, lottery.id, { now, since, longestMs: INSIDE_MS });
    const isHeld = locked.isPaused || ticketsLeft(lottery) === 0;
    const next = nextProgress(current, { ...inside, isHeld }, now.getTime());
    const lateTurns = turnsAfterDraw(current, next);
    const occupied = lateTurns.limit > 0 ? await listOccupiedNumbers(tx, lottery.id, lateTurns) : [];
    return updateProgress(tx, lottery.id, skipVacant(next, lateTurns, occupied));
  });
}

/** Updates the room, and returns its public state; undefined for a draw that never had one. */
export async function findLiveQueue(ctx: Pick<Ctx, "db" | "now">, lottery: Lottery): Promise<LiveQueue | undefined> {
  const room = await updateRoom(ctx, lottery);
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
