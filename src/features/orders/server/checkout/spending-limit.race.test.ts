/** A player's monthly limit at the checkout: messages, sums, and concurrent tabs. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type MadeUser, makeLottery, makeUser, RIGHT_ANSWER } from "#demo/makers.ts";
import { londonMonth } from "#features/accounts/rules/person/safer-play.ts";
import { PACKS } from "#features/lotteries/rules/purchase/pricing.ts";
import { excludeFromPlay, pausePlay, setSpendingLimit } from "#features/player-protection/server/change-safer-play.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { pence } from "#shared/money/money.ts";
import { CREDIT_LIMIT, exceedsLimit } from "../../rules/checkout/spending.ts";
import { holdTickets } from "../holds/hold-store.ts";
import { checkout, countWaiting, order, pay, sessionOf, stateOf, stockOf } from "../orders.fixture.ts";
import { lockLotteryState } from "../refunds/lottery-state-store.ts";
import { refundOrder } from "../refunds/refund-order.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { enforceLimits } from "./enforce-limits.ts";
import { findBuyer, findSpending, showEligibility } from "./find-eligibility.ts";
import { openCheckout } from "./open-checkout.ts";
import { listHeldTotals, sumSpending } from "./spending-store.ts";

const TABS = 12;
const PRICE = 2_999;

let ctx: TestCtx;
let lottery: string;
let buyer: MadeUser;
/** One draw per tab: a player has one page per draw. */
let draws: string[];
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  lottery = await makeLottery(ctx);
  draws = await Promise.all(Array.from({ length: TABS }, () => makeLottery(ctx)));
});
beforeEach(async () => {
  ctx.setNow(undefined);
  buyer = await makeUser(ctx);
});
afterAll(() => ctx.close());

const limitTo = (amount: number) => setSpendingLimit(ctx, buyer.id, pence(amount));
const outcome = async (quantity = 1, lotteryId = lottery) => {
  const opened = await checkout(ctx, lotteryId, quantity, buyer);
  return opened.ok ? "opened" : opened.error;
};

describe(`${TABS} tabs under a limit for three tickets`, () => {
  it("exceed it if the month is summed up first and the order written afterwards", async () => {
    await limitTo(3 * PRICE);
    const isFree = async () => !exceedsLimit(pence(3 * PRICE), await findSpending(ctx.db, buyer.id, ctx.now()), pence(PRICE));
    const hold = async (lotteryId: string) => {
      const price = {
        unitPrice: pence(PRICE),
        discount: pence(0),
        total: pence(PRICE),
        percentOff: 0,
        pack: undefined,
        packs: PACKS,
        promotionId: undefined,
      };
      const page = {
        amount: pence(PRICE),
        description: "",
        customerEmail: buyer.email,
        locale: "en",
        blocksCredit: false,
        publicUrl: "",
      } as const;
      const what = {
        lotteryId,
        userId: buyer.id,
        quantity: 1,
        ...price,
        answer: undefined,
        locale: "en",
        termsVersion: "",
      } as const;
      const share = { byNewcomer: true, network: buyer.id };
      const payBy = new Date(ctx.now().getTime() + 60_000);
      await holdTickets(
        ctx.db,
        {
          ...what,
          keys: { mailbox: undefined, person: undefined },
          requestKey: undefined,
          isTest: false,
          provider: "stripe",
          payBy,
          creditBlocked: false,
          ...share,
          pageRequest: page,
        },
        ctx.now(),
      );
    };
    // The worst case: all tabs read before any of them writes.
    const free = await Promise.all(Array.from({ length: TABS }, isFree));
    await Promise.all(free.flatMap((isFree, tab) => (isFree ? [hold(draws[tab] ?? "")] : [])));
    expect((await findSpending(ctx.db, buyer.id, ctx.now())).spent).toBeGreaterThan(3 * PRICE);
  });

  it.each([1, 2, 3])("do not exceed it with the lock (round %d)", async () => {
    await limitTo(3 * PRICE);
    const outcomes = await Promise.all(draws.map((draw) => outcome(1, draw)));
    expect(outcomes.filter((one) => one === "opened")).toHaveLength(3);
    expect(new Set(outcomes)).toEqual(new Set(["opened", "over_limit"]));
    expect((await findSpending(ctx.db, buyer.id, ctx.now())).spent).toBe(3 * PRICE);
  });
});

