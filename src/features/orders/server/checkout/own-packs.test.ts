/** Draws with packs of their own: price, stored order, locks. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeLottery, makeRegular } from "#demo/makers.ts";
import { PACKS } from "#features/lotteries/rules/purchase/pricing.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { pence } from "#shared/money/money.ts";
import { holdTickets, type NewHold } from "../holds/hold-store.ts";
import { order, pay } from "../orders.fixture.ts";
import { showPurchase } from "../reading/show-purchase.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { findHoldRefusal } from "./find-purchase-refusal.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());

const OWN = JSON.stringify([
  { quantity: 4, percent: 5 },
  { quantity: 10, percent: 20 },
  { quantity: 20, percent: 30 },
  { quantity: 30, percent: 50 },
]);

it.each([
  [3, { pack: null, percent_off: 0, discount_pence: 0, total_pence: 8997 }],
  [10, { pack: "silver", percent_off: 20, discount_pence: 5998, total_pence: 23_992 }],
  [30, { pack: "platinum", percent_off: 50, discount_pence: 44_985, total_pence: 44_985 }],
])("an order of %d tickets is priced by the draw's own packs", async (quantity, expected) => {
  const lottery = await makeLottery(ctx, { packs: OWN });
  const { orderId } = await order(ctx, lottery, quantity, await makeRegular(ctx));
  const columns = ["pack", "percent_off", "discount_pence", "total_pence"] as const;
  const stored = await ctx.db.selectFrom("orders").select(columns).where("id", "=", orderId).executeTakeFirstOrThrow();
  expect({ ...stored, discount_pence: Number(stored.discount_pence), total_pence: Number(stored.total_pence) }).toEqual(expected);
  expect(await findBrokenInvariants(ctx)).toEqual([]);
});

it("the page after the payment shows the pack that the order was priced with", async () => {
  const lottery = await makeLottery(ctx, { packs: OWN });
  const buyer = await makeRegular(ctx);
  const { orderId, sessionId } = await order(ctx, lottery, 20, buyer);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  const viewer = { id: buyer.id, address: "192.0.2.1", firstName: "Ann", email: buyer.email };
  expect(await showPurchase(ctx, viewer, { orderId }, "en")).toMatchObject({
    order: { pack: { name: "gold", percentOff: 30 } },
  });
});

it("a price from packs that have changed since sells nothing, and is reported as changed", async () => {
  const lottery = await makeLottery(ctx, { packs: OWN });
  const buyer = await makeRegular(ctx);
  const hold: NewHold = {
    lotteryId: lottery,
    userId: buyer.id,
    quantity: 1,
    unitPrice: pence(2999),
    discount: pence(0),
    total: pence(2999),
    percentOff: 0,
    pack: undefined,
    packs: PACKS,
    promotionId: undefined,
    keys: { mailbox: undefined, person: undefined },
    answer: undefined,
    locale: "en",
    termsVersion: "",
    requestKey: undefined,
    isTest: false,
    provider: "stripe",
    payBy: new Date(ctx.now().getTime() + 60_000),
    creditBlocked: false,
    byNewcomer: false,
    network: buyer.id,
    pageRequest: {
      amount: pence(2999),
      description: "",
      customerEmail: buyer.email,
      locale: "en",
      blocksCredit: false,
      publicUrl: "",
    },
  };
  expect(await holdTickets(ctx.db, hold, ctx.now())).toBe("no_room");
  expect(await findHoldRefusal(ctx, hold)).toBe("price_changed");
});

describe("the database refuses", () => {
  const size = (quantity: number | null, percent: number | null) => ({ quantity, percent });
  it.each([
    ["a pack of one ticket", [size(1, 10)]],
    ["more than half off", [size(2, 51)]],
    ["a pack without a discount", [size(2, 0)]],
    ["quantities that do not rise", [size(5, 10), size(5, 20)]],
    ["discounts that do not rise", [size(5, 10), size(9, 10)]],
    ["a pack without a percentage", [size(5, null)]],
    ["six packs", [1, 2, 3, 4, 5, 6].map((n) => size(n + 1, n))],
    ["anything but a list", {}],
  ])("%s", async (_, packs) => {
    await expect(makeLottery(ctx, { packs: JSON.stringify(packs) })).rejects.toMatchObject({ code: "23514" });
  });

  it("other packs after the first order", async () => {
    const lottery = await makeLottery(ctx);
    await order(ctx, lottery, 1);
    const change = sql`UPDATE lotteries SET packs = '[]' WHERE id = ${lottery}`.execute(ctx.db);
    await expect(change).rejects.toMatchObject({ code: "23514" });
  });
});
