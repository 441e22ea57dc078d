/** Purchases through a provider whose page only authorises: captured once, or voided. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { compareWithProvider } from "#app/checks/provider-ledger.ts";
import { makeLottery, makeUser, RIGHT_ANSWER } from "#demo/makers.ts";
import { alertPath } from "#features/access/rules/alert.ts";
import { listAlertRows } from "#features/access/server/alert-store.ts";
import { createPromotion } from "#features/lotteries/server/promotion-codes.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { PaymentDispute } from "#platform/payments/payment-disputes.server.ts";
import { IncompleteList } from "#shared/incomplete-list.ts";
import { UnresolvedAuthorisation } from "#shared/unresolved-authorisation.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { disputesOf } from "../disputes/reconcile-disputes.ts";
import { settleDispute } from "../disputes/settle-dispute.ts";
import { numbersOf, order, sessionOf, stateOf, stockOf } from "../orders.fixture.ts";
import { settlePurchase } from "../reading/show-purchase.ts";
import { refundRemaining } from "../refunds/refund-store.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { findOrderRow, lockOrder } from "../store.ts";
import { voidTickets } from "../ticket-store.ts";
import { CHECKOUT_CARDS, CHECKOUT_KEYS, type Checkout, withCheckout } from "./checkout-com.fixture.ts";
import { receiveEvent } from "./receive-event.ts";
import { reconcileAuthorisations, reconcilePayments } from "./reconcile-payments.ts";
import { settleOrder, settlePage } from "./settle-order.ts";
import { endHold, sweepOrders } from "./sweep-orders.ts";

let own: TestCtx;
let shop: Checkout;
let ctx: TestCtx;
beforeAll(async () => {
  own = await testCtx();
  shop = await withCheckout(own);
  ({ ctx } = shop);
});
afterEach(async () => {
  own.setNow(undefined);
  await shop.turn({ pendActions: 0, failCaptures: 0, failRefunds: 0, dropReplies: 0, refuse: 0 });
});
afterAll(async () => {
  expect(await compareWithProvider(ctx, new Date(Date.now() - 3_600_000), 1)).toEqual([]);
  await shop.simulator.stop();
  await own.close();
});

const moneyOf = async (paymentId: string) => {
  const payment = (await shop.ledger()).payments.find(({ id }) => id === paymentId);
  return payment && { captured: payment.captured, voided: payment.voided, refunded: payment.refunded };
};
/** By staff, in the provider's dashboard. */
const byHand = async (payment: string, what: string) => {
  const headers = { Authorization: `Bearer ${CHECKOUT_KEYS.secretKey}` };
  const reply = await fetch(`${shop.simulator.url}/payments/${payment}/${what}`, { method: "POST", headers });
  expect(reply.status).toBe(202);
};
const captureByHand = (payment: string) => byHand(payment, "captures");
const alertsOf = (orderId: string) =>
  ctx.db
    .selectFrom("alerts")
    .select(["id", "kind", "times", "facts", "handled_at"])
    .where("subject_id", "like", `${orderId} %`)
    .orderBy("kind")
    .orderBy("raised_at")
    .execute();
const NOTHING = { captured: 0, voided: 0, refunded: 0 };
const crash = (): never => {
  throw new Error("crash");
};
/** An event of the provider about a payment, with an id chosen by the test. */
let events = 0;
const tell = (orderId: string, payment: string, type = "payment_approved", kind: "page" | "refund" = "page") =>
  receiveEvent(ctx, {
    id: `checkout:evt_test_${++events}`,
    ...{ provider: "checkout", kind, type, createdAt: ctx.now(), orderId },
    ...{ sessionId: undefined, paymentIntentId: payment, disputeId: undefined },
  });

