/** Partial refunds pay once: sent twice, paid at the provider instead, or owed to a former buyer. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { type MadeUser, makeLottery, makeUser } from "#demo/makers.ts";
import { forgetContacts } from "#features/draws/server/winners/forget-contacts.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { pence } from "#shared/money/money.ts";
import type { RefundPart } from "../../rules/partial-refund.ts";
import { control, order, pay, payBackAtProvider } from "../orders.fixture.ts";
import { eraseUser } from "../players/erase-user.ts";
import { reconcilePayments } from "../settlement/reconcile-payments.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { syncRefunds } from "./book-refunds.ts";
import { refundOrder } from "./refund-order.ts";
import { resendRefund } from "./resend-refund.ts";
import { sendRefund } from "./send-refund.ts";

const COMMAND = { kind: "command" } as const;
const REASON = "The player asked by telephone";
/** Four tickets at £29.99 each. */
const TOTAL = 11_996;

let ctx: TestCtx;
let orderId: string;
let buyer: MadeUser;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
beforeEach(async () => {
  buyer = await makeUser(ctx);
  const opened = await order(ctx, await makeLottery(ctx), 4, buyer);
  ({ orderId } = opened);
  await pay(ctx, opened.sessionId);
  await settleOrder(ctx, opened.sessionId);
});
afterEach(async () => {
  ctx.setNow(undefined);
  await control(ctx, "/_simulator/knobs", { refuse: 0 });
  expect(await findBrokenInvariants(ctx)).toEqual([]);
});
afterAll(() => ctx.close());

const amountOf = (amount: number): RefundPart => ({ by: "amount", amount: pence(amount) });
const LAST: RefundPart = { by: "last", count: 1 };
const refund = (part: RefundPart, form: { left?: number; requestKey?: string } = {}) =>
  refundOrder(ctx, COMMAND, { orderId, reason: REASON, part, ...form });
const again = () => resendRefund(ctx, COMMAND, { orderId, reason: REASON });
const send = () => sendRefund(ctx, orderId);
async function refunds(): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("refunds")
    .select(["state", "amount_pence", "reason", "is_replaced"])
    .where("order_id", "=", orderId)
    .orderBy("by_shop", "desc")
    .orderBy("created_at")
    .execute();
  return rows.map(({ state, amount_pence, reason, is_replaced }) =>
    `${state} ${amount_pence} ${reason}${is_replaced ? " replaced" : ""}`.trim(),
  );
}
async function openAlerts(): Promise<string[]> {
  const query = ctx.db.selectFrom("alerts").select("kind").where("subject_id", "=", orderId).where("handled_at", "is", null);
  return (await query.orderBy("kind").execute()).map(({ kind }) => kind);
}
async function intentOf(): Promise<string> {
  const query = ctx.db.selectFrom("orders").select("payment_intent_id").where("id", "=", orderId);
  return (await query.executeTakeFirstOrThrow()).payment_intent_id ?? "";
}
const sync = async () => syncRefunds(ctx, { id: orderId, provider: "stripe", paymentIntentId: await intentOf() });
async function failAtBank(): Promise<void> {
  for (const { id } of await ctx.payments.of("stripe").listRefundsOf(await intentOf()))
    await control(ctx, `/_simulator/refunds/${id}/turn`, { to: "failed" });
  await sync();
}

describe("a form sent twice", () => {
  it("refunds once, also after the first refund has failed", async () => {
    const form = { left: TOTAL, requestKey: randomUUID() };
    expect(await refund(amountOf(1_000), form)).toEqual({ ok: true });
    await send();
    expect(await refund(amountOf(1_000), form)).toEqual({ ok: true });
    await failAtBank();
    expect(await refund(amountOf(1_000), form)).toEqual({ ok: true });
    expect(await refunds()).toEqual(["failed 1000 partial"]);
  });

  it("is refused if it asks for another part than the first time", async () => {
    const requestKey = randomUUID();
    expect(await refund(amountOf(1_000), { left: TOTAL, requestKey })).toEqual({ ok: true });
    await send();
    const changed: RefundPart[] = [amountOf(2_000), LAST, { by: "tickets", numbers: [] }, { by: "tickets", numbers: [4] }];
    for (const part of changed)
      expect(await refund(part, { left: TOTAL, requestKey })).toEqual({ ok: false, error: "sum_changed" });
    expect(await refunds()).toEqual(["succeeded 1000 partial"]);
  });

  it("refunds the same tickets once, by number or as the last ones", async () => {
    const requestKey = randomUUID();
    expect(await refund({ by: "last", count: 2 }, { left: TOTAL, requestKey })).toEqual({ ok: true });
    await send();
    expect(await refund({ by: "last", count: 2 }, { left: TOTAL, requestKey })).toEqual({ ok: true });
    expect(await refund({ by: "tickets", numbers: [4, 3] }, { left: TOTAL, requestKey })).toEqual({ ok: true });
    expect(await refund({ by: "tickets", numbers: [2, 3] }, { left: TOTAL, requestKey })).toMatchObject({ error: "sum_changed" });
    expect(await refund(LAST, { left: TOTAL, requestKey })).toMatchObject({ error: "sum_changed" });
    expect(await refunds()).toEqual(["succeeded 5998 partial"]);
  });

  it("is refused with another key if the amount left is not the one shown", async () => {
    expect(await refund(amountOf(1_000), { left: TOTAL, requestKey: randomUUID() })).toEqual({ ok: true });
    await send();
    expect(await refund(amountOf(1_000), { left: TOTAL, requestKey: randomUUID() })).toEqual({ ok: false, error: "sum_changed" });
    expect(await refund(amountOf(1_000), { left: TOTAL - 1_000, requestKey: randomUUID() })).toEqual({ ok: true });
  });
});

