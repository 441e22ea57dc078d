/** For tests: buying, paying and checking results, in one line each. */
import { sql } from "kysely";
import { makeUser, RIGHT_ANSWER } from "#demo/makers.ts";
import type { TestCtx } from "#platform/ctx.fixture.ts";
import { openCheckout } from "./checkout/open-checkout.ts";
import { releaseHold } from "./holds/hold-store.ts";
import { receiveWebhook } from "./settlement/receive-event.ts";
import { lockOrder } from "./store.ts";

/** Opens a checkout as a new buyer, or as `buyer`. */
export async function checkout(ctx: TestCtx, lotteryId: string, quantity: number, given?: Buyer) {
  const buyer = given ?? (await makeUser(ctx));
  // Each from another network.
  const network = given?.network ?? buyer.id;
  return openCheckout(ctx, { lotteryId, buyer, network, quantity, answer: RIGHT_ANSWER, locale: "en" });
}
type Buyer = { readonly id: string; readonly email: string; readonly emailVerified?: boolean; readonly network?: string };

/** Opens a checkout that must succeed; returns the order and its payment session. */
export async function order(ctx: TestCtx, lotteryId: string, quantity: number, buyer?: Buyer) {
  const opened = await checkout(ctx, lotteryId, quantity, buyer);
  if (!opened.ok) throw new Error(`checkout refused: ${opened.error}`);
  return { orderId: opened.value.orderId, sessionId: await sessionOf(ctx, opened.value.orderId) };
}

export async function sessionOf(ctx: TestCtx, orderId: string): Promise<string> {
  const row = await ctx.db.selectFrom("orders").select("payment_session_id").where("id", "=", orderId).executeTakeFirstOrThrow();
  return row.payment_session_id ?? "";
}

/** Releases the hold manually, before the shop knows of a payment. */
export async function lapse(ctx: TestCtx, orderId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const held = await lockOrder(tx, orderId);
    if (held) await releaseHold(tx, held, ctx.now());
  });
}

export const CARDS = { paid: "4000058260000005", declined: "4000000000000002" } as const;

/** Pays a page at the simulator, without its screens. Throws if the page takes no money. */
export async function pay(ctx: TestCtx, sessionId: string, card: string = CARDS.paid): Promise<void> {
  await control(ctx, `/_simulator/sessions/${sessionId}/pay`, { card });
}

export async function control(ctx: TestCtx, path: string, body: unknown): Promise<unknown> {
  const reply = await fetch(`${ctx.simulatorUrl}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

/** Delivers a Stripe event to the shop. */
export const tellByWebhook = (ctx: TestCtx, rawBody: string, signature: string) =>
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

export async function stockOf(ctx: TestCtx, lotteryId: string) {
  const row = await ctx.db
    .selectFrom("lotteries")
    .select(["tickets_available", "tickets_sold", "tickets_held", "last_ticket_number"])
    .where("id", "=", lotteryId)
    .executeTakeFirstOrThrow();
  return { sold: row.tickets_sold, held: row.tickets_held, last: row.last_ticket_number, available: row.tickets_available };
}

export async function stateOf(ctx: TestCtx, orderId: string): Promise<string> {
  return (await ctx.db.selectFrom("orders").select("state").where("id", "=", orderId).executeTakeFirstOrThrow()).state;
}

export async function numbersOf(ctx: TestCtx, orderId: string): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom("tickets")
    .select("ticket_number")
    .where("order_id", "=", orderId)
    .orderBy("ticket_number")
    .execute();
  return rows.map((row) => row.ticket_number);
}

/** Connections to the test database that wait for a lock. */
export async function countWaiting(ctx: TestCtx): Promise<number> {
  const { rows } =
    await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(ctx.db);
  return rows.length;
}
