/** Webhooks: forged, stale, repeated, parallel; and refunds at the provider. */
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { paymentsWith, type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { PaymentProvider } from "#platform/payments/payments.server.ts";
import { connectStripe } from "#platform/payments/stripe/stripe.server.ts";
import { control, numbersOf, order, pay, stateOf, stockOf, deliverWebhook } from "../orders.fixture.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { settleOrder } from "./settle-order.ts";

const SECRET = "whsec_fixture";
let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const completed = (sessionId: string, id = `evt_${sessionId}`) =>
  JSON.stringify({
    id,
    object: "event",
    type: "checkout.session.completed",
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: sessionId, object: "checkout.session" } },
  });
const sign = (payload: string, options: { secret?: string; timestamp?: number } = {}) =>
  new Stripe("sk_test_x").webhooks.generateTestHeaderStringAsync({ payload, secret: SECRET, ...options });

async function paidOrder(quantity = 2) {
  const lottery = await makeLottery(ctx);
  const made = await order(ctx, lottery, quantity);
  await pay(ctx, made.sessionId);
  return { ...made, lottery };
}

describe("a webhook", () => {
  it("issues the tickets once when it comes 100 times in parallel", async () => {
    const { orderId, sessionId, lottery } = await paidOrder(3);
    const body = completed(sessionId);
    const signature = await sign(body);
    const replies = await Promise.all(Array.from({ length: 100 }, () => deliverWebhook(ctx, body, signature)));
    expect(replies.every((reply) => reply.ok)).toBe(true);
    expect(await numbersOf(ctx, orderId)).toEqual([1, 2, 3]);
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 3, held: 0 });
    expect(await ctx.db.selectFrom("payment_events").select("order_id").where("id", "=", `evt_${sessionId}`).execute()).toEqual([
      { order_id: orderId },
    ]);
  });

  it.each([
    ["signed with another secret", async (body: string) => sign(body, { secret: "whsec_other" })],
    ["older than five minutes", async (body: string) => sign(body, { timestamp: Math.floor(Date.now() / 1000) - 301 })],
    ["signed for another body", async (body: string) => sign(`${body} `)],
    ["with nonsense for a signature", async () => "t=1,v1=00"],
    ["without a signature", async () => ""],
  ])("%s is refused and changes nothing", async (_name, header) => {
    const { orderId, sessionId } = await paidOrder();
    const body = completed(sessionId);
    expect(await deliverWebhook(ctx, body, await header(body))).toEqual({ ok: false, error: "bad_signature" });
    expect(await stateOf(ctx, orderId)).toBe("awaiting_payment");
    await settleOrder(ctx, sessionId);
  });

  it.each([
    ["sk_live_shop", false, "other_mode"],
    ["sk_live_shop", true, undefined],
    ["sk_test_shop", true, "other_mode"],
    ["rk_test_shop", false, undefined],
  ] as const)("of a shop with the key %s, livemode %s: %s", async (secretKey, livemode, refusal) => {
    const { orderId, sessionId } = await paidOrder();
    const { readEvent } = connectStripe({ secretKey, webhookSecret: `whsec_of_another_mode,${SECRET}` });
    const body = JSON.stringify({ ...JSON.parse(completed(sessionId, `evt_${livemode}_${sessionId}`)), livemode });
    const received = await deliverWebhook(
      { ...ctx, payments: paymentsWith(ctx.payments, { readEvent }) },
      body,
      await sign(body),
    );
    expect(received).toEqual(refusal ? { ok: false, error: refusal } : { ok: true, value: undefined });
    expect(await stateOf(ctx, orderId)).toBe(refusal ? "awaiting_payment" : "paid");
    const known = await ctx.db.selectFrom("payment_events").select("id").where("object_id", "=", sessionId).execute();
    expect(known).toHaveLength(refusal ? 0 : 1);
    if (refusal) await settleOrder(ctx, sessionId);
  });

  it("with false content is not trusted: the payment is read from the provider", async () => {
    const lottery = await makeLottery(ctx);
    const { orderId, sessionId } = await order(ctx, lottery, 2);
    const body = completed(sessionId);
    await deliverWebhook(ctx, body, await sign(body));
    expect(await stateOf(ctx, orderId)).toBe("awaiting_payment");
  });

  it("that failed half way is processed again when it comes again", async () => {
    const { orderId, sessionId } = await paidOrder();
    const body = completed(sessionId);
    const broken: TestCtx = {
      ...ctx,
      payments: paymentsWith(ctx.payments, { getPage: () => Promise.reject(new Error("the provider does not answer")) }),
    };
    await expect(deliverWebhook(broken, body, await sign(body))).rejects.toThrow("does not answer");
    await deliverWebhook(ctx, body, await sign(body));
    expect(await stateOf(ctx, orderId)).toBe("paid");
  });
});

