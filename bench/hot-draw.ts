/** A draw for many concurrent buyers. */
import type pg from "pg";
import { dayFrom } from "#demo/makers.ts";

/** Price of a ticket. 25 of them stay below £250, from which on payments are authorised first. */
export const PRICE_PENCE = Number(process.env.BENCH_PRICE_PENCE ?? 299);

export async function makeHotDraw(database: pg.Client, stock = 100_000_000): Promise<string> {
  const quiz = { question: { en: "?", fr: "?" }, options: ["a", "b", "c", "d"].map((id) => ({ id, en: id, fr: id })) };
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO lotteries (title, description, price_per_ticket_pence, price_value_pence, tickets_available, start_date, end_date, status, quiz)
     VALUES ('Bench', 'Bench', $5, 100, $1, $2, $3, 'active', $4) RETURNING id`,
    [stock, dayFrom(new Date(), -1), dayFrom(new Date(), 9), JSON.stringify(quiz), PRICE_PENCE],
  );
  return rows[0]?.id ?? "";
}
