/** Queries that deliver webhooks: claims, results, retries. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Attempt } from "./delivery-log-store.ts";

/** A claimed message. `tries`: attempts including this one. */
export type Claimed = {
  readonly id: string;
  readonly tries: number;
  readonly eventId: string;
  readonly sequence: number;
  readonly type: string;
  readonly at: Date;
  readonly data: unknown;
};

/** Ids of endpoints with due messages that no worker has claimed. */
export async function listDueEndpoints(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT e.id FROM webhook_endpoints e WHERE e.ended_at IS NULL AND e.paused_at IS NULL AND EXISTS (
      SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'due' AND d.next_at <= ${now}
        AND (d.claimed_until IS NULL OR d.claimed_until <= ${now}))`.execute(db);
  return rows.map(({ id }) => id);
}

/** Claims the oldest due messages until `until`; skips those claimed by others. */
export async function claimDeliveries(
  db: Db,
  { endpointId, now, until, limit }: { endpointId: string; now: Date; until: Date; limit: number },
): Promise<Claimed[]> {
  const { rows } = await sql<Omit<Claimed, "eventId"> & { event_id: string }>`
    WITH mine AS (
      SELECT d.id FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id AND e.paused_at IS NULL AND e.ended_at IS NULL
      WHERE d.endpoint_id = ${endpointId} AND d.state = 'due' AND d.next_at <= ${now} AND (d.claimed_until IS NULL OR d.claimed_until <= ${now})
      ORDER BY d.event LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
    ), taken AS (
      UPDATE webhook_deliveries d SET claimed_until = ${until} FROM mine WHERE d.id = mine.id RETURNING d.id, d.tries, d.event
    )
    SELECT t.id, t.tries + 1 AS tries, e.id AS event_id, e.sequence, e.type, e.at, e.data
    FROM taken t JOIN webhook_events e ON e.sequence = t.event ORDER BY e.sequence`.execute(db);
  return rows.map(({ event_id, ...row }) => ({ ...row, eventId: event_id }));
}

/** Logs an attempt, even if the claim has expired. */
export async function insertAttempt(tx: Tx, deliveryId: string, attempt: Attempt): Promise<void> {
  await tx
    .insertInto("webhook_attempts")
    .values({
      delivery_id: deliveryId,
      at: attempt.at,
      duration_ms: attempt.durationMs,
      status: attempt.status ?? null,
      failure: attempt.failure ?? null,
      reply: attempt.reply ?? null,
    })
    .execute();
}

/** Stores the result of an attempt. @returns false if the claim belongs to another worker */
export async function setDelivery(
  tx: Tx,
  { id, claimedUntil }: { id: string; claimedUntil: Date },
  to: { readonly state: "due" | "delivered" | "failed"; readonly tries: number; readonly nextAt?: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable("webhook_deliveries")
    .set({ state: to.state, tries: to.tries, claimed_until: null, ...(to.nextAt && { next_at: to.nextAt }) })
    .where("id", "=", id)
    .where("claimed_until", "=", claimedUntil)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Postpones an endpoint's waiting messages, also those of a killed worker. Locks in one order. */
export async function postponeAll(
  db: Db,
  endpointId: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<void> {
  await sql`
    WITH waiting AS (
      SELECT id FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND state = 'due' AND next_at < ${until}
        AND (claimed_until IS NULL OR claimed_until <= ${now})
      ORDER BY id FOR UPDATE
    )
    UPDATE webhook_deliveries d SET next_at = ${until} FROM waiting WHERE d.id = waiting.id`.execute(db);
}

/** Restarts the attempts of a message at once. @returns false if it is unknown or just being sent */
export async function requeueDelivery(tx: Tx, id: string, endpointId: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable("webhook_deliveries")
    .set({ state: "due", tries: 0, next_at: now })
    .where("id", "=", id)
    .where("endpoint_id", "=", endpointId)
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", now)]))
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Retries failed and waiting messages at once. */
export async function requeueAll(tx: Tx, endpointId: string, now: Date): Promise<void> {
  await tx
    .updateTable("webhook_deliveries")
    .set({ state: "due", tries: 0, next_at: now })
    .where("endpoint_id", "=", endpointId)
    .where("state", "!=", "delivered")
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", now)]))
    .execute();
}

/** Stores an event for one endpoint, whatever its event types. */
export async function insertEvent(
  tx: Tx,
  event: { type: string; endpointId: string; data: Readonly<Record<string, unknown>> },
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO webhook_events (type, subject_id, data) VALUES (${event.type}, ${event.endpointId}, ${JSON.stringify(event.data)}::jsonb)
      RETURNING sequence
    )
    INSERT INTO webhook_deliveries (event, endpoint_id) SELECT sequence, ${event.endpointId} FROM made`.execute(tx);
}

/** Deletes old events with their deliveries. */
export async function deleteEventsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("webhook_events").where("at", "<", before).execute();
}
