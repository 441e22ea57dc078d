import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStripeSimulator } from "@concours/stripe-simulator";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { sendOrderMail } from "#features/mail/server/send-mails.ts";
import { cancelLottery } from "#features/orders/server/refunds/cancel-lottery.ts";
import { refundOrder } from "#features/orders/server/refunds/refund-order.ts";
import { sendRefund } from "#features/orders/server/refunds/send-refund.ts";
import { reconcilePayments } from "#features/orders/server/settlement/reconcile-payments.ts";
import { sweepOrders } from "#features/orders/server/settlement/sweep-orders.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { connectPayments } from "#platform/payments/registry.server.ts";
import { connectStripe } from "#platform/payments/stripe/stripe.server.ts";
import { pence } from "#shared/money/money.ts";
import { enterDemoPayments } from "./payments.ts";
import { seedDemo } from "./seed.ts";

const COMMAND = { kind: "command" } as const;
const PATIENT = { timeout: 60_000 };
const KEYS = { secretKey: "sk_test_fixture", webhookSecret: "whsec_fixture" };

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
  await seedDemo(ctx);
}, PATIENT.timeout);
afterAll(() => ctx.close());

/** The seeded orders of open draws. */
const openOrders = () =>
  ctx.db
    .selectFrom("orders")
    .innerJoin("lotteries", "lotteries.id", "orders.lottery_id")
    .select(["orders.id", "orders.lottery_id", "orders.total_pence", "orders.payment_session_id", "orders.payment_intent_id"])
    .where("lotteries.status", "=", "active")
    .where("lotteries.sales_state", "=", "open")
    .where("orders.state", "=", "paid")
    .orderBy("orders.total_pence")
    .execute();

const statesOf = async (lotteryId: string) => {
  const rows = await ctx.db
    .selectFrom("orders")
    .select(["state"])
    .where("lottery_id", "=", lotteryId)
    .where("kind", "=", "paid")
    .execute();
  return new Set(rows.map(({ state }) => state));
};

const mailsAbout = async (orderIds: readonly string[]) => {
  const { rows } = await ctx.pool.query(
    "SELECT data ->> 'orderId' AS id FROM pgboss.job WHERE name = 'mail' AND data ->> 'message' = 'refund'",
  );
  return rows.filter(({ id }: { id: string }) => orderIds.includes(id)).length;
};

it("enters each seeded payment once, with the shop's sums and without events", PATIENT, async () => {
  const { count } = await ctx.db
    .selectFrom("orders")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("kind", "=", "paid")
    .executeTakeFirstOrThrow();
  expect(await enterDemoPayments({ ...ctx, env: { ...ctx.env, stripeSecretKey: "sk_test_of_somebody" } })).toBe(0);
  expect(await enterDemoPayments(ctx)).toBe(Number(count));
  expect(await enterDemoPayments(ctx)).toBe(0);

  const ledger = (await (await fetch(`${ctx.simulatorUrl}/_simulator/ledger`)).json()) as Record<string, unknown[]>;
  expect(ledger.charges).toHaveLength(Number(count));
  expect(ledger.events).toEqual([]);
  for (const order of (await openOrders()).slice(0, 3))
    expect(await ctx.payments.of("stripe").getPage(order.payment_session_id ?? "")).toMatchObject({
      state: "complete",
      paid: true,
      amount: order.total_pence,
      currency: "gbp",
      orderId: order.id,
      paymentIntentId: order.payment_intent_id,
      cardFunding: "debit",
    });
});

it("leaves nothing to reconcile", PATIENT, async () => {
  const all = () => ctx.db.selectFrom("orders").select(["id", "state", "refunded_pence"]).orderBy("id").execute();
  const before = await all();
  await reconcilePayments(ctx);
  expect(await all()).toEqual(before);
});

it("lets staff refund an order and then cancel its draw", PATIENT, async () => {
  const [first] = await openOrders();
  if (!first) return expect.fail("The demo has no open draw with orders");
  expect(await refundOrder(ctx, COMMAND, { orderId: first.id, reason: "They asked" })).toMatchObject({ ok: true });
  await sendRefund(ctx, first.id);
  const order = ctx.db.selectFrom("orders").select(["state", "refunded_pence"]).where("id", "=", first.id);
  expect(await order.executeTakeFirstOrThrow()).toEqual({ state: "refunded", refunded_pence: first.total_pence });
  expect(await mailsAbout([first.id])).toBe(1);
  const { id: refundId } = await ctx.db
    .selectFrom("refunds")
    .select("id")
    .where("order_id", "=", first.id)
    .executeTakeFirstOrThrow();
  await sendOrderMail(ctx, { message: "refund", orderId: first.id, refundId });
  const mail = ctx.db.selectFrom("mails").select("state").where("message", "=", `refund:${first.id}:${refundId}`);
  expect(await mail.executeTakeFirst()).toEqual({ state: "sent" });

  const rest = (await openOrders()).filter(({ lottery_id: id }) => id === first.lottery_id).map(({ id }) => id);
  expect(rest.length).toBeGreaterThan(10);
  expect(
    await cancelLottery(ctx, COMMAND, { lotteryId: first.lottery_id, reason: { code: "prize_lost", note: "", noteFr: "" } }),
  ).toMatchObject({
    ok: true,
  });
  await sweepOrders(ctx);
  for (const id of rest) await sendRefund(ctx, id);
  expect(await statesOf(first.lottery_id)).toEqual(new Set(["refunded"]));
  expect(await mailsAbout(rest)).toBe(rest.length);
  // The provider's own events of these refunds change nothing.
  await reconcilePayments(ctx);
  expect(await statesOf(first.lottery_id)).toEqual(new Set(["refunded"]));
  expect(await findBrokenInvariants(ctx)).toEqual([]);
});

it("enters missing payments at the next start after a crash, also beside newer ones", PATIENT, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "concours-past-"));
  const [order] = await openOrders();
  const whole = (simulator: { url: string }) =>
    enterDemoPayments({ ...ctx, payments: connectPayments({ stripe: { ...KEYS, baseUrl: simulator.url } }) });
  try {
    const cut = await startStripeSimulator({ ...KEYS, dataDir });
    await connectStripe({ ...KEYS, baseUrl: cut.url }).openPage({
      orderId: "3f2b8f2e-0000-4000-8000-000000000009",
      amount: pence(2_999),
      description: "Bought in the meantime",
      customerEmail: "amelia@concours.test",
      locale: "en",
      blocksCredit: false,
      expiresAt: new Date(Date.now() + 3_600_000),
      successUrl: "http://shop.example/",
      cancelUrl: "http://shop.example/",
    });
    const owed = await ctx.db
      .selectFrom("orders")
      .select("id")
      .where("kind", "=", "paid")
      .where("state", "in", ["paid", "refund_due", "refunded"])
      .execute();
    expect(await whole(cut)).toBe(owed.length);
    await cut.stop();

    const again = await startStripeSimulator({ ...KEYS, dataDir });
    expect(await whole(again)).toBe(0);
    const payments = connectStripe({ ...KEYS, baseUrl: again.url });
    const recent = [];
    for await (const page of payments.listPages(new Date(Date.now() - 60_000), async () => [])) recent.push(page.state);
    expect(recent).toEqual(["open"]);
    const refundId = "3f2b8f2e-0000-4000-8000-000000000010";
    const amount = pence(order?.total_pence ?? 0);
    const refund = { refundId, orderId: order?.id ?? "", paymentIntentId: order?.payment_intent_id ?? "", amount, refusals: 0 };
    expect(await payments.refund(refund)).toMatchObject({ value: { amount, refundId, state: "succeeded" } });
    await again.stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
