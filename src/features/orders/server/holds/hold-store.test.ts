/** Pages are recorded, and orders moved to another provider, only for a hold without a page. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { PaidOrderState, PaymentProviderName } from "#shared/states.ts";
import { order } from "../orders.fixture.ts";
import { moveOrder, recordPage } from "./hold-store.ts";

let ctx: TestCtx;
let orderId: string;
let other: string;
beforeAll(async () => {
  ctx = await testCtx();
  const lotteryId = await makeLottery(ctx);
  orderId = (await order(ctx, lotteryId, 1)).orderId;
  other = (await order(ctx, lotteryId, 1)).orderId;
});
afterAll(() => ctx.close());

type Standing = { readonly state: PaidOrderState; readonly page: string | null; readonly provider: PaymentProviderName };
const standingOf = (tx: Tx, id: string): Promise<Standing> =>
  tx
    .selectFrom("orders")
    .select(["state", "payment_session_id as page", "provider"])
    .where("id", "=", id)
    .$narrowType<Standing>()
    .executeTakeFirstOrThrow();

/** Runs an action on an order in this state, returns the effects on both orders, and rolls back. */
async function tryWith(before: Standing, act: (tx: Tx) => Promise<boolean>) {
  const seen: { done: boolean; after: Standing; isOtherAsBefore: boolean }[] = [];
  const set = (tx: Tx, change: object) => tx.updateTable("orders").set(change).where("id", "=", orderId).execute();
  await ctx.db
    .transaction()
    .execute(async (tx) => {
      const untouched = await standingOf(tx, other);
      // An order with a page keeps its provider.
      await set(tx, { state: "reserved", payment_session_id: null });
      await set(tx, { provider: before.provider });
      await set(tx, { state: before.state, payment_session_id: before.page });
      const done = await act(tx);
      const isOtherAsBefore = JSON.stringify(await standingOf(tx, other)) === JSON.stringify(untouched);
      seen.push({ done, after: await standingOf(tx, orderId), isOtherAsBefore });
      throw new Error("taken back");
    })
    .catch((error: Error) => expect(error.message).toBe("taken back"));
  return seen[0];
}

const FRESH = { state: "reserved", page: null, provider: "stripe" } as const;
const CASES: [Standing, boolean][] = [
  [FRESH, true],
  [{ ...FRESH, provider: "checkout" }, false],
  [{ ...FRESH, state: "awaiting_payment", page: "cs_first" }, false],
  [{ ...FRESH, state: "expired" }, false],
];

it.each(CASES)("a page of Stripe's is recorded for an order that stands so: %j, %s", async (before, isTaken) => {
  const page = { id: "cs_new", url: undefined, provider: "stripe" } as const;
  expect(await tryWith(before, (tx) => recordPage(tx, orderId, page))).toEqual({
    done: isTaken,
    after: isTaken ? { ...before, state: "awaiting_payment", page: "cs_new" } : before,
    isOtherAsBefore: true,
  });
});

it.each([...CASES, [{ ...FRESH, page: "cs_first" }, false] as (typeof CASES)[number]])(
  "an order goes from Stripe to another provider where it stands so: %j, %s",
  async (before, goes) => {
    expect(await tryWith(before, (tx) => moveOrder(tx, orderId, { from: "stripe", to: "checkout" }))).toEqual({
      done: goes,
      after: goes ? { ...before, provider: "checkout" } : before,
      isOtherAsBefore: true,
    });
  },
);
