/** Choosing a payment in one statement agrees with the rule and sees concurrent changes. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { PAID_ORDER_STATES, type PaidOrderState } from "#shared/states.ts";
import { decideAuthorised, isHolding } from "../../rules/settlement.ts";
import { releaseHold } from "../holds/hold-store.ts";
import { countWaiting, lapse, order } from "../orders.fixture.ts";
import { findOrderRow, lockOrder } from "../store.ts";
import { chooseCapture, hasNewerOrder } from "./capture-store.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const PAYMENT = "pi_own";
const pageOf = (id: string, amount: Pence) => ({
  ...{ id, amount, paymentIntentId: PAYMENT, cardFunding: "debit" },
  ...({ state: "complete", paid: false, currency: "gbp" } as const),
});

/** Changes an order and its draw, calls `chooseCapture`, and rolls back. */
async function askAs(
  { orderId, lotteryId }: { readonly orderId: string; readonly lotteryId: string },
  { state, capturing, isCancelled }: { state: PaidOrderState; capturing: string | null; isCancelled: boolean },
  ask: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const answer: boolean[] = [];
  await ctx.db
    .transaction()
    .execute(async (tx) => {
      const isPaid = !isHolding(state) && state !== "expired";
      const money = isPaid ? { payment_intent_id: capturing ?? PAYMENT, captured_pence: 5_998, settled_at: ctx.now() } : {};
      await tx
        .updateTable("orders")
        .set({ state, capturing, ...money })
        .where("id", "=", orderId)
        .execute();
      if (isCancelled) await tx.updateTable("lotteries").set({ status: "cancelled" }).where("id", "=", lotteryId).execute();
      answer.push(await ask(tx));
      throw new Error("taken back");
    })
    .catch((error: Error) => expect(error.message).toBe("taken back"));
  return answer[0] === true;
}

it("chooses, in every state of an order, only payments that the rule captures", async () => {
  const lotteryId = await makeLottery(ctx);
  const { orderId, sessionId } = await order(ctx, lotteryId, 2);
  const total = pence(5_998);
  let chosen = 0;
  for (const state of PAID_ORDER_STATES)
    for (const capturing of [null, PAYMENT, "pi_other"])
      for (const isCancelled of [false, true])
        for (const page of [pageOf(sessionId, total), pageOf("cs_other", total), pageOf(sessionId, pence(5_997))]) {
          const now = { state, capturing, isCancelled };
          const rule = decideAuthorised({ state, total, sessionId, capturing: capturing ?? undefined }, page, {
            ...{ isCancelled, exceedsCreditLimit: false, maySettleLate: false },
          });
          const isChosen = await askAs({ orderId, lotteryId }, now, (tx) => chooseCapture(tx, orderId, page));
          // Payments chosen before are decided under the lock.
          expect([now, page, isChosen]).toEqual([now, page, rule === "capture" && capturing === null]);
          chosen += Number(isChosen);
        }
  expect(chosen).toBe(2);
});

it("chooses no payment for a hold that is released while it waits", async () => {
  const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 2);
  let choosing: Promise<boolean> = Promise.resolve(true);
  await ctx.db.transaction().execute(async (tx) => {
    const held = await lockOrder(tx, orderId);
    choosing = chooseCapture(ctx.db, orderId, pageOf(sessionId, pence(5_998)));
    await expect.poll(() => countWaiting(ctx)).toBe(1);
    if (held) await releaseHold(tx, held, ctx.now());
  });
  expect(await choosing).toBe(false);
  expect(await findOrderRow(ctx.db, orderId)).toMatchObject({ state: "expired", capturing: undefined });
});

it("a later live order of the same draw counts as a newer order", async () => {
  const [lotteryId, another] = [await makeLottery(ctx), await makeLottery(ctx)];
  const buyer = await makeUser(ctx);
  const { orderId } = await order(ctx, lotteryId, 1, buyer);
  await lapse(ctx, orderId);
  const late = await findOrderRow(ctx.db, orderId);
  if (!late) throw new Error("no order");
  const hasBegun = () => ctx.db.transaction().execute((tx) => hasNewerOrder(tx, late));
  const madeAt = (id: string, at: Date) => ctx.db.updateTable("orders").set({ created_at: at }).where("id", "=", id).execute();
  await order(ctx, lotteryId, 1);
  await order(ctx, another, 1, buyer);
  expect(await hasBegun()).toBe(false);
  const next = await order(ctx, lotteryId, 1, buyer);
  expect(await hasBegun()).toBe(true);
  await madeAt(next.orderId, late.createdAt);
  expect(await hasBegun()).toBe(true);
  await madeAt(next.orderId, new Date(late.createdAt.getTime() - 1));
  expect(await hasBegun()).toBe(false);
  await madeAt(next.orderId, ctx.now());
  await lapse(ctx, next.orderId);
  expect(await hasBegun()).toBe(false);
});
