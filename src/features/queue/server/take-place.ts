/** Coming into a waiting room: one place for an account, however often it asks. */
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { needsTurn } from "#features/lotteries/rules/queue-stage.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { moveOn } from "./move-on.ts";
import { findPlaceRow, insertPlace, type Place } from "./place-store.ts";

/**
 * The place of an account, taken now where it has none.
 *
 * @param shown the number that the account can show it was given (`placeOf`)
 * @returns undefined where nobody needs a turn
 */
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
  // Whoever comes after the opening is not drawn with those who were there.
  const room = await moveOn(ctx, lottery);
  const number = await insertPlace(ctx.db, of, { now, shown });
  if (number === undefined) return findPlaceRow(ctx.db, of, now);
  if (room?.drawn !== undefined && number <= room.admitted + 1) await moveOn(ctx, lottery, { isAtOnce: true });
  return { number, enteredAt: undefined, passUntil: undefined };
}
