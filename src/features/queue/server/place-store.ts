/** The places of accounts in waiting rooms: table `waiting_places`. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** An account has at most one place in the queue of a draw. */
export type PlaceKey = { readonly lotteryId: string; readonly userId: string };
/**
 * `number`: counts arrivals from 1. `enteredAt`: when the turn was taken. `passUntil`: the end of the pass.
 */
export type Place = { readonly number: number; readonly enteredAt: Date | undefined; readonly passUntil: Date | undefined };

/** The account's place, unless it left the queue or its pass ended before `now`. */
export async function findPlaceRow(db: Db, { lotteryId, userId }: PlaceKey, now: Date): Promise<Place | undefined> {
  const row = await db
    .selectFrom("waiting_places")
    .select(["number", "entered_at", "pass_until"])
    .where("lottery_id", "=", lotteryId)
    .where("user_id", "=", userId)
    .where("left_at", "is", null)
    .where((eb) => eb.or([eb("pass_until", "is", null), eb("pass_until", ">", now)]))
    .executeTakeFirst();
  return row && { number: row.number, enteredAt: row.entered_at ?? undefined, passUntil: row.pass_until ?? undefined };
}

/** Sets the number of a place: the next of the room, or the one restored from the cookie. */
async function assignNumber(
  tx: Tx,
  { lotteryId, userId }: PlaceKey,
  cookieNumber: number | undefined,
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    WITH room AS (
      UPDATE waiting_rooms SET places = ${cookieNumber === undefined ? sql`places + 1` : sql`greatest(places, ${cookieNumber})`}
      WHERE lottery_id = ${lotteryId} RETURNING ${cookieNumber === undefined ? sql`places` : sql`${cookieNumber}::integer`} AS number
    )
    UPDATE waiting_places p SET number = room.number FROM room
    WHERE p.lottery_id = ${lotteryId} AND p.user_id = ${userId} RETURNING p.number`.execute(tx);
  return rows[0]?.number;
}

/**
 * Inserts a place at the end, or renews one that was left or whose pass ended. Before the order is drawn, a
 * returning account keeps its number, so that it cannot leave many vacant numbers behind. The commit is
 * asynchronous: if a crash loses the place, the number in the visitor's cookie (`cookieNumber`) restores it.
 * @returns the number; undefined if a simultaneous request inserted the place, or the room is switched off
 */
export async function insertPlace(
  db: Db,
  { lotteryId, userId }: PlaceKey,
  { now, cookieNumber }: { readonly now: Date; readonly cookieNumber: number | undefined },
): Promise<number | undefined> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ is_new: boolean; number: number }>`
      INSERT INTO waiting_places (lottery_id, user_id, number, joined_at)
      SELECT lottery_id, ${userId}, 0, ${now} FROM waiting_rooms WHERE lottery_id = ${lotteryId} AND is_on
      ON CONFLICT (lottery_id, user_id) DO UPDATE
        SET number = CASE WHEN (SELECT drawn FROM waiting_rooms r WHERE r.lottery_id = excluded.lottery_id) IS NULL THEN waiting_places.number ELSE 0 END,
          joined_at = excluded.joined_at, left_at = NULL, entered_at = NULL, pass_until = NULL, inside_until = NULL
        WHERE waiting_places.left_at IS NOT NULL OR waiting_places.pass_until <= ${now}
      RETURNING (xmax = 0) AS is_new, number, set_config('synchronous_commit', 'off', true)`.execute(tx);
    const [made] = rows;
    if (!made || made.number > 0) return made?.number;
    return assignNumber(tx, { lotteryId, userId }, made.is_new ? cookieNumber : undefined);
  });
}

/** The numbers above `after` whose accounts have not left, in order. */
export async function listOccupiedNumbers(
  tx: Tx,
  lotteryId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await tx
    .selectFrom("waiting_places")
    .select("number")
    .where("lottery_id", "=", lotteryId)
    .where("number", ">", after)
    .where("left_at", "is", null)
    .orderBy("number")
    .limit(limit)
    .execute();
  return rows.map(({ number }) => number);
}

/** Records that the account took its turn. @returns false if it had taken it before, or has left the queue */
export async function enterPlace(
  tx: Tx,
  key: PlaceKey,
  { now, until, insideUntil }: { readonly now: Date; readonly until: Date; readonly insideUntil: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable("waiting_places")
    .set({ entered_at: now, pass_until: until, inside_until: insideUntil })
    .where("lottery_id", "=", key.lotteryId)
    .where("user_id", "=", key.userId)
    .where("left_at", "is", null)
    .where("entered_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Extends the pass valid at `now`. @returns whether there is one */
export async function extendPass(
  db: Db,
  key: PlaceKey,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const result = await db
    .updateTable("waiting_places")
    .set({ pass_until: until })
    .where("lottery_id", "=", key.lotteryId)
    .where("user_id", "=", key.userId)
    .where("left_at", "is", null)
    .where("pass_until", ">", now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Ends the time inside the shop, so that the next person may enter; the pass stays valid. */
export async function endInside(db: Db, key: PlaceKey, now: Date): Promise<void> {
  await db
    .updateTable("waiting_places")
    .set({ inside_until: now })
    .where("lottery_id", "=", key.lotteryId)
    .where("user_id", "=", key.userId)
    .where("inside_until", ">", now)
    .execute();
}

/** Marks the place as left. */
export async function leavePlace(db: Db, key: PlaceKey, now: Date): Promise<void> {
  await db
    .updateTable("waiting_places")
    .set({ left_at: now })
    .where("lottery_id", "=", key.lotteryId)
    .where("user_id", "=", key.userId)
    .where("left_at", "is", null)
    .execute();
}

/** Deletes places of ended draws and closed rooms, and expired passes, if older than `since`. */
export async function deleteOldPlaces(db: Db, since: Date): Promise<void> {
  await sql`
    DELETE FROM waiting_places p USING waiting_rooms r, lotteries l
    WHERE r.lottery_id = p.lottery_id AND l.id = p.lottery_id AND p.joined_at < ${since}
      AND (NOT r.is_on OR l.status <> 'active' OR l.closes_at < ${since} OR p.left_at < ${since} OR p.pass_until < ${since})`.execute(
    db,
  );
}

/** Deletes all places of an account, for its erasure. */
export async function deletePlacesOf(db: Db | Tx, userId: string): Promise<void> {
  await db.deleteFrom("waiting_places").where("user_id", "=", userId).execute();
}
