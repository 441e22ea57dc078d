/** SQL of all changes to `lotteries` (scripts/check-tables.ts). Changes of stock are parts of a `WITH`. */
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { Pence } from "#shared/money/money.ts";
import type { Cancellation } from "../rules/cancel-reason.ts";
import { type LotteryDraft, rowOf } from "../rules/fields/facts.ts";
import { canIssue, canSell } from "./lifecycle-store.ts";
import { writeRecord } from "./prize/winner-record-store.ts";

type Part = RawBuilder<unknown>;
/** Held tickets of a draw; `byNewcomer` counts them in the newcomers' share. */
export type HeldStock = { readonly lotteryId: string; readonly quantity: number; readonly byNewcomer: boolean };

/** Tickets not sold, including held ones; in statements on `lotteries`. */
export const UNSOLD = sql`(tickets_available - tickets_sold)`;

/** Holds stock if the draw can sell this quantity at `now` and `also` is true. Returns `id` and `unsold`. */
export function holdStock({ lotteryId, quantity, byNewcomer }: HeldStock, { now, also }: { now: Date; also: Part }): Part {
  return sql`UPDATE lotteries SET tickets_held = tickets_held + ${quantity}, held_by_newcomers = held_by_newcomers + ${byNewcomer ? quantity : 0}
    WHERE id = ${lotteryId} AND ${canSell(quantity, now)} AND ${also} RETURNING id, ${UNSOLD} AS unsold`;
}

/** Releases held stock. Returns `id`. */
export function releaseStock({ lotteryId, quantity, byNewcomer }: HeldStock): Part {
  return sql`UPDATE lotteries SET tickets_held = tickets_held - ${quantity}, held_by_newcomers = held_by_newcomers - ${byNewcomer ? quantity : 0}
    WHERE id = ${lotteryId} RETURNING id`;
}

/** Sells held stock if `also` is true. Returns `id` and `base`, the number before the first, or nothing. */
export function sellHeld({ lotteryId, quantity, byNewcomer }: HeldStock, also: Part = sql`true`): Part {
  return sql`UPDATE lotteries SET tickets_held = tickets_held - ${quantity}, held_by_newcomers = held_by_newcomers - ${byNewcomer ? quantity : 0},
      tickets_sold = tickets_sold + ${quantity}, last_ticket_number = last_ticket_number + ${quantity}
    WHERE id = ${lotteryId} AND ${canIssue(quantity)} AND ${also} RETURNING id, last_ticket_number - ${quantity} AS base`;
}

/** Sells stock that is not held, in the same way. */
export function sellLeft({ lotteryId, quantity }: HeldStock, { now, also }: { now: Date; also: Part }): Part {
  return sql`UPDATE lotteries SET tickets_sold = tickets_sold + ${quantity}, last_ticket_number = last_ticket_number + ${quantity}
    WHERE id = ${lotteryId} AND ${canSell(quantity, now)} AND ${also} RETURNING id, last_ticket_number - ${quantity} AS base`;
}

/** The next numbers for a card, which uses no stock. Returns `id`, the first `number` and `short_number`. */
export function numberFreeEntry(lotteryId: string, quantity: number): Part {
  return sql`UPDATE lotteries SET last_ticket_number = last_ticket_number + ${quantity}::integer WHERE id = ${lotteryId}
    RETURNING id, last_ticket_number - ${quantity}::integer + 1 AS number, short_number`;
}

/** Subtracts `gone` sold tickets. Their numbers stay used. */
export function unsell(lotteryId: string, gone: Part): Part {
  return sql`UPDATE lotteries SET tickets_sold = tickets_sold - (${gone}) WHERE id = ${lotteryId} AND (${gone}) > 0`;
}

type New = { readonly now: Date; readonly requestKey: string | undefined };

