/** Test helpers: a draw with a waiting room, and its players. */
import { makeLottery, makeUser } from "#demo/makers.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { TestCtx } from "#platform/ctx.fixture.ts";
import { DEFAULT_PLAN, type RoomPlan } from "../rules/admission.ts";
import { setRoom } from "./manage-room.ts";

/** Inserts a draw on sale with a waiting room. `plan` and `change` override the defaults of room and draw. */
export async function queuedDraw(ctx: TestCtx, plan: Partial<RoomPlan> = {}, change: Parameters<typeof makeLottery>[1] = {}) {
  const lotteryId = await makeLottery(ctx, change);
  const set = await setRoom(ctx, { kind: "command" }, { lotteryId, plan: { ...DEFAULT_PLAN, ...plan } });
  if (!set.ok) throw new Error(set.error);
  return lotteryId;
}

/** Reads a draw, which must exist. */
export async function lotteryOf(ctx: TestCtx, lotteryId: string) {
  const lottery = await findLottery(ctx, lotteryId);
  if (!lottery) throw new Error("there is no such draw");
  return lottery;
}

/** Inserts this many accounts. */
export function people(ctx: TestCtx, count: number) {
  return Promise.all(Array.from({ length: count }, () => makeUser(ctx)));
}
