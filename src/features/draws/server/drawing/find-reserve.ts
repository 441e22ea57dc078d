/** Finds the reserve who follows a winner. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { nextReserve, type ReserveTicket } from "../../rules/replacement.ts";
import { drawnFor, placesOf, winningTicket, wonTickets } from "../../rules/won-prizes.ts";
import type { ResultRow } from "../reading/reading-store.ts";
import { listHolders, listOwningPeople } from "../winners/winner-store.ts";

type Drawn = Pick<ResultRow, "prizes" | "picks" | "changes">;

/**
 * Whether the winner of a prize was replaced since a page was loaded.
 * @param shownTicket the winning ticket on that page; undefined skips the check
 */
export function isAnotherWinner(result: Drawn | undefined, shownTicket: number | undefined, place = 1): boolean {
  return shownTicket !== undefined && (result === undefined || shownTicket !== winningTicket(result, place));
}

/** Tickets that win one of the other prizes now, and those that ever won one. */
export function wonElsewhere(
  result: Drawn,
  place: number,
): { readonly now: readonly number[]; readonly ever: readonly number[] } {
  const others = placesOf(result).filter((each) => each !== place);
  return {
    now: others.flatMap((each) => winningTicket(result, each) ?? []),
    ever: others.flatMap((each) => wonTickets(result, each)),
  };
}

/**
 * The next reserve of a prize. Skips tickets that have won other prizes, and their owners if one may win
 * only one.
 */
export async function findReserve(
  db: Db | Tx,
  lotteryId: string,
  result: ResultRow,
  place: number,
): Promise<ReserveTicket | undefined> {
  const current = winningTicket(result, place);
  if (current === undefined) return undefined;
  const own = wonTickets(result, place);
  const elsewhere = wonElsewhere(result, place);
  const reserves = drawnFor(result, place).reserves;
  const holders = new Map((await listHolders(db, lotteryId, reserves)).map((holder) => [holder.ticketNumber, holder]));
  const people = await listOwningPeople(db, lotteryId, [...own, ...elsewhere.now, ...reserves]);
  const barred = result.onePrizeAPerson ? [...own, ...elsewhere.now] : own;
  return nextReserve({
    current,
    former: [...own, ...elsewhere.ever],
    reserves: reserves.flatMap((number) => {
      const holder = holders.get(number);
      return holder ? { ...holder, ownerId: people.get(number) ?? holder.ownerId } : [];
    }),
    owners: barred.flatMap((number) => people.get(number) ?? []),
  });
}
