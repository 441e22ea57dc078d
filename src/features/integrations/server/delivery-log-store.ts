/** Queries of the log of webhook deliveries. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import { fromRow } from "#shared/from-row.ts";

/** `failure`: without a response. `reply`: the beginning of the response's body. */
export type Attempt = {
  readonly at: Date;
  readonly durationMs: number;
  readonly status: number | undefined;
  readonly failure: string | undefined;
  readonly reply: string | undefined;
};
/** A message to an endpoint with its latest attempts. */
export type DeliveryRow = {
  readonly id: string;
  readonly type: string;
  readonly eventId: string;
  readonly subjectId: string;
  readonly at: Date;
  readonly state: "due" | "delivered" | "failed";
  readonly nextAt: Date;
  readonly attempts: readonly Attempt[];
};

/** Attempts shown per message. */
const MOST_ATTEMPTS = 12;

/** A page of an endpoint's messages, newest first. */
export async function listDeliveryRows(
  db: Db,
  endpointId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: DeliveryRow[]; found: number }> {
  const found = await countRows(db.selectFrom("webhook_deliveries").where("endpoint_id", "=", endpointId));
  const rows = await db
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhook_events as e", "e.sequence", "d.event")
    .select(["d.id", "e.type", "e.id as event_id", "e.subject_id", "e.at", "d.state", "d.next_at"])
    .where("d.endpoint_id", "=", endpointId)
    .orderBy("d.event", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const attempts = await listAttempts(
    db,
    rows.map(({ id }) => id),
  );
  return {
    rows: rows.map((row) => ({ ...fromRow(row), attempts: attempts.get(row.id) ?? [] })),
    found,
  };
}

/** The latest attempts by message, newest first. */
async function listAttempts(db: Db, deliveryIds: readonly string[]): Promise<ReadonlyMap<string, Attempt[]>> {
  const byDelivery = new Map<string, Attempt[]>();
  if (deliveryIds.length === 0) return byDelivery;
  const { rows } = await sql<{
    delivery_id: string;
    at: Date;
    duration_ms: number;
    status: number | null;
    failure: string | null;
    reply: string | null;
  }>`
    SELECT a.delivery_id, a.at, a.duration_ms, a.status, a.failure, a.reply FROM unnest(${deliveryIds}::uuid[]) AS d(id)
    JOIN LATERAL (SELECT * FROM webhook_attempts WHERE delivery_id = d.id ORDER BY id DESC LIMIT ${MOST_ATTEMPTS}) AS a ON true
    ORDER BY a.id DESC`.execute(db);
  for (const row of rows) {
    const { deliveryId, ...attempt } = fromRow(row);
    byDelivery.set(deliveryId, [...(byDelivery.get(deliveryId) ?? []), attempt]);
  }
  return byDelivery;
}

/** Messages of an endpoint that wait or have failed. */
export type Waiting = { readonly due: number; readonly failed: number; readonly lastDelivered: Date | undefined };

/** The same for all endpoints, by id. */
export async function countDeliveries(db: Db): Promise<ReadonlyMap<string, Waiting>> {
  const { rows } = await sql<{ endpoint_id: string; due: string; failed: string; last: Date | null }>`
    SELECT d.endpoint_id, count(*) FILTER (WHERE d.state = 'due') AS due, count(*) FILTER (WHERE d.state = 'failed') AS failed,
      max(e.at) FILTER (WHERE d.state = 'delivered') AS last
    FROM webhook_deliveries d JOIN webhook_events e ON e.sequence = d.event GROUP BY d.endpoint_id`.execute(db);
  return new Map(
    rows.map((row) => [
      row.endpoint_id,
      { due: Number(row.due), failed: Number(row.failed), lastDelivered: row.last ?? undefined },
    ]),
  );
}
