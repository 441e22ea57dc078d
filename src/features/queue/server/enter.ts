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
  type Of,
  type Place,
} from "./place-store.ts";
import { countInside, lockRoom } from "./store.ts";
import { updateRoom } from "./update-room.ts";

/** `full`: the turn has come, but too many people are choosing. `until`: the end of the pass. */
export type EntryState = { readonly state: "in"; readonly until?: Date } | { readonly state: "waiting" | "full" };
const WAITING: EntryState = { state: "waiting" };
type Reading = Pick<Ctx, "db" | "now">;

/** Admits an account whose turn has come, or takes a place for it. Extends an existing pass. */
export async function requestEntry(ctx: Reading, lottery: Lottery, userId: string): Promise<EntryState> {
  const of = { lotteryId: lottery.id, userId };
  const place = await takePlace(ctx, lottery, userId);
  if (!place) return { state: "in" };
  const until = new Date(ctx.now().getTime() + PASS_MS);
  if (place.enteredAt) return (await renewPass(ctx, of)) ? { state: "in", until } : WAITING;
  const room = await updateRoom(ctx, lottery);
  if (room?.drawn === undefined || room.seed === undefined) return WAITING;
  if (positionOf(place.number, { drawn: room.drawn, seed: room.seed }) > room.admitted) return WAITING;
  return enter(ctx, of, until);
}

class Full extends Error {}

/** Exact under concurrency: counted under the room's lock. */
async function enter(ctx: Reading, of: Of, until: Date): Promise<EntryState> {
  const now = ctx.now();
  const entering = ctx.db.transaction().execute(async (tx): Promise<EntryState> => {
    if (!(await enterPlace(tx, of, { now, until, insideUntil: new Date(now.getTime() + INSIDE_MS) })))
      return { state: "in", until };
    const room = await lockRoom(tx, of.lotteryId, { isPatient: true });
    const { inside } = await countInside(tx, of.lotteryId, { now, since: now, longestMs: INSIDE_MS });
    if (room && inside > room.mostInside) throw new Full();
    return { state: "in", until };
  });
  return entering.catch((error: unknown) => {
    if (error instanceof Full) return { state: "full" };
    throw error;
  });
}

/** Whether an account may buy now. Extends its pass. */
async function renewPass(ctx: Reading, of: Of): Promise<boolean> {
  const now = ctx.now();
  return extendPass(ctx.db, of, { now, until: new Date(now.getTime() + PASS_MS) });
}

/** The buyer holds tickets, so the next person may choose. */
export async function releaseSlot(ctx: Reading, of: Of): Promise<void> {
  await endInside(ctx.db, of, ctx.now());
}

/** Whether the buyer needs a turn and has none. A buyer with held tickets needs none. */
export async function lacksTurn(ctx: Reading, lottery: Lottery, buyer: { readonly id: string; readonly held: number }) {
  if (!needsTurn(lottery, ctx.now()) || buyer.held > 0) return false;
  return !(await renewPass(ctx, { lotteryId: lottery.id, userId: buyer.id }));
}

/** For questions about waiting times. */
const RETENTION_MS = 7 * 86_400_000;

/** An account that returns starts at the end. */
export async function leaveQueue(ctx: Pick<Ctx, "db" | "now">, of: Of): Promise<void> {
  if (isUuid(of.lotteryId)) await leavePlace(ctx.db, of, ctx.now());
}

export async function forgetPlaces(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await deleteOldPlaces(ctx.db, new Date(ctx.now().getTime() - RETENTION_MS));
}

/** When an account is erased. */
export async function forgetPlacesOf(db: Parameters<typeof deletePlacesOf>[0], userId: string): Promise<void> {
  await deletePlacesOf(db, userId);
}

/** The account's place, taken if there is none; undefined if no turn is needed. `shown`: the cookie's. */
export async function takePlace(
  ctx: Pick<Ctx, "db" | "now">,
  lottery: Lottery,
  userId: string,
  shown?: number,
): Promise<Place | undefined> {
  const now = ctx.now();
  if (!needsTurn(lottery, now)) return undefined;
  const of = { lotteryId: lottery.id, userId };
  const known = await findPlaceRow(ctx.db, of, now);
  if (known) return known;
  // Draws the order first, so that arrivals after the opening are not part of it.
  const room = await updateRoom(ctx, lottery);
  const number = await insertPlace(ctx.db, of, { now, shown });
  if (number === undefined) return findPlaceRow(ctx.db, of, now);
  if (room?.drawn !== undefined && number <= room.admitted + 1) await updateRoom(ctx, lottery, { isAtOnce: true });
  return { number, enteredAt: undefined, passUntil: undefined };
}
