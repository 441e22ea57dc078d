import { changeWinner } from "#features/lotteries/server/stock-store.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { PrizeChoice } from "../../rules/prize-choice.ts";
import type { PrizeDocument } from "../../rules/prize.ts";
import type { PublishedReason } from "../../rules/replacement.ts";

export type Holder = { readonly ticketNumber: number; readonly ownerId: string; readonly isValid: boolean };

export async function listHolders(db: Db | Tx, lotteryId: string, numbers: readonly number[]): Promise<Holder[]> {
  if (numbers.length === 0) return [];
  const rows = await db
    .selectFrom("tickets as t")
    .innerJoin("orders as o", "o.id", "t.order_id")
    .select(["t.ticket_number", "t.user_id", "t.void_at", "t.suspended_at", "o.disputed_pence"])
    .where("t.lottery_id", "=", lotteryId)
    .where("t.ticket_number", "in", numbers)
    .execute();
  return rows.map((row) => ({
    ticketNumber: row.ticket_number,
    ownerId: row.user_id,
    // False if the dispute is lost; while it is open, the prize waits.
    isValid: row.void_at === null && (row.suspended_at === null || row.disputed_pence > 0),
  }));
}

/** The dispute of a ticket's payment: open, lost, or undefined without one. */
export type TicketDispute = "open" | "lost" | undefined;

export async function listTicketDisputes(
  db: Db | Tx,
  winners: readonly { readonly lotteryId: string; readonly ticketNumber: number }[],
): Promise<ReadonlyMap<string, TicketDispute>> {
  if (winners.length === 0) return new Map();
  const rows = await db
    .selectFrom("tickets as t")
    .innerJoin("orders as o", "o.id", "t.order_id")
    .select(["t.lottery_id", "o.disputed_pence"])
    .where("t.suspended_at", "is not", null)
    .where((eb) =>
      eb.or(
        winners.map((each) => eb.and([eb("t.lottery_id", "=", each.lotteryId), eb("t.ticket_number", "=", each.ticketNumber)])),
      ),
    )
    .execute();
  return new Map(rows.map((row) => [row.lottery_id, row.disputed_pence > 0 ? "open" : "lost"]));
}

/** Replaces the winning ticket, removes the photo and resets the prize steps. */
export async function insertWinnerChange(
  tx: Tx,
  change: { lotteryId: string; to: Holder; reason: PublishedReason; byAdmin: string | undefined; at: Date },
): Promise<void> {
  const { lotteryId, to, reason, byAdmin, at } = change;
  await tx
    .insertInto("winner_changes")
    .values({
      ...{ lottery_id: lotteryId, ticket_number: to.ticketNumber, by_admin: byAdmin ?? null, at },
      ...{ reason_code: reason.code, reason: reason.text, reason_fr: reason.textFr ?? null },
    })
    .execute();
  await changeWinner(tx, lotteryId, { winnerId: to.ownerId, at });
  await tx
    .updateTable("draws")
    .set({ prize_contacted_at: null, prize_confirmed_at: null, prize_delivered_at: null })
    .set({ prize_checked_at: null, prize_check_document: null, prize_checked_by: null })
    .set({ prize_choice: null, prize_chosen_at: null, prize_chosen_by: null, prize_cash_reference: null })
    .where("lottery_id", "=", lotteryId)
    .execute();
}

const COLUMNS = {
  contacted: "prize_contacted_at",
  confirmed: "prize_confirmed_at",
  delivered: "prize_delivered_at",
} as const;

/** Records that the proof of age and identity was seen; undefined clears it. */
export async function setPrizeCheck(
  tx: Tx,
  lotteryId: string,
  check: { readonly at: Date; readonly document: PrizeDocument; readonly by: string | undefined } | undefined,
): Promise<void> {
  await tx
    .updateTable("draws")
    .set({
      prize_checked_at: check?.at ?? null,
      prize_check_document: check?.document ?? null,
      prize_checked_by: check?.by ?? null,
    })
    .where("lottery_id", "=", lotteryId)
    .execute();
}

/** `by`: the member of staff; undefined if the winner chose. */
export async function setPrizeChoice(
  tx: Tx,
  lotteryId: string,
  { choice, at, by }: { readonly choice: PrizeChoice; readonly at: Date; readonly by: string | undefined },
): Promise<void> {
  await tx
    .updateTable("draws")
    .set({ prize_choice: choice, prize_chosen_at: at, prize_chosen_by: by ?? null })
    .where("lottery_id", "=", lotteryId)
    .execute();
}

/** The payment of the cash, or null if there was none. */
export async function setCashPaid(
  tx: Tx,
  lotteryId: string,
  { at, reference }: { readonly at: Date | null; readonly reference: string | undefined },
): Promise<void> {
  await tx
    .updateTable("draws")
    .set({ prize_delivered_at: at, prize_cash_reference: at ? (reference ?? null) : null })
    .where("lottery_id", "=", lotteryId)
    .execute();
}

export async function setPrizeStep(tx: Tx, lotteryId: string, step: keyof typeof COLUMNS, at: Date | null): Promise<void> {
  await tx
    .updateTable("draws")
    .set({ [COLUMNS[step]]: at })
    .where("lottery_id", "=", lotteryId)
    .execute();
}

export async function listErased(db: Db | Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db.selectFrom("users").select("id").where("id", "in", userIds).where("erased_at", "is not", null).execute();
  return new Set(rows.map(({ id }) => id));
}

export async function listHidden(db: Db | Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db.selectFrom("users").select("id").where("id", "in", userIds).where("name_hidden", "=", true).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether one of these people was drawn for a prize that is not handed over yet. */
export async function hasOpenPick(db: Db | Tx, userIds: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom("tickets as t")
    .innerJoin("draw_picks as p", (join) =>
      join.onRef("p.lottery_id", "=", "t.lottery_id").onRef("p.ticket_number", "=", "t.ticket_number"),
    )
    .innerJoin("draws as d", "d.lottery_id", "t.lottery_id")
    .innerJoin("lotteries as l", "l.id", "t.lottery_id")
    .select("t.ticket_number")
    .where("t.user_id", "in", userIds)
    .where("t.void_at", "is", null)
    .where("d.prize_delivered_at", "is", null)
    .where("l.status", "!=", "cancelled")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
