/** Data of the desk for postal entries: draws that accept cards now, and the last cards keyed in. */

import { type Actor, may } from "#features/access/server/actor.ts";
import { lastCardDay } from "#features/lotteries/rules/dates/postal-days.ts";
import { canEnterFree } from "#features/lotteries/rules/lifecycle.ts";
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import { entriesPerCard } from "#features/lotteries/rules/purchase/entries-per-card.ts";
import { listLotteries } from "#features/lotteries/server/list-lotteries.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Day, londonDate } from "#shared/dates/dates.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type KeyedCard, listKeyedCards } from "../settlement/retained-card-store.ts";

/** How many cards the desk shows. */
const SHOWN_CARDS = 10;

/** A draw that accepts cards. */
export type OpenPostalDraw = {
  readonly id: string;
  readonly title: Messages;
  /** Cards must be posted by `endDate` and arrive by `lastDay`. */
  readonly endDate: Day;
  readonly lastDay: Day;
  /** Of a card that is posted today. */
  readonly entriesPerCard: number;
};
/** The draws, and the last cards keyed in. */
export type FreeEntryDesk = { readonly draws: readonly OpenPostalDraw[]; readonly entries: readonly KeyedCard[] };

/** Requires the right `entries.read`. Draws whose last day is over come last. */
export async function listFreeEntries(
  ctx: Pick<Ctx, "db" | "env" | "log" | "now">,
  actor: Actor,
): Promise<Result<FreeEntryDesk, "forbidden">> {
  if (!(await may(ctx, actor, "entries.read"))) return err("forbidden");
  const [lotteries, entries] = await Promise.all([listLotteries(ctx, "active"), listKeyedCards(ctx.db, SHOWN_CARDS)]);
  const today = londonDate(ctx.now());
  const isPast = ({ lastDay }: OpenPostalDraw) => lastDay < today;
  const draws = lotteries
    .filter((lottery) => canEnterFree(lottery, ctx.now()).ok)
    .map((lottery) => ({
      id: lottery.id,
      title: lottery.title,
      endDate: lottery.endDate,
      lastDay: lastCardDay(lottery.endDate),
      entriesPerCard: entriesPerCard(lottery, ctx.env.stampPrices, today),
    }))
    .sort((a, b) => Number(isPast(a)) - Number(isPast(b)) || a.endDate.localeCompare(b.endDate));
  return ok({ draws, entries });
}