describe("a limit", () => {
  it("counts open pages and payments, but no refunds", async () => {
    await limitTo(3 * PRICE);
    const first = await order(ctx, lottery, 2, buyer);
    expect(await showEligibility(ctx, buyer.id, pence(PRICE))).toMatchObject({ left: PRICE });
    const [other = ""] = draws;
    expect(await outcome(2, other)).toBe("over_limit");
    expect(await outcome(4)).toBe("over_limit");
    await pay(ctx, first.sessionId);
    await settleOrder(ctx, first.sessionId);
    expect(await outcome(2)).toBe("over_limit");
    await refundOrder(ctx, { kind: "command" }, { orderId: first.orderId, reason: "Because of the test." });
    await sendRefund(ctx, first.orderId);
    expect(await outcome(2)).toBe("opened");
  });

  it("counts no refund that is on its way, in every sum", async () => {
    const { orderId, sessionId } = await order(ctx, lottery, 2, buyer);
    await pay(ctx, sessionId);
    await settleOrder(ctx, sessionId);
    const returning = (pence: number) =>
      ctx.db.updateTable("orders").set({ returning_pence: pence }).where("id", "=", orderId).execute();
    await returning(2 * PRICE);
    const { spending, hasPaid } = await findBuyer(ctx, { userId: buyer.id, lotteryId: lottery }, ctx.now());
    expect({ spending, hasPaid }).toEqual({ spending: await findSpending(ctx.db, buyer.id, ctx.now()), hasPaid: false });
    expect(spending.spent).toBe(0);
    await returning(0);
    expect(await findBuyer(ctx, { userId: buyer.id, lotteryId: lottery }, ctx.now())).toMatchObject({ hasPaid: true, bought: 2 });
  });

  it("of £0 allows only free orders", async () => {
    await limitTo(0);
    expect(await outcome()).toBe("over_limit");
    const gratis = await makeLottery(ctx, { price_per_ticket_pence: 0 });
    expect((await checkout(ctx, gratis, 1, buyer)).ok).toBe(true);
  });

  it("starts again with each month in London", async () => {
    await limitTo(PRICE);
    const { orderId } = await order(ctx, lottery, 1, buyer);
    const { from } = londonMonth(ctx.now());
    const madeAt = (at: Date) => ctx.db.updateTable("orders").set({ created_at: at }).where("id", "=", orderId).execute();
    await madeAt(from);
    expect(await outcome(1, draws[0])).toBe("over_limit");
    await madeAt(new Date(from.getTime() - 1));
    expect(await outcome()).toBe("opened");
  });

  it("sums up the orders from a month's first instant until before its end, without the one that is settled", async () => {
    const { orderId } = await order(ctx, lottery, 1, buyer);
    const month = londonMonth(ctx.now());
    const spentWhere = async (at: Date, except?: string) => {
      await ctx.db.updateTable("orders").set({ created_at: at }).where("id", "=", orderId).execute();
      const held = await listHeldTotals(ctx.db, buyer.id, month);
      const { spent, perhapsByCredit } = await sumSpending(ctx.db, buyer.id, { ...month, ...(except && { except }) });
      return [spent, perhapsByCredit, held.length];
    };
    const justBefore = (at: Date) => new Date(at.getTime() - 1);
    expect(await spentWhere(justBefore(month.from))).toEqual([0, 0, 0]);
    expect(await spentWhere(month.from)).toEqual([PRICE, PRICE, 1]);
    expect(await spentWhere(justBefore(month.to))).toEqual([PRICE, PRICE, 1]);
    expect(await spentWhere(month.to)).toEqual([0, 0, 0]);
    expect(await spentWhere(month.from, orderId)).toEqual([0, 0, 1]);
    expect(await spentWhere(month.from, randomUUID())).toEqual([PRICE, PRICE, 1]);
  });

  it("gives a repeated request the page of the first, not a refusal", async () => {
    await limitTo(PRICE);
    const purchase = {
      lotteryId: lottery,
      buyer,
      quantity: 1,
      answer: "porsche",
      locale: "en",
      requestKey: `key-${buyer.id}`,
    } as const;
    const replies = await Promise.all([openCheckout(ctx, purchase), openCheckout(ctx, purchase)]);
    expect(replies.map((reply) => reply.ok && reply.value.orderId)).toEqual([
      replies[0]?.ok && replies[0].value.orderId,
      replies[0]?.ok && replies[0].value.orderId,
    ]);
    expect(replies[0]?.ok).toBe(true);
  });
});

