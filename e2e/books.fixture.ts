/** Reads the shop's database and the payment provider's ledger. */
import { expect } from "vitest";
import { z } from "zod";
import { dayFrom, makeLottery, makePurchase } from "#demo/makers.ts";
import { createLog } from "#platform/log.server.ts";
import { type Db, openDb, openPool } from "#platform/postgres/db.server.ts";
import { brokenInvariants } from "./invariants.fixture.ts";
import type { ShopAddress } from "./shop.fixture.ts";

export async function withDatabase<T>({ databaseUrl }: ShopAddress, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = openPool(databaseUrl, createLog("fatal"), 2);
  try {
    return await work(openDb(pool));
  } finally {
    await pool.end();
  }
}

export async function expectInvariantsHold(shop: ShopAddress): Promise<void> {
  expect(await brokenInvariants(shop)).toEqual([]);
}

/** Marks players as no newcomers: confirmed addresses and an earlier paid ticket. */
export function makeKnown(shop: ShopAddress, people: readonly { readonly userId: string }[]): Promise<void> {
  return withDatabase(shop, async (db) => {
    for (const { userId } of people) {
      await db.updateTable("users").set({ email_verified: true }).where("id", "=", userId).execute();
      await makePurchase({ db, now: () => new Date() }, userId);
    }
  });
}

export type Draw = { readonly id: string; readonly title: string };
type DrawSettings = { readonly title: string; readonly available?: number; readonly pricePence?: number };

/** A draw for one journey, with the pictures of a demo car. The right answer is "Porsche". */
export function makeDraw(shop: ShopAddress, { title, available = 1000, pricePence = 2999 }: DrawSettings): Promise<Draw> {
  const now = () => new Date();
  return withDatabase(shop, async (db) => {
    const id = await makeLottery(
      { db, now },
      {
        title,
        title_fr: title,
        tickets_available: available,
        price_per_ticket_pence: pricePence,
        // Older than the demo's, so that the home page still shows its own draw.
        created_at: `${dayFrom(now(), -400)}T00:00:00Z`,
      },
    );
    const columns = ["image_url", "display_order", "width", "height", "widths", "placeholder"] as const;
    const demo = await db.selectFrom("lotteries").select("id").where("title", "=", DEMO_DRAW).executeTakeFirstOrThrow();
    const pictures = await db.selectFrom("lottery_images").select(columns).where("lottery_id", "=", demo.id).execute();
    await db
      .insertInto("lottery_images")
      .values(pictures.map((picture) => ({ ...picture, lottery_id: id })))
      .execute();
    return { id, title };
  });
}

/** The newest active demo draw, which the home page shows. */
export const DEMO_DRAW = "Valmont GT-10";

const session = z.object({
  id: z.string(),
  payment_status: z.string(),
  status: z.string(),
  amount_total: z.number(),
  metadata: z.record(z.string(), z.string()),
});
const ledger = z.object({
  sessions: z.array(session),
  refunds: z.array(z.object({ payment_intent: z.string() })),
  payment_intents: z.array(z.object({ id: z.string(), status: z.string() })),
});
export type Ledger = z.infer<typeof ledger>;

export async function readLedger({ simulatorUrl }: ShopAddress): Promise<Ledger> {
  const reply = await fetch(`${simulatorUrl}/_simulator/ledger`);
  return ledger.parse(await reply.json());
}

export async function payAtProvider(
  { simulatorUrl }: ShopAddress,
  sessionId: string,
  card = "4242424242424242",
): Promise<Response> {
  return fetch(`${simulatorUrl}/_simulator/sessions/${sessionId}/pay`, { method: "POST", body: JSON.stringify({ card }) });
}

export function sessionIdOf(paymentUrl: string): string {
  const id = /\/((?:cs|hpp)_[A-Za-z0-9_]+)/.exec(paymentUrl)?.[1];
  if (id === undefined) throw new Error(`No payment page: ${paymentUrl}`);
  return id;
}

/** Tickets that are neither sold nor held. */
export function ticketsLeft(shop: ShopAddress, draw: Draw): Promise<number> {
  return withDatabase(shop, async (db) => {
    const row = await db
      .selectFrom("lotteries")
      .select(["tickets_available", "tickets_sold", "tickets_held"])
      .where("id", "=", draw.id)
      .executeTakeFirstOrThrow();
    return row.tickets_available - row.tickets_sold - row.tickets_held;
  });
}

export function ordersOf(shop: ShopAddress, draw: Draw) {
  return withDatabase(shop, (db) => db.selectFrom("orders").select(["id", "state"]).where("lottery_id", "=", draw.id).execute());
}
