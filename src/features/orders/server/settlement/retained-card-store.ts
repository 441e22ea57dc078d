/** Postal cards after they were keyed in: reading, exporting and deleting them. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { Card } from "../../rules/postal/postal-card.ts";
import { isOwn } from "../players/owner-store.ts";

/** Deletes the details on a person's cards; the entries stay. */
export async function deleteCardsOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom("postal_cards")
    .where("order_id", "in", (eb) =>
      eb.selectFrom("orders").select("id").where("user_id", "=", userId).where("kind", "=", "free"),
    )
    .execute();
}

/**
 * Deletes cards of draws that ended before `endedBefore`, and of erased people without retained contact
 * details.
 */
export async function deleteOldCards(db: Db, endedBefore: Date): Promise<void> {
  await sql`
    DELETE FROM postal_cards c USING orders o, lotteries l, users u
    WHERE o.id = c.order_id AND l.id = o.lottery_id AND u.id = o.user_id AND (
      (l.status = 'completed' AND coalesce((SELECT d.drawn_at FROM draws d WHERE d.lottery_id = l.id), l.updated_at) < ${endedBefore})
      OR (l.status = 'cancelled' AND l.updated_at < ${endedBefore})
      OR (u.erased_at IS NOT NULL AND NOT EXISTS (SELECT FROM retained_contacts r WHERE r.user_id = u.id)))`.execute(db);
}

/**
 * The ids of people who only entered by post, and whose draws all ended before `endedBefore`: not winners,
 * and not people in a pause. With `id`, only this person.
 */
export async function listForgettablePeople(
  db: Db | Tx,
  filter: { endedBefore: Date; now: Date; limit: number; id?: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM users u
    WHERE ${filter.id === undefined ? sql`true` : sql`u.id = ${filter.id}`}
      AND u.erased_at IS NULL AND NOT u.email_verified AND u.joined_to IS NULL
      AND EXISTS (SELECT FROM orders o WHERE o.user_id = u.id AND o.kind = 'free' AND o.created_at BETWEEN u.created_at AND u.created_at + interval '1 minute')
      AND NOT EXISTS (SELECT FROM consents c WHERE c.user_id = u.id AND c.source = 'import')
      AND NOT EXISTS (SELECT FROM orders o JOIN lotteries l ON l.id = o.lottery_id LEFT JOIN draws d ON d.lottery_id = l.id
        WHERE o.user_id = u.id AND (o.kind = 'paid' OR l.status NOT IN ('completed', 'cancelled')
          OR coalesce(d.drawn_at, l.updated_at) >= ${filter.endedBefore}))
      AND NOT EXISTS (SELECT FROM credentials c WHERE c.user_id = u.id)
      AND NOT EXISTS (SELECT FROM winner_records w WHERE w.user_id = u.id)
      AND NOT EXISTS (SELECT FROM past_tickets p WHERE p.user_id = u.id)
      AND NOT EXISTS (SELECT FROM player_limits p WHERE p.user_id = u.id AND greatest(p.paused_until, p.excluded_until, p.matched_until) > ${filter.now})
    LIMIT ${filter.limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** A person's cards for the data export, in column names. A card in another name exports only its dates. */
export async function listExportCards(db: Db, userId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT c.order_id, c.received_on::text, c.posted_on::text, CASE WHEN is_own THEN to_jsonb(c) - ARRAY['order_id', 'received_on', 'posted_on', 'request_key', 'keyed_by', 'keyed_at'] END AS card
    FROM postal_cards c JOIN orders o ON o.id = c.order_id JOIN users u ON u.id = o.user_id,
      LATERAL (SELECT plain(c.first_name || ' ' || c.last_name) = plain(u.first_name || ' ' || u.last_name) AS is_own) AS own
    WHERE ${isOwn("o.user_id", userId)} ORDER BY o.created_at, o.first_ticket_number`.execute(db);
  return rows;
}

/** The last cards keyed in, newest first. */
export async function listKeyedCards(db: Db, limit: number) {
  const rows = await db
    .selectFrom("postal_cards as c")
    .innerJoin("orders as o", "o.id", "c.order_id")
    .innerJoin("lotteries as l", "l.id", "o.lottery_id")
    .select([
      "o.id as order_id",
      "o.state",
      "o.first_ticket_number",
      "o.quantity",
      "c.first_name",
      "c.last_name",
      "l.short_number",
      "c.keyed_at",
    ])
    .orderBy("c.keyed_at", "desc")
    .orderBy("o.id")
    .limit(limit)
    .execute();
  return rows.map(({ first_name, last_name, first_ticket_number, state, ...row }) => ({
    ...fromRow(row),
    name: `${first_name} ${last_name}`,
    number: first_ticket_number ?? 0,
    isVoid: state === "void",
  }));
}
/** See `listKeyedCards`. */
export type KeyedCard = Awaited<ReturnType<typeof listKeyedCards>>[number];

/** The card of an order, while it is stored. */
export async function findCard(db: Db, orderId: string): Promise<Card | undefined> {
  const row = await db
    .selectFrom("postal_cards")
    .select(["first_name", "last_name", "birth_date", "address", "county", "email", "phone", "received_on", "posted_on"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row && fromRow(row);
}
