import { randomBytes, randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { DEFAULT_QUIZ } from "#features/lotteries/rules/purchase/quiz.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Lotteries, Users } from "#platform/postgres/db-types.ts";

type Writer = Pick<Ctx, "db">;

export type MadeUser = { readonly id: string; readonly email: string };

/** An adult player without a password; `change` overrides any column. */
export async function makeUser({ db }: Writer, change: Partial<Insertable<Users>> = {}): Promise<MadeUser> {
  const id = change.id ?? randomUUID();
  const email = change.email ?? `player-${id}@concours.test`;
  await db
    .insertInto("users")
    .values({
      id,
      first_name: "Amelia",
      last_name: "Reed",
      phone: "+447700900000",
      birth_date: "1990-05-17",
      email_verified: true,
      county: "Kent",
      ...change,
      email,
    })
    .execute();
  return { id, email };
}

/** A player who is not limited as a newcomer: verified address, and a paid ticket of a hidden draw. */
export async function makeRegular(
  writer: Pick<Ctx, "db" | "now">,
  change: Partial<Insertable<Users>> = {},
): Promise<MadeUser & { readonly emailVerified: true }> {
  const user = await makeUser(writer, { ...change, email_verified: true });
  await makePurchase(writer, user.id);
  return { ...user, emailVerified: true };
}

export async function makePurchase(writer: Pick<Ctx, "db" | "now">, userId: string): Promise<void> {
  const stock = { tickets_sold: 1, last_ticket_number: 1 };
  const lottery_id = await makeLottery(writer, { title: "An earlier draw", status: "draft", ...stock });
  const payment = { payment_intent_id: `pi_${randomUUID()}`, captured_pence: 2999, card_funding: "debit" };
  const price = { unit_price_pence: 2999, total_pence: 2999 };
  const own = { lottery_id, user_id: userId };
  const { id: order_id } = await writer.db
    .insertInto("orders")
    .values({ ...own, ...price, ...payment, kind: "paid", state: "paid", quantity: 1, settled_at: writer.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await writer.db
    .insertInto("tickets")
    .values({ ...own, order_id, ticket_number: 1, tag: randomBytes(16) })
    .execute();
}

/** An active draw since yesterday, for 30 days: 1,000 tickets at £29.99. `change` overrides columns. */
export async function makeLottery(
  { db, now }: Pick<Ctx, "db" | "now">,
  change: Partial<Insertable<Lotteries>> = {},
): Promise<string> {
  const row = await db
    .insertInto("lotteries")
    .values({
      title: "Valmont GT-10",
      description: "A front-engined grand tourer in Bordeaux over black leather.",
      description_fr: "Une grand tourisme à moteur avant, bordeaux, cuir noir.",
      price_per_ticket_pence: 2999,
      price_value_pence: 14_800_000,
      tickets_available: 1000,
      start_date: dayFrom(now(), -1),
      end_date: dayFrom(now(), 30),
      status: "active",
      quiz: JSON.stringify(DEFAULT_QUIZ),
      quiz_right_option: "porsche",
      ...change,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export const RIGHT_ANSWER = "porsche";

/** "yyyy-mm-dd", `days` after the day of `now`. */
export function dayFrom(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
