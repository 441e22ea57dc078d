/** At most £250 a month by credit card: the page blocks more, and later payments are refunded. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type MadeUser, makeLottery, makeUser } from "#demo/makers.ts";
import { paymentsWith, type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { PaymentPage, PaymentProvider } from "#platform/payments/payments.server.ts";
import { openDb } from "#platform/postgres/db.server.ts";
import { pence } from "#shared/money/money.ts";
import { CREDIT_LIMIT } from "../../rules/checkout/spending.ts";
import { control, countWaiting, order, pay, stateOf, stockOf } from "../orders.fixture.ts";
import { lockLotteryState } from "../refunds/lottery-state-store.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { reconcilePayments } from "../settlement/reconcile-payments.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { sweepOrders } from "../settlement/sweep-orders.ts";
import { showEligibility } from "./find-eligibility.ts";

const CREDIT = "4000008260000000";
const DEBIT = "4000058260000005";

let ctx: TestCtx;
let lottery: string;
let buyer: MadeUser;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
beforeEach(async () => {
  buyer = await makeUser(ctx);
  // £125 a ticket: two are exactly the credit card limit.
  lottery = await makeLottery(ctx, { price_per_ticket_pence: CREDIT_LIMIT / 2 });
});
afterAll(() => ctx.close());

async function bought(quantity: number, card: string, lotteryId = lottery) {
  const opened = await order(ctx, lotteryId, quantity, buyer);
  await pay(ctx, opened.sessionId, card);
  await settleOrder(ctx, opened.sessionId);
  return opened;
}

describe("the payment page", () => {
  it("accepts credit cards up to £250 in a month, and not a penny more", async () => {
    await bought(2, CREDIT);
    const cheap = await makeLottery(ctx, { price_per_ticket_pence: 30 });
    const next = await order(ctx, cheap, 1, buyer);
    await expect(pay(ctx, next.sessionId, CREDIT)).rejects.toThrow("402");
    await pay(ctx, next.sessionId, DEBIT);
    await settleOrder(ctx, next.sessionId);
    expect(
      await ctx.db
        .selectFrom("orders")
        .select(["state", "card_funding", "credit_blocked"])
        .where("id", "=", next.orderId)
        .execute(),
    ).toEqual([{ state: "paid", card_funding: "debit", credit_blocked: true }]);
  });

  it("blocks credit cards for a single order above £250, and accepts debit cards", async () => {
    const large = await order(ctx, lottery, 3, buyer);
    await expect(pay(ctx, large.sessionId, CREDIT)).rejects.toThrow("402");
    await pay(ctx, large.sessionId, DEBIT);
  });

  it("counts open pages, but no debit card payments", async () => {
    await bought(2, DEBIT);
    expect(await showEligibility(ctx, buyer.id, CREDIT_LIMIT)).toMatchObject({ isCreditBlocked: false });
    await order(ctx, lottery, 1, buyer);
    expect(await showEligibility(ctx, buyer.id, CREDIT_LIMIT)).toMatchObject({ isCreditBlocked: true });
    expect(await showEligibility(ctx, buyer.id, pence(CREDIT_LIMIT / 2))).toMatchObject({ isCreditBlocked: false });
  });

  it("accepts credit cards again in the next month", async () => {
    const next = await makeLottery(ctx, {
      start_date: "2027-02-01",
      end_date: "2027-03-31",
      price_per_ticket_pence: CREDIT_LIMIT,
    });
    ctx.setNow(new Date("2027-02-28T23:00:00Z"));
    expect(await showEligibility(ctx, buyer.id, CREDIT_LIMIT)).toMatchObject({ isCreditBlocked: false });
    await ctx.db
      .insertInto("orders")
      .values({
        kind: "paid",
        state: "paid",
        lottery_id: next,
        user_id: buyer.id,
        quantity: 1,
        unit_price_pence: CREDIT_LIMIT,
        total_pence: CREDIT_LIMIT,
        captured_pence: CREDIT_LIMIT,
        payment_intent_id: `pi_${buyer.id}`,
        card_funding: "credit",
        created_at: ctx.now(),
      })
      .execute();
    expect(await showEligibility(ctx, buyer.id, pence(30))).toMatchObject({ isCreditBlocked: true });
    ctx.setNow(new Date("2027-03-01T00:00:00Z"));
    expect(await showEligibility(ctx, buyer.id, CREDIT_LIMIT)).toMatchObject({ isCreditBlocked: false });
    ctx.setNow(undefined);
    // It was never bought, so it has no ticket.
    await openDb(ctx.owner).deleteFrom("orders").where("lottery_id", "=", next).execute();
  });
});

const atProvider = async (sessionId: string) => {
  const {
    payment_intents: intents,
    sessions,
    refunds,
  } = (await (await fetch(`${ctx.simulatorUrl}/_simulator/ledger`)).json()) as {
    payment_intents: { id: string; status: string; amount_received: number }[];
    sessions: { id: string; payment_intent: string }[];
    refunds: { payment_intent: string }[];
  };
  const id = sessions.find((session) => session.id === sessionId)?.payment_intent;
  const intent = intents.find((each) => each.id === id);
  const back = refunds.filter(({ payment_intent: intent }) => intent === id).length;
  return { status: intent?.status, received: intent?.amount_received, refunds: back };
};

/** Payments by cards that turn out to be credit cards after the payment. */
function sayingCredit(): TestCtx {
  const stripe = ctx.payments.of("stripe");
  const getPage: PaymentProvider["getPage"] = async (id) => ({ ...(await stripe.getPage(id)), cardFunding: "credit" });
  const capture = async (page: PaymentPage): Promise<PaymentPage> => ({
    ...page,
    ...(await stripe.capture?.(page)),
    cardFunding: "credit",
  });
  return { ...ctx, payments: paymentsWith(ctx.payments, { getPage, capture }) };
}

