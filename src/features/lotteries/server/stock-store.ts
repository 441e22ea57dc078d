/** SQL that writes draws: all of it is here (scripts/check-tables.ts). Parts for a `WITH` join statements of orders. */
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { Pence } from "#shared/money.ts";
import type { Cancellation } from "../rules/cancel-reason.ts";
import { type LotteryDraft, rowOf } from "../rules/facts.ts";
import { canIssue, canSell } from "./lifecycle-store.ts";
import { writeRecord } from "./winner-record-store.ts";

type Part = RawBuilder<unknown>;
/** Tickets of a draw that are held; `byNewcomer` says whose share of it they count in. */
export type HeldStock = { readonly lotteryId: string; readonly quantity: number; readonly byNewcomer: boolean };

/** Tickets that are not sold, held ones included; in statements on `lotteries`. */
export const UNSOLD = sql`(tickets_available - tickets_sold)`;

/** Holds stock where the draw sells that many at `now` and `also` is true of it. Gives `id` and `unsold`. */
export function holdStock({ lotteryId, quantity, byNewcomer }: HeldStock, { now, also }: { now: Date; also: Part }): Part {
  return sql`UPDATE lotteries SET tickets_held = tickets_held + ${quantity}, held_by_newcomers = held_by_newcomers + ${byNewcomer ? quantity : 0}
    WHERE id = ${lotteryId} AND ${canSell(quantity, now)} AND ${also} RETURNING id, ${UNSOLD} AS unsold`;
}

/** Gives held stock back. Gives `id`. */
export function releaseStock({ lotteryId, quantity, byNewcomer }: HeldStock): Part {
  return sql`UPDATE lotteries SET tickets_held = tickets_held - ${quantity}, held_by_newcomers = held_by_newcomers - ${byNewcomer ? quantity : 0}
    WHERE id = ${lotteryId} RETURNING id`;
}

/** What was held is sold, under the next numbers, where `also` is true. Gives `id` and `base`, the number before the first; nothing where the draw does not allow it any more. */
export function sellHeld({ lotteryId, quantity, byNewcomer }: HeldStock, also: Part = sql`true`): Part {
  return sql`UPDATE lotteries SET tickets_held = tickets_held - ${quantity}, held_by_newcomers = held_by_newcomers - ${byNewcomer ? quantity : 0},
      tickets_sold = tickets_sold + ${quantity}, last_ticket_number = last_ticket_number + ${quantity}
    WHERE id = ${lotteryId} AND ${canIssue(quantity)} AND ${also} RETURNING id, last_ticket_number - ${quantity} AS base`;
}

/** The same with what nobody holds. */
export function sellLeft({ lotteryId, quantity }: HeldStock, { now, also }: { now: Date; also: Part }): Part {
  return sql`UPDATE lotteries SET tickets_sold = tickets_sold + ${quantity}, last_ticket_number = last_ticket_number + ${quantity}
    WHERE id = ${lotteryId} AND ${canSell(quantity, now)} AND ${also} RETURNING id, last_ticket_number - ${quantity} AS base`;
}

/** The next number for a free entry, which is no part of the stock. Gives `id`, `number` and `short_number`. */
export function numberFreeEntry(lotteryId: string): Part {
  return sql`UPDATE lotteries SET last_ticket_number = last_ticket_number + 1 WHERE id = ${lotteryId} RETURNING id, last_ticket_number AS number, short_number`;
}

/** Sold tickets have left: as many as `gone` counts. Their numbers stay used. */
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

/** One version on. A draw that is completed by hand takes no ticket any more. */
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

/** One version on, so that a form that was open meanwhile is told; a new value is taken only where its improvement is published. */
export async function applyImprovement(tx: Tx, id: string, { value, at }: { value: Pence | undefined; at: Date }): Promise<void> {
  await tx
    .updateTable("lotteries")
    .set((eb) => ({ version: eb("version", "+", 1), updated_at: at, ...(value !== undefined && { price_value_pence: value }) }))
    .where("id", "=", id)
    .execute();
}

/** Throws a foreign key's violation where something still names it. */
export async function deleteLottery(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("lotteries").where("id", "=", id).execute();
}

export async function setSalesState(tx: Tx, id: string, salesState: "closing" | "closed"): Promise<void> {
  await tx.updateTable("lotteries").set({ sales_state: salesState }).where("id", "=", id).execute();
}

export async function setAutoDraw(tx: Tx, id: string, isOn: boolean): Promise<void> {
  await tx.updateTable("lotteries").set({ draws_by_itself: isOn }).where("id", "=", id).execute();
}

/** From here on nothing is sold; what is being paid for comes back by way of the sweeper. */
export async function cancelLottery(tx: Tx, id: string, { reason, note }: Cancellation, now: Date): Promise<void> {
  const why = { cancel_reason: reason, cancel_note: note?.en ?? null, cancel_note_fr: note?.fr ?? null };
  await tx
    .updateTable("lotteries")
    .set((eb) => ({ status: "cancelled", sales_state: "cancelled", ...why, version: eb("version", "+", 1), updated_at: now }))
    .where("id", "=", id)
    .execute();
}

/** It has its result. */
export async function completeLottery(tx: Tx, id: string, { winnerId, at }: { winnerId: string; at: Date }): Promise<void> {
  await tx
    .updateTable("lotteries")
    .set({ status: "completed", sales_state: "drawn", winner_id: winnerId, updated_at: at })
    .where("id", "=", id)
    .execute();
  await writeRecord(tx, id, { winnerId, at });
}

/** Somebody else wins: photo and record of the one before go. */
export async function changeWinner(tx: Tx, id: string, { winnerId, at }: { winnerId: string; at: Date }): Promise<void> {
  await tx
    .updateTable("lotteries")
    .set({ winner_id: winnerId, winner_photo_url: null, updated_at: at })
    .where("id", "=", id)
    .execute();
  await writeRecord(tx, id, { winnerId, at });
}

export async function setPhotoUrl(tx: Tx, id: string, url: string | null, now: Date): Promise<void> {
  await tx.updateTable("lotteries").set({ winner_photo_url: url, updated_at: now }).where("id", "=", id).execute();
}

/** Draws that these people have won lose the photo; its addresses are returned. Their draws are locked, so that none comes until the caller commits. */
export async function clearPhotoUrls(tx: Tx, userIds: readonly string[], at: Date): Promise<string[]> {
  await sql`SELECT FROM lotteries WHERE winner_id = ANY(${userIds}::uuid[]) ORDER BY id FOR UPDATE`.execute(tx);
  const { rows } = await sql<{ url: string }>`
    WITH won AS (
      SELECT id, winner_photo_url AS url FROM lotteries
      WHERE winner_id = ANY(${userIds}::uuid[]) AND winner_photo_url IS NOT NULL
    )
    UPDATE lotteries l SET winner_photo_url = NULL, updated_at = ${at} FROM won WHERE l.id = won.id RETURNING won.url`.execute(
    tx,
  );
  return rows.map(({ url }) => url);
}
