/** Visitors and the waiting room: taking a place, entering when the turn comes, the pass, leaving. */
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { needsTurn } from "#features/lotteries/rules/queue-stage.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { INSIDE_MS, PASS_MS } from "../rules/admission.ts";
import { positionOf } from "../rules/order.ts";
import {
  deleteOldPlaces,
  deletePlacesOf,
  endInside,
  enterPlace,
  extendPass,
  findPlaceRow,
  insertPlace,
  leavePlace,
  type Place,
  type PlaceKey,
} from "./place-store.ts";
import { countInside, lockRoom } from "./store.ts";
import { updateRoom } from "./update-room.ts";

/**
 * `in`: may buy until `until`, or without end if the draw needs no turn. `waiting`: the turn has not come.
 * `full`: the turn has come, but as many people as allowed are choosing.
 */
export type EntryState = { readonly state: "in"; readonly until?: Date } | { readonly state: "waiting" | "full" };
const WAITING: EntryState = { state: "waiting" };
type Reading = Pick<Ctx, "db" | "now">;

/** Rolls the turn back: the limit of people inside is reached. */
class RoomFull extends Error {}

/** Takes the turn. People inside are counted under the room's lock, so that their limit is exact. */
async function enter(ctx: Reading, key: PlaceKey, until: Date): Promise<EntryState> {
  const now = ctx.now();
  const entering = ctx.db.transaction().execute(async (tx): Promise<EntryState> => {
    if (!(await enterPlace(tx, key, { now, until, insideUntil: new Date(now.getTime() + INSIDE_MS) })))
      return { state: "in", until };
    const room = await lockRoom(tx, key.lotteryId, { isPatient: true });
    const { inside } = await countInside(tx, key.lotteryId, { now, since: now, longestMs: INSIDE_MS });
    if (room && inside > room.mostInside) throw new RoomFull();
    return { state: "in", until };
  });
  return entering.catch((error: unknown) => {
    if (error instanceof RoomFull) return { state: "full" };
    throw error;
  });
}

/** Whether an account may buy now. Extends its pass. */
async function renewPass(ctx: Reading, key: PlaceKey): Promise<boolean> {
  const now = ctx.now();
  return extendPass(ctx.db, key, { now, until: new Date(now.getTime() + PASS_MS) });
}

/**
 * Finds the account's place, or takes one at the end.
 * @param cookieNumber the number in the visitor's cookie, which restores a lost place
 * @returns undefined if the draw needs no turn
 */
export async function takePlace(
  ctx: Pick<Ctx, "db" | "now">,
  lottery: Lottery,
  userId: string,
  cookieNumber?: number,
): Promise<Place | undefined> {
  const now = ctx.now();
  if (!needsTurn(lottery, now)) return undefined;
  const key = { lotteryId: lottery.id, userId };
  const existing = await findPlaceRow(ctx.db, key, now);
  if (existing) return existing;
  // Draws the order first, so that arrivals after the opening are not part of it.
  const room = await updateRoom(ctx, lottery);
  const number = await insertPlace(ctx.db, key, { now, cookieNumber });
  if (number === undefined) return findPlaceRow(ctx.db, key, now);
  if (room?.drawn !== undefined && number <= room.admitted + 1) await updateRoom(ctx, lottery, { isAtOnce: true });
  return { number, enteredAt: undefined, passUntil: undefined };
}

/** Admits an account whose turn has come, or takes a place for it. Extends an existing pass. */
export async function requestEntry(ctx: Reading, lottery: Lottery, userId: string): Promise<EntryState> {
  const key = { lotteryId: lottery.id, userId };
  const place = await takePlace(ctx, lottery, userId);
  if (!place) return { state: "in" };
  const until = new Date(ctx.now().getTime() + PASS_MS);
  if (place.enteredAt) return (await renewPass(ctx, key)) ? { state: "in", until } : WAITING;
  const room = await updateRoom(ctx, lottery);
  if (room?.drawn === undefined || room.seed === undefined) return WAITING;
  if (positionOf(place.number, { drawn: room.drawn, seed: room.seed }) > room.admitted) return WAITING;
  return enter(ctx, key, until);
}

/** Lets the next person enter, because this buyer now holds tickets. */
export async function releaseSlot(ctx: Reading, key: PlaceKey): Promise<void> {
  await endInside(ctx.db, key, ctx.now());
}

/** Whether the buyer needs a turn and has none. A buyer with held tickets needs none. */
export async function lacksTurn(ctx: Reading, lottery: Lottery, buyer: { readonly id: string; readonly held: number }) {
  if (!needsTurn(lottery, ctx.now()) || buyer.held > 0) return false;
  return !(await renewPass(ctx, { lotteryId: lottery.id, userId: buyer.id }));
}

/** Places are stored this long, for questions about waiting times. */
const RETENTION_MS = 7 * 86_400_000;

/** Gives the place up; an account that returns starts at the end. */
export async function leaveQueue(ctx: Pick<Ctx, "db" | "now">, key: PlaceKey): Promise<void> {
  if (isUuid(key.lotteryId)) await leavePlace(ctx.db, key, ctx.now());
}

/** Deletes places that are out of use for longer than the retention period. Runs on a timer. */
export async function forgetPlaces(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await deleteOldPlaces(ctx.db, new Date(ctx.now().getTime() - RETENTION_MS));
}

/** Deletes the places of an account that is erased. */
export async function forgetPlacesOf(db: Parameters<typeof deletePlacesOf>[0], userId: string): Promise<void> {
  await deletePlacesOf(db, userId);
}