describe("a purchase", () => {
  it("is captured for the authorised sum and becomes tickets once, however often it is settled", async () => {
    const lottery = await makeLottery(ctx);
    const { orderId, sessionId } = await order(ctx, lottery, 5);
    const payment = await shop.pay(sessionId);
    const delivered = Array.from({ length: 8 }, () => tell(orderId, payment));
    await Promise.all([...delivered, settleOrder(ctx, sessionId), settleOrder(ctx, sessionId)]);
    expect(await numbersOf(ctx, orderId)).toEqual([1, 2, 3, 4, 5]);
    const { total = 0, paymentIntentId, capturing } = (await findOrderRow(ctx.db, orderId)) ?? {};
    expect([paymentIntentId, capturing]).toEqual([payment, payment]);
    expect(await moneyOf(payment)).toEqual({ ...NOTHING, captured: total });
  });

  it("is settled when its buyer returns by order id, and hidden from other buyers", async () => {
    const buyer = await makeUser(ctx);
    const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1, buyer);
    await shop.pay(sessionId);
    const stranger = await makeUser(ctx);
    expect(await settlePurchase(ctx, { ...stranger, address: "192.0.2.1" }, { orderId })).toBeUndefined();
    expect(await settlePurchase(ctx, { ...buyer, address: "192.0.2.1" }, { orderId })).toMatchObject({ state: "paid" });
  });

  it("that is authorised in another currency is voided, even if the number is right", async () => {
    const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
    const payment = await shop.pay(sessionId);
    const page = await ctx.payments.of("checkout").getPage(sessionId, payment);
    await settlePage(ctx, { ...page, currency: "jpy" });
    expect((await moneyOf(payment))?.captured).toBe(0);
    expect((await moneyOf(payment))?.voided).toBeGreaterThan(0);
    expect(await stateOf(ctx, orderId)).toBe("expired");
  });

  it("that is declined, then paid, is one purchase", async () => {
    const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
    await shop.pay(sessionId, CHECKOUT_CARDS.declined);
    expect(await settleOrder(ctx, sessionId)).toMatchObject({ outcome: "pending" });
    await shop.pay(sessionId);
    await settleOrder(ctx, sessionId);
    expect(await stateOf(ctx, orderId)).toBe("paid");
  });

  it("keeps its hold while the capture is pending, and gets tickets with its event", async () => {
    const lottery = await makeLottery(ctx);
    const { orderId, sessionId } = await order(ctx, lottery, 3);
    const payment = await shop.pay(sessionId);
    await shop.turn({ pendActions: 1 });
    expect(await settleOrder(ctx, sessionId)).toMatchObject({ outcome: "pending" });
    const held = await findOrderRow(ctx.db, orderId);
    if (held) await endHold(ctx, held);
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 3, sold: 0 });
    await shop.control("clock", { advanceSeconds: 3 });
    await tell(orderId, payment, "payment_captured");
    expect(await stateOf(ctx, orderId)).toBe("paid");
  });

  it("keeps its hold if the payment is chosen while another process ends the unpaid page", async () => {
    const lottery = await makeLottery(ctx);
    const { orderId, sessionId } = await order(ctx, lottery, 3);
    let payment = "";
    const slow = shop.but({
      expirePage: async (...args) => {
        const closed = await shop.provider.expirePage(...args);
        payment = await shop.pay(sessionId);
        await shop.turn({ pendActions: 1 });
        await settleOrder(ctx, sessionId);
        return closed;
      },
    });
    const seen = await findOrderRow(ctx.db, orderId);
    if (seen) await endHold(slow, seen);
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 3, sold: 0 });
    await shop.control("clock", { advanceSeconds: 3 });
    await tell(orderId, payment, "payment_captured");
    expect(await stateOf(ctx, orderId)).toBe("paid");
  });

  it("whose capture the bank refuses releases its tickets without a payment", async () => {
    const lottery = await makeLottery(ctx);
    const { orderId, sessionId } = await order(ctx, lottery, 3);
    const payment = await shop.pay(sessionId, CHECKOUT_CARDS.captureFails);
    await settleOrder(ctx, sessionId);
    expect(await stateOf(ctx, orderId)).toBe("expired");
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 0, sold: 0 });
    expect(await moneyOf(payment)).toEqual(NOTHING);
  });

  it("paid in two tabs is captured once; the other authorisation is voided, in any order of events", async () => {
    for (const firstTold of [0, 1]) {
      const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
      const payments = [await shop.pay(sessionId), await shop.pay(sessionId, CHECKOUT_CARDS.debit, true)];
      const [chosen = "", other = ""] = firstTold === 0 ? payments : payments.toReversed();
      await tell(orderId, chosen);
      await tell(orderId, other);
      const { total = 0 } = (await findOrderRow(ctx.db, orderId)) ?? {};
      expect([await moneyOf(chosen), await moneyOf(other)]).toEqual([
        { ...NOTHING, captured: total },
        { ...NOTHING, voided: total },
      ]);
    }
  });

  it("paid in two tabs with concurrent events is captured once", async () => {
    const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
    const payments = [await shop.pay(sessionId), await shop.pay(sessionId, CHECKOUT_CARDS.debit, true)];
    await Promise.all(payments.flatMap((payment) => [tell(orderId, payment), tell(orderId, payment)]));
    const { total = 0 } = (await findOrderRow(ctx.db, orderId)) ?? {};
    const money = await Promise.all(payments.map(moneyOf));
    expect(money.reduce((sum, each) => sum + (each?.captured ?? 0), 0)).toBe(total);
    expect(money.reduce((sum, each) => sum + (each?.voided ?? 0), 0)).toBe(total);
    expect(await stateOf(ctx, orderId)).toBe("paid");
  });

  it("paid in two tabs, both captured by staff at the provider, refunds the second payment once", async () => {
    for (const isHeard of [true, false]) {
      const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
      const [first, second] = [await shop.pay(sessionId), await shop.pay(sessionId, CHECKOUT_CARDS.debit, true)];
      for (const payment of [first, second]) await captureByHand(payment);
      for (const times of [1, 2]) {
        await tell(orderId, second, `payment_captured_${times}`);
        if (isHeard) await tell(orderId, first);
        if (!isHeard) own.setNow(new Date(Date.now() + 25 * 3_600_000));
        if (!isHeard) await reconcileAuthorisations(ctx, shop.provider);
        own.setNow(undefined);
      }
      const { total = 0, paymentIntentId } = (await findOrderRow(ctx.db, orderId)) ?? {};
      expect([await stateOf(ctx, orderId), paymentIntentId]).toEqual(["paid", second]);
      expect([await moneyOf(first), await moneyOf(second)]).toEqual([
        { captured: total, voided: 0, refunded: total },
        { captured: total, voided: 0, refunded: 0 },
      ]);
    }
  });

  it("with a second payment captured by staff that is disputed, or whose refund fails late, alerts staff", async () => {
    const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
    const [first, second] = [await shop.pay(sessionId), await shop.pay(sessionId, CHECKOUT_CARDS.debit, true)];
    await tell(orderId, first);
    await captureByHand(second);
    const { id } = await shop.control(`payments/${second}/dispute`);
    for (let times = 0; times < 2; times++) expect(await settleDispute(ctx, id, "checkout")).toBe(orderId);
    expect(await alertsOf(orderId)).toMatchObject([{ kind: "second_payment_disputed", facts: { message: `${id}, ${second}` } }]);
    expect(await stateOf(ctx, orderId)).toBe("paid");
    await tell(orderId, second);
    const [sent] = await shop.provider.listRefundsOf(second);
    await shop.control(`actions/${sent?.id}/fail`);
    await tell(orderId, second, "payment_refund_declined", "refund");
    // The returned payment keeps its alert in every round.
    await tell(orderId, second);
    expect((await alertsOf(orderId)).map(({ kind, handled_at }) => [kind, handled_at])).toEqual([
      ["second_payment_disputed", null],
      ["second_payment_kept", null],
    ]);
    expect(await moneyOf(first)).toMatchObject({ refunded: 0 });
    await shop.control(`disputes/${id}/turn`, { to: "won" });
  });

  it("with a disputed second payment alerts staff once, whatever its deadline, until the dispute is over", async () => {
    const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
    const [first, second] = [await shop.pay(sessionId), await shop.pay(sessionId, CHECKOUT_CARDS.debit, true)];
    await tell(orderId, first);
    await captureByHand(second);
    const { id } = await shop.control(`payments/${second}/dispute`);
    const logged = vi.spyOn(ctx.log, "error");
    const settleAndListAlerts = async (changes: Partial<PaymentDispute> = {}) => {
      const getDispute = async (disputeId: string) => {
        const reported = await shop.provider.getDispute(disputeId);
        return reported && { ...reported, ...changes };
      };
      expect(await settleDispute({ ...shop.but({ getDispute }), log: ctx.log }, id, "checkout")).toBe(orderId);
      return (await alertsOf(orderId)).map(({ times, handled_at }) => [times, handled_at === null]);
    };
    for (const dueBy of [new Date("2031-05-01"), new Date("2031-05-02"), undefined])
      expect(await settleAndListAlerts({ dueBy })).toEqual([[1, true]]);
    expect(await alertsOf(orderId)).toMatchObject([{ facts: { due: "2031-05-02T00:00:00.000Z" } }]);
    const done = "UPDATE alerts SET handled_at = now(), handled_by = $2, note = 'answered' WHERE subject_id LIKE $1 || ' %'";
    await ctx.owner.query(done, [orderId, (await makeUser(ctx)).id]);
    expect(await settleAndListAlerts()).toEqual([[1, false]]);
    await ctx.owner.query(
      "UPDATE alerts SET handled_at = NULL, handled_by = NULL, note = NULL WHERE subject_id LIKE $1 || ' %'",
      [orderId],
    );
    await shop.control(`disputes/${id}/turn`, { to: "won" });
    for (let times = 0; times < 2; times++) expect(await settleAndListAlerts()).toEqual([[1, false]]);
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
    await tell(orderId, second);
  });

  it("with another authorisation that the API key may not void alerts staff once, until it is voided", async () => {
    const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
    const [first, second] = [await shop.pay(sessionId), await shop.pay(sessionId, CHECKOUT_CARDS.debit, true)];
    await tell(orderId, first);
    const { total = 0 } = (await findOrderRow(ctx.db, orderId)) ?? {};
    const forbidden = shop.but({ voidAuthorisation: async () => false });
    const known = { provider: "checkout", paymentIntentId: second } as const;
    for (let times = 0; times < 2; times++) await settleOrder(forbidden, sessionId, known);
    const alert = { kind: "authorisation_kept", times: 1, facts: { amount: total, message: second } };
    expect(await alertsOf(orderId)).toMatchObject([{ ...alert, handled_at: null }]);
    await settleOrder(ctx, sessionId, known);
    expect(await alertsOf(orderId)).toMatchObject([{ ...alert, handled_at: expect.any(Date) as Date }]);
    expect(await moneyOf(second)).toMatchObject({ captured: 0, voided: total });
  });

  it("that the API key may neither capture nor void keeps its hold and alerts staff, until it may", async () => {
    const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
    const payment = await shop.pay(sessionId);
    const forbidden = shop.but({ capture: () => Promise.reject(new UnresolvedAuthorisation("Checkout.com", payment)) });
    for (let times = 0; times < 2; times++)
      await expect(settleOrder(forbidden, sessionId)).rejects.toThrow(UnresolvedAuthorisation);
    expect(await stateOf(ctx, orderId)).toBe("awaiting_payment");
    expect(await alertsOf(orderId)).toMatchObject([{ kind: "authorisation_kept", times: 1, handled_at: null }]);
    await settleOrder(ctx, sessionId);
    expect(await stateOf(ctx, orderId)).toBe("paid");
    expect(await alertsOf(orderId)).toMatchObject([{ handled_at: expect.any(Date) as Date }]);
  });

  describe("that the API key may neither capture nor void, until staff", () => {
    const keep = async () => {
      const placed = await order(ctx, await makeLottery(ctx), 1);
      const payment = await shop.pay(placed.sessionId);
      const forbidden = shop.but({ capture: () => Promise.reject(new UnresolvedAuthorisation("Checkout.com", payment)) });
      await expect(settleOrder(forbidden, placed.sessionId)).rejects.toThrow(UnresolvedAuthorisation);
      expect(await alertsOf(placed.orderId)).toMatchObject([{ kind: "authorisation_kept", handled_at: null }]);
      return { ...placed, payment };
    };

    it.each([
      ["void it by hand", "voids", "expired"],
      ["capture it by hand", "captures", "paid"],
    ])("%s, keeps its alert until then", async (_, path, state) => {
      const { orderId, payment } = await keep();
      await byHand(payment, path);
      await tell(orderId, payment, "payment_told");
      expect(await stateOf(ctx, orderId)).toBe(state);
      expect(await alertsOf(orderId)).toMatchObject([{ kind: "authorisation_kept", handled_at: expect.any(Date) as Date }]);
    });
  });

  it.each([
    ["voided", "voids"],
    ["captured", "captures"],
  ])("whose authorisation could not be voided has an alert until it is %s by hand", async (_, path) => {
    const lottery = await makeLottery(ctx);
    const { orderId, sessionId } = await order(ctx, lottery, 10);
    const payment = await shop.pay(sessionId, CHECKOUT_CARDS.credit);
    await settleOrder(shop.but({ voidAuthorisation: async () => false }), sessionId);
    expect(await alertsOf(orderId)).toMatchObject([{ kind: "authorisation_kept", handled_at: null }]);
    await byHand(payment, path);
    await tell(orderId, payment, "payment_told");
    expect(await alertsOf(orderId)).toMatchObject([{ handled_at: expect.any(Date) as Date }]);
  });

  it("by debit or credit card makes no query about alerts", async () => {
    for (const card of [CHECKOUT_CARDS.debit, CHECKOUT_CARDS.credit]) {
      const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
      await shop.pay(sessionId, card);
      const queries: string[] = [];
      const db = ctx.db.withPlugin({
        transformQuery: ({ node }) => {
          queries.push(JSON.stringify(node));
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await settleOrder({ ...ctx, db } as TestCtx, sessionId);
      expect(await stateOf(ctx, orderId)).toBe("paid");
      expect(queries.length).toBeGreaterThan(1);
      expect(queries.filter((query) => query.includes('"alerts"'))).toEqual([]);
    }
  });

  it("with two more disputed payments has an alert for each, which ends by itself", async () => {
    const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
    await tell(orderId, await shop.pay(sessionId));
    const more = [await shop.pay(sessionId, CHECKOUT_CARDS.debit, true), await shop.pay(sessionId, CHECKOUT_CARDS.debit, true)];
    for (const payment of more) await captureByHand(payment);
    const disputes = await Promise.all(more.map(async (payment) => (await shop.control(`payments/${payment}/dispute`)).id));
    for (const id of disputes) await settleDispute(ctx, id, "checkout");
    const open = async () =>
      (await alertsOf(orderId)).flatMap(({ facts, handled_at }) => (handled_at ? [] : (facts as { message: string }).message));
    const named = disputes.map((id, at) => `${id}, ${more[at]}`);
    expect((await open()).toSorted()).toEqual(named.toSorted());
    const listed = await listAlertRows(ctx.db, "open", { limit: 100, offset: 0 });
    const shown = listed.filter(({ subject }) => subject.id.startsWith(orderId));
    expect(shown.map((alert) => [alert.subjectName !== undefined, alertPath(alert)])).toEqual(
      shown.map(() => [true, `/admin/orders/${orderId}`]),
    );
    await shop.control(`disputes/${disputes[0]}/turn`, { to: "won" });
    await settleDispute(ctx, disputes[0] ?? "", "checkout");
    expect(await open()).toEqual(named.slice(1));
    await shop.control(`disputes/${disputes[1]}/turn`, { to: "won" });
    for (const payment of more) await tell(orderId, payment);
  });

  it("with a second payment that the API key may not refund alerts staff and retries until it may", async () => {
    const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
    const [first, second] = [await shop.pay(sessionId), await shop.pay(sessionId, CHECKOUT_CARDS.debit, true)];
    await tell(orderId, first);
    await captureByHand(second);
    const known = { provider: "checkout", paymentIntentId: second } as const;
    const forbidden = shop.but({ refund: () => Promise.reject(new Error("403")) });
    for (let times = 0; times < 2; times++) await expect(settleOrder(forbidden, sessionId, known)).rejects.toThrow("403");
    expect(await alertsOf(orderId)).toMatchObject([{ kind: "second_payment_kept", times: 2, facts: { message: second } }]);
    const empty = shop.but({ refund: async () => ({ ok: false, error: "not_left" }) });
    const reopen = "UPDATE alerts SET handled_at = NULL WHERE subject_id LIKE $1 || ' %'";
    for (const able of [empty, ctx]) {
      await settleOrder(able, sessionId, known);
      expect(await alertsOf(orderId)).toMatchObject([{ handled_at: expect.any(Date) as Date }]);
      await ctx.owner.query(reopen, [orderId]);
    }
    const { total = 0 } = (await findOrderRow(ctx.db, orderId)) ?? {};
    expect(await moneyOf(second)).toMatchObject({ captured: total, refunded: total });
  });
});

describe("a credit card", () => {
  it("pays up to £250 in a month; more is voided before the capture", async () => {
    const buyer = await makeUser(ctx);
    const small = await order(ctx, await makeLottery(ctx), 2, buyer);
    const paid = await shop.pay(small.sessionId, CHECKOUT_CARDS.credit);
    await settleOrder(ctx, small.sessionId);
    expect(await stateOf(ctx, small.orderId)).toBe("paid");
    expect((await moneyOf(paid))?.captured).toBeGreaterThan(0);

    const lottery = await makeLottery(ctx);
    const large = await order(ctx, lottery, 10, buyer);
    const authorised = await shop.pay(large.sessionId, CHECKOUT_CARDS.credit);
    // A key that may not void does not block tickets.
    await settleOrder(shop.but({ voidAuthorisation: async () => false }), large.sessionId);
    expect(await stateOf(ctx, large.orderId)).toBe("expired");
    expect(await alertsOf(large.orderId)).toMatchObject([{ kind: "authorisation_kept", handled_at: null }]);
    await settleOrder(ctx, large.sessionId);
    expect(await alertsOf(large.orderId)).toMatchObject([{ handled_at: expect.any(Date) as Date }]);
    const { total = 0 } = (await findOrderRow(ctx.db, large.orderId)) ?? {};
    expect(await stateOf(ctx, large.orderId)).toBe("expired");
    expect(await moneyOf(authorised)).toEqual({ ...NOTHING, voided: total });
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 0, sold: 0 });

    const byDebit = await order(ctx, lottery, 10, buyer);
    await shop.pay(byDebit.sessionId);
    await settleOrder(ctx, byDebit.sessionId);
    expect(await stateOf(ctx, byDebit.orderId)).toBe("paid");
  });
});

