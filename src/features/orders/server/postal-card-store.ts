import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import type { Day } from "#shared/dates.ts";
import { type FromRow, fromRow } from "#shared/from-row.ts";
import type { Card } from "../rules/postal-card.ts";
import type { FreeEntry } from "./ticket-store.ts";

function postalDraws(db: Db | Tx, lotteryId: string) {
  return db
    .selectFrom("lotteries")
    .select(["id", "short_number", "status", "sales_state", "opens_at", "end_date", "takes_free_entries"])
    .select("max_tickets_per_person as most_tickets")
    .where("id", "=", lotteryId);
}
export type PostalDraw = FromRow<Awaited<ReturnType<ReturnType<typeof postalDraws>["executeTakeFirstOrThrow"]>>>;

export async function findPostalDraw(db: Db, lotteryId: string): Promise<PostalDraw | undefined> {
  const row = await postalDraws(db, lotteryId).executeTakeFirst();
  return row && fromRow(row);
}

/** Until the transaction ends nobody freezes this draw, and nobody else keys a card in for it. */
export async function lockPostalDraw(tx: Tx, lotteryId: string): Promise<PostalDraw | undefined> {
  const row = await postalDraws(tx, lotteryId).forNoKeyUpdate().executeTakeFirst();
  return row && fromRow(row);
}

/** What this very request made when it was sent before. */
export async function findEntryByRequest(db: Db | Tx, requestKey: string): Promise<FreeEntry | undefined> {
  const row = await db
    .selectFrom("postal_cards as c")
    .innerJoin("orders as o", "o.id", "c.order_id")
    .innerJoin("lotteries as l", "l.id", "o.lottery_id")
    .select(["o.id", "o.user_id", "o.first_ticket_number", "l.short_number"])
    .where("c.request_key", "=", requestKey)
    .executeTakeFirst();
  return row && { orderId: row.id, userId: row.user_id, number: row.first_ticket_number ?? 0, shortNumber: row.short_number };
}

/** Whether the name on a card `c` is this one, capitals, accents, hyphens and spaces apart: as `isSamePerson` has it. */
function isNamed({ firstName, lastName }: Pick<Card, "firstName" | "lastName">) {
  const name = (text: unknown) => sql`regexp_replace(plain(${text}), '[[:space:][:punct:]]+', '', 'g')`;
  return sql<boolean>`${name(sql`c.first_name || ' ' || c.last_name`)} = ${name(`${firstName} ${lastName}`)}`;
}

/** Who gave no e-mail address on an earlier card with this name, birth date and address, however the address was punctuated. */
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

/** Whether a card of this person for this draw that arrived on the same day has been keyed in and still counts. */
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

/** Free entries that count in a draw: of an account, and of whoever was born on a day, with the name on their card where it is still kept. */
export async function listCardsLike(db: Db | Tx, lotteryId: string, userId: string, birthDate: Day) {
  const rows = await db
    .selectFrom("orders as o")
    .leftJoin("postal_cards as c", "c.order_id", "o.id")
    .select(["o.user_id", "c.first_name", "c.last_name", "c.birth_date"])
    .where("o.lottery_id", "=", lotteryId)
    .where("o.state", "=", "free")
    .where((eb) => eb.or([eb("o.user_id", "=", userId), eb("c.birth_date", "=", birthDate)]))
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    firstName: row.first_name ?? "",
    lastName: row.last_name ?? "",
    birthDate: row.birth_date,
  }));
}

/** What a confirmed batch is keyed in with: nobody else's request is named so. */
export const OF_PROPOSAL = "proposal:";

/** Cards that an administrator has keyed in since then without a second one, but for those of one batch. */
export async function countKeyedBy(db: Db | Tx, adminId: string, since: Date, exceptBatch?: string): Promise<number> {
  const keyed = db.selectFrom("postal_cards").where("keyed_by", "=", adminId).where("keyed_at", ">", since);
  const alone = keyed.where("request_key", "not like", `${OF_PROPOSAL}%`);
  return countRows(
    exceptBatch === undefined ? alone : alone.where(sql`left(request_key, ${exceptBatch.length + 1})`, "<>", `${exceptBatch}:`),
  );
}

/** Until the transaction ends nobody counts theirs: of two cards at once, for different draws, the later one sees the earlier. */
export async function lockKeyingOf(tx: Tx, adminId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`cards of ${adminId}`}, 0))`.execute(tx);
}
