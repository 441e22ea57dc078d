/** Who won which draw, for the regulator of advertising alone: also of winners who are named nowhere, or have left. docs/decisions/0045. */
import { listJoinedPeople } from "#features/accounts/server/join-person.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { lotteries } from "#platform/postgres/tables/lotteries.ts";
import { addMonths } from "#shared/dates.ts";
import { deleteRecords, findRecord, listRecordsOf, refreshRecords, type WinnerRecord } from "./winner-record-store.ts";

export type { WinnerRecord };

/** As long as somebody may ask the regulator about a draw; the privacy policy says so. */
const KEEP_MONTHS = lotteries.winner_records.retentionMonths;

/** Takes over what their profiles say now: before these are emptied. The caller has locked their draws. */
export async function refreshWinnerRecords(tx: Tx, userIds: readonly string[]): Promise<void> {
  await refreshRecords(tx, userIds);
}

/** The winner of a draw as their profile says now, or said last. Undefined where nobody has won, or the time is over. */
export async function findWinnerRecord(tx: Tx, lotteryId: string): Promise<WinnerRecord | undefined> {
  const known = await findRecord(tx, lotteryId);
  if (!known) return undefined;
  await refreshRecords(tx, [known.userId]);
  return findRecord(tx, lotteryId);
}

/** What is kept of a player's own wins, and of those that came by post in their name. Ready for JSON. */
export async function exportWinnerRecords(ctx: Pick<Ctx, "db">, userId: string) {
  return listRecordsOf(ctx.db, [userId, ...(await listJoinedPeople(ctx, userId))]);
}

export async function forgetWinnerRecords(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await deleteRecords(ctx.db, addMonths(ctx.now(), -KEEP_MONTHS));
}
