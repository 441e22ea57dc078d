/** The waiting room of a draw, with settings and progress: table `waiting_rooms`. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { Progress, RoomPlan } from "../rules/admission.ts";

/** A waiting room as stored. `commitment`: SHA-256 of `seed`; `seed`: undefined until the order is drawn. */
export type Room = Progress &
  RoomPlan & {
    readonly isOn: boolean;
    readonly isPaused: boolean;
    readonly commitment: string;
    readonly seed: string | undefined;
  };

function selectRoom(db: Db | Tx, lotteryId: string) {
  return db
    .selectFrom("waiting_rooms")
    .select(["is_on", "is_paused", "opens_at", "gather_minutes", "per_minute", "most_inside", "places", "drawn", "admitted"])
    .select(["credit", "moved_at", "sample_at", "sample_admitted", "before_at", "before_admitted"])
    .select([
      sql<string>`encode(sha256(seed), 'hex')`.as("commitment"),
      sql<string | null>`CASE WHEN drawn IS NOT NULL THEN encode(seed, 'hex') END`.as("seed"),
    ])
    .where("lottery_id", "=", lotteryId);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectRoom>["executeTakeFirstOrThrow"]>>;

function toRoom(row: Row): Room {
  const [movedAt, sampleAt, beforeAt] = [row.moved_at, row.sample_at, row.before_at].map((at) => at?.getTime());
  return { ...fromRow(row), movedAt, sampleAt, beforeAt };
}

/** Reads a draw's room without a lock. */
export async function findRoomRow(db: Db | Tx, lotteryId: string): Promise<Room | undefined> {
  const row = await selectRoom(db, lotteryId).executeTakeFirst();
  return row && toRoom(row);
}

/**
 * Locks a room's row; new places do not wait for this lock.
 * @param isPatient waits if another transaction holds the lock; otherwise the result is undefined
 */
export async function lockRoom(
  tx: Tx,
  lotteryId: string,
  { isPatient }: { readonly isPatient: boolean },
): Promise<Room | undefined> {
  const query = selectRoom(tx, lotteryId).forNoKeyUpdate();
  const row = await (isPatient ? query : query.skipLocked()).executeTakeFirst();
  return row && toRoom(row);
}

/** Stores the progress, and returns the room with it. */
export async function updateProgress(tx: Tx, lotteryId: string, progress: Progress): Promise<Room> {
  const at = (ms: number | undefined) => (ms === undefined ? null : new Date(ms));
  await tx
    .updateTable("waiting_rooms")
    .set({
      drawn: progress.drawn ?? null,
      admitted: progress.admitted,
      credit: progress.credit,
      moved_at: at(progress.movedAt),
      sample_at: at(progress.sampleAt),
      sample_admitted: progress.sampleAdmitted,
      before_at: at(progress.beforeAt),
      before_admitted: progress.beforeAdmitted,
    })
    .where("lottery_id", "=", lotteryId)
    .execute();
  return toRoom(await selectRoom(tx, lotteryId).executeTakeFirstOrThrow());
}

/**
 * Counts the people choosing now, and the turns taken since `since`. A stay ends after `longestMs` at most.
 */
export async function countInside(
  db: Db | Tx,
  lotteryId: string,
  { now, since, longestMs }: { readonly now: Date; readonly since: Date; readonly longestMs: number },
): Promise<{ readonly inside: number; readonly entered: number }> {
  const from = new Date(Math.min(now.getTime() - longestMs, since.getTime()));
  const row = await db
    .selectFrom("waiting_places")
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere("inside_until", ">", now).as("inside"),
      eb.fn.countAll<number>().filterWhere("entered_at", ">=", since).as("entered"),
    ])
    .where("lottery_id", "=", lotteryId)
    .where("entered_at", ">=", from)
    .executeTakeFirstOrThrow();
  return { inside: Number(row.inside), entered: Number(row.entered) };
}

/** The settings as columns. */
export function columnsOf({ opensAt, gatherMinutes, perMinute, mostInside }: RoomPlan) {
  return { opens_at: opensAt ?? null, gather_minutes: gatherMinutes, per_minute: perMinute, most_inside: mostInside };
}

/** Replaces an earlier room and its places. @returns false if a colleague inserted one meanwhile */
export async function insertRoom(
  tx: Tx,
  lotteryId: string,
  { plan, seed }: { readonly plan: RoomPlan; readonly seed: Buffer },
): Promise<boolean> {
  // Only a closed room: a colleague's open one may have been inserted since this transaction read the row.
  await tx.deleteFrom("waiting_rooms").where("lottery_id", "=", lotteryId).where("is_on", "=", false).execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("waiting_rooms")
    .values({ lottery_id: lotteryId, is_on: true, seed, ...columnsOf(plan) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Changes the settings of a room. */
export async function updateRoomRow(
  tx: Tx,
  lotteryId: string,
  changes: { readonly is_on: boolean } | { readonly is_paused: boolean } | ReturnType<typeof columnsOf>,
): Promise<void> {
  await tx.updateTable("waiting_rooms").set(changes).where("lottery_id", "=", lotteryId).execute();
}

/** A version of the settings for optimistic locking; empty without a room. */
export function roomVersion(room: Room | undefined): string {
  return room ? JSON.stringify([room.commitment, room.isOn, ...Object.values(columnsOf(room))]) : "";
}
