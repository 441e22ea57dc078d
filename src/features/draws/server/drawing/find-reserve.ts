import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { nextReserve, type ReserveTicket } from "../../rules/replacement.ts";
import { drawnFor, placesOf, winningTicket, wonTickets } from "../../rules/won-prizes.ts";
import type { ResultRow } from "../reading/reading-store.ts";
import { listHolders, listOwningPeople } from "../winners/winner-store.ts";

type Drawn = Pick<ResultRow, "prizes" | "picks" | "changes">;

/** Whether the winner of a prize differs from the one on the submitted page. Undefined skips the check. */
export function isAnotherWinner(result: Drawn | undefined, shown: number | undefined, place = 1): boolean {
  return shown !== undefined && (result === undefined || shown !== winningTicket(result, place));
}

/** The next reserve of a prize. Skips tickets that have won others, and their owners if the draw says so. */
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
  const wanted = drawnFor(result, place).reserves;
  const holders = new Map((await listHolders(db, lotteryId, wanted)).map((holder) => [holder.ticketNumber, holder]));
  const people = await listOwningPeople(db, lotteryId, [...own, ...elsewhere.now, ...wanted]);
  const barred = result.onePrizeAPerson ? [...own, ...elsewhere.now] : own;
  return nextReserve({
    current,
    former: [...own, ...elsewhere.ever],
    reserves: wanted.flatMap((number) => {
      const holder = holders.get(number);
      return holder ? { ...holder, ownerId: people.get(number) ?? holder.ownerId } : [];
    }),
    owners: barred.flatMap((number) => people.get(number) ?? []),
  });
}

/** Tickets that win, or have won, one of the other prizes. */
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
