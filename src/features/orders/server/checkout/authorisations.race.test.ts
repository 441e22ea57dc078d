/** Authorisations that race with another one, a faster buyer, an erasure or a lost webhook. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { compareWithProvider } from "#app/checks/provider-ledger.ts";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { order, stateOf, stockOf } from "../orders.fixture.ts";
import { eraseUser } from "../players/erase-user.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { CHECKOUT_CARDS, type Checkout, withCheckout } from "../settlement/checkout-com.fixture.ts";
import { reconcilePayments } from "../settlement/reconcile-payments.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { endHold, sweepOrders } from "../settlement/sweep-orders.ts";
import { findOrderRow } from "../store.ts";

const HOURS_MS = 3_600_000;
let own: TestCtx;
let shop: Checkout;
let ctx: TestCtx;
beforeAll(async () => {
  own = await testCtx({ RATE_LIMITS: "off" });
  shop = await withCheckout(own);
  ({ ctx } = shop);
});
afterEach(async () => {
  own.setNow(undefined);
  await shop.turn({ pendActions: 0 });
});
afterAll(async () => {
  expect(await compareWithProvider(ctx, new Date(Date.now() - HOURS_MS), 1)).toEqual([]);
  await shop.simulator.stop();
  await own.close();
});

const moneyOf = async (paymentId: string) => {
  const payment = (await shop.ledger()).payments.find(({ id }) => id === paymentId);
  return payment && { captured: payment.captured, voided: payment.voided, refunded: payment.refunded };
};
/** £239.92: one is within the limit, two are not. */
const ALMOST_ALL = 8;
const TOTAL = 23_992;

describe("two credit card payments of one person", () => {
  const authorised = async () => {
    const buyer = await makeUser(ctx);
    const placed = [
      await order(ctx, await makeLottery(ctx), ALMOST_ALL, buyer),
      await order(ctx, await makeLottery(ctx), ALMOST_ALL, buyer),
    ];
    return Promise.all(placed.map(async (each) => ({ ...each, payment: await shop.pay(each.sessionId, CHECKOUT_CARDS.credit) })));
  };
  const expectOneTaken = async (both: Awaited<ReturnType<typeof authorised>>) => {
    const money = await Promise.all(both.map(({ payment }) => moneyOf(payment)));
    const [none, taken] = [
      { captured: 0, voided: TOTAL, refunded: 0 },
      { captured: TOTAL, voided: 0, refunded: 0 },
    ];
    expect(money.toSorted((a, b) => (a?.captured ?? 0) - (b?.captured ?? 0))).toEqual([none, taken]);
    const states = await Promise.all(both.map(({ orderId }) => stateOf(ctx, orderId)));
    expect(states.toSorted()).toEqual(["expired", "paid"]);
  };

  it("authorised at the same time: one is captured, the other voided", async () => {
    for (let round = 0; round < 5; round += 1) {
      const both = await authorised();
      await Promise.all(both.map(({ sessionId }) => settleOrder(ctx, sessionId)));
      await expectOneTaken(both);
    }
  });

  it("the second one is voided while the capture of the first is pending", async () => {
    const both = await authorised();
    await shop.turn({ pendActions: 1 });
    for (const { sessionId } of both) await settleOrder(ctx, sessionId);
    expect(await stateOf(ctx, both[0]?.orderId ?? "")).toBe("awaiting_payment");
    await shop.turn({ pendActions: 0 });
    await shop.control("clock", { advanceSeconds: 5 });
    for (const { sessionId } of both) await settleOrder(ctx, sessionId);
    await expectOneTaken(both);
  });

  it("the second one is captured if the bank refuses the capture of the first", async () => {
    const buyer = await makeUser(ctx);
    const [first, second] = [
      await order(ctx, await makeLottery(ctx), ALMOST_ALL, buyer),
      await order(ctx, await makeLottery(ctx), ALMOST_ALL, buyer),
    ];
    await shop.pay(first.sessionId, CHECKOUT_CARDS.credit);
    await shop.turn({ failCaptures: 1 });
    await settleOrder(ctx, first.sessionId);
    await shop.turn({ failCaptures: 0 });
    expect(await stateOf(ctx, first.orderId)).toBe("expired");
    const payment = await shop.pay(second.sessionId, CHECKOUT_CARDS.credit);
    await settleOrder(ctx, second.sessionId);
    expect((await moneyOf(payment))?.captured).toBe(TOTAL);
  });
});

