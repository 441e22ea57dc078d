/** What staff do with a draw's waiting room: show, set, pause and close it. */
import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import { isSalesOver } from "#features/lotteries/rules/lifecycle.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { INSIDE_MS, isPlan, type RoomPlan } from "../rules/admission.ts";
import type { LiveQueue } from "../rules/live-queue.ts";
import { columnsOf, countInside, findRoomRow, insertRoom, lockRoom, type Room, roomVersion, updateRoomRow } from "./store.ts";
import { findLiveQueue } from "./update-room.ts";

type Managing = Pick<Ctx, "db" | "log" | "now" | "random">;

/**
 * `over`: sales have ended. `already`: the room has that state. `changed_meanwhile`: a colleague saved
 * first.
 */
export type RoomError = "forbidden" | "not_found" | "over" | "bad_plan" | "already" | "changed_meanwhile";

/**
 * A room for the back office. `plan` and `live` are undefined for a draw without one; `inside`: people
 * choosing now.
 */
export type ManagedRoom = {
  readonly lottery: Lottery;
  readonly plan: RoomPlan | undefined;
  readonly version: string;
  readonly isOn: boolean;
  readonly isPaused: boolean;
  readonly live: LiveQueue | undefined;
  readonly inside: number;
};

/** Reads a draw's room; requires the right `lotteries.read`. */
export async function findManagedRoom(
  ctx: Managing,
  actor: Actor,
  lotteryId: string | undefined,
): Promise<Result<ManagedRoom, RoomError>> {
  if (!(await may(ctx, actor, "lotteries.read"))) return err("forbidden");
  const lottery = await findLottery(ctx, lotteryId);
  if (!lottery) return err("not_found");
  const live = await findLiveQueue(ctx, lottery);
  const room = await findRoomRow(ctx.db, lottery.id);
  const now = ctx.now();
  const { inside } = await countInside(ctx.db, lottery.id, { now, since: now, longestMs: INSIDE_MS });
  const version = roomVersion(room);
  return ok({ lottery, plan: room, version, isOn: room?.isOn === true, isPaused: room?.isPaused === true, live, inside });
}

/** The entry for the audit log. */
type Change = {
  readonly action: "queue.open" | "queue.set" | "queue.pause" | "queue.resume" | "queue.close";
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * Runs `run` under the room's lock, after checks of right and draw, and records its result in the audit log.
 */
async function changeRoom(
  ctx: Managing,
  actor: Actor,
  lotteryId: string,
  run: (tx: Tx, room: Room | undefined) => Promise<Change | "changed_meanwhile" | undefined>,
): Promise<Result<undefined, RoomError>> {
  if (!(await may(ctx, actor, "lotteries.write"))) return err("forbidden");
  const lottery = await findLottery(ctx, lotteryId);
  if (!lottery) return err("not_found");
  const now = ctx.now();
  if (!["draft", "active"].includes(lottery.status) || isSalesOver(lottery, now)) return err("over");
  return ctx.db.transaction().execute(async (tx) => {
    const change = await run(tx, await lockRoom(tx, lotteryId, { isPatient: true }));
    if (!change) return err("already");
    if (change === "changed_meanwhile") return err(change);
    await recordChange(tx, { actor, subjectType: "lottery", subjectId: lotteryId, at: now, ...change });
    return ok();
  });
}

/**
 * Switches the room on, or changes it. A room that was closed gets a new seed and no places.
 * @param version from `findManagedRoom`; without it, the change applies to any version
 */
export async function setRoom(
  ctx: Managing,
  actor: Actor,
  { lotteryId, plan, version }: { readonly lotteryId: string; readonly plan: RoomPlan; readonly version?: string },
): Promise<Result<undefined, RoomError>> {
  if (!isPlan(plan)) return err("bad_plan");
  return changeRoom(ctx, actor, lotteryId, async (tx, room) => {
    const isNew = !room?.isOn;
    const next = room?.isOn && room.drawn !== undefined ? { ...plan, opensAt: room.opensAt } : plan;
    if (room && !isNew && roomVersion({ ...room, ...next }) === roomVersion(room)) return undefined;
    if (version !== undefined && version !== roomVersion(room)) return "changed_meanwhile";
    if (!isNew) await updateRoomRow(tx, lotteryId, columnsOf(next));
    else if (!(await insertRoom(tx, lotteryId, { plan: next, seed: ctx.random(32) }))) return "changed_meanwhile";
    const before = isNew ? undefined : columnsOf(room);
    return { action: isNew ? "queue.open" : "queue.set", before, after: columnsOf(next) };
  });
}

/** Pauses or resumes admission. Visitors keep their places in a paused room. */
export async function pauseRoom(
  ctx: Managing,
  actor: Actor,
  { lotteryId, isPaused }: { readonly lotteryId: string; readonly isPaused: boolean },
): Promise<Result<undefined, RoomError>> {
  return changeRoom(ctx, actor, lotteryId, async (tx, room) => {
    if (!room?.isOn || room.isPaused === isPaused) return undefined;
    await updateRoomRow(tx, lotteryId, { is_paused: isPaused });
    return { action: isPaused ? "queue.pause" : "queue.resume" };
  });
}

/** Switches the room off: sales then need no turn. */
export async function closeRoom(ctx: Managing, actor: Actor, lotteryId: string): Promise<Result<undefined, RoomError>> {
  return changeRoom(ctx, actor, lotteryId, async (tx, room) => {
    if (!room?.isOn) return undefined;
    await updateRoomRow(tx, lotteryId, { is_on: false });
    return { action: "queue.close", after: { places: room.places, admitted: room.admitted } };
  });
}
