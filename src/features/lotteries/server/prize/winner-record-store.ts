/**
 * Records of winners, which are separate from their profiles (docs/decisions/0017): table `winner_records`.
 */
import { type Selectable, sql } from "kysely";
import type { WinnerRecords } from "#platform/postgres/db-types.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { type FromRow, fromRow } from "#shared/from-row.ts";

/** SQL: names and counties from profiles, else from retained contacts. Omits people without any name left. */
const NAMED = sql`SELECT u.id, coalesce(r.first_name, u.first_name) AS first_name, coalesce(r.last_name, u.last_name) AS last_name,
    coalesce(r.county, u.county) AS county
  FROM users u LEFT JOIN retained_contacts r ON r.user_id = u.id
  WHERE coalesce(r.first_name, u.first_name) <> '' OR coalesce(r.last_name, u.last_name) <> ''`;

type Win = { readonly place: number; readonly winnerId: string; readonly at: Date };

/** Replaces the record of the prize's previous winner. The caller holds the draw's lock. */
export async function writeRecord(tx: Tx, lotteryId: string, { place, winnerId, at }: Win): Promise<void> {
  await tx.deleteFrom("winner_records").where("lottery_id", "=", lotteryId).where("place", "=", place).execute();
  await sql`INSERT INTO winner_records (lottery_id, place, user_id, first_name, last_name, county, won_at)
    SELECT ${lotteryId}, ${place}::integer, named.id, named.first_name, named.last_name, named.county, ${at} FROM (${NAMED}) named
    WHERE named.id = ${winnerId}`.execute(tx);
}

/**
 * Copies the current profiles into the records of these winners. Fields that a profile lacks stay as
 * recorded.
 */
export async function refreshRecords(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`UPDATE winner_records w SET first_name = named.first_name, last_name = named.last_name, county = coalesce(named.county, w.county)
    FROM (${NAMED}) named WHERE named.id = w.user_id AND w.user_id = ANY(${userIds}::uuid[])`.execute(tx);
}

/** The winner of a prize of a draw; `place` counts the prizes from 1. */
export type WinnerRecord = FromRow<Selectable<WinnerRecords>>;

export async function findRecord(db: Db | Tx, lotteryId: string, place: number): Promise<WinnerRecord | undefined> {
  const records = db.selectFrom("winner_records").selectAll().where("lottery_id", "=", lotteryId);
  const row = await records.where("place", "=", place).executeTakeFirst();
  return row && fromRow(row);
}

/** The records of these people, as exported. */
export function listRecordsOf(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom("winner_records as w")
    .innerJoin("lotteries as l", "l.id", "w.lottery_id")
    .leftJoin("winner_photos as p", (join) => join.onRef("p.lottery_id", "=", "w.lottery_id").onRef("p.place", "=", "w.place"))
    .select(["w.lottery_id", "w.place", "l.title as lottery_title"])
    .select(
      sql<string>`CASE w.place WHEN 1 THEN l.title ELSE l.further_prizes->(w.place - 2)->'title'->>'en' END`.as("prize_title"),
    )
    .select(["w.first_name", "w.last_name", "w.county", "w.won_at"])
    .select(sql<string | null>`CASE w.place WHEN 1 THEN l.winner_photo_url ELSE p.url END`.as("photo"))
    .where("w.user_id", "in", userIds)
    .orderBy("w.won_at")
    .execute();
}

export async function deleteRecords(db: Db, wonBefore: Date): Promise<void> {
  await db.deleteFrom("winner_records").where("won_at", "<", wonBefore).execute();
}