describe("an authorisation after the end of the hold", () => {
  const late = async (lotteryId: string, quantity = 2, buyer?: { id: string; email: string }) => {
    const placed = await order(ctx, lotteryId, quantity, buyer);
    const held = await findOrderRow(ctx.db, placed.orderId);
    if (held) await endHold(ctx, held);
    expect(await stateOf(ctx, placed.orderId)).toBe("expired");
    return placed;
  };

  it("buys remaining tickets, even if only reconciling finds it", async () => {
    const { orderId, sessionId } = await late(await makeLottery(ctx));
    await shop.pay(sessionId);
    await reconcilePayments(ctx);
    expect(await stateOf(ctx, orderId)).toBe("paid");
    expect(await numbersOf(ctx, orderId)).toEqual([1, 2]);
  });

  it("is voided if no tickets are left, or the buyer has a newer order", async () => {
    const full = await makeLottery(ctx, { tickets_available: 2 });
    const { orderId, sessionId } = await late(full);
    const faster = await order(ctx, full, 2);
    const payment = await shop.pay(sessionId);
    await tell(orderId, payment);
    expect(await stateOf(ctx, orderId)).toBe("expired");
    expect((await moneyOf(payment))?.captured).toBe(0);
    expect((await moneyOf(payment))?.voided).toBeGreaterThan(0);
    await shop.pay(faster.sessionId);
    await settleOrder(ctx, faster.sessionId);
    expect(await stateOf(ctx, faster.orderId)).toBe("paid");

    const [buyer, lottery] = [await makeUser(ctx), await makeLottery(ctx)];
    const former = await order(ctx, lottery, 1, buyer);
    await order(ctx, lottery, 2, buyer);
    const formers = await shop.pay(former.sessionId);
    await tell(former.orderId, formers);
    expect((await moneyOf(formers))?.voided).toBeGreaterThan(0);
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 2, sold: 0 });
  });

  it("is voided if the buyer has reached the limit per person, or used the code for another order", async () => {
    const buyer = await makeUser(ctx);
    const limited = await makeLottery(ctx, { max_tickets_per_person: 2 });
    const { orderId, sessionId } = await late(limited, 2, buyer);
    await ctx.owner.query("UPDATE orders SET created_at = created_at + interval '1 hour' WHERE id = $1", [orderId]);
    const bought = await order(ctx, limited, 1, buyer);
    await shop.pay(bought.sessionId);
    await settleOrder(ctx, bought.sessionId);
    const payment = await shop.pay(sessionId);
    await tell(orderId, payment);
    expect((await moneyOf(payment))?.captured).toBe(0);
    expect(await stateOf(ctx, orderId)).toBe("expired");

    const expiresAt = new Date(Date.now() + 86_400_000);
    const { code } = await ctx.db.transaction().execute((tx) => createPromotion(ctx, tx, { percentOff: 50, expiresAt }));
    const withCode = async () => {
      const wish = { quantity: 1, answer: RIGHT_ANSWER, locale: "en", promoCode: code } as const;
      const opened = await openCheckout(ctx, { ...wish, lotteryId: await makeLottery(ctx), buyer });
      if (!opened.ok) throw new Error(opened.error);
      return { orderId: opened.value.orderId, sessionId: await sessionOf(ctx, opened.value.orderId) };
    };
    const first = await withCode();
    const held = await findOrderRow(ctx.db, first.orderId);
    if (held) await endHold(ctx, held);
    const second = await withCode();
    await shop.pay(second.sessionId);
    await settleOrder(ctx, second.sessionId);
    const formers = await shop.pay(first.sessionId);
    await tell(first.orderId, formers);
    expect((await moneyOf(formers))?.captured).toBe(0);
    expect(await stateOf(ctx, first.orderId)).toBe("expired");
  });

  it("is voided during the player's pause", async () => {
    const buyer = await makeUser(ctx);
    const { orderId, sessionId } = await late(await makeLottery(ctx), 1, buyer);
    await ctx.db
      .insertInto("player_limits")
      .values({ user_id: buyer.id, excluded_until: new Date(Date.now() + 86_400_000) })
      .execute();
    const payment = await shop.pay(sessionId);
    await tell(orderId, payment);
    expect((await moneyOf(payment))?.voided).toBeGreaterThan(0);
    expect(await stateOf(ctx, orderId)).toBe("expired");
  });

  it("is voided for a player with a limit once the month of the order has ended", async () => {
    for (const [isLimited, state] of [
      [true, "expired"],
      [false, "paid"],
    ] as const) {
      const buyer = await makeUser(ctx);
      const lottery = await makeLottery(ctx);
      const limit = { user_id: buyer.id, monthly_limit_pence: 100_000, limit_since: new Date() };
      if (isLimited) await ctx.db.insertInto("player_limits").values(limit).execute();
      const { orderId, sessionId } = await late(lottery, 1, buyer);
      await ctx.owner.query("UPDATE orders SET created_at = created_at - interval '1 month' WHERE id = $1", [orderId]);
      await tell(orderId, await shop.pay(sessionId));
      expect(await stateOf(ctx, orderId)).toBe(state);
    }
  });

  it("is voided if it would exceed the player's own limit by now", async () => {
    for (const [monthly_limit_pence, state] of [
      [5_997, "expired"],
      [5_998, "paid"],
    ] as const) {
      const buyer = await makeUser(ctx);
      await ctx.db
        .insertInto("player_limits")
        .values({ user_id: buyer.id, monthly_limit_pence, limit_since: new Date() })
        .execute();
      const { orderId, sessionId } = await late(await makeLottery(ctx), 1, buyer);
      const bought = await order(ctx, await makeLottery(ctx), 1, buyer);
      await shop.pay(bought.sessionId);
      await settleOrder(ctx, bought.sessionId);
      await tell(orderId, await shop.pay(sessionId));
      expect(await stateOf(ctx, orderId)).toBe(state);
    }
  });

  it("is voided if the buyer has joined the staff", async () => {
    const buyer = await makeUser(ctx);
    const { orderId, sessionId } = await late(await makeLottery(ctx), 1, buyer);
    await ctx.db.insertInto("admin_user").values({ id: buyer.id, role: "marketing" }).execute();
    const payment = await shop.pay(sessionId);
    await settleOrder({ ...ctx, env: { ...ctx.env, isDemo: false } }, sessionId);
    expect((await moneyOf(payment))?.voided).toBeGreaterThan(0);
    expect(await stateOf(ctx, orderId)).toBe("expired");
  });

  it("is voided in a cancelled draw", async () => {
    const lottery = await makeLottery(ctx);
    const { orderId, sessionId } = await late(lottery, 1);
    await ctx.owner.query("UPDATE lotteries SET status = 'cancelled', sales_state = 'cancelled' WHERE id = $1", [lottery]);
    const payment = await shop.pay(sessionId);
    await tell(orderId, payment);
    expect((await moneyOf(payment))?.voided).toBeGreaterThan(0);
    expect(await stateOf(ctx, orderId)).toBe("expired");
  });
});

