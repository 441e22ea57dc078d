/** Limits on unpaid holds under concurrency: newcomers, networks, tabs and the limit per person. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeRegular, makeUser } from "#demo/makers.ts";
import { PACKS } from "#features/lotteries/rules/purchase/pricing.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { networkShare, newcomersShare } from "../../rules/checkout/hold-room.ts";
import { checkout, control, lapse, order, pay, sessionOf, stateOf, stockOf } from "../orders.fixture.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { sweepOrders } from "../settlement/sweep-orders.ts";
import { cancelCheckout } from "./end-holds.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());

const newcomers = (count: number) => Promise.all(Array.from({ length: count }, () => makeUser(ctx)));
const regulars = (count: number) => Promise.all(Array.from({ length: count }, () => makeRegular(ctx)));
const errorsOf = (replies: readonly Awaited<ReturnType<typeof checkout>>[]) => [
  ...new Set(replies.flatMap((reply) => (reply.ok ? [] : [reply.error]))),
];

async function networksOf(lotteryId: string): Promise<number[]> {
  const rows = await ctx.db.selectFrom("network_holds").select("held").where("lottery_id", "=", lotteryId).execute();
  return rows.map((row) => row.held);
}

describe("fifty new accounts of one network", () => {
  it.each([200, 1000, 4840])("hold a quarter of %i tickets and no more, and an honest buyer gets in", async (available) => {
    const lottery = await makeLottery(ctx, { tickets_available: available });
    const crowd = await newcomers(50);
    const each = Math.min(50, Math.ceil(available / 60));
    const replies = await Promise.all(crowd.map((one) => checkout(ctx, lottery, each, { ...one, network: "theirs" })));
    const again = await Promise.all(crowd.map((one) => checkout(ctx, lottery, 50, { ...one, network: "theirs" })));
    const { held } = await stockOf(ctx, lottery);
    expect(held).toBeLessThanOrEqual(networkShare(available, PACKS).newcomers);
    expect(held).toBeGreaterThan(networkShare(available, PACKS).newcomers - 50);
    expect(errorsOf([...replies, ...again]).toSorted()).toEqual(["busy"]);
    expect((await checkout(ctx, lottery, 15)).ok).toBe(true);
    expect((await checkout(ctx, lottery, 25, await makeRegular(ctx))).ok).toBe(true);
  });

  it("of fifty networks hold half, and known buyers get tickets", async () => {
    const lottery = await makeLottery(ctx, { tickets_available: 1000 });
    const replies = await Promise.all((await newcomers(50)).map((one) => checkout(ctx, lottery, 45, one)));
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 11 * 45 });
    expect(errorsOf(replies)).toEqual(["busy"]);
    expect((await checkout(ctx, lottery, newcomersShare(1000), await makeRegular(ctx))).ok).toBe(true);
  });
});

it("known buyers get tickets even if newcomers of their network exceed a share that sales have reduced", async () => {
  const lottery = await makeLottery(ctx, { tickets_available: 200 });
  const { newcomers: share } = networkShare(200, PACKS);
  expect((await checkout(ctx, lottery, share, { ...(await makeUser(ctx)), network: "theirs" })).ok).toBe(true);
  const { sessionId } = await order(ctx, lottery, 40, await makeRegular(ctx));
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  expect(networkShare(160, PACKS).newcomers).toBeLessThan(share);
  expect(await checkout(ctx, lottery, 1, { ...(await makeUser(ctx)), network: "theirs" })).toEqual({ ok: false, error: "busy" });
  expect((await checkout(ctx, lottery, 5, { ...(await makeRegular(ctx)), network: "theirs" })).ok).toBe(true);
});

it("a newcomer holds a tenth of a draw at most, or the largest pack", async () => {
  const lottery = await makeLottery(ctx, { tickets_available: 4840 });
  expect(await checkout(ctx, lottery, 485)).toEqual({ ok: false, error: "newcomer_limit" });
  expect((await checkout(ctx, lottery, 484)).ok).toBe(true);
  const small = await makeLottery(ctx, { tickets_available: 300 });
  expect(await checkout(ctx, small, 51)).toEqual({ ok: false, error: "newcomer_limit" });
  expect((await checkout(ctx, small, 50)).ok).toBe(true);
});

it("a buyer who has paid and confirmed the address is no newcomer; one of the two is not enough", async () => {
  const lottery = await makeLottery(ctx, { tickets_available: 4000 });
  const regular = await makeRegular(ctx);
  expect(await checkout(ctx, lottery, 401, { ...regular, emailVerified: false })).toEqual({ ok: false, error: "newcomer_limit" });
  expect(await checkout(ctx, lottery, 401, { ...(await makeUser(ctx)), emailVerified: true })).toMatchObject({ ok: false });
  expect((await checkout(ctx, lottery, 401, regular)).ok).toBe(true);
});

it("known buyers of one network hold half of a draw together", async () => {
  const lottery = await makeLottery(ctx, { tickets_available: 400 });
  const crowd = (await regulars(8)).map((one) => ({ ...one, network: "an office" }));
  const replies = await Promise.all(crowd.map((one) => checkout(ctx, lottery, 40, one)));
  expect(await stockOf(ctx, lottery)).toMatchObject({ held: 200 });
  expect(errorsOf(replies)).toEqual(["busy"]);
  expect((await checkout(ctx, lottery, 200, await makeRegular(ctx))).ok).toBe(true);
});

it("a network's share is free again after payment or release, and its row is deleted", async () => {
  const lottery = await makeLottery(ctx, { tickets_available: 100 });
  const [one, other] = await newcomers(2);
  if (!one || !other) throw new Error("two buyers");
  const bought = await order(ctx, lottery, 20, { ...one, network: "home" });
  expect(await checkout(ctx, lottery, 6, { ...other, network: "home" })).toEqual({ ok: false, error: "busy" });
  await pay(ctx, bought.sessionId);
  await settleOrder(ctx, bought.sessionId);
  const dropped = await order(ctx, lottery, 20, { ...other, network: "home" });
  expect(await networksOf(lottery)).toEqual([20]);
  await cancelCheckout(ctx, other.id, dropped.orderId);
  expect(await networksOf(lottery)).toEqual([0]);
  await sweepOrders(ctx);
  expect(await networksOf(lottery)).toEqual([]);
});

describe("one person's next hold", () => {
  it("replaces the former, whose page is closed", async () => {
    const lottery = await makeLottery(ctx);
    const buyer = await makeUser(ctx);
    const first = await order(ctx, lottery, 18, buyer);
    const second = await order(ctx, lottery, 5, buyer);
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 5 });
    expect([await stateOf(ctx, first.orderId), await stateOf(ctx, second.orderId)]).toEqual(["expired", "awaiting_payment"]);
    await expect(pay(ctx, first.sessionId)).rejects.toThrow();
    await pay(ctx, second.sessionId);
    await settleOrder(ctx, second.sessionId);
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 0, sold: 5 });
  });

  it("keeps the former if it was paid in the meantime", async () => {
    const lottery = await makeLottery(ctx);
    const buyer = await makeUser(ctx);
    const first = await order(ctx, lottery, 18, buyer);
    await pay(ctx, first.sessionId);
    await order(ctx, lottery, 5, buyer);
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 5, sold: 18 });
    expect(await stateOf(ctx, first.orderId)).toBe("paid");
  });

  it("keeps the former if it is refused, or if the provider cannot close the page", async () => {
    const lottery = await makeLottery(ctx);
    const buyer = await makeUser(ctx);
    const first = await order(ctx, lottery, 18, buyer);
    expect(await checkout(ctx, lottery, 101, buyer)).toEqual({ ok: false, error: "newcomer_limit" });
    await control(ctx, "/_simulator/knobs", { refuse: 1 });
    try {
      await expect(checkout(ctx, lottery, 5, buyer)).rejects.toThrow();
    } finally {
      await control(ctx, "/_simulator/knobs", { refuse: 0 });
    }
    expect(await stateOf(ctx, first.orderId)).toBe("awaiting_payment");
    await pay(ctx, first.sessionId);
    await settleOrder(ctx, first.sessionId);
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 0, sold: 18 });
  });

  it("uses the former's stock: no other buyer gets the last tickets in between", async () => {
    const lottery = await makeLottery(ctx, { tickets_available: 18 });
    const [buyer, ...others] = await regulars(20);
    if (!buyer) throw new Error("a buyer");
    await order(ctx, lottery, 18, buyer);
    const [mine, ...theirs] = await Promise.all([
      checkout(ctx, lottery, 17, buyer),
      ...others.map((one) => checkout(ctx, lottery, 1, one)),
    ]);
    expect(mine?.ok).toBe(true);
    expect(theirs.filter((reply) => reply.ok).length).toBeLessThanOrEqual(1);
  });

  it.each([1, 2, 3])("is one, however many tabs ask at once (round %d)", async () => {
    const lottery = await makeLottery(ctx);
    const buyer = await makeUser(ctx);
    const replies = await Promise.all(Array.from({ length: 12 }, (_, tab) => checkout(ctx, lottery, 1 + tab, buyer)));
    expect(errorsOf(replies).filter((error) => error !== "replaced")).toEqual([]);
    const open = await ctx.db
      .selectFrom("orders")
      .select(["id", "quantity"])
      .where("lottery_id", "=", lottery)
      .where("state", "in", ["reserved", "awaiting_payment"])
      .execute();
    expect(open).toHaveLength(1);
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: open[0]?.quantity });
    await pay(ctx, await sessionOf(ctx, open[0]?.id ?? ""));
  });
});

describe("a draw's limit per person", () => {
  it("counts paid tickets, and holds that are not replaced", async () => {
    const lottery = await makeLottery(ctx, { max_tickets_per_person: 10 });
    const buyer = await makeRegular(ctx);
    expect(await checkout(ctx, lottery, 11, buyer)).toEqual({ ok: false, error: "person_limit" });
    const first = await order(ctx, lottery, 8, buyer);
    await order(ctx, lottery, 10, buyer);
    const second = await order(ctx, lottery, 7, buyer);
    await pay(ctx, second.sessionId);
    await settleOrder(ctx, second.sessionId);
    expect(await checkout(ctx, lottery, 4, buyer)).toEqual({ ok: false, error: "person_limit" });
    expect((await checkout(ctx, lottery, 3, buyer)).ok).toBe(true);
    expect(await stateOf(ctx, first.orderId)).toBe("expired");
    expect((await checkout(ctx, lottery, 10)).ok).toBe(true);
  });

  it.each([2999, 0])("holds however many tabs ask at once, at %i pence", async (price) => {
    const lottery = await makeLottery(ctx, { max_tickets_per_person: 10, price_per_ticket_pence: price });
    const buyer = await makeRegular(ctx);
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const reply = await checkout(ctx, lottery, 3, buyer);
        if (!reply.ok || price === 0) return;
        const sessionId = await sessionOf(ctx, reply.value.orderId);
        await pay(ctx, sessionId).catch(() => undefined);
        await settleOrder(ctx, sessionId);
      }),
    );
    const { held, sold } = await stockOf(ctx, lottery);
    expect(held + sold).toBeLessThanOrEqual(10);
    expect(sold).toBeGreaterThanOrEqual(3);
  });

  it("refunds a late payment that would exceed it", async () => {
    const lottery = await makeLottery(ctx, { max_tickets_per_person: 10 });
    const buyer = await makeRegular(ctx);
    const late = await order(ctx, lottery, 8, buyer);
    await pay(ctx, late.sessionId);
    await lapse(ctx, late.orderId);
    const next = await order(ctx, lottery, 5, buyer);
    await settleOrder(ctx, late.sessionId);
    expect([await stateOf(ctx, late.orderId), await stateOf(ctx, next.orderId)]).toEqual(["refund_due", "awaiting_payment"]);
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 5, sold: 0 });
    const refunds = await ctx.db.selectFrom("refunds").select("reason").where("order_id", "=", late.orderId).execute();
    expect(refunds).toEqual([{ reason: "person_limit" }]);
  });
});
