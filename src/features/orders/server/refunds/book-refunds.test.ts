/** Refunds: on their way, failed late, resent, made at the provider; with events in any order or none. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { paymentsWith, type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { PaymentProvider, ProviderRefund } from "#platform/payments/payments.server.ts";
import { ok } from "#shared/result.ts";
import { control, order, pay, stateOf, stockOf } from "../orders.fixture.ts";
import { receiveEvent } from "../settlement/receive-event.ts";
import { reconcilePayments } from "../settlement/reconcile-payments.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { bookRefunds, syncRefunds } from "./book-refunds.ts";
import { refundOrder } from "./refund-order.ts";
import { resendRefund } from "./resend-refund.ts";
import { sendRefund } from "./send-refund.ts";

const COMMAND = { kind: "command" } as const;
const TOTAL = 5_998;

let ctx: TestCtx;
let lottery: string;
let orderId: string;
let intent: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
beforeEach(async () => {
  lottery = await makeLottery(ctx);
  const opened = await order(ctx, lottery, 2, await makeUser(ctx));
  await pay(ctx, opened.sessionId);
  await settleOrder(ctx, opened.sessionId);
  orderId = opened.orderId;
  const row = await ctx.db.selectFrom("orders").select("payment_intent_id").where("id", "=", orderId).executeTakeFirstOrThrow();
  intent = row.payment_intent_id ?? "";
});
afterEach(async () => {
  await control(ctx, "/_simulator/knobs", { pendRefunds: 0, failRefunds: 0, askRefunds: 0, dropReplies: 0 });
  ctx.setNow(undefined);
  expect(await findBrokenInvariants(ctx)).toEqual([]);
});
afterAll(() => ctx.close());

const knob = (name: string) => control(ctx, "/_simulator/knobs", { [name]: 1 });
const turn = (id: string, to: string, reason?: string) => control(ctx, `/_simulator/refunds/${id}/turn`, { to, reason });
const atProvider = (amount?: number) =>
  control(ctx, `/_simulator/charges/${intent}/refund`, amount === undefined ? {} : { amount });
const refund = () => refundOrder(ctx, COMMAND, { orderId, reason: "The player rang" });
const again = () => resendRefund(ctx, COMMAND, { orderId, reason: "A new card" });
const sync = () => syncRefunds(ctx, { id: orderId, provider: "stripe", paymentIntentId: intent });
const rows = () =>
  ctx.db
    .selectFrom("refunds")
    .select(["state", "amount_pence as amount", "reason"])
    .where("order_id", "=", orderId)
    .orderBy("reason")
    .orderBy("created_at")
    .orderBy("amount_pence", "desc")
    .execute();
const sums = () =>
  ctx.db
    .selectFrom("orders")
    .select(["state", "refunded_pence as refunded", "returning_pence as returning"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
const providerRefunds = async () => (await ctx.payments.of("stripe").listRefundsOf(intent)).toReversed();
const mails = async () => {
  const { rows: jobs } = await ctx.pool.query<{ message: string }>(
    "SELECT data ->> 'message' AS message FROM pgboss.job WHERE name = 'mail' AND data ->> 'orderId' = $1 ORDER BY created_on",
    [orderId],
  );
  return jobs.map(({ message }) => message).filter((message) => message.startsWith("refund"));
};
const alerts = async () =>
  (
    await ctx.db.selectFrom("alerts").select("kind").where("subject_id", "=", orderId).where("handled_at", "is", null).execute()
  ).map(({ kind }) => kind);

/** Stripe's events about a refund; their content is not trusted, only their arrival counts. */
const hear = (type: string, id: string) =>
  receiveEvent(ctx, {
    id: `evt_${orderId}_${id}`,
    provider: "stripe",
    kind: "refund",
    type,
    createdAt: ctx.now(),
    sessionId: undefined,
    disputeId: undefined,
    paymentIntentId: intent,
  });