describe("lost webhooks", () => {
  it("are replaced by reconciling", async () => {
    const { orderId } = await paidOrder();
    await reconcilePayments(ctx);
    expect(await stateOf(ctx, orderId)).toBe("paid");
    const events = await ctx.db.selectFrom("payment_events").select("id").where("order_id", "=", orderId).execute();
    expect(events.length).toBeGreaterThan(0);
  });

  it("are not delayed by one that always fails", async () => {
    const poisoned = await paidOrder();
    const { orderId } = await paidOrder();
    const getPage: PaymentProvider["getPage"] = (id) =>
      id === poisoned.sessionId ? Promise.reject(new Error("gone")) : ctx.payments.of("stripe").getPage(id);
    await reconcilePayments({ ...ctx, payments: paymentsWith(ctx.payments, { getPage }) });
    expect(await stateOf(ctx, orderId)).toBe("paid");
    await reconcilePayments(ctx);
    expect(await stateOf(ctx, poisoned.orderId)).toBe("paid");
  });

  it("do not stop a refund whose queue gave up", async () => {
    const { orderId, sessionId, lottery } = await paidOrder();
    await ctx.db.updateTable("lotteries").set({ status: "cancelled" }).where("id", "=", lottery).execute();
    await settleOrder(ctx, sessionId);
    await reconcilePayments(ctx);
    expect(await stateOf(ctx, orderId)).toBe("refund_due");
    ctx.setNow(new Date(Date.now() + 2 * 3_600_000));
    await reconcilePayments(ctx);
    ctx.setNow(undefined);
    expect(await stateOf(ctx, orderId)).toBe("refunded");
  });

  it("do not stop a refund, however many older ones fail", async () => {
    const lottery = await makeLottery(ctx);
    const orders = [];
    for (let i = 0; i < 51; i++) orders.push(await order(ctx, lottery, 1));
    for (const { sessionId } of orders) await pay(ctx, sessionId);
    await ctx.db.updateTable("lotteries").set({ status: "cancelled" }).where("id", "=", lottery).execute();
    for (const { sessionId } of orders) await settleOrder(ctx, sessionId);
    const last = orders.at(-1)?.orderId ?? "";
    const refund: PaymentProvider["refund"] = (input) =>
      input.orderId === last ? ctx.payments.of("stripe").refund(input) : Promise.reject(new Error("gone"));
    const poor = { ...ctx, payments: paymentsWith(ctx.payments, { refund }) };
    ctx.setNow(new Date(Date.now() + 2 * 3_600_000));
    for (let round = 0; round < 3; round++) await reconcilePayments(poor);
    expect(await stateOf(ctx, last)).toBe("refunded");
    while ((await ctx.db.selectFrom("refunds").select("id").where("state", "=", "due").execute()).length > 0)
      await reconcilePayments(ctx);
    ctx.setNow(undefined);
  });

  it("of other sales in the same account are skipped", async () => {
    const { sessionId } = await paidOrder();
    const id = "cs_test_of_another_shop";
    const payments = paymentsWith(ctx.payments, {
      getPage: async () => ({ ...(await ctx.payments.of("stripe").getPage(sessionId)), id, orderId: undefined }),
    });
    expect(await settleOrder({ ...ctx, payments }, id, { provider: "stripe" })).toEqual({
      orderId: undefined,
      outcome: "unknown",
    });
    await settleOrder(ctx, sessionId);
  });
});

