/** The account and the orders of a message's sender. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";

const NAME = sql<string>`trim(first_name || ' ' || last_name)`;

/** The account of a signed-in sender or, by the address, of the player who has confirmed it. */
export async function findAccountRow(
  db: Db,
  { userId, email }: { readonly userId: string | undefined; readonly email: string },
): Promise<{ id: string; name: string; firstName: string; confirmedEmail: string | null } | undefined> {
  const query = db
    .selectFrom("users")
    .select(["id", "first_name as firstName", NAME.as("name")])
    .select(sql<string | null>`CASE WHEN email_verified THEN email END`.as("confirmedEmail"))
    .where("erased_at", "is", null);
  return userId === undefined
    ? query.where("email", "=", email.toLowerCase()).where("email_verified", "=", true).executeTakeFirst()
    : query.where("id", "=", userId).executeTakeFirst();
}

/** One of the player's orders with one of these numbers, and its draw. */
export async function findOrderRow(db: Db, userId: string, numbers: readonly string[]) {
  if (numbers.length === 0) return undefined;
  const row = await db
    .selectFrom("orders as o")
    .innerJoin("lotteries as l", "l.id", "o.lottery_id")
    .select(["o.id", "o.order_number as number", "l.title as en", "l.title_fr as fr"])
    .where("o.order_number", "in", numbers)
    .where(sql<boolean>`o.user_id IN (SELECT id FROM users WHERE id = ${userId} OR joined_to = ${userId})`)
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, number: row.number, title: { en: row.en, fr: row.fr ?? undefined } };
}

/** A member of staff, also a former one. Undefined without a name. */
export async function findStaffName(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("users").select(NAME.as("name")).where("id", "=", id).executeTakeFirst();
  return row?.name || undefined;
}
