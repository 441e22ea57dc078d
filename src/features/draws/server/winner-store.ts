/** SQL of winners: who holds a ticket, who took whose place, how far the prize is, whose photo is shown. The caller holds the lottery's lock. */
import type { Db, Tx } from "#platform/db.server.ts";

export type Holder = { readonly ticketNumber: number; readonly ownerId: string; readonly isValid: boolean };

export async function listHolders(db: Db | Tx, lotteryId: string, numbers: readonly number[]): Promise<Holder[]> {
  if (numbers.length === 0) return [];
  const rows = await db
    .selectFrom("tickets")
    .select(["ticket_number", "user_id", "void_at"])
    .where("lottery_id", "=", lotteryId)
    .where("ticket_number", "in", numbers)
    .execute();
  return rows.map((row) => ({ ticketNumber: row.ticket_number, ownerId: row.user_id, isValid: row.void_at === null }));
}

/** Another ticket wins: the photo of the one before goes, and the prize begins anew. */
export async function insertWinnerChange(
  tx: Tx,
  change: { lotteryId: string; to: Holder; reason: string; byAdmin: string | undefined; at: Date },
): Promise<void> {
  const { lotteryId, to, reason, byAdmin, at } = change;
  await tx
    .insertInto("winner_changes")
    .values({ lottery_id: lotteryId, ticket_number: to.ticketNumber, reason, by_admin: byAdmin ?? null, at })
    .execute();
  await tx
    .updateTable("lotteries")
    .set({ winner_id: to.ownerId, winner_photo_url: null, updated_at: at })
    .where("id", "=", lotteryId)
    .execute();
  await tx
    .updateTable("draws")
    .set({ prize_contacted_at: null, prize_confirmed_at: null, prize_delivered_at: null })
    .where("lottery_id", "=", lotteryId)
    .execute();
}

const COLUMNS = {
  contacted: "prize_contacted_at",
  confirmed: "prize_confirmed_at",
  delivered: "prize_delivered_at",
} as const;

export async function setPrizeStep(tx: Tx, lotteryId: string, step: keyof typeof COLUMNS, at: Date | null): Promise<void> {
  await tx
    .updateTable("draws")
    .set({ [COLUMNS[step]]: at })
    .where("lottery_id", "=", lotteryId)
    .execute();
}

export async function setPhotoUrl(tx: Tx, lotteryId: string, url: string | null, now: Date): Promise<void> {
  await tx.updateTable("lotteries").set({ winner_photo_url: url, updated_at: now }).where("id", "=", lotteryId).execute();
}