describe("a refund made at the provider", () => {
  const chargeOf = async (sessionId: string) =>
    (await ledger()).charges.find((charge) => charge.session === sessionId || charge.payment_intent === intentOf.get(sessionId))
      ?.id;
  const intentOf = new Map<string, string>();
  type Ledger = { charges: { id: string; payment_intent?: string; session?: string }[] };
  const ledger = async () => (await (await fetch(`${ctx.simulatorUrl}/_simulator/ledger`)).json()) as Ledger;

  async function settled() {
    const made = await paidOrder(4);
    await settleOrder(ctx, made.sessionId);
    const row = await ctx.db
      .selectFrom("orders")
      .select("payment_intent_id")
      .where("id", "=", made.orderId)
      .executeTakeFirstOrThrow();
    intentOf.set(made.sessionId, row.payment_intent_id ?? "");
    return { ...made, charge: await chargeOf(made.sessionId) };
  }
  const valid = async (orderId: string) =>
    (
      await ctx.db
        .selectFrom("tickets")
        .select("ticket_number")
        .where("order_id", "=", orderId)
        .where("void_at", "is", null)
        .execute()
    ).length;

  it("voids the tickets before the freeze; their numbers stay used", async () => {
    const { orderId, charge, lottery } = await settled();
    await control(ctx, `/_simulator/charges/${charge}/refund`, {});
    await reconcilePayments(ctx);
    expect(await stateOf(ctx, orderId)).toBe("refunded");
    expect(await valid(orderId)).toBe(0);
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 0, held: 0, last: 4 });
    expect(await ctx.db.selectFrom("refunds").select("reason").where("order_id", "=", orderId).execute()).toEqual([
      { reason: "at_provider" },
    ]);
    const next = await order(ctx, lottery, 1);
    await pay(ctx, next.sessionId);
    await settleOrder(ctx, next.sessionId);
    expect(await numbersOf(ctx, next.orderId)).toEqual([5]);
  });

  it("is processed if its event comes before the payment's", async () => {
    const { orderId, sessionId, lottery } = await paidOrder(4);
    const charge = (await ledger()).charges.at(-1);
    await control(ctx, `/_simulator/charges/${charge?.id}/refund`, {});
    const body = JSON.stringify({
      id: `evt_early_${sessionId}`,
      object: "event",
      type: "charge.refunded",
      created: 1,
      data: { object: { payment_intent: charge?.payment_intent, amount_refunded: 11_996 } },
    });
    await deliverWebhook(ctx, body, await sign(body));
    await settleOrder(ctx, sessionId);
    expect(await stateOf(ctx, orderId)).toBe("refunded");
    expect(await valid(orderId)).toBe(0);
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 0, held: 0 });
  });

  it("in parts follows the provider, not the events; the tickets stay until all is refunded", async () => {
    const { orderId, sessionId, charge } = await settled();
    const tell = async (claimed: number) => {
      const body = JSON.stringify({
        id: `evt_${sessionId}_${claimed}`,
        object: "event",
        type: "charge.refunded",
        created: 1,
        data: { object: { payment_intent: intentOf.get(sessionId), amount_refunded: claimed } },
      });
      await deliverWebhook(ctx, body, await sign(body));
    };
    const refunded = () => ctx.db.selectFrom("orders").select("refunded_pence").where("id", "=", orderId).executeTakeFirst();
    await control(ctx, `/_simulator/charges/${charge}/refund`, { amount: 500 });
    await tell(11_996);
    expect(await refunded()).toEqual({ refunded_pence: 500 });
    expect(await valid(orderId)).toBe(4);
    await control(ctx, `/_simulator/charges/${charge}/refund`, { amount: 11_496 });
    await tell(100);
    expect(await refunded()).toEqual({ refunded_pence: 11_996 });
    expect(await valid(orderId)).toBe(0);
  });

  it("waits for a freeze in progress", async () => {
    const { orderId, sessionId, charge, lottery } = await settled();
    const { id } = (await control(ctx, `/_simulator/charges/${charge}/dispute`, {})) as { id: string };
    const body = JSON.stringify({
      id: `evt_frozen_${sessionId}`,
      object: "event",
      type: "charge.dispute.created",
      created: 1,
      data: { object: { id, object: "dispute", payment_intent: intentOf.get(sessionId) } },
    });
    const signature = await sign(body);
    let disputed: Promise<unknown> | undefined;
    await ctx.db.transaction().execute(async (freeze) => {
      await freeze.updateTable("lotteries").set({ sales_state: "closed" }).where("id", "=", lottery).execute();
      disputed = deliverWebhook(ctx, body, signature);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await valid(orderId)).toBe(4);
    });
    expect(await disputed).toMatchObject({ ok: true });
    expect(await valid(orderId)).toBe(4);
    expect(await stateOf(ctx, orderId)).toBe("paid");
  });

  it("after the freeze leaves the entries as they are and raises an alert", async () => {
    const { orderId, charge, lottery } = await settled();
    await ctx.db.updateTable("lotteries").set({ sales_state: "closed" }).where("id", "=", lottery).execute();
    const alerts: unknown[] = [];
    const listening: TestCtx = {
      ...ctx,
      log: Object.assign(Object.create(ctx.log), { error: (fields: unknown) => alerts.push(fields) }),
    };
    await control(ctx, `/_simulator/charges/${charge}/refund`, {});
    await reconcilePayments(listening);
    expect(await stateOf(ctx, orderId)).toBe("paid");
    expect(await valid(orderId)).toBe(4);
    expect(alerts).toContainEqual(expect.objectContaining({ alert: "money_went_back", order: orderId, frozen: true }));
  });
});
