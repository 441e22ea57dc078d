/** Winners for the advertising regulator only, including unnamed and erased ones. docs/decisions/0017. */
import { listJoinedPeople } from "#features/accounts/server/person/join-person.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { lotteries } from "#platform/postgres/tables/lotteries.ts";
import { addMonths } from "#shared/dates/dates.ts";
import { deleteRecords, findRecord, listRecordsOf, refreshRecords, type WinnerRecord } from "./winner-record-store.ts";

export type { WinnerRecord };

/** The regulator may request a record for this long, as stated in the privacy policy. */
const RETENTION_MONTHS = lotteries.winner_records.retentionMonths;

/** Copies the profiles before they are erased. The caller has locked their draws. */
export async function refreshWinnerRecords(tx: Tx, userIds: readonly string[]): Promise<void> {
  await refreshRecords(tx, userIds);
}

/** A prize's winner by the current or last profile; undefined without a winner, or after the period. */
export async function findWinnerRecord(tx: Tx, lotteryId: string, place: number): Promise<WinnerRecord | undefined> {
  const record = await findRecord(tx, lotteryId, place);
  if (!record) return undefined;
  await refreshRecords(tx, [record.userId]);
  return findRecord(tx, lotteryId, place);
}

/** Records of a player's own and postal wins, ready for JSON. */
export async function exportWinnerRecords(ctx: Pick<Ctx, "db">, userId: string) {
  return listRecordsOf(ctx.db, [userId, ...(await listJoinedPeople(ctx, userId))]);
}

/** Deletes records after the retention period. Runs on a timer. */
export async function forgetWinnerRecords(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await deleteRecords(ctx.db, addMonths(ctx.now(), -RETENTION_MONTHS));
}
