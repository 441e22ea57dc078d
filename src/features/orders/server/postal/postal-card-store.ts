/** Postal cards and the draws that take them. */
import { sql } from "kysely";
import { FACTS } from "#features/lotteries/rules/fields/facts.ts";
import type { Offer } from "#features/lotteries/rules/purchase/pricing.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import type { Day } from "#shared/dates/dates.ts";
import { type FromRow, fromRow } from "#shared/from-row.ts";
import type { Card } from "../../rules/postal/postal-card.ts";
import type { FreeEntry } from "../ticket-store.ts";

function postalDraws(db: Db | Tx, lotteryId: string) {
  return db
    .selectFrom("lotteries")
    .select(["id", "short_number", "status", "sales_state", "opens_at", "end_date", "takes_free_entries"])
    .select(["max_tickets_per_person as most_tickets", "price_per_ticket_pence", "packs"])
    .where("id", "=", lotteryId);
}
/** What is needed of a draw to accept a card. */
export type PostalDraw = FromRow<Awaited<ReturnType<ReturnType<typeof postalDraws>["executeTakeFirstOrThrow"]>>>;

/** The draw's prices, which decide how many entries a card brings. */
export function offerOf({ pricePerTicket, packs }: PostalDraw): Offer {
  return { pricePerTicket, packs: FACTS.packs.fromRow({ packs }) };
}

/** Without a lock. */
export async function findPostalDraw(db: Db, lotteryId: string): Promise<PostalDraw | undefined> {
  const row = await postalDraws(db, lotteryId).executeTakeFirst();
  return row && fromRow(row);
}

/** Locks the draw: until the transaction ends, no other one freezes it or keys in a card for it. */
export async function lockPostalDraw(tx: Tx, lotteryId: string): Promise<PostalDraw | undefined> {
  const row = await postalDraws(tx, lotteryId).forNoKeyUpdate().executeTakeFirst();
  return row && fromRow(row);
}

/** The entry that an earlier identical request has created. */
export async function findEntryByRequest(db: Db | Tx, requestKey: string): Promise<FreeEntry | undefined> {
  const row = await db
    .selectFrom("postal_cards as c")
    .innerJoin("orders as o", "o.id", "c.order_id")
    .innerJoin("lotteries as l", "l.id", "o.lottery_id")
    .select(["o.id", "o.user_id", "o.first_ticket_number", "o.quantity", "l.short_number"])
    .where("c.request_key", "=", requestKey)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, user_id: userId, first_ticket_number: number, quantity, short_number: shortNumber } = row;
  return { orderId: id, userId, number: number ?? 0, quantity, shortNumber };
}

/** Whether a card `c` has this name, ignoring case, accents, hyphens and spaces: see `isSamePerson`. */
function isNamed({ firstName, lastName }: Pick<Card, "firstName" | "lastName">) {
  const name = (text: unknown) => sql`regexp_replace(plain(${text}), '[[:space:][:punct:]]+', '', 'g')`;
  return sql<boolean>`${name(sql`c.first_name || ' ' || c.last_name`)} = ${name(`${firstName} ${lastName}`)}`;
}

/** The person of an earlier card without email, with the same name, birth date and address. */
export async function findPersonByCard(db: Db | Tx, card: Card): Promise<string | undefined> {
  const plain = (text: unknown) => sql<string>`regexp_replace(lower(${text}), '[^[:alnum:]]+', '', 'g')`;
  const row = await db
    .selectFrom("postal_cards as c")
    .innerJoin("orders as o", "o.id", "c.order_id")
    .innerJoin("users as u", "u.id", "o.user_id")
    .select("o.user_id")
    .where("c.email", "is", null)
    .where("u.erased_at", "is", null)
    .where("c.birth_date", "=", card.birthDate)
    .where(isNamed(card))
    .where(plain(sql.ref("c.address")), "=", plain(card.address))
    .orderBy("o.created_at")
    .limit(1)
    .executeTakeFirst();
  return row?.user_id;
}

/** Whether another valid card of this person and draw arrived on the same day. */
export async function hasCardOfDay(db: Db | Tx, lotteryId: string, userId: string, receivedOn: Day): Promise<boolean> {
  const row = await db
    .selectFrom("orders as o")
    .innerJoin("postal_cards as c", "c.order_id", "o.id")
    .select("o.id")
    .where("o.user_id", "=", userId)
    .where("o.lottery_id", "=", lotteryId)
    .where("o.state", "=", "free")
    .where("c.received_on", "=", receivedOn)
    .executeTakeFirst();
  return row !== undefined;
}

/** Valid free entries of a draw by the account or by people with this birth date. */
export async function listCardsLike(db: Db | Tx, lotteryId: string, userId: string, birthDate: Day) {
  const rows = await db
    .selectFrom("orders as o")
    .leftJoin("postal_cards as c", "c.order_id", "o.id")
    .select(["o.user_id", "o.quantity", "c.first_name", "c.last_name", "c.birth_date"])
    .where("o.lottery_id", "=", lotteryId)
    .where("o.state", "=", "free")
    .where((eb) => eb.or([eb("o.user_id", "=", userId), eb("c.birth_date", "=", birthDate)]))
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    quantity: row.quantity,
    firstName: row.first_name ?? "",
    lastName: row.last_name ?? "",
    birthDate: row.birth_date,
  }));
}

/** Prefix of the request keys of confirmed batches; reserved for them. */
export const OF_PROPOSAL = "proposal:";

/**
 * How many cards an administrator has keyed in without a confirmed proposal since then, except those of one
 * batch.
 */
export async function countKeyedBy(db: Db | Tx, adminId: string, since: Date, exceptBatch?: string): Promise<number> {
  const keyed = db.selectFrom("postal_cards").where("keyed_by", "=", adminId).where("keyed_at", ">", since);
  const unapproved = keyed.where("request_key", "not like", `${OF_PROPOSAL}%`);
  return countRows(
    exceptBatch === undefined
      ? unapproved
      : unapproved.where(sql`left(request_key, ${exceptBatch.length + 1})`, "<>", `${exceptBatch}:`),
  );
}

/** Serialises an administrator's counts, so that concurrent cards for different draws are all counted. */
export async function lockKeyingOf(tx: Tx, adminId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`cards of ${adminId}`}, 0))`.execute(tx);
}