describe("a refund", () => {
  it("pending at the provider is on its way, and refunded when it succeeds, with a mail for each", async () => {
    await knob("pendRefunds");
    await refund();
    await sendRefund(ctx, orderId);
    expect(await sums()).toEqual({ state: "refund_due", refunded: 0, returning: TOTAL });
    expect(await mails()).toEqual(["refund-pending"]);
    const [one] = await providerRefunds();
    await turn(one?.id ?? "", "succeeded");
    await hear("refund.updated", "1");
    expect(await sums()).toEqual({ state: "refunded", refunded: TOTAL, returning: 0 });
    expect(await mails()).toEqual(["refund-pending", "refund"]);
  });

  it("that succeeds at once sends one mail, however often its events arrive", async () => {
    await refund();
    await sendRefund(ctx, orderId);
    for (const type of ["charge.refunded", "refund.created", "refund.updated", "charge.refund.updated"]) await hear(type, type);
    await reconcilePayments(ctx);
    expect(await rows()).toEqual([{ state: "succeeded", amount: TOTAL, reason: "staff" }]);
    expect(await mails()).toEqual(["refund"]);
  });

  it("that fails after it had succeeded is owed again, alerts staff, and can be resent", async () => {
    await refund();
    await sendRefund(ctx, orderId);
    expect(await stateOf(ctx, orderId)).toBe("refunded");
    const [one] = await providerRefunds();
    await turn(one?.id ?? "", "failed", "expired_or_canceled_card");
    await hear("refund.failed", "1");
    expect(await sums()).toEqual({ state: "refund_due", refunded: 0, returning: 0 });
    expect(await alerts()).toEqual(["refund_returned"]);
    expect(await mails()).toEqual(["refund", "refund-failed"]);
    // Its tickets are void and stay so.
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 0, held: 0 });

    const clicks = await Promise.all([again(), again(), again()]);
    expect(clicks.map((click) => (click.ok ? "sent" : click.error)).sort()).toEqual(["not_owed", "not_owed", "sent"]);
    await Promise.all([sendRefund(ctx, orderId), sendRefund(ctx, orderId)]);
    expect(await sums()).toEqual({ state: "refunded", refunded: TOTAL, returning: 0 });
    expect(await rows()).toEqual([
      { state: "failed", amount: TOTAL, reason: "staff" },
      { state: "succeeded", amount: TOTAL, reason: "staff" },
    ]);
    expect((await providerRefunds()).map(({ state }) => state)).toEqual(["failed", "succeeded"]);
    expect(await alerts()).toEqual([]);
    expect(await again()).toEqual({ ok: false, error: "not_owed" });
  });

  it("that fails at once stays owed without any mail", async () => {
    await refund();
    const failing: PaymentProvider["refund"] = async (request) => {
      const sent = await ctx.payments.of("stripe").refund(request);
      if (!sent.ok) return sent;
      await turn(sent.value.id, "failed");
      return ok({ ...sent.value, state: "failed" });
    };
    await sendRefund({ ...ctx, payments: paymentsWith(ctx.payments, { refund: failing }) }, orderId);
    expect(await mails()).toEqual([]);
    expect(await sums()).toMatchObject({ state: "refund_due", refunded: 0, returning: 0 });
    expect(await alerts()).toEqual(["refund_returned"]);
    // It waits for staff: automatic retries would never end.
    expect(await rows()).toEqual([{ state: "failed", amount: TOTAL, reason: "staff" }]);
  });

  it("that fails repeatedly is resent each time, and the sums stay right", async () => {
    await refund();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await sendRefund(ctx, orderId);
      await turn((await providerRefunds()).at(-1)?.id ?? "", "failed");
      await sync();
      expect(await stateOf(ctx, orderId)).toBe("refund_due");
      expect(await again()).toEqual({ ok: true, value: undefined });
    }
    await sendRefund(ctx, orderId);
    expect(await stateOf(ctx, orderId)).toBe("refunded");
    expect((await providerRefunds()).filter(({ state }) => state === "succeeded")).toHaveLength(1);
  });

  it("that requires an action is on its way and alerts staff; cancelled, it is owed again", async () => {
    await knob("askRefunds");
    await refund();
    await sendRefund(ctx, orderId);
    expect(await sums()).toEqual({ state: "refund_due", refunded: 0, returning: TOTAL });
    expect(await alerts()).toEqual(["refund_waits"]);
    await turn((await providerRefunds())[0]?.id ?? "", "canceled");
    await hear("refund.updated", "1");
    expect(await sums()).toEqual({ state: "refund_due", refunded: 0, returning: 0 });
    expect(await rows()).toMatchObject([{ state: "cancelled" }]);
  });

  it("whose event arrives before the response is booked once", async () => {
    await refund();
    const slow: PaymentProvider["refund"] = async (request) => {
      const reply = await ctx.payments.of("stripe").refund(request);
      await hear("refund.created", "1");
      expect(await stateOf(ctx, orderId)).toBe("refunded");
      return reply;
    };
    await sendRefund({ ...ctx, payments: paymentsWith(ctx.payments, { refund: slow }) }, orderId);
    expect(await rows()).toEqual([{ state: "succeeded", amount: TOTAL, reason: "staff" }]);
    expect(await mails()).toEqual(["refund"]);
  });

  it("is booked alike from reports of any age, in any order", async () => {
    await knob("pendRefunds");
    await refund();
    await sendRefund(ctx, orderId);
    const news: ProviderRefund[][] = [await providerRefunds()];
    for (const to of ["succeeded", "failed"]) {
      await turn((await providerRefunds())[0]?.id ?? "", to);
      news.push(await providerRefunds());
    }
    for (const at of [2, 0, 1, 2, 1, 0]) await bookRefunds(ctx, orderId, news[at] ?? []);
    expect(await sums()).toEqual({ state: "refund_due", refunded: 0, returning: 0 });
    expect(await rows()).toMatchObject([{ state: "failed" }]);
  });

  it("sent by two processes at once, with concurrent events, is sent once", async () => {
    await refund();
    await Promise.all([
      ...Array.from({ length: 4 }, () => sendRefund(ctx, orderId)),
      ...Array.from({ length: 8 }, (_, i) => hear("refund.created", String(i))),
    ]);
    expect(await providerRefunds()).toHaveLength(1);
    expect(await sums()).toEqual({ state: "refunded", refunded: TOTAL, returning: 0 });
  });
});