describe("a refund at the provider", () => {
  it("pays a failed partial refund, which is not sent again", async () => {
    await refund(LAST);
    await send();
    await failAtBank();
    expect(await openAlerts()).toEqual(["refund_returned"]);
    await payBackAtProvider(ctx, orderId, 2_999);
    await reconcilePayments(ctx);
    expect(await again()).toEqual({ ok: false, error: "not_owed" });
    expect(await refunds()).toEqual(["failed 2999 partial replaced", "succeeded 2999 at_provider"]);
    expect(await openAlerts()).toEqual(["money_went_back"]);
  });

  it("pays a due partial refund that the provider keeps refusing", async () => {
    await refund(LAST);
    await control(ctx, "/_simulator/knobs", { refuse: 1 });
    await expect(send()).rejects.toThrow();
    await control(ctx, "/_simulator/knobs", { refuse: 0 });
    await payBackAtProvider(ctx, orderId, 2_999);
    await send();
    expect(await refunds()).toEqual(["cancelled 2999 partial replaced", "succeeded 2999 at_provider"]);
    expect(await again()).toEqual({ ok: false, error: "not_owed" });
  });

  it("made before a partial refund and booked later leaves it owed", async () => {
    await payBackAtProvider(ctx, orderId, 2_999);
    ctx.setNow(new Date(Date.now() + 60_000));
    expect(await refund(LAST, { left: TOTAL, requestKey: randomUUID() })).toEqual({ ok: true });
    await sync();
    await send();
    expect(await refunds()).toEqual(["succeeded 2999 partial", "succeeded 2999 at_provider"]);
  });

  it("pays a failed partial refund that was sent again before it was booked", async () => {
    await refund(LAST, { requestKey: randomUUID() });
    await send();
    await failAtBank();
    await payBackAtProvider(ctx, orderId, 2_999);
    ctx.setNow(new Date(Date.now() + 60_000));
    expect(await again()).toEqual({ ok: true });
    await sync();
    await send();
    expect(await refunds()).toEqual([
      "failed 2999 partial replaced",
      "cancelled 2999 partial replaced",
      "succeeded 2999 at_provider",
    ]);
  });

  it("of a smaller sum leaves the partial refund owed", async () => {
    await refund(LAST);
    await send();
    await failAtBank();
    await payBackAtProvider(ctx, orderId, 1_000);
    await reconcilePayments(ctx);
    expect(await again()).toEqual({ ok: true });
    await send();
    expect(await refunds()).toEqual(["failed 2999 partial replaced", "succeeded 2999 partial", "succeeded 1000 at_provider"]);
  });
});

it("a buyer who leaves stays reachable until the partial refund has arrived", async () => {
  const retained = async () => {
    await forgetContacts(ctx);
    return (await ctx.db.selectFrom("retained_contacts").select("user_id").where("user_id", "=", buyer.id).execute()).length;
  };
  // Longer ago than the invariant allows for.
  const old = new Date(Date.now() - 7_200_000);
  ctx.setNow(old);
  await refund(LAST);
  await send();
  await failAtBank();
  expect(await eraseUser(ctx, buyer.id, { tickets: "give_up" })).toEqual({ ok: true });
  ctx.setNow(undefined);
  expect(await retained()).toBe(1);
  await ctx.db.updateTable("refunds").set({ sent_at: old, failed_at: old }).where("order_id", "=", orderId).execute();
  await ctx.owner.query("UPDATE retained_contacts SET kept_at = $2 WHERE user_id = $1", [buyer.id, old]);
  expect(await findBrokenInvariants(ctx)).toEqual([]);
  await again();
  expect(await retained()).toBe(1);
  await send();
  expect(await retained()).toBe(0);
});