describe("a crash", () => {
  it("between choice and capture, or with a lost response, ends in one capture", async () => {
    for (const capture of [
      crash,
      async (page: Parameters<NonNullable<typeof shop.provider.capture>>[0]) => {
        await shop.provider.capture?.(page);
        return crash();
      },
    ]) {
      const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
      const payment = await shop.pay(sessionId);
      await expect(settleOrder(shop.but({ capture }), sessionId)).rejects.toThrow("crash");
      expect(await findOrderRow(ctx.db, orderId)).toMatchObject({ state: "awaiting_payment", capturing: payment });
      own.setNow(new Date(Date.now() + 36 * 60_000));
      await sweepOrders(ctx);
      own.setNow(undefined);
      expect(await stateOf(ctx, orderId)).toBe("paid");
      const { total = 0 } = (await findOrderRow(ctx.db, orderId)) ?? {};
      expect((await moneyOf(payment))?.captured).toBe(total);
    }
  });

  it("between opening a page and recording it leaves an order that gets another page", async () => {
    const buyer = await makeUser(ctx);
    const lottery = await makeLottery(ctx);
    const openPage: typeof shop.provider.openPage = async (request) => {
      await shop.provider.openPage(request);
      return crash();
    };
    const dying = { ...shop.but({ openPage }), payments: { ...shop.but({ openPage }).payments } };
    await expect(order(dying, lottery, 1, buyer)).rejects.toThrow("crash");
    own.setNow(new Date(Date.now() + 180_000));
    await sweepOrders(ctx);
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 0 });
  });
});