describe("a refund made in the provider's dashboard", () => {
  it("in part leaves the order and its tickets, sends a mail, and reduces later refunds", async () => {
    await atProvider(1_000);
    await atProvider(500);
    await hear("refund.created", "1");
    expect(await sums()).toEqual({ state: "paid", refunded: 1_500, returning: 0 });
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 2 });
    expect(await mails()).toEqual(["refund", "refund"]);
    expect(await alerts()).toEqual(["money_went_back"]);
    await refund();
    await sendRefund(ctx, orderId);
    expect((await rows()).map(({ amount, reason }) => [amount, reason])).toEqual([
      [1_000, "at_provider"],
      [500, "at_provider"],
      [TOTAL - 1_500, "staff"],
    ]);
    expect(await stateOf(ctx, orderId)).toBe("refunded");
  });

  it("from before refunds carried our id is recognised and not booked again", async () => {
    await atProvider(1_000);
    await sync();
    await ctx.db.updateTable("refunds").set({ provider_refund_id: null }).where("order_id", "=", orderId).execute();
    await sync();
    expect(await rows()).toEqual([{ state: "succeeded", amount: 1_000, reason: "at_provider" }]);
    expect(await sums()).toEqual({ state: "paid", refunded: 1_000, returning: 0 });
  });

  it("in part that has already failed sends no mail", async () => {
    const { id } = (await atProvider(2000)) as { id: string };
    await turn(id, "failed");
    await sync();
    expect(await mails()).toEqual([]);
    expect(await sums()).toEqual({ state: "paid", refunded: 0, returning: 0 });
  });

  it("in part is no longer counted once it fails", async () => {
    await atProvider(1_000);
    await sync();
    await turn((await providerRefunds())[0]?.id ?? "", "failed");
    await hear("refund.failed", "1");
    expect(await sums()).toEqual({ state: "paid", refunded: 0, returning: 0 });
    expect(await alerts()).toContain("refund_returned");
  });

  it("in full and pending ends the order, which is refunded on arrival", async () => {
    await knob("pendRefunds");
    await atProvider();
    await hear("refund.created", "1");
    expect(await sums()).toEqual({ state: "refund_due", refunded: 0, returning: TOTAL });
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 0 });
    await turn((await providerRefunds())[0]?.id ?? "", "succeeded");
    await sync();
    expect(await stateOf(ctx, orderId)).toBe("refunded");
  });

  it("in full that fails later is owed and sent by the shop", async () => {
    await atProvider();
    await sync();
    await turn((await providerRefunds())[0]?.id ?? "", "failed");
    await sync();
    expect(await stateOf(ctx, orderId)).toBe("refund_due");
    await again();
    await sendRefund(ctx, orderId);
    expect(await rows()).toEqual([
      { state: "failed", amount: TOTAL, reason: "at_provider" },
      { state: "succeeded", amount: TOTAL, reason: "staff" },
    ]);
  });

  it("is not sent again by a refund that the shop is about to send", async () => {
    await refund();
    await atProvider();
    await sendRefund(ctx, orderId);
    expect(await providerRefunds()).toHaveLength(1);
    expect(await rows()).toEqual([
      { state: "succeeded", amount: TOTAL, reason: "at_provider" },
      { state: "cancelled", amount: TOTAL, reason: "staff" },
    ]);
    expect(await stateOf(ctx, orderId)).toBe("refunded");
  });
});