describe("a card whose kind is unknown before the payment", () => {
  const elsewhere = () => makeLottery(ctx, { price_per_ticket_pence: CREDIT_LIMIT / 2 });

  it("is voided before the capture, if its page had to block credit cards", async () => {
    await bought(2, CREDIT);
    const other = await elsewhere();
    const { orderId, sessionId } = await order(ctx, other, 1, buyer);
    await pay(ctx, sessionId, DEBIT);
    expect(await atProvider(sessionId)).toEqual({ status: "requires_capture", received: 0, refunds: 0 });
    await settleOrder(sayingCredit(), sessionId);
    expect(await stateOf(ctx, orderId)).toBe("expired");
    expect(await stockOf(ctx, other)).toMatchObject({ held: 0, sold: 0 });
    expect(await atProvider(sessionId)).toEqual({ status: "canceled", received: 0, refunds: 0 });
    // A repeated call returns the same.
    await settleOrder(ctx, sessionId);
    expect(await stateOf(ctx, orderId)).toBe("expired");
  });

  it("is captured once if it is no credit card, however often it is settled", async () => {
    const large = await order(ctx, lottery, 3, buyer);
    await pay(ctx, large.sessionId, DEBIT);
    await Promise.all(Array.from({ length: 4 }, () => settleOrder(ctx, large.sessionId)));
    expect(await stateOf(ctx, large.orderId)).toBe("paid");
    expect(await atProvider(large.sessionId)).toEqual({ status: "succeeded", received: (CREDIT_LIMIT / 2) * 3, refunds: 0 });
  });

  it("is found by the sweeper and by reconciling without a webhook", async () => {
    for (const find of [sweepOrders, reconcilePayments]) {
      const large = await order(ctx, await elsewhere(), 3, buyer);
      await pay(ctx, large.sessionId, DEBIT);
      if (find === sweepOrders) ctx.setNow(new Date(Date.now() + 36 * 60_000));
      await find(ctx);
      ctx.setNow(undefined);
      expect(await stateOf(ctx, large.orderId)).toBe("paid");
    }
  });

  it("is refunded, with the reason, if its page captured at once", async () => {
    const first = await order(ctx, lottery, 2, buyer);
    const second = await order(ctx, await elsewhere(), 1, buyer);
    await pay(ctx, second.sessionId, DEBIT);
    await settleOrder(sayingCredit(), second.sessionId);
    expect(await stateOf(ctx, second.orderId)).toBe("paid");
    await pay(ctx, first.sessionId, CREDIT);
    await settleOrder(ctx, first.sessionId);
    expect(await stateOf(ctx, first.orderId)).toBe("refund_due");
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 0, sold: 0 });
    await sendRefund(ctx, first.orderId);
    expect(await stateOf(ctx, first.orderId)).toBe("refunded");
    const refunds = ctx.db.selectFrom("refunds").select(["reason", "amount_pence", "state"]);
    expect(await refunds.where("order_id", "=", first.orderId).execute()).toEqual([
      { reason: "credit_limit", amount_pence: CREDIT_LIMIT, state: "succeeded" },
    ]);
  });
});

it("two concurrent payments are not both accepted", async () => {
  const other = await makeLottery(ctx, { price_per_ticket_pence: CREDIT_LIMIT / 2 });
  const orders = [await order(ctx, lottery, 2, buyer), await order(ctx, other, 1, buyer)];
  for (const { sessionId } of orders) await pay(ctx, sessionId, DEBIT);
  let settling: Promise<unknown> = Promise.resolve();
  await ctx.db.transaction().execute(async (before) => {
    await before.selectFrom("users").select("id").where("id", "=", buyer.id).forNoKeyUpdate().execute();
    settling = Promise.all(orders.map(({ sessionId }) => settleOrder(sayingCredit(), sessionId)));
    await expect.poll(() => countWaiting(ctx)).toBe(2);
  });
  await settling;
  const states = await Promise.all(orders.map(({ orderId }) => stateOf(ctx, orderId)));
  // The first page captures at once; the second one only authorises.
  expect([
    ["paid", "expired"],
    ["refund_due", "paid"],
  ]).toContainEqual(states);
});

it("keying in a card for the player at the same time does not deadlock", async () => {
  const { orderId, sessionId } = await order(ctx, lottery, 1, buyer);
  await pay(ctx, sessionId, CREDIT);
  let settling: Promise<unknown> = Promise.resolve();
  await ctx.db.transaction().execute(async (keyingIn) => {
    await lockLotteryState(keyingIn, lottery);
    settling = settleOrder(ctx, sessionId);
    await expect.poll(() => countWaiting(ctx)).toBe(1);
    await keyingIn.selectFrom("users").select("id").where("id", "=", buyer.id).forNoKeyUpdate().execute();
  });
  await settling;
  expect(await stateOf(ctx, orderId)).toBe("paid");
});

// The last test, because the provider's clock only goes forwards.
it("an unnoticed authorisation lapses in a week without tickets", async () => {
  const own = await makeLottery(ctx, { price_per_ticket_pence: CREDIT_LIMIT / 2 });
  const { orderId, sessionId } = await order(ctx, own, 3, buyer);
  await pay(ctx, sessionId, DEBIT);
  await control(ctx, "/_simulator/clock", { advanceSeconds: 7 * 86_400 + 1 });
  await settleOrder(ctx, sessionId);
  expect(await stateOf(ctx, orderId)).toBe("expired");
  expect(await stockOf(ctx, own)).toMatchObject({ held: 0, sold: 0 });
  expect(await atProvider(sessionId)).toEqual({ status: "canceled", received: 0, refunds: 0 });
});
