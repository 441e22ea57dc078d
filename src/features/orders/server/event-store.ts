/** SQL of the payment provider's events. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";

/** True if the event is new or was left unfinished. Does not wait for the disk: an event that is forgotten here was not acknowledged either. */
export async function rememberEvent(
  db: Db,
  event: { id: string; type: string; objectId: string; createdAt: Date; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("payment_events")
    .values({ id: event.id, type: event.type, object_id: event.objectId, created_at: event.createdAt, received_at: event.now })
    // Nothing changes, but the row is the answer.
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({ processed_at: eb.ref("payment_events.processed_at") })),
    )
    .returning(["processed_at", sql`set_config('synchronous_commit', 'off', true)`.as("without_waiting")])
    .executeTakeFirstOrThrow();
  return row.processed_at === null;
}

/** True for an event that has been worked. Reads only, because most of what is looked at again and again has been. */
export async function isFinished(db: Db, eventId: string): Promise<boolean> {
  const row = await db.selectFrom("payment_events").select("processed_at").where("id", "=", eventId).executeTakeFirst();
  return row !== undefined && row.processed_at !== null;
}

export async function finishEvent(db: Db, eventId: string, orderId: string | undefined, now: Date): Promise<void> {
  await db
    .updateTable("payment_events")
    .set({ processed_at: now, order_id: orderId ?? null })
    .where("id", "=", eventId)
    .execute();
}