describe("refunds without events", () => {
  it("are found by reconciling: progress, refunds made elsewhere, and failures after weeks", async () => {
    await knob("pendRefunds");
    await refund();
    await sendRefund(ctx, orderId);
    await turn((await providerRefunds())[0]?.id ?? "", "succeeded");
    const noEvents = () => paymentsWith(ctx.payments, { async *listEvents() {} });
    await reconcilePayments({ ...ctx, payments: noEvents() });
    expect(await stateOf(ctx, orderId)).toBe("refunded");
    await turn((await providerRefunds())[0]?.id ?? "", "failed");
    // The shop was down for three weeks.
    ctx.setNow(new Date(Date.now() + 21 * 86_400_000));
    await reconcilePayments({ ...ctx, payments: noEvents() });
    expect(await stateOf(ctx, orderId)).toBe("refund_due");
    expect(await alerts()).toEqual(["refund_returned"]);
  });
});

describe("resending a refund", () => {
  it("needs an administrator, a reason, and owed money", async () => {
    const { id } = await makeUser(ctx);
    expect(await resendRefund(ctx, { kind: "admin", id }, { orderId, reason: "x" })).toEqual({ ok: false, error: "forbidden" });
    expect(await resendRefund(ctx, COMMAND, { orderId, reason: " " })).toEqual({ ok: false, error: "no_reason" });
    expect(await resendRefund(ctx, COMMAND, { orderId: "x", reason: "y" })).toEqual({ ok: false, error: "not_found" });
    expect(await again()).toEqual({ ok: false, error: "not_owed" });
    await refund();
    expect(await again()).toEqual({ ok: false, error: "not_owed" });
  });
});

// The last test, because the provider's clock only goes forwards.
it("a refund whose response was lost is found and not sent twice, even after the idempotency key has expired", async () => {
  await refund();
  const lost: PaymentProvider["refund"] = async (request) => {
    await ctx.payments.of("stripe").refund(request);
    throw new Error("the reply is lost");
  };
  await expect(sendRefund({ ...ctx, payments: paymentsWith(ctx.payments, { refund: lost }) }, orderId)).rejects.toThrow("lost");
  expect(await rows()).toMatchObject([{ state: "due" }]);
  // Idempotency keys live for a day.
  await control(ctx, "/_simulator/clock", { advanceSeconds: 90_000 });
  await sendRefund(ctx, orderId);
  expect(await sums()).toEqual({ state: "refunded", refunded: TOTAL, returning: 0 });
  expect(await providerRefunds()).toHaveLength(1);
});
