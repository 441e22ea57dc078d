/** Two payment providers: distribution and fallback of orders, each paid exactly once. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { compareWithProvider } from "#app/checks/provider-ledger.ts";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { err } from "#shared/result.ts";
import { order, pay, stateOf, stockOf } from "../orders.fixture.ts";
import { findOrderRow } from "../store.ts";
import { type Checkout, withCheckout } from "./checkout-com.fixture.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { settleOrder } from "./settle-order.ts";
import { sweepOrders } from "./sweep-orders.ts";

let own: TestCtx;
let shop: Checkout;
beforeAll(async () => {
  own = await testCtx();
  shop = await withCheckout(own);
});
afterAll(async () => {
  expect(await compareWithProvider(shop.ctx, new Date(Date.now() - 3_600_000), 1)).toEqual([]);
  await shop.simulator.stop();
  await own.close();
});

const providerOf = async (orderId: string) => (await findOrderRow(own.db, orderId))?.provider;
const gone = () => Promise.reject(new Error("no answer"));
const payAt = async (orderId: string, sessionId: string) =>
  (await providerOf(orderId)) === "checkout" ? shop.pay(sessionId) : pay(own, sessionId);

it("sells a draw at both; each order is settled by its own provider", async () => {
  const lottery = await makeLottery(own);
  const [first, second] = [await order(shop.ctx, lottery, 2), await order(shop.stripeFirst, lottery, 3)];
  await shop.pay(first.sessionId);
  await pay(own, second.sessionId);
  await Promise.all([settleOrder(shop.ctx, first.sessionId), settleOrder(shop.stripeFirst, second.sessionId)]);
  expect(await stockOf(own, lottery)).toMatchObject({ sold: 5, held: 0, last: 5 });
  expect([await providerOf(first.orderId), await providerOf(second.orderId)]).toEqual(["checkout", "stripe"]);
});

it("chooses the provider by the order's sum", async () => {
  const ruled = shop.ruled("stripe=100,checkout=100@100");
  const lottery = await makeLottery(own);
  const [small, large] = [await order(ruled, lottery, 1), await order(ruled, lottery, 25)];
  expect([await providerOf(small.orderId), await providerOf(large.orderId)]).toEqual(["stripe", "checkout"]);
});

it("after a switch, open pages are paid at the old provider and new ones open at the other", async () => {
  const lottery = await makeLottery(own);
  const before = await order(shop.ruled("stripe=100"), lottery, 1);
  const switched = shop.ruled("checkout=100");
  const after = await order(switched, lottery, 1);
  await pay(own, before.sessionId);
  await shop.pay(after.sessionId);
  for (const { sessionId } of [before, after]) await settleOrder(switched, sessionId);
  expect(await stockOf(own, lottery)).toMatchObject({ sold: 2, held: 0 });
  expect([await providerOf(before.orderId), await providerOf(after.orderId)]).toEqual(["stripe", "checkout"]);
});

it.each([
  ["is down", gone],
  ["refuses", async () => err("refused" as const)],
])("opens the page at the other provider if the first one %s, and avoids the first for a while", async (_name, openPage) => {
  for (const [setting, broken, other] of [
    ["stripe=100,checkout=0", "stripe", "checkout"],
    ["checkout=100,stripe=0", "checkout", "stripe"],
  ] as const) {
    let requests = 0;
    const counted = () => {
      requests += 1;
      return openPage();
    };
    const ruled = shop.ruled(setting, { [broken]: { openPage: counted } });
    const lottery = await makeLottery(own);
    const placed = [await order(ruled, lottery, 1), await order(ruled, lottery, 1)];
    expect(requests).toBe(1);
    for (const { orderId, sessionId } of placed) {
      expect(await providerOf(orderId)).toBe(other);
      await payAt(orderId, sessionId);
      await settleOrder(ruled, sessionId);
      expect(await stateOf(own, orderId)).toBe("paid");
    }
    expect(await stockOf(own, lottery)).toMatchObject({ sold: 2, held: 0 });
  }
});

it("keeps using a provider that refuses one buyer's address, without an alert", async () => {
  let requests = 0;
  const openPage = async () => {
    requests += 1;
    return { ...err("refused" as const), isAboutBuyer: true };
  };
  const ruled = shop.ruled("stripe=100,checkout=0", { stripe: { openPage } });
  const lottery = await makeLottery(own);
  for (const { orderId } of [await order(ruled, lottery, 1), await order(ruled, lottery, 1), await order(ruled, lottery, 1)])
    expect(await providerOf(orderId)).toBe("checkout");
  expect(requests).toBe(3);
});

it("alerts staff after a provider has refused several addresses in a row without an opened page", async () => {
  let [isRefusing, requests, counted] = [true, 0, 0];
  const stripe = own.payments.of("stripe");
  const openPage: typeof stripe.openPage = async (request) => {
    requests += 1;
    return isRefusing ? { ...err("refused" as const), isAboutBuyer: true } : stripe.openPage(request);
  };
  const switched = shop.ruled("stripe=100,checkout=0", { stripe: { openPage } });
  const ruled = { ...switched, metrics: { ...switched.metrics, pageFailed: () => counted++ } };
  const lottery = await makeLottery(own);
  const buyer = await makeUser(own);
  const buy = async (times: number, by?: typeof buyer) => {
    for (let i = 0; i < times; i++) await order(ruled, lottery, 1, by ?? (await makeUser(own)));
  };
  const troubles = async () => {
    const rows = await own.db.selectFrom("provider_troubles").select("times").where("provider", "=", "stripe").execute();
    return rows[0]?.times ?? 0;
  };
  const before = await troubles();
  await buy(4);
  isRefusing = false;
  await buy(1);
  isRefusing = true;
  await buy(6, buyer);
  await buy(3);
  expect([requests, counted, (await troubles()) - before]).toEqual([14, 13, 0]);
  await buy(1);
  expect([requests, counted, (await troubles()) - before]).toEqual([15, 14, 1]);
  await buy(1);
  expect(requests).toBe(15);
});

it("calls no excluded provider, and keeps the hold for a provider that is down", async () => {
  const lottery = await makeLottery(own);
  const alone = shop.ruled("stripe=100", { stripe: { openPage: gone } });
  await expect(order(alone, lottery, 1)).rejects.toThrow("no answer");
  expect(await stockOf(own, lottery)).toMatchObject({ held: 1 });
  own.setNow(new Date(Date.now() + 180_000));
  await sweepOrders(alone);
  own.setNow(undefined);
  expect(await stockOf(own, lottery)).toMatchObject({ held: 1 });
});

it("ends holds at one provider while many older ones wait for a silent provider", async () => {
  const lottery = await makeLottery(own);
  const alive = shop.ruled("checkout=100,stripe=0");
  const people = await Promise.all(Array.from({ length: 101 }, () => makeUser(own)));
  const stuck = new Set<string>();
  for (const buyer of people) stuck.add((await order(alive, lottery, 1, buyer)).sessionId);
  const [later, last] = [await order(alive, lottery, 1), await order(shop.ruled("stripe=100"), lottery, 1)];
  const failForStuck = (expire: typeof shop.provider.expirePage) => (sessionId: string) =>
    stuck.has(sessionId) ? gone() : expire(sessionId);
  const half = shop.ruled("checkout=100,stripe=0", { checkout: { expirePage: failForStuck(shop.provider.expirePage) } });
  const states = () => Promise.all([later, last].map(({ orderId }) => stateOf(own, orderId)));
  own.setNow(new Date(Date.now() + 2_400_000));
  await sweepOrders(half);
  expect((await states())[1]).toBe("expired");
  for (let round = 0; round < 5; round++) await sweepOrders(half);
  expect(await states()).toEqual(["expired", "expired"]);
  expect(await stockOf(own, lottery)).toMatchObject({ held: 101 });
  while ((await sweepOrders(alive)) > 0);
  own.setNow(undefined);
  expect(await stockOf(own, lottery)).toMatchObject({ held: 0 });
});

it("charges an order once whose first provider opened a page but lost the response", async () => {
  const lottery = await makeLottery(own);
  const stripe = own.payments.of("stripe");
  const opened: string[] = [];
  const openPage: typeof stripe.openPage = async (request) => {
    const page = await stripe.openPage(request);
    if (page.ok) opened.push(page.value.id);
    return gone();
  };
  const ruled = shop.ruled("stripe=100,checkout=0", { stripe: { openPage } });
  const { orderId, sessionId } = await order(ruled, lottery, 1, await makeUser(own));
  await shop.pay(sessionId);
  await settleOrder(ruled, sessionId);
  // Events about the first page, whose address no buyer had, change nothing.
  for (const id of opened) expect(await settleOrder(ruled, id, { provider: "stripe" })).toMatchObject({ outcome: "unknown" });
  await reconcilePayments(ruled);
  expect(await stateOf(own, orderId)).toBe("paid");
  expect(await stockOf(own, lottery)).toMatchObject({ sold: 1, held: 0 });
});

it("keeps selling while a provider is down, and settles its authorisations once it is back", async () => {
  const lottery = await makeLottery(own);
  const alive = shop.ruled("checkout=100,stripe=0");
  const before = [await order(alive, lottery, 1), await order(alive, lottery, 2)];
  for (const { sessionId } of before) await shop.pay(sessionId);
  const dead = shop.ruled("checkout=100,stripe=0", {
    checkout: { openPage: gone, getPage: gone, capture: gone, expirePage: gone },
  });
  for (const { sessionId } of before) await expect(settleOrder(dead, sessionId)).rejects.toThrow("no answer");
  const during = await order(dead, lottery, 3);
  expect(await providerOf(during.orderId)).toBe("stripe");
  await pay(own, during.sessionId);
  await settleOrder(dead, during.sessionId);
  expect(await stockOf(own, lottery)).toMatchObject({ sold: 3, held: 3 });
  await reconcilePayments(alive);
  expect(await stockOf(own, lottery)).toMatchObject({ sold: 6, held: 0, last: 6 });
});

it("reconciles one provider while the other is silent, and reports the incomplete round", async () => {
  const lottery = await makeLottery(own);
  async function* silent(): AsyncGenerator<never> {
    yield gone();
  }
  const lists = { listPages: silent, listDisputes: silent, listEvents: silent, listRefunds: silent };
  const half = shop.ruled("stripe=100,checkout=0", { stripe: lists });
  const { orderId, sessionId } = await order(shop.ruled("checkout=100,stripe=0"), lottery, 1);
  await shop.pay(sessionId);
  await expect(reconcilePayments(half)).rejects.toThrow("could not be read");
  expect(await stateOf(own, orderId)).toBe("paid");
});