it("a late authorisation whose tickets are sold during its capture is refunded", async () => {
  const lottery = await makeLottery(ctx, { tickets_available: 2 });
  const { orderId, sessionId } = await order(ctx, lottery, 2);
  const held = await findOrderRow(ctx.db, orderId);
  if (held) await endHold(ctx, held);
  const payment = await shop.pay(sessionId);
  let faster = { orderId: "", sessionId: "" };
  const capture: NonNullable<typeof shop.provider.capture> = async (page) => {
    faster = await order(ctx, lottery, 1);
    await shop.pay(faster.sessionId);
    await settleOrder(ctx, faster.sessionId);
    if (!shop.provider.capture) throw new Error("Money is captured there");
    return shop.provider.capture(page);
  };
  await settleOrder(shop.but({ capture }), sessionId);
  expect(await stateOf(ctx, orderId)).toBe("refund_due");
  await sendRefund(ctx, orderId);
  expect(await stateOf(ctx, orderId)).toBe("refunded");
  expect(await moneyOf(payment)).toEqual({ captured: 5_998, voided: 0, refunded: 5_998 });
  expect(await stateOf(ctx, faster.orderId)).toBe("paid");
  expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 1, held: 0 });
});

describe("a buyer who is erased with an open authorisation", () => {
  const authorised = async () => {
    const { userId: id, email } = await registered(ctx);
    const lottery = await makeLottery(ctx);
    const placed = await order(ctx, lottery, 2, { id, email });
    return { ...placed, id, lottery, pay: () => shop.pay(placed.sessionId) };
  };
  const erase = (id: string) => eraseUser(ctx, id, { tickets: "refund" });

  it("unknown to the shop gets the money back", async () => {
    const { id, orderId, lottery, pay } = await authorised();
    const payment = await pay();
    expect(await erase(id)).toMatchObject({ ok: true });
    expect(await stateOf(ctx, orderId)).toBe("refund_due");
    await sendRefund(ctx, orderId);
    expect(await moneyOf(payment)).toEqual({ captured: 5_998, voided: 0, refunded: 5_998 });
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 0, held: 0 });
  });

  it("with a pending capture gets the captured money back and no ticket", async () => {
    const { id, orderId, sessionId, lottery, pay } = await authorised();
    const payment = await pay();
    await shop.turn({ pendActions: 1 });
    expect(await erase(id)).toMatchObject({ ok: true });
    await shop.turn({ pendActions: 0 });
    await shop.control("clock", { advanceSeconds: 5 });
    await settleOrder(ctx, sessionId);
    expect(await stateOf(ctx, orderId)).toBe("refund_due");
    await sendRefund(ctx, orderId);
    expect(await moneyOf(payment)).toEqual({ captured: 5_998, voided: 0, refunded: 5_998 });
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 0, held: 0 });
  });

  it("who authorises afterwards has it voided", async () => {
    const { id, orderId, sessionId, pay } = await authorised();
    expect(await erase(id)).toMatchObject({ ok: true });
    const payment = await pay();
    await settleOrder(ctx, sessionId);
    expect(await stateOf(ctx, orderId)).toBe("expired");
    expect(await moneyOf(payment)).toEqual({ captured: 0, voided: 5_998, refunded: 0 });
  });
});

it("a second authorisation without a webhook is found after its page has ended, and voided", async () => {
  const [paid, unpaid] = [await order(ctx, await makeLottery(ctx), 2), await order(ctx, await makeLottery(ctx), 2)];
  const first = await shop.pay(paid.sessionId);
  await settleOrder(ctx, paid.sessionId);
  const second = await shop.pay(paid.sessionId, CHECKOUT_CARDS.credit, true);
  await reconcilePayments(ctx);
  expect(await moneyOf(second)).toEqual({ captured: 0, voided: 0, refunded: 0 });
  own.setNow(new Date(Date.now() + 25 * HOURS_MS));
  await reconcilePayments(ctx);
  expect(await moneyOf(second)).toEqual({ captured: 0, voided: 5_998, refunded: 0 });
  expect(await moneyOf(first)).toEqual({ captured: 5_998, voided: 0, refunded: 0 });
  expect(await stateOf(ctx, paid.orderId)).toBe("paid");
  await sweepOrders(ctx);
  expect(await stateOf(ctx, unpaid.orderId)).toBe("expired");
});

it("a failed listing of authorisations is retried in the next round", async () => {
  const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 2);
  await shop.pay(sessionId);
  await settleOrder(ctx, sessionId);
  const second = await shop.pay(sessionId, CHECKOUT_CARDS.debit, true);
  own.setNow(new Date(Date.now() + 25 * HOURS_MS));
  let isDown = true;
  const listAuthorisations: NonNullable<typeof shop.provider.listAuthorisations> = async (id) =>
    isDown ? Promise.reject(new Error("no answer")) : ((await shop.provider.listAuthorisations?.(id)) ?? []);
  const flaky = shop.but({ listAuthorisations });
  await reconcilePayments(flaky);
  expect((await moneyOf(second))?.voided).toBe(0);
  isDown = false;
  await reconcilePayments(flaky);
  expect((await moneyOf(second))?.voided).toBe(5_998);
  expect(await stateOf(ctx, orderId)).toBe("paid");
});
