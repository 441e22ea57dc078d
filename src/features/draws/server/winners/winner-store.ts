/** Reads owners of winning tickets, and stores winners and hand-overs. */
import { sql, type Updateable } from "kysely";
import { changeWinner } from "#features/lotteries/server/stock-store.ts";
import type { PrizeHandovers } from "#platform/postgres/db-types.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { PrizeChoice } from "../../rules/prize-choice.ts";
import type { PrizeDocument } from "../../rules/prize.ts";
import type { PublishedReason } from "../../rules/replacement.ts";

/** A ticket's owner. */
export type Holder = { readonly ticketNumber: number; readonly ownerId: string; readonly isValid: boolean };

/** The owners of these tickets of a draw. */
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

/** The person behind each ticket: the account to which postal entries were joined, or the owner itself. */
export async function listOwningPeople(
  db: Db | Tx,
  lotteryId: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom("tickets as t")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select(["t.ticket_number", "u.id", "u.joined_to"])
    .where("t.lottery_id", "=", lotteryId)
    .where("t.ticket_number", "in", numbers)
    .execute();
  return new Map(rows.map((row) => [row.ticket_number, row.joined_to ?? row.id]));
}

/** The dispute of a ticket's payment: open, lost, or undefined without one. */
export type TicketDispute = "open" | "lost" | undefined;

/** A winning ticket of a draw. */
type WinningTicket = { readonly lotteryId: string; readonly ticketNumber: number };

const isOneOf = (winners: readonly WinningTicket[]) =>
  sql<boolean>`(t.lottery_id, t.ticket_number) IN (${sql.join(
    winners.map(({ lotteryId, ticketNumber }) => sql`(${lotteryId}::uuid, ${ticketNumber}::integer)`),
  )})`;

/** A function that finds the owner of each of these tickets. */
export async function listTicketOwners(
  db: Db,
  winners: readonly WinningTicket[],
): Promise<(lotteryId: string, ticketNumber: number) => string | undefined> {
  if (winners.length === 0) return () => undefined;
  const tickets = db.selectFrom("tickets as t").select(["t.lottery_id", "t.ticket_number", "t.user_id"]);
  const rows = await tickets.where(isOneOf(winners)).execute();
  const owners = new Map(rows.map((row) => [`${row.lottery_id}:${row.ticket_number}`, row.user_id]));
  return (lotteryId, ticketNumber) => owners.get(`${lotteryId}:${ticketNumber}`);
}

/** A function that finds the dispute of each of these tickets. */
export async function listTicketDisputes(
  db: Db | Tx,
  winners: readonly WinningTicket[],
): Promise<(lotteryId: string, ticketNumber: number) => TicketDispute> {
  if (winners.length === 0) return () => undefined;
  const rows = await db
    .selectFrom("tickets as t")
    .innerJoin("orders as o", "o.id", "t.order_id")
    .select(["t.lottery_id", "t.ticket_number", "o.disputed_pence"])
    .where("t.suspended_at", "is not", null)
    .where(isOneOf(winners))
    .execute();
  return (lotteryId, ticketNumber) => {
    const row = rows.find((each) => each.lottery_id === lotteryId && each.ticket_number === ticketNumber);
    return row && (row.disputed_pence > 0 ? "open" : "lost");
  };
}

/** A prize of a draw, counted from 1. */
type OnePrize = { readonly lotteryId: string; readonly place: number };

/** The first prize's handover stands in the draw's row. */
async function setHandover(tx: Tx, { lotteryId, place }: OnePrize, columns: Updateable<PrizeHandovers>): Promise<void> {
  if (place === 1) await tx.updateTable("draws").set(columns).where("lottery_id", "=", lotteryId).execute();
  else {
    const further = tx.updateTable("prize_handovers").set(columns).where("lottery_id", "=", lotteryId);
    await further.where("place", "=", place).execute();
  }
}

/** Replaces the winning ticket, removes the photo and resets the prize steps. */
export async function insertWinnerChange(
  tx: Tx,
  change: { lotteryId: string; place: number; to: Holder; reason: PublishedReason; byAdmin: string | undefined; at: Date },
): Promise<void> {
  const { lotteryId, place, to, reason, byAdmin, at } = change;
  await tx
    .insertInto("winner_changes")
    .values({
      ...{ lottery_id: lotteryId, place, ticket_number: to.ticketNumber, by_admin: byAdmin ?? null, at },
      ...{ reason_code: reason.code, reason: reason.text, reason_fr: reason.textFr ?? null },
    })
    .execute();
  await changeWinner(tx, lotteryId, { place, winnerId: to.ownerId, at });
  await setHandover(
    tx,
    { lotteryId, place },
    {
      ...{ prize_contacted_at: null, prize_confirmed_at: null, prize_delivered_at: null },
      ...{ prize_checked_at: null, prize_check_document: null, prize_checked_by: null },
    },
  );
  if (place > 1) return;
  await tx
    .updateTable("draws")
    .set({ prize_choice: null, prize_chosen_at: null, prize_chosen_by: null, prize_cash_reference: null })
    .where("lottery_id", "=", lotteryId)
    .execute();
}

/** The column of each step. */
const COLUMNS = {
  contacted: "prize_contacted_at",
  confirmed: "prize_confirmed_at",
  delivered: "prize_delivered_at",
} as const;

/** Records that the proof of age and identity was seen; undefined clears it. */
export async function setPrizeCheck(
  tx: Tx,
  prize: OnePrize,
  check: { readonly at: Date; readonly document: PrizeDocument; readonly by: string | undefined } | undefined,
): Promise<void> {
  await setHandover(tx, prize, {
    prize_checked_at: check?.at ?? null,
    prize_check_document: check?.document ?? null,
    prize_checked_by: check?.by ?? null,
  });
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

/** Sets a step to a time; null clears it. */
export async function setPrizeStep(tx: Tx, prize: OnePrize, step: keyof typeof COLUMNS, at: Date | null): Promise<void> {
  await setHandover(tx, prize, { [COLUMNS[step]]: at });
}

/** Those of these accounts that are erased. */
export async function listErased(db: Db | Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db.selectFrom("users").select("id").where("id", "in", userIds).where("erased_at", "is not", null).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Those of these accounts that object to being named. */
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
    .innerJoin("lotteries as l", "l.id", "t.lottery_id")
    .select("t.ticket_number")
    .where("t.user_id", "in", userIds)
    .where("t.void_at", "is", null)
    .where(sql<boolean>`prize_is_open(p.lottery_id, p.pick)`)
    .where("l.status", "!=", "cancelled")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The link to a recording; null removes it. */
export async function updateVideo(tx: Tx, lotteryId: string, url: string | null): Promise<void> {
  await tx.updateTable("draws").set({ video_url: url }).where("lottery_id", "=", lotteryId).execute();
}