it.each([
  ["over_limit", () => limitTo(PRICE - 1)],
  ["paused", () => pausePlay(ctx, buyer.id, "day")],
] as const)("what a player sets while tickets are being held holds for these, too (%s)", async (refusal, set) => {
  const seller = await ctx.db.startTransaction().execute();
  await lockLotteryState(seller, lottery);
  const before = await stockOf(ctx, lottery);
  const buying = outcome();
  await expect.poll(() => countWaiting(ctx)).toBe(1);
  await set();
  await enforceLimits(ctx, buyer.id);
  await seller.commit().execute();
  expect(await buying).toBe(refusal);
  expect(await stockOf(ctx, lottery)).toEqual(before);
});

describe("a buyer who returns from a payment page to the question", () => {
  const press = (quantity: number, lotteryId = lottery) =>
    openCheckout(ctx, { lotteryId: lotteryId, buyer, quantity, answer: RIGHT_ANSWER, locale: "en", requestKey: randomUUID() });
  const opened = async (quantity: number, lotteryId = lottery) => {
    const checkout = await press(quantity, lotteryId);
    if (!checkout.ok) throw new Error(checkout.error);
    return checkout.value;
  };

  it("gets a page again if the limit has no room for two", async () => {
    await limitTo(3 * PRICE);
    const first = await opened(2);
    expect(await showEligibility(ctx, buyer.id, pence(2 * PRICE))).toMatchObject({ left: PRICE });
    expect(await showEligibility(ctx, buyer.id, pence(2 * PRICE), { closesPages: true })).toMatchObject({ left: 3 * PRICE });
    const second = await opened(2);
    expect([await stateOf(ctx, first.orderId), await stateOf(ctx, second.orderId)]).toEqual(["expired", "awaiting_payment"]);
  });

  it("gets another quantity or another draw, and the former page is closed", async () => {
    await limitTo(3 * PRICE);
    const [first, second] = [await opened(2), await opened(3)];
    expect([await stateOf(ctx, first.orderId), await stateOf(ctx, second.orderId)]).toEqual(["expired", "awaiting_payment"]);
    const third = await opened(1, await makeLottery(ctx));
    expect([await stateOf(ctx, second.orderId), await stateOf(ctx, third.orderId)]).toEqual(["expired", "awaiting_payment"]);
    expect(await press(4)).toEqual({ ok: false, error: "over_limit" });
  });

  it("keeps a purchase paid in the meantime, and its limit applies", async () => {
    await limitTo(3 * PRICE);
    const first = await opened(2);
    await pay(ctx, await sessionOf(ctx, first.orderId));
    expect(await press(3)).toEqual({ ok: false, error: "over_limit" });
    expect(await stateOf(ctx, first.orderId)).toBe("paid");
  });

  it("may still pay by credit card if the former page accepts one", async () => {
    const dear = await makeLottery(ctx, { price_per_ticket_pence: CREDIT_LIMIT });
    const first = await opened(1, dear);
    const second = await opened(1, dear);
    expect([await stateOf(ctx, first.orderId), await stateOf(ctx, second.orderId)]).toEqual(["expired", "awaiting_payment"]);
    const { credit_blocked } = await ctx.db
      .selectFrom("orders")
      .select("credit_blocked")
      .where("id", "=", second.orderId)
      .executeTakeFirstOrThrow();
    expect(credit_blocked).toBe(false);
  });
});

describe("a pause", () => {
  it.each([
    ["paused", () => pausePlay(ctx, buyer.id, "day")],
    ["excluded", () => excludeFromPlay(ctx, buyer.id, "half")],
  ] as const)("stops every purchase (%s), and a payment that began before it stays valid", async (kind, start) => {
    const before = await order(ctx, lottery, 1, buyer);
    await start();
    expect(await outcome()).toBe(kind);
    await pay(ctx, before.sessionId);
    await settleOrder(ctx, before.sessionId);
    expect(await stateOf(ctx, before.orderId)).toBe("paid");
  });
});
