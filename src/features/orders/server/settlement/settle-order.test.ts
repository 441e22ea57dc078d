/** A payment becomes tickets exactly once. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { createPromotion } from "#features/lotteries/server/promotion-codes.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { CARDS, checkout, lapse, numbersOf, order, pay, sessionOf, stateOf, stockOf } from "../orders.fixture.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { findOrderByRequest, findOrderRow } from "../store.ts";
import { settleOrder, settleWithoutPayment } from "./settle-order.ts";
import { endHold, sweepOrders } from "./sweep-orders.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const minutes = (n: number) => n * 60_000;
const crash = (): never => {
  throw new Error("crash");
};
const later = (ms: number) => ctx.setNow(new Date(Date.now() + ms));

describe("buying", () => {
  it("holds the tickets, then issues the next numbers after the payment", async () => {
    const lottery = await makeLottery(ctx);
    const first = await order(ctx, lottery, 25);
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 0, held: 25, last: 0 });
    expect(await settleOrder(ctx, first.sessionId)).toEqual({ orderId: first.orderId, outcome: "pending" });
    expect(await stateOf(ctx, first.orderId)).toBe("awaiting_payment");

    await pay(ctx, first.sessionId);
    expect(await settleOrder(ctx, first.sessionId)).toEqual({ orderId: first.orderId, outcome: "settled" });
    expect(await numbersOf(ctx, first.orderId)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 25, held: 0, last: 25 });

    const second = await order(ctx, lottery, 2);
    await pay(ctx, second.sessionId);
    await settleOrder(ctx, second.sessionId);
    expect(await numbersOf(ctx, second.orderId)).toEqual([26, 27]);
    const row = await ctx.db.selectFrom("orders").selectAll().where("id", "=", first.orderId).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      total_pence: 63_729,
      captured_pence: 63_729,
      pack: "gold",
      card_funding: "debit",
      page_request: null,
    });
  });

  it("gives every ticket its own tag", async () => {
    const lottery = await makeLottery(ctx);
    const { orderId, sessionId } = await order(ctx, lottery, 50);
    await pay(ctx, sessionId);
    await settleOrder(ctx, sessionId);
    const tags = await ctx.db.selectFrom("tickets").select("tag").where("order_id", "=", orderId).execute();
    expect(new Set(tags.map((row) => row.tag.toString("hex"))).size).toBe(50);
    expect(tags.every((row) => row.tag.length === 16)).toBe(true);
  });

  it("settles a free order without a payment page", async () => {
    const lottery = await makeLottery(ctx, { price_per_ticket_pence: 0 });
    const opened = await checkout(ctx, lottery, 3);
    expect(opened).toMatchObject({ ok: true, value: { url: expect.stringContaining("/success?success=true&order=") } });
    if (opened.ok) expect(await numbersOf(ctx, opened.value.orderId)).toEqual([1, 2, 3]);
  });

  it("limits free orders of a network, except for confirmed accounts", async () => {
    const lottery = await makeLottery(ctx, { price_per_ticket_pence: 0 });
    const from = async (network: string, emailVerified = false) => {
      const user = await makeUser(ctx, { email_verified: emailVerified });
      return { ...user, emailVerified, network };
    };
    const requestKey = "the last one";
    const last = { lotteryId: lottery, quantity: 1, answer: "porsche", locale: "en" as const, network: "one site", requestKey };
    for (let n = 0; n < 9; n++) expect(await checkout(ctx, lottery, 1, await from("one site"))).toMatchObject({ ok: true });
    const buyer = await makeUser(ctx, { email_verified: false });
    // A refusal uses no allowance.
    const oneEach = await makeLottery(ctx, { price_per_ticket_pence: 0, max_tickets_per_person: 1 });
    expect(await checkout(ctx, oneEach, 2, await from("one site"))).toEqual({ ok: false, error: "person_limit" });
    const taken = await openCheckout(ctx, { ...last, buyer });
    expect(taken).toMatchObject({ ok: true });
    expect(await checkout(ctx, lottery, 1, await from("one site"))).toEqual({ ok: false, error: "unconfirmed" });
    expect(await openCheckout(ctx, { ...last, buyer })).toEqual(taken);
    expect(await checkout(ctx, lottery, 1, await from("one site", true))).toMatchObject({ ok: true });
    expect(await checkout(ctx, lottery, 1, await from("another"))).toMatchObject({ ok: true });
    const priced = await makeLottery(ctx);
    expect(await checkout(ctx, priced, 1, await from("one site"))).toMatchObject({ ok: true });
    // A code for the full price has its own limit.
    const paysAll = { percentOff: 100, expiresAt: new Date(Date.now() + 86_400_000) };
    const { code } = await ctx.db.transaction().execute((tx) => createPromotion(ctx, tx, paysAll));
    const wish = { ...last, lotteryId: priced, requestKey: "by a code", promoCode: code };
    expect(await openCheckout(ctx, { ...wish, buyer: await makeUser(ctx, { email_verified: false }) })).toMatchObject({
      ok: true,
    });
  });

  it("settles one of a network's concurrent last free orders and releases the others", async () => {
    const lottery = await makeLottery(ctx, { price_per_ticket_pence: 0 });
    const buyers = await Promise.all(Array.from({ length: 14 }, () => makeUser(ctx, { email_verified: false })));
    const ask = (buyer: (typeof buyers)[number]) => checkout(ctx, lottery, 1, { ...buyer, network: "a crowd" });
    for (const buyer of buyers.slice(0, 9)) await ask(buyer);
    const replies = await Promise.all(buyers.slice(9).map(ask));
    expect(replies.map((reply) => (reply.ok ? "" : reply.error)).toSorted()).toEqual(["", ...Array(4).fill("unconfirmed")]);
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 10, held: 0 });
  });

  it("counts a network's free order when it is settled, whichever process settles it", async () => {
    const lottery = await makeLottery(ctx, { price_per_ticket_pence: 0 });
    const wish = { lotteryId: lottery, quantity: 1, answer: "porsche", locale: "en", network: "one roof" } as const;
    const buyers = await Promise.all(Array.from({ length: 13 }, () => makeUser(ctx, { email_verified: false })));
    // Holds only: their request is running or was interrupted.
    const halfway = buyers.slice(0, 3).map((buyer, n) => ({ ...wish, buyer, requestKey: `halfway ${n}` }));
    for (const purchase of halfway) await expect(openCheckout({ ...ctx, random: crash }, purchase)).rejects.toThrow("crash");
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 0, held: 3 });
    for (const buyer of buyers.slice(3)) expect(await openCheckout(ctx, { ...wish, buyer })).toMatchObject({ ok: true });
    const [twice, anew] = halfway;
    if (!twice || !anew) throw new Error("no request is halfway");
    const held = await findOrderByRequest(ctx.db, twice.buyer.id, twice.requestKey);
    if (!held) throw new Error("nothing is held");
    expect(await openCheckout(ctx, twice)).toEqual({ ok: false, error: "unconfirmed" });
    // A concurrent repetition that had found the hold.
    expect(await settleWithoutPayment(ctx, held)).toBe(false);
    expect(await openCheckout(ctx, { ...anew, requestKey: "anew" })).toEqual({ ok: false, error: "unconfirmed" });
    later(minutes(60));
    await sweepOrders(ctx);
    ctx.setNow(undefined);
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 10, held: 0 });
  });

  it("dates no sale or refund in the future, even if a process's clock is far ahead", async () => {
    const settledAt = async (orderId: string) =>
      (await ctx.db.selectFrom("orders").select("settled_at").where("id", "=", orderId).executeTakeFirstOrThrow()).settled_at;
    const lottery = await makeLottery(ctx);
    const [sold, refused] = [await order(ctx, lottery, 1), await order(ctx, lottery, 1)];
    for (const { sessionId } of [sold, refused]) await pay(ctx, sessionId);
    const fast = { ...ctx, now: () => new Date(Date.now() + minutes(3 * 24 * 60)) };
    await settleOrder(fast, sold.sessionId);
    await ctx.db.updateTable("lotteries").set({ status: "cancelled" }).where("id", "=", lottery).execute();
    await settleOrder(fast, refused.sessionId);
    expect([await stateOf(ctx, sold.orderId), await stateOf(ctx, refused.orderId)]).toEqual(["paid", "refund_due"]);
    for (const { orderId } of [sold, refused]) expect(Number(await settledAt(orderId))).toBeLessThan(Date.now() + minutes(2));
  });

  it("creates one order for a double click", async () => {
    const lottery = await makeLottery(ctx);
    const buyer = await makeUser(ctx);
    const purchase = { lotteryId: lottery, buyer, quantity: 5, answer: "porsche", locale: "en", requestKey: "one-page" } as const;
    const replies = await Promise.all([openCheckout(ctx, purchase), openCheckout(ctx, purchase), openCheckout(ctx, purchase)]);
    expect(new Set(replies.map((reply) => (reply.ok ? reply.value.url : reply.error))).size).toBe(1);
    expect(replies.every((reply) => reply.ok)).toBe(true);
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 5 });
  });
});

describe("one key, one purchase", () => {
  const makePurchase = async (change: object = {}) => ({
    lotteryId: await makeLottery(ctx, { price_per_ticket_pence: 0 }),
    buyer: await makeUser(ctx),
    quantity: 2,
    answer: "porsche",
    locale: "en" as const,
    requestKey: "one-page",
    ...change,
  });

  it("also for a free order whose first request is long done", async () => {
    const purchase = await makePurchase();
    const first = await openCheckout(ctx, purchase);
    expect(first).toMatchObject({ ok: true });
    expect(await openCheckout(ctx, purchase)).toEqual(first);
    expect(await stockOf(ctx, purchase.lotteryId)).toMatchObject({ sold: 2, held: 0 });
  });

  it("leads back to the paid order", async () => {
    const purchase = await makePurchase({ lotteryId: await makeLottery(ctx) });
    const first = await openCheckout(ctx, purchase);
    if (!first.ok) throw new Error(first.error);
    const { orderId } = first.value;
    await pay(ctx, await sessionOf(ctx, orderId));
    await settleOrder(ctx, await sessionOf(ctx, orderId));
    expect(await openCheckout(ctx, purchase)).toEqual({
      ok: true,
      value: { orderId, url: `/success?success=true&order=${orderId}` },
    });
  });

  it("refuses a different purchase with the same key", async () => {
    const purchase = await makePurchase();
    await openCheckout(ctx, purchase);
    for (const other of [{ quantity: 3 }, { lotteryId: await makeLottery(ctx) }])
      expect(await openCheckout(ctx, { ...purchase, ...other })).toEqual({ ok: false, error: "bad_request" });
  });
});

describe("coming back from the payment page", () => {
  it("offers the last tickets again to the buyer whose own hold took them", async () => {
    const lottery = await makeLottery(ctx, { tickets_available: 5 });
    const buyer = await makeUser(ctx);
    const purchase = { lotteryId: lottery, buyer, quantity: 5, answer: "porsche", locale: "en" } as const;
    const first = await openCheckout(ctx, { ...purchase, requestKey: "first-visit" });
    expect(await openCheckout(ctx, { ...purchase, requestKey: "second", answer: "audi" })).toEqual({
      ok: false,
      error: "wrong_answer",
    });
    expect(await openCheckout(ctx, { ...purchase, quantity: 6, requestKey: "third" })).toEqual({ ok: false, error: "sold_out" });
    expect(first.ok && (await stateOf(ctx, first.value.orderId))).toBe("awaiting_payment");
    const second = await openCheckout(ctx, { ...purchase, requestKey: "fourth" });
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 5, sold: 0 });
    expect(await openCheckout(ctx, { ...purchase, quantity: 4, requestKey: "fifth" })).toMatchObject({ ok: true });
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 4, sold: 0 });
    expect(second.ok && (await stateOf(ctx, second.value.orderId))).toBe("expired");
    const other = { ...purchase, buyer: await makeUser(ctx), quantity: 2, requestKey: "other" };
    expect(await openCheckout(ctx, other)).toEqual({ ok: false, error: "sold_out" });
  });
});

describe("refusals", () => {
  it.each([
    ["a wrong answer", { answer: "audi" }, {}, "wrong_answer"],
    ["no answer", { answer: undefined }, {}, "wrong_answer"],
    ["more than is left", { quantity: 1001 }, {}, "sold_out"],
    ["no ticket", { quantity: 0 }, {}, "bad_quantity"],
    ["half a ticket", { quantity: 1.5 }, {}, "bad_quantity"],
    ["another price than was shown", { expectedUnitPrice: 2998 }, {}, "price_changed"],
    ["other terms than were shown", { acceptedTerms: "2020-01-01" }, {}, "terms_changed"],
    ["a draft", {}, { status: "draft" }, "not_found"],
    ["a cancelled draw", {}, { status: "cancelled", sales_state: "cancelled" }, "cancelled"],
    ["a draw that has ended", {}, { start_date: "2026-01-01", end_date: "2026-01-31" }, "closed"],
    ["a draw that opens later", {}, { start_date: "2999-01-01", end_date: "2999-01-31" }, "upcoming"],
    ["a draw whose sales are closing", {}, { sales_state: "closing" }, "closed"],
  ])("%s", async (_name, purchaseChange, lottery, error) => {
    const lotteryId = await makeLottery(ctx, lottery as Parameters<typeof makeLottery>[1]);
    const purchase = {
      lotteryId,
      buyer: await makeUser(ctx),
      quantity: 2,
      answer: "porsche",
      locale: "en",
      ...purchaseChange,
    } as Parameters<typeof openCheckout>[1];
    expect(await openCheckout(ctx, purchase)).toEqual({ ok: false, error });
    expect(await stockOf(ctx, lotteryId)).toMatchObject({ held: 0, sold: 0 });
  });

  it("an unknown draw and a malformed id look the same", async () => {
    for (const id of ["nonsense", "00000000-0000-4000-8000-000000000000"])
      expect(await checkout(ctx, id, 1)).toEqual({ ok: false, error: "not_found" });
  });
});

describe("repeated settlement", () => {
  it("issues once under 100 parallel calls", async () => {
    const lottery = await makeLottery(ctx);
    const { orderId, sessionId } = await order(ctx, lottery, 7);
    await pay(ctx, sessionId);
    await Promise.all(Array.from({ length: 100 }, () => settleOrder(ctx, sessionId)));
    expect(await numbersOf(ctx, orderId)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 7, held: 0, last: 7 });
  });

  it("keeps an order at its provider", async () => {
    const { orderId } = await order(ctx, await makeLottery(ctx), 1);
    const moved = sql`UPDATE orders SET provider = 'another' WHERE id = ${orderId}`.execute(ctx.db);
    await expect(moved).rejects.toThrow("an order keeps its payment provider");
  });

  it("ignores an unknown page", async () => {
    expect(await settleOrder(ctx, "cs_test_unknown")).toEqual({ orderId: undefined, outcome: "unknown" });
    await expect(settleOrder(ctx, "cs_test_unknown", { provider: "stripe" })).rejects.toThrow();
  });

  it("ends a race of payment and expiry in exactly one of them", async () => {
    const lottery = await makeLottery(ctx);
    for (let round = 0; round < 10; round++) {
      const { orderId, sessionId } = await order(ctx, lottery, 2);
      const row = await findOrderRow(ctx.db, orderId);
      if (!row) throw new Error("no order");
      const paid = await Promise.allSettled([pay(ctx, sessionId), endHold(ctx, row)]);
      await settleOrder(ctx, sessionId);
      const state = await stateOf(ctx, orderId);
      expect(state).toBe(paid[0]?.status === "fulfilled" ? "paid" : "expired");
      expect((await numbersOf(ctx, orderId)).length).toBe(state === "paid" ? 2 : 0);
    }
    expect((await stockOf(ctx, lottery)).held).toBe(0);
  });
});

describe("lapsed holds", () => {
  it("keep the stock until the provider has closed the page", async () => {
    const lottery = await makeLottery(ctx);
    const { orderId } = await order(ctx, lottery, 4);
    later(minutes(34));
    await sweepOrders(ctx);
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 4 });
    later(minutes(36));
    await sweepOrders(ctx);
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 0 });
    expect(await stateOf(ctx, orderId)).toBe("expired");
    ctx.setNow(undefined);
  });

  it("get their tickets if the page turns out to be paid", async () => {
    const lottery = await makeLottery(ctx);
    const { orderId, sessionId } = await order(ctx, lottery, 4);
    await pay(ctx, sessionId);
    later(minutes(40));
    await sweepOrders(ctx);
    ctx.setNow(undefined);
    expect(await stateOf(ctx, orderId)).toBe("paid");
    expect(await numbersOf(ctx, orderId)).toHaveLength(4);
  });

  it("find the page that a crash left unrecorded", async () => {
    const lottery = await makeLottery(ctx);
    const { orderId, sessionId } = await order(ctx, lottery, 3);
    const { page_request } = {
      page_request: {
        amount: 8997,
        description: "3 tickets, Valmont GT-10",
        customerEmail: "x@concours.test",
        locale: "en",
        publicUrl: ctx.publicUrl,
      },
    };
    await ctx.db
      .updateTable("orders")
      .set({ state: "reserved", payment_session_id: null, payment_url: null, page_request: JSON.stringify(page_request) })
      .where("id", "=", orderId)
      .execute();
    const buyer = await ctx.db
      .selectFrom("orders")
      .innerJoin("users", "users.id", "orders.user_id")
      .select("email")
      .where("orders.id", "=", orderId)
      .executeTakeFirstOrThrow();
    await ctx.db
      .updateTable("orders")
      .set({ page_request: JSON.stringify({ ...page_request, customerEmail: buyer.email }) })
      .where("id", "=", orderId)
      .execute();
    await pay(ctx, sessionId);
    later(minutes(3));
    await sweepOrders(ctx);
    ctx.setNow(undefined);
    expect(await stateOf(ctx, orderId)).toBe("paid");
    expect(await numbersOf(ctx, orderId)).toHaveLength(3);
  });

  it("of free orders get their tickets after a crash", async () => {
    const lottery = await makeLottery(ctx, { price_per_ticket_pence: 0 });
    const crashed = await checkout({ ...ctx, random: () => crash() }, lottery, 3).catch((error: Error) => error.message);
    expect(crashed).toBe("crash");
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 0, held: 3 });
    later(minutes(3));
    await sweepOrders(ctx);
    ctx.setNow(undefined);
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 3, held: 0 });
  });

  it("are released at once if the provider refuses the page", async () => {
    const lottery = await makeLottery(ctx);
    const { id } = await makeUser(ctx);
    await expect(checkout(ctx, lottery, 3, { id, email: "not an address" })).rejects.toThrow("refuses");
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 0, held: 0 });
  });

  it("get a page for a draw with a very long title", async () => {
    const lottery = await makeLottery(ctx, { title: "Valmont ".repeat(60) });
    expect(await checkout(ctx, lottery, 1)).toMatchObject({ ok: true });
    // Truncated within a surrogate pair.
    const cars = await makeLottery(ctx, { title: "\u{1F697}".repeat(150) });
    for (const quantity of [1, 2]) expect(await checkout(ctx, cars, quantity)).toMatchObject({ ok: true });
  });

  it("are sold to other buyers, and late payments are refunded", async () => {
    const lottery = await makeLottery(ctx, { tickets_available: 5 });
    const late = await order(ctx, lottery, 5);
    // The payment's event arrives after the hold was released manually.
    await pay(ctx, late.sessionId);
    await lapse(ctx, late.orderId);
    const quick = await order(ctx, lottery, 5);
    await pay(ctx, quick.sessionId);
    await settleOrder(ctx, quick.sessionId);

    await settleOrder(ctx, late.sessionId);
    expect(await stateOf(ctx, late.orderId)).toBe("refund_due");
    await sendRefund(ctx, late.orderId);
    await sendRefund(ctx, late.orderId);
    expect(await stateOf(ctx, late.orderId)).toBe("refunded");
    expect(await ctx.db.selectFrom("refunds").select(["reason", "state"]).where("order_id", "=", late.orderId).execute()).toEqual(
      [{ reason: "sold_out", state: "succeeded" }],
    );
    expect(await numbersOf(ctx, late.orderId)).toEqual([]);
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 5, held: 0 });
  });
});

describe("a wrong payment", () => {
  it("of a tampered amount buys nothing and is refunded", async () => {
    const lottery = await makeLottery(ctx);
    const { orderId, sessionId } = await order(ctx, lottery, 2);
    await ctx.db.updateTable("orders").set({ unit_price_pence: 3999, total_pence: 7998 }).where("id", "=", orderId).execute();
    await pay(ctx, sessionId);
    await settleOrder(ctx, sessionId);
    expect(await stateOf(ctx, orderId)).toBe("refund_due");
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 0, held: 0 });
    await sendRefund(ctx, orderId);
    // Corrected, so that the invariants after these tests see the true price.
    await ctx.db.updateTable("orders").set({ unit_price_pence: 2999, total_pence: 5998 }).where("id", "=", orderId).execute();
    expect(await stateOf(ctx, orderId)).toBe("refunded");
    const { intent } = await ctx.db
      .selectFrom("orders")
      .select("payment_intent_id as intent")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    const ledger = await (await fetch(`${ctx.simulatorUrl}/_simulator/ledger`)).json();
    expect(ledger).toMatchObject({
      refunds: expect.arrayContaining([expect.objectContaining({ payment_intent: intent, amount: 5998 })]),
    });
  });

  it("by a declined card leaves the hold as it was", async () => {
    const lottery = await makeLottery(ctx);
    const { orderId, sessionId } = await order(ctx, lottery, 1);
    await expect(pay(ctx, sessionId, CARDS.declined)).rejects.toThrow("402");
    await settleOrder(ctx, sessionId);
    expect(await stateOf(ctx, orderId)).toBe("awaiting_payment");
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 1 });
  });
});
