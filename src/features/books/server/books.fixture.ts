/** Test helpers: orders at the simulator, and sums of the journal. */
import { sql } from "kysely";
import { makeLottery } from "#demo/makers.ts";
import { settleDispute } from "#features/orders/server/disputes/settle-dispute.ts";
import { control, order, pay } from "#features/orders/server/orders.fixture.ts";
import { syncRefunds } from "#features/orders/server/refunds/book-refunds.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import type { TestCtx } from "#platform/ctx.fixture.ts";
import type { Account } from "#shared/accounts.ts";

/** A paid order; `intent` is its payment at the provider. */
export type Bought = { readonly orderId: string; readonly intent: string };

/** The id of an order's payment at the provider; empty without one. */
export async function intentOf(ctx: TestCtx, orderId: string): Promise<string> {
  const row = await ctx.db.selectFrom("orders").select("payment_intent_id").where("id", "=", orderId).executeTakeFirstOrThrow();
  return row.payment_intent_id ?? "";
}

/**
 * Buys and settles tickets at £29.99 each, of a new draw unless `lottery` is given; packs earn their
 * discount.
 */
export async function buy(ctx: TestCtx, quantity: number, lottery?: string): Promise<Bought> {
  const created = await order(ctx, lottery ?? (await makeLottery(ctx)), quantity);
  await pay(ctx, created.sessionId);
  await settleOrder(ctx, created.sessionId);
  return { orderId: created.orderId, intent: await intentOf(ctx, created.orderId) };
}

/**
 * Refunds in the provider's dashboard (all without `amount`, in pence), and books it. @returns the refund's
 * id
 */
export async function refundAtProvider(ctx: TestCtx, { orderId, intent }: Bought, amount?: number): Promise<string> {
  const { id } = (await control(ctx, `/_simulator/charges/${intent}/refund`, { amount })) as { id: string };
  await syncRefunds(ctx, { id: orderId, provider: "stripe", paymentIntentId: intent });
  return id;
}

/** The card's bank returns a refund. */
export async function failRefund(ctx: TestCtx, { orderId, intent }: Bought, refundId: string): Promise<void> {
  await control(ctx, `/_simulator/refunds/${refundId}/turn`, { to: "failed" });
  await syncRefunds(ctx, { id: orderId, provider: "stripe", paymentIntentId: intent });
}

/** The buyer's bank disputes the payment (all of it without `amount`, in pence). @returns the dispute's id */
export async function dispute(ctx: TestCtx, { intent }: Bought, amount?: number): Promise<string> {
  const { id } = (await control(ctx, `/_simulator/charges/${intent}/dispute`, { amount })) as { id: string };
  await settleDispute(ctx, id, "stripe");
  return id;
}

/** The bank decides a dispute. `lostAmount`, in pence: the part that stays with the buyer, by default all. */
export async function decide(ctx: TestCtx, disputeId: string, to: "won" | "lost", lostAmount?: number): Promise<void> {
  await control(ctx, `/_simulator/disputes/${disputeId}/turn`, { to, kept: lostAmount });
  await settleDispute(ctx, disputeId, "stripe");
}

/** The provider pays its balance to the bank. */
export async function payOut(ctx: TestCtx): Promise<void> {
  await control(ctx, "/_simulator/payouts", {});
}

/** The sum of each account over the whole journal. */
export async function balances(ctx: TestCtx): Promise<Partial<Record<Account, number>>> {
  const { rows } = await sql<{ account: Account; total: string }>`
    SELECT account, sum(amount_pence) AS total FROM journal_lines GROUP BY account HAVING sum(amount_pence) <> 0 ORDER BY account`.execute(
    ctx.db,
  );
  return Object.fromEntries(rows.map(({ account, total }) => [account, Number(total)]));
}

type Moved = { readonly type: string; readonly amount: number; readonly fee: number; readonly net: number };
/** The provider's balance transactions. */
export async function providersLedger(ctx: TestCtx): Promise<readonly Moved[]> {
  const reply = await fetch(`${ctx.simulatorUrl}/_simulator/ledger`);
  return ((await reply.json()) as { balance_transactions: Moved[] }).balance_transactions;
}