describe("a refund", () => {
  it("is sent once, and alerts staff if it fails late", async () => {
    const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
    const payment = await shop.pay(sessionId);
    await settleOrder(ctx, sessionId);
    await ctx.db.transaction().execute(async (tx) => {
      const paid = await lockOrder(tx, orderId);
      if (paid) await voidTickets(tx, paid, ctx.now());
      await refundRemaining(tx, [orderId], { reason: "staff", now: ctx.now() });
    });
    await sendRefund(ctx, orderId);
    await sendRefund(ctx, orderId);
    const { captured = 0 } = (await findOrderRow(ctx.db, orderId)) ?? {};
    expect(await moneyOf(payment)).toEqual({ captured, voided: 0, refunded: captured });
    expect(await stateOf(ctx, orderId)).toBe("refunded");
    const [sent] = await shop.provider.listRefundsOf(payment);
    await shop.control(`actions/${sent?.id}/fail`);
    await tell(orderId, payment, "payment_refund_declined", "refund");
    expect(await stateOf(ctx, orderId)).toBe("refund_due");
    const rows = await ctx.db.selectFrom("refunds").select("state").where("order_id", "=", orderId).execute();
    expect(rows).toContainEqual({ state: "failed" });
  });

  it("of an older payment is read once an hour, of a new one in each round", async () => {
    const old = (await order(ctx, await makeLottery(ctx), 1)).sessionId;
    await shop.pay(old);
    await settleOrder(ctx, old);
    const listedSessions: string[][] = [];
    const slow = shop.but({
      async *listRefunds(_since, known) {
        listedSessions.push((await known()).map(({ sessionId }) => sessionId));
      },
    });
    const hours = (count: number) => own.setNow(new Date(Date.now() + count * 3_600_000));
    hours(0.1);
    for (const count of [0.2, 3, 3.1, 3.9, 4.2]) {
      await reconcilePayments(slow);
      hours(count);
    }
    await reconcilePayments(slow);
    expect(listedSessions.map((sessions) => sessions.includes(old))).toEqual([true, true, true, false, false, true]);
  });

  it("that the provider does not list has its month searched once, not in each round", async () => {
    const hours: number[] = [];
    const shopWithListing = shop.but({
      async *listRefunds(since) {
        hours.push(Math.round((Date.now() - since.getTime()) / 3_600_000));
        throw new IncompleteList("404");
      },
    });
    for (let round = 0; round < 2; round++) await expect(reconcilePayments(shopWithListing)).rejects.toThrow("could not be read");
    expect(hours).toEqual([30 * 24, 26]);
  });

  it("of another channel is ignored, as is its dispute", async () => {
    expect(await settleDispute(ctx, "dsp_of_somebody_else", "checkout")).toBeUndefined();
  });

  it("is demanded by a bank: the dispute is followed to its end", async () => {
    const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
    const payment = await shop.pay(sessionId);
    await settleOrder(ctx, sessionId);
    const { id } = await shop.control(`payments/${payment}/dispute`);
    const standing = async () =>
      await ctx.db.selectFrom("disputes").select(["standing", "order_id"]).where("provider_id", "=", id).executeTakeFirst();
    await settleDispute(ctx, id, "checkout");
    expect(await standing()).toEqual({ standing: "open", order_id: orderId });
    await shop.control(`disputes/${id}/turn`, { to: "lost" });
    for (const provider of ctx.payments.all) await disputesOf(ctx).reconcile(provider, new Date(Date.now() - 3_600_000));
    await disputesOf(ctx).follow();
    expect(await standing()).toMatchObject({ standing: "lost" });
    expect(await stateOf(ctx, orderId)).toBe("charged_back");
  });
});
