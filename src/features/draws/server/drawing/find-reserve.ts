import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { nextReserve, type ReserveTicket } from "../../rules/replacement.ts";
import type { ResultRow } from "../reading/reading-store.ts";
import { listHolders } from "../winners/winner-store.ts";

export function winningTicket(result: Pick<ResultRow, "picks" | "changes">): number {
  return result.changes.at(-1)?.ticketNumber ?? result.picks[0]?.ticketNumber ?? 0;
}

/** Whether the winner differs from the one on the submitted page. Undefined skips the check. */
export function isAnotherWinner(result: Parameters<typeof winningTicket>[0] | undefined, shown: number | undefined): boolean {
  return shown !== undefined && (result === undefined || shown !== winningTicket(result));
}

export async function findReserve(db: Db | Tx, lotteryId: string, result: ResultRow): Promise<ReserveTicket | undefined> {
  const current = winningTicket(result);
  const former = [result.picks[0], ...result.changes].flatMap((won) => won?.ticketNumber ?? []);
  const wanted = result.picks.slice(1).map((pick) => pick.ticketNumber);
  const holders = new Map(
    (await listHolders(db, lotteryId, [...former, ...wanted])).map((holder) => [holder.ticketNumber, holder]),
  );
  return nextReserve({
    current,
    former,
    reserves: wanted.flatMap((number) => holders.get(number) ?? []),
    owners: former.flatMap((number) => holders.get(number)?.ownerId ?? []),
  });
}