export async function insertLottery(tx: Tx, draft: LotteryDraft, { now, requestKey }: New): Promise<string | undefined> {
  const row = await tx
    .insertInto("lotteries")
    .values({ ...rowOf(draft), created_at: now, updated_at: now, request_key: requestKey ?? null })
    .onConflict((conflict) => conflict.column("request_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Increments the version. A manually completed draw accepts no more tickets. */
export async function updateLottery(tx: Tx, id: string, draft: LotteryDraft, now: Date): Promise<void> {
  await tx
    .updateTable("lotteries")
    .set((eb) => ({ ...rowOf(draft), version: eb("version", "+", 1), updated_at: now }))
    .$if(draft.status === "completed", (query) =>
      query.set({ sales_state: sql`CASE sales_state WHEN 'drawn' THEN 'drawn' ELSE 'closed' END` }),
    )
    .where("id", "=", id)
    .execute();
}

/** Increments the version, so that open forms conflict. A value needs a published improvement. */
export async function applyImprovement(tx: Tx, id: string, { value, at }: { value: Pence | undefined; at: Date }): Promise<void> {
  await tx
    .updateTable("lotteries")
    .set((eb) => ({ version: eb("version", "+", 1), updated_at: at, ...(value !== undefined && { price_value_pence: value }) }))
    .where("id", "=", id)
    .execute();
}

/** @throws a foreign key violation if another row refers to it */
export async function deleteLottery(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("lotteries").where("id", "=", id).execute();
}

export async function setSalesState(tx: Tx, id: string, salesState: "closing" | "closed"): Promise<void> {
  await tx.updateTable("lotteries").set({ sales_state: salesState }).where("id", "=", id).execute();
}

export async function setAutoDraw(tx: Tx, id: string, isOn: boolean): Promise<void> {
  await tx.updateTable("lotteries").set({ draws_by_itself: isOn }).where("id", "=", id).execute();
}

/** `at` is null to bring it back. No public page shows it, so the version and the time of the update stay. */
export async function setArchived(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.updateTable("lotteries").set({ archived_at: at }).where("id", "=", id).execute();
}

/** Ends sales. The sweeper refunds pending payments. */
export async function cancelLottery(tx: Tx, id: string, { reason, note }: Cancellation, now: Date): Promise<void> {
  const reasonColumns = { cancel_reason: reason, cancel_note: note?.en ?? null, cancel_note_fr: note?.fr ?? null };
  await tx
    .updateTable("lotteries")
    .set((eb) => ({
      status: "cancelled",
      sales_state: "cancelled",
      ...reasonColumns,
      version: eb("version", "+", 1),
      updated_at: now,
    }))
    .where("id", "=", id)
    .execute();
}

/** The winner of a prize. `place` counts from 1; only the first prize's winner stands in the draw's row. */
export type NewWinner = { readonly place: number; readonly winnerId: string };

export async function completeLottery(
  tx: Tx,
  id: string,
  { winners, at }: { winners: readonly NewWinner[]; at: Date },
): Promise<void> {
  await tx
    .updateTable("lotteries")
    .set({ status: "completed", sales_state: "drawn", winner_id: winners[0]?.winnerId ?? null, updated_at: at })
    .where("id", "=", id)
    .execute();
  for (const winner of winners) await writeRecord(tx, id, { ...winner, at });
}

async function deletePrizePhoto(tx: Tx, id: string, place: number): Promise<void> {
  await tx.deleteFrom("winner_photos").where("lottery_id", "=", id).where("place", "=", place).execute();
}

/** Replaces a prize's winner and record. With the winner goes the photo. */
export async function changeWinner(tx: Tx, id: string, winner: NewWinner & { at: Date }): Promise<void> {
  const { place, winnerId, at } = winner;
  await tx
    .updateTable("lotteries")
    .set({ updated_at: at, ...(place === 1 && { winner_id: winnerId, winner_photo_url: null }) })
    .where("id", "=", id)
    .execute();
  if (place > 1) await deletePrizePhoto(tx, id, place);
  await writeRecord(tx, id, winner);
}

type NewPhoto = NewWinner & { readonly url: string | null; readonly at: Date };

export async function setPhotoUrl(tx: Tx, id: string, { place, winnerId, url, at }: NewPhoto): Promise<void> {
  await tx
    .updateTable("lotteries")
    .set({ updated_at: at, ...(place === 1 && { winner_photo_url: url }) })
    .where("id", "=", id)
    .execute();
  if (place === 1) return;
  await deletePrizePhoto(tx, id, place);
  if (url !== null) await tx.insertInto("winner_photos").values({ lottery_id: id, place, user_id: winnerId, url }).execute();
}

/**
 * Removes these winners' photos and returns their addresses. Locks all draws that they won until the commit,
 * so that a concurrent upload either ends before or sees the change.
 */
export async function clearPhotoUrls(tx: Tx, userIds: readonly string[], at: Date): Promise<string[]> {
  await sql`SELECT FROM lotteries WHERE winner_id = ANY(${userIds}::uuid[])
    OR id IN (SELECT lottery_id FROM winner_photos WHERE user_id = ANY(${userIds}::uuid[])
      UNION SELECT h.lottery_id FROM prize_handovers h CROSS JOIN LATERAL winning_tickets(h.lottery_id) w
        JOIN tickets t ON t.lottery_id = h.lottery_id AND t.ticket_number = w.ticket_number
        WHERE h.place = w.place AND t.user_id = ANY(${userIds}::uuid[]))
    ORDER BY id FOR UPDATE`.execute(tx);
  const ofPrizes = await tx
    .deleteFrom("winner_photos")
    .where(sql<boolean>`user_id = ANY(${userIds}::uuid[])`)
    .returning("url")
    .execute();
  const { rows } = await sql<{ url: string }>`
    WITH won AS (
      SELECT id, winner_photo_url AS url FROM lotteries
      WHERE winner_id = ANY(${userIds}::uuid[]) AND winner_photo_url IS NOT NULL
    )
    UPDATE lotteries l SET winner_photo_url = NULL, updated_at = ${at} FROM won WHERE l.id = won.id RETURNING won.url`.execute(
    tx,
  );
  return [...rows, ...ofPrizes].map(({ url }) => url);
}
