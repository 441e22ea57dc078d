/** Changing the providers of new orders at run time, for all processes, without losing open ones. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { compareWithProvider } from "#app/checks/provider-ledger.ts";
import { makeLottery, makeUser, RIGHT_ANSWER } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { reauthedAdmin } from "#features/accounts/server/accounts.fixture.ts";
import { appointAdmin } from "#features/staff/server/team/appoint-admin.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { watchStatements } from "#platform/postgres/fixtures/statements.fixture.ts";
import { err } from "#shared/result.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { openPage } from "../checkout/open-page.ts";
import { checkout, order, pay, stateOf, stockOf } from "../orders.fixture.ts";
import { refundOrder } from "../refunds/refund-order.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { type Checkout, withCheckout } from "../settlement/checkout-com.fixture.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { findOrderRow } from "../store.ts";
import { endTrouble, upsertTrouble } from "./new-orders-store.ts";
import { resumeNewOrders, saveSplit, showNewOrders, stopNewOrders } from "./steer-new-orders.ts";

let own: TestCtx;
let shop: Checkout;
let owner: ReturnType<typeof reauthedAdmin>;
beforeAll(async () => {
  own = await testCtx({ RATE_LIMITS: "off" });
  shop = await withCheckout(own);
  const { id, email } = await makeUser(own);
  await appointAdmin(own, email, "owner");
  owner = reauthedAdmin(own, id);
});
beforeEach(async () => {
  await own.owner.query("DELETE FROM provider_troubles; DELETE FROM new_order_splits; DELETE FROM alerts");
});
afterEach(() => own.setNow(undefined));
afterAll(async () => {
  expect(await compareWithProvider(shop.ctx, new Date(Date.now() - 3_600_000), 1)).toEqual([]);
  await shop.simulator.stop();
  await own.close();
});

const providerOf = async (orderId: string) => (await findOrderRow(own.db, orderId))?.provider;
const gone = () => Promise.reject(new Error("no answer"));
const stop = (ctx: TestCtx, provider: "stripe" | "checkout", isConfirmed = false) =>
  stopNewOrders(ctx, owner, { provider, isConfirmed });
const shares = (stripe: string, more: string, from?: string) => [
  { from: "", shares: { stripe, checkout: from === undefined ? more : "" } },
  ...(from === undefined ? [] : [{ from, shares: { checkout: more } }]),
];
const shown = async (ctx: TestCtx) => {
  const answer = await showNewOrders(ctx, owner);
  if (!answer.ok) throw new Error(answer.error);
  return answer.value;
};
const parts = async (ctx: TestCtx) => (await shown(ctx)).providers.map(({ name, part }) => [name, part]);
const logged = async () =>
  (
    await own.db.selectFrom("audit_log").select(["action", "after"]).where("action", "like", "payments.%").orderBy("id").execute()
  ).map(({ action, after }) => [action, after]);

describe("stopping a provider", () => {
  it("sends new orders elsewhere in every process; open ones are paid, settled and refunded", async () => {
    const [one, other] = [shop.steered(), shop.steered()];
    const lottery = await makeLottery(own);
    const before = await order(one, lottery, 1);
    const settled = await order(other, lottery, 2);
    await pay(own, settled.sessionId);
    await settleOrder(other, settled.sessionId);

    expect(await stop(one, "stripe")).toEqual({ ok: true, value: undefined });
    await other.newOrders.refresh();
    for (const ctx of [one, other]) {
      const { orderId, sessionId } = await order(ctx, lottery, 1);
      expect(await providerOf(orderId)).toBe("checkout");
      await shop.pay(sessionId);
      await settleOrder(ctx, sessionId);
    }
    await pay(own, before.sessionId);
    await settleOrder(one, before.sessionId);
    expect(await stateOf(own, before.orderId)).toBe("paid");
    for (const { orderId } of [before, settled]) {
      expect(await refundOrder(one, { kind: "command" }, { orderId, reason: "Because of the test." })).toMatchObject({
        ok: true,
      });
      await sendRefund(one, orderId);
      expect(await stateOf(own, orderId)).toBe("refunded");
    }
    expect(await parts(other)).toEqual([
      ["stripe", "stopped"],
      ["checkout", "share"],
    ]);
    expect(await stop(other, "stripe")).toMatchObject({ ok: true });
    expect(await resumeNewOrders(other, owner, "stripe")).toMatchObject({ ok: true });
    expect(await resumeNewOrders(other, owner, "stripe")).toMatchObject({ ok: true });
    await one.newOrders.refresh();
    expect(await providerOf((await order(one, lottery, 1)).orderId)).toBe("stripe");
    expect(await logged()).toEqual([
      ["payments.stop", { new_orders: "stripe=100,checkout=0", stopped: "stripe" }],
      ["payments.resume", { new_orders: "stripe=100,checkout=0", stopped: "" }],
    ]);
  });

  it("asks before stopping the last one; then nothing is sold or held until one is resumed", async () => {
    const ctx = shop.steered("checkout=100");
    const lottery = await makeLottery(own);
    expect(await stop(ctx, "checkout")).toEqual({ ok: false, error: "last_one" });
    expect((await checkout(ctx, lottery, 1)).ok).toBe(true);
    expect(await stop(ctx, "checkout", true)).toMatchObject({ ok: true });
    expect(await checkout(ctx, lottery, 1)).toEqual({ ok: false, error: "no_payments" });
    expect(await stockOf(own, lottery)).toMatchObject({ held: 1 });
    expect((await shown(ctx)).bands).toEqual([]);
    expect(await stop(ctx, "stripe")).toMatchObject({ ok: true });
    expect(await resumeNewOrders(ctx, owner, "checkout")).toMatchObject({ ok: true });
    expect((await checkout(ctx, lottery, 1)).ok).toBe(true);
  });

  it("also excludes it as a fallback", async () => {
    const ctx = shop.steered("stripe=100,checkout=0", { stripe: { openPage: gone } });
    const lottery = await makeLottery(own);
    expect(await stop(ctx, "checkout")).toMatchObject({ ok: true });
    await expect(order(ctx, lottery, 1)).rejects.toThrow("no answer");
  });

  it("applies to an order held before that has no page yet, also on a repeated request", async () => {
    let isGone = true;
    const stripe = own.payments.of("stripe");
    const open: typeof stripe.openPage = (request) => (isGone ? gone() : stripe.openPage(request));
    const ctx = shop.steered("stripe=100,checkout=0", { stripe: { openPage: open }, checkout: { openPage: gone } });
    const later = shop.steered("stripe=100,checkout=0");
    const lottery = await makeLottery(own);
    const ask = (by: TestCtx, buyer: { id: string; email: string }) =>
      openCheckout(by, {
        lotteryId: lottery,
        buyer,
        network: buyer.id,
        quantity: 1,
        answer: RIGHT_ANSWER,
        locale: "en",
        requestKey: buyer.id,
      });
    const hold = async () => {
      isGone = true;
      const buyer = await makeUser(own);
      await expect(ask(ctx, buyer)).rejects.toThrow("no answer");
      isGone = false;
      await own.owner.query("UPDATE orders SET provider = 'stripe' WHERE user_id = $1", [buyer.id]);
      return buyer;
    };
    const [one, other] = [await hold(), await hold()];
    expect(await stop(later, "stripe")).toMatchObject({ ok: true });
    const again = await ask(later, one);
    expect(again.ok && (await providerOf(again.value.orderId))).toBe("checkout");

    expect(await stop(later, "checkout", true)).toMatchObject({ ok: true });
    expect(await ask(later, other)).toEqual({ ok: false, error: "no_payments" });
    // A process that did not know it yet when the order was held.
    const row = await own.db.selectFrom("orders").select("id").where("user_id", "=", other.id).executeTakeFirstOrThrow();
    const found = await findOrderRow(own.db, row.id);
    if (!found?.payBy || !found.pageRequest) throw new Error("It is held no more");
    const held = { ...found, payBy: found.payBy, pageRequest: found.pageRequest };
    expect(await openPage(later, held)).toEqual({ ok: false, error: "no_payments" });
    expect(await stateOf(own, row.id)).toBe("expired");
  });

  it("asks one of two concurrent requests that would stop the last two", async () => {
    const [one, other] = [shop.steered(), shop.steered()];
    const answers = await Promise.all([stop(one, "stripe"), stop(other, "checkout")]);
    expect(answers.map((answer) => (answer.ok ? "ok" : answer.error)).toSorted()).toEqual(["last_one", "ok"]);
  });
});

describe("shares", () => {
  it("come from the setting until others are saved, which also apply in later processes", async () => {
    const ctx = shop.steered("stripe=100");
    expect(await shown(ctx)).toMatchObject({ version: 0, savedAt: undefined, lines: [{ from: "", shares: { stripe: "100" } }] });
    expect(await saveSplit(ctx, owner, { version: 0, lines: shares("100", "100", "50") })).toEqual({
      ok: true,
      value: undefined,
    });
    const later = shop.steered("stripe=100");
    await later.newOrders.refresh();
    const lottery = await makeLottery(own);
    const [small, large] = [await order(later, lottery, 1), await order(later, lottery, 25)];
    expect([await providerOf(small.orderId), await providerOf(large.orderId)]).toEqual(["stripe", "checkout"]);
    expect((await shown(later)).bands).toMatchObject([{ until: 5_000 }, { from: 5_000, shares: [{ provider: "checkout" }] }]);
  });

  it("overwrite no unseen change, and are saved once", async () => {
    const [one, other] = [shop.steered(), shop.steered()];
    expect(await saveSplit(one, owner, { version: 0, lines: shares("70", "30") })).toMatchObject({ ok: true });
    expect(await saveSplit(other, owner, { version: 0, lines: shares("1", "99") })).toEqual({
      ok: false,
      error: "changed_meanwhile",
    });
    // A double click is saved once and overwrites no colleague's change.
    expect(await saveSplit(other, owner, { version: 0, lines: shares("70", "30") })).toMatchObject({ ok: true });
    expect(await saveSplit(other, owner, { version: 1, lines: shares("70", "30") })).toMatchObject({ ok: true });
    expect((await shown(other)).version).toBe(1);
    expect(await stop(one, "stripe")).toMatchObject({ ok: true });
    expect(await saveSplit(other, owner, { version: 2, lines: shares("60", "40") })).toMatchObject({ ok: true });
    expect(await parts(one)).toEqual([
      ["stripe", "stopped"],
      ["checkout", "share"],
    ]);
  });

  it("are validated before the password is asked for", async () => {
    const stale = { ...owner, reauthAt: undefined };
    const wrong = { line: 0, problem: "no_base" };
    expect(await saveSplit(shop.steered(), stale, { version: 0, lines: shares("0", "") })).toEqual({
      ok: false,
      error: "wrong",
      wrong,
    });
  });

  it("of stopped providers only are refused", async () => {
    const ctx = shop.steered();
    expect(await stop(ctx, "stripe")).toMatchObject({ ok: true });
    const wrong = { line: 0, problem: "all_stopped" };
    const save = (version: number, stripe: string, more: string) =>
      saveSplit(ctx, owner, { version, lines: shares(stripe, more) });
    expect(await save(1, "100", "")).toEqual({ ok: false, error: "wrong", wrong });
    expect(await save(1, "100", "0")).toMatchObject({ ok: true });
    expect(await stop(ctx, "checkout", true)).toMatchObject({ ok: true });
    // Sales had ended before.
    expect(await save(2, "100", "")).toMatchObject({ ok: true });
  });

  it("apply to other configured providers if the chosen ones have no keys", async () => {
    const ctx = shop.steered();
    await saveSplit(ctx, owner, { version: 0, lines: shares("", "100") });
    await own.newOrders.refresh();
    // Only Stripe is configured here.
    expect(own.newOrders.rules).toEqual([{ provider: "stripe", share: 100, from: 0 }]);
    expect(await stop(ctx, "stripe")).toMatchObject({ ok: true });
    await own.newOrders.refresh();
    expect(own.newOrders.rules).toEqual([]);
  });
});

it("needs the permission and a recent password", async () => {
  const ctx = shop.steered();
  const stale = { ...owner, reauthAt: undefined };
  const { id, email } = await makeUser(own);
  await appointAdmin(own, email, "support");
  const support = reauthedAdmin(own, id);
  const actions = (actor: Actor) => [
    saveSplit(ctx, actor, { version: 0, lines: shares("1", "1") }),
    stopNewOrders(ctx, actor, { provider: "stripe", isConfirmed: true }),
    resumeNewOrders(ctx, actor, "stripe"),
  ];
  for (const act of actions(stale)) expect(await act).toEqual({ ok: false, error: "reauth_needed" });
  for (const act of [showNewOrders(ctx, support), ...actions(support)])
    expect(await act).toEqual({ ok: false, error: "forbidden" });
  expect((await shown(ctx)).version).toBe(0);
});

describe("a provider that opens no page", () => {
  const alerts = () =>
    own.db.selectFrom("alerts").select(["subject_id", "times", "handled_at"]).where("kind", "=", "provider_failing").execute();
  const failures = async () => {
    const metric = await own.metrics.registry.getSingleMetric("concours_payment_page_failures_total")?.get();
    return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
  };

  it("is avoided by every process, raises an alert the second time, and recovers with the next page", async () => {
    let isGone = true;
    const stripe = own.payments.of("stripe");
    const openPage: typeof stripe.openPage = (request) => (isGone ? gone() : stripe.openPage(request));
    const [one, other] = [shop.steered("stripe=100,checkout=0", { stripe: { openPage } }), shop.steered()];
    const lottery = await makeLottery(own);
    const counted = await failures();

    expect(await providerOf((await order(one, lottery, 1)).orderId)).toBe("checkout");
    expect(await alerts()).toEqual([]);
    await other.newOrders.refresh();
    expect(other.payments.forNewOrder()?.name).toBe("checkout");
    expect((await shown(other)).providers[0]).toMatchObject({ isAvoided: true, trouble: { times: 1, reason: "failed" } });

    // Another process that does not know it yet.
    const third = shop.steered("stripe=100,checkout=0", { stripe: { openPage } });
    await order(third, lottery, 1);
    expect(await alerts()).toMatchObject([{ subject_id: "stripe", handled_at: null }]);
    expect(await failures()).toBe(counted + 2);

    isGone = false;
    await own.owner.query("UPDATE provider_troubles SET last_at = last_at - interval '61 seconds'");
    const fourth = shop.steered("stripe=100,checkout=0", { stripe: { openPage } });
    await fourth.newOrders.refresh();
    expect(await providerOf((await order(fourth, lottery, 1)).orderId)).toBe("stripe");
    expect((await alerts())[0]?.handled_at).not.toBeNull();
    expect((await shown(other)).providers[0]).toMatchObject({ trouble: undefined });
  });

  it("is in trouble also without a fallback, and keeps taking orders", async () => {
    const ctx = shop.steered("stripe=100", { stripe: { openPage: gone } });
    const lottery = await makeLottery(own);
    for (const _ of [1, 2]) await expect(order(ctx, lottery, 1, await makeUser(own))).rejects.toThrow("no answer");
    expect(await alerts()).toHaveLength(1);
    expect(ctx.payments.forNewOrder()?.name).toBe("stripe");
  });

  it("because its clock is minutes ahead is skipped, with an alert; as the only one it holds no tickets", async () => {
    const before = (await alerts()).reduce((sum, { times }) => sum + times, 0);
    const openPage = async () => err("too_late" as const);
    const lottery = await makeLottery(own);
    const both = shop.steered("stripe=100,checkout=0", { stripe: { openPage } });
    expect(await providerOf((await order(both, lottery, 1)).orderId)).toBe("checkout");
    const alone = shop.steered("stripe=100", { stripe: { openPage } });
    await expect(order(alone, lottery, 2)).rejects.toMatchObject({ cause: { message: expect.stringContaining("clocks") } });
    expect(await stockOf(own, lottery)).toMatchObject({ held: 1 });
    expect((await alerts()).reduce((sum, { times }) => sum + times, 0)).toBeGreaterThan(before);
  });

  it("is in no trouble for an order that all refuse", async () => {
    const openPage = async () => ({ ...err("refused" as const), failure: new Error("Why") });
    const ctx = shop.steered("stripe=100,checkout=0", { stripe: { openPage }, checkout: { openPage } });
    // With the provider's message, for the log.
    await expect(order(ctx, await makeLottery(own), 1)).rejects.toMatchObject({
      message: expect.stringContaining("refuses"),
      cause: { message: "Why" },
    });
    expect((await shown(ctx)).providers.map(({ trouble }) => trouble)).toEqual([undefined, undefined]);
    expect(ctx.payments.forNewOrder()?.name).toBe("stripe");
  });

  it("starts a new count after an hour without a failure", async () => {
    const { newOrders } = shop.steered();
    await upsertTrouble(own.db, "stripe", "failed");
    expect(await endTrouble(own.db, "stripe")).toBe(false);
    await own.owner.query(
      "UPDATE provider_troubles SET since = since - interval '2 hours', last_at = last_at - interval '2 hours'",
    );
    await newOrders.refresh();
    expect(newOrders.troubles).toEqual([]);
    expect(await upsertTrouble(own.db, "stripe", "refused")).toBe(1);
  });
});

it("costs a checkout no statement", async () => {
  const [plain, steered] = [shop.ruled("stripe=100"), shop.steered("stripe=100")];
  await saveSplit(steered, owner, { version: 0, lines: shares("100", "0") });
  const during = watchStatements(own.pool);
  const lottery = await makeLottery(own);
  const buyers = [await makeUser(own), await makeUser(own), await makeUser(own)];
  await order(plain, lottery, 1, buyers[0]);
  const [before, after] = [
    await during(() => order(plain, lottery, 1, buyers[1])),
    await during(() => order(steered, lottery, 1, buyers[2])),
  ];
  expect(after.sent.length).toBe(before.sent.length);
});
