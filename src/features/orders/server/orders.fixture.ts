/** For tests: buying, paying and checking results, in one line each. */
import { sql } from "kysely";
import { makeUser, RIGHT_ANSWER } from "#demo/makers.ts";
import type { TestCtx } from "#platform/ctx.fixture.ts";
import { openCheckout } from "./checkout/open-checkout.ts";
import { releaseHold } from "./holds/hold-store.ts";
import { receiveWebhook } from "./settlement/receive-event.ts";
import { lockOrder } from "./store.ts";

type Buyer = { readonly id: string; readonly email: string; readonly emailVerified?: boolean; readonly network?: string };

/**
 * Opens a checkout as this buyer, or as a new one. Each buyer has a network of their own, unless it names
 * one.
 */
export async function checkout(ctx: TestCtx, lotteryId: string, quantity: number, knownBuyer?: Buyer) {
  const buyer = knownBuyer ?? (await makeUser(ctx));
  const network = knownBuyer?.network ?? buyer.id;
  return openCheckout(ctx, { lotteryId, buyer, network, quantity, answer: RIGHT_ANSWER, locale: "en" });
}

/** The payment session of an order; empty without one. */
export async function sessionOf(ctx: TestCtx, orderId: string): Promise<string> {
  const row = await ctx.db.selectFrom("orders").select("payment_session_id").where("id", "=", orderId).executeTakeFirstOrThrow();
  return row.payment_session_id ?? "";
}

/** Opens a checkout that must succeed; returns the order and its payment session. */
export async function order(ctx: TestCtx, lotteryId: string, quantity: number, buyer?: Buyer) {
  const opened = await checkout(ctx, lotteryId, quantity, buyer);
  if (!opened.ok) throw new Error(`checkout refused: ${opened.error}`);
  return { orderId: opened.value.orderId, sessionId: await sessionOf(ctx, opened.value.orderId) };
}

/** Releases the hold manually, before the shop knows of a payment. */
export async function lapse(ctx: TestCtx, orderId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const held = await lockOrder(tx, orderId);
    if (held) await releaseHold(tx, held, ctx.now());
  });
}

/** Card numbers of the simulator: a debit card that pays, and one that is declined. */
export const CARDS = { paid: "4000058260000005", declined: "4000000000000002" } as const;

/** Posts to a control address of the payment simulator. Throws unless it succeeds. */
export async function control(ctx: TestCtx, path: string, body: unknown): Promise<unknown> {
  const reply = await fetch(`${ctx.simulatorUrl}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

/** Pays a page at the simulator, without its screens. Throws if the page takes no money. */
export async function pay(ctx: TestCtx, sessionId: string, card: string = CARDS.paid): Promise<void> {
  await control(ctx, `/_simulator/sessions/${sessionId}/pay`, { card });
}

/** Delivers a Stripe event to the shop. */
export const deliverWebhook = (ctx: TestCtx, rawBody: string, signature: string) =>
  receiveWebhook(ctx, ctx.payments.of("stripe"), { rawBody, signature });

/** Makes a refund in the provider's dashboard, without an event. */
export async function payBackAtProvider(ctx: TestCtx, orderId: string, amount: number): Promise<void> {
  const { payment_intent_id: intent } = await ctx.db
    .selectFrom("orders")
    .select("payment_intent_id")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  const reply = await fetch(`${ctx.simulatorUrl}/v1/refunds`, {
    method: "POST",
    headers: { Authorization: "Bearer sk_test_fixture" },
    body: new URLSearchParams({ payment_intent: intent ?? "", amount: String(amount) }),
  });
  if (!reply.ok) throw new Error(`The provider refunds nothing: ${reply.status} ${await reply.text()}`);
}

/** The numbers of tickets of a draw; `last`: the last number issued. */
export async function stockOf(ctx: TestCtx, lotteryId: string) {
  const row = await ctx.db
    .selectFrom("lotteries")
    .select(["tickets_available", "tickets_sold", "tickets_held", "last_ticket_number"])
    .where("id", "=", lotteryId)
    .executeTakeFirstOrThrow();
  return { sold: row.tickets_sold, held: row.tickets_held, last: row.last_ticket_number, available: row.tickets_available };
}

/** The state of an order. */
export async function stateOf(ctx: TestCtx, orderId: string): Promise<string> {
  return (await ctx.db.selectFrom("orders").select("state").where("id", "=", orderId).executeTakeFirstOrThrow()).state;
}

/** The ticket numbers of an order, in order. */
export async function numbersOf(ctx: TestCtx, orderId: string): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom("tickets")
    .select("ticket_number")
    .where("order_id", "=", orderId)
    .orderBy("ticket_number")
    .execute();
  return rows.map((row) => row.ticket_number);
}

/** How many connections to the test database wait for a lock. */
export async function countWaiting(ctx: TestCtx): Promise<number> {
  const { rows } =
    await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(ctx.db);
  return rows.length;
}
