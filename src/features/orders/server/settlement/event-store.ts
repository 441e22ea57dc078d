/** Events of the payment providers: table `payment_events`. */
import { type RawBuilder, sql } from "kysely";
import type { PaymentEvent } from "#platform/payments/payments.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import { columns, type OrderRow, toOrder } from "../store.ts";

/** `isUnfinished`: it is new, or its processing was interrupted. `order`: that of its payment session. */
export type StoredEvent = { readonly isUnfinished: boolean; readonly order: OrderRow | undefined };

/** `objectId`: of its payment session or payment. */
type NewEvent = Pick<PaymentEvent, "id" | "provider" | "kind" | "type" | "createdAt"> & {
  readonly objectId: string;
  readonly byWebhook: boolean;
  readonly now: Date;
};

/** Inserts the event, and reads it with its order. */
const storeAndRead = (db: Db, event: NewEvent) =>
  db
    .with("event", (part) =>
      part
        .insertInto("payment_events")
        .values({
          id: event.id,
          provider: event.provider,
          kind: event.kind,
          type: event.type,
          object_id: event.objectId,
          created_at: event.createdAt,
          received_at: event.now,
          by_webhook: event.byWebhook,
        })
        // Changes nothing, but makes the statement return the existing row.
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet((eb) => ({ processed_at: eb.ref("payment_events.processed_at") })),
        )
        .returning(["processed_at", sql`set_config('synchronous_commit', 'off', true)`.as("without_waiting")]),
    )
    .selectFrom("event")
    .leftJoin("orders", (join) => join.on("payment_session_id", "=", event.objectId).on("kind", "=", "paid"))
    .select(["event.processed_at", "event.without_waiting", ...columns]);

/**
 * Stores an event unless it is known. Does not wait for the disk: the provider repeats an event that was not
 * acknowledged.
 */
export async function storeEvent(db: Db, event: NewEvent): Promise<StoredEvent> {
  const row = await storeAndRead(db, event).executeTakeFirstOrThrow();
  const order = row.id === null ? undefined : toOrder(row as Parameters<typeof toOrder>[0]);
  return { isUnfinished: row.processed_at === null, order };
}

/** SQL that marks the event as processed, in a statement with a CTE named `lottery` that has a row. */
export function finishWith(eventId: string, orderId: string, now: Date): RawBuilder<unknown> {
  return sql`UPDATE payment_events e SET processed_at = ${now}, order_id = ${orderId} FROM lottery WHERE e.id = ${eventId}`;
}

/** Whether the event was processed. */
export async function isFinished(db: Db, eventId: string): Promise<boolean> {
  const row = await db.selectFrom("payment_events").select("processed_at").where("id", "=", eventId).executeTakeFirst();
  return row !== undefined && row.processed_at !== null;
}

/** Marks the event as processed; `orderId`: the order concerned, if any. */
export async function finishEvent(db: Db | Tx, eventId: string, orderId: string | undefined, now: Date): Promise<void> {
  await db
    .updateTable("payment_events")
    .set({ processed_at: now, order_id: orderId ?? null })
    .where("id", "=", eventId)
    .execute();
}

/** When the provider last sent a webhook with a valid signature. */
export async function findLastWebhook({ db }: { readonly db: Db }, provider: PaymentProviderName): Promise<Date | undefined> {
  const query = db
    .selectFrom("payment_events")
    .select("received_at")
    .where("by_webhook", "=", true)
    .where("provider", "=", provider);
  return (await query.orderBy("received_at", "desc").limit(1).executeTakeFirst())?.received_at;
}
