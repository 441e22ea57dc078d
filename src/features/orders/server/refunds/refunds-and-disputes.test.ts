/** Refunds and disputes of one payment, in any order: the books follow the provider, no double refund. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { compareWithProvider } from "#app/checks/provider-ledger.ts";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { paymentsWith, type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { ticketJson } from "../../rules/ticket-json.ts";
import { settleDispute } from "../disputes/settle-dispute.ts";
import { control, order, pay, payBackAtProvider, stateOf } from "../orders.fixture.ts";
import { eraseUser } from "../players/erase-user.ts";
import { findReceipt, listPurchases } from "../reading/list-purchases.ts";
import { listTickets } from "../reading/list-tickets.ts";
import { readSales } from "../reading/read-sales.ts";
import { showCanceled, showPurchase } from "../reading/show-purchase.ts";
import { reconcilePayments } from "../settlement/reconcile-payments.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { voidSuspended } from "../ticket-store.ts";
import { syncRefunds } from "./book-refunds.ts";
import { refundOrder } from "./refund-order.ts";
import { findDueRefund } from "./refund-reading-store.ts";
import { resendRefund } from "./resend-refund.ts";
import { sendRefund } from "./send-refund.ts";

const COMMAND = { kind: "command" } as const;
const REASON = "asked";
let ctx: TestCtx;
let begun: Date;
beforeAll(async () => {
  ctx = await testCtx();
  begun = new Date(Date.now() - 60_000);
});
afterEach(async () => {
  expect(await findBrokenInvariants(ctx)).toEqual([]);
  expect(await compareWithProvider(ctx, begun, 0)).toEqual([]);
});
afterAll(() => ctx.close());

const TOTAL = 11_996;
/** Four tickets at £29.99 each. */
async function bought() {
  const buyer = await makeUser(ctx);
  const lottery = await makeLottery(ctx);
  const made = await order(ctx, lottery, 4, buyer);
  await pay(ctx, made.sessionId);
  await settleOrder(ctx, made.sessionId);
  return { ...made, buyer, lottery };
}
async function opened(sessionId: string, how = {}) {
  return String(((await control(ctx, `/_simulator/charges/${sessionId}/dispute`, how)) as { id: string }).id);
}
async function disputed(sessionId: string, how = {}) {
  const id = await opened(sessionId, how);
  await settleDispute(ctx, id, "stripe");
  return id;
}
async function turned(dispute: string, to: string, how = {}) {
  await control(ctx, `/_simulator/disputes/${dispute}/turn`, { to, ...how });
  await settleDispute(ctx, dispute, "stripe");
}
const staffRefund = (orderId: string) => refundOrder(ctx, COMMAND, { orderId, reason: REASON });
async function failed(orderId: string) {
  const row = await ctx.db.selectFrom("orders").select("payment_intent_id").where("id", "=", orderId).executeTakeFirstOrThrow();
  const payment = { id: orderId, provider: "stripe" as const, paymentIntentId: row.payment_intent_id ?? "" };
  for (const { id, state } of await ctx.payments.of("stripe").listRefundsOf(payment.paymentIntentId))
    if (state === "succeeded") await control(ctx, `/_simulator/refunds/${id}/turn`, { to: "failed" });
  await syncRefunds(ctx, payment);
}
async function booksOf(orderId: string) {
  const row = await ctx.db
    .selectFrom("orders")
    .select(["state", "disputed_pence", "charged_back_pence", "refunded_pence"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return { state: row.state, disputed: row.disputed_pence, lost: row.charged_back_pence, refunded: row.refunded_pence };
}
async function refundsOf(orderId: string) {
  const rows = await ctx.db
    .selectFrom("refunds")
    .select(["state", "amount_pence", "reason"])
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ state, amount_pence: amount, reason }) => `${state} ${amount} ${reason}`);
}
const kindsOf = async (orderId: string) =>
  (
    await ctx.pool.query<{ kind: string }>(
      `SELECT kind FROM alerts WHERE handled_at IS NULL AND (subject_id = $1 OR subject_id IN (SELECT id::text FROM disputes WHERE order_id = $1::uuid)) ORDER BY kind`,
      [orderId],
    )
  ).rows.map(({ kind }) => kind);
const lastFactsOf = async (orderId: string) =>
  (
    await ctx.pool.query<{ facts: unknown }>(
      "SELECT facts FROM alerts WHERE handled_at IS NULL AND subject_id IN (SELECT id::text FROM disputes WHERE order_id = $1) ORDER BY last_raised_at DESC",
      [orderId],
    )
  ).rows[0]?.facts;

describe("a refund that is due when the bank takes the money", () => {
  it("waits for the bank, and is sent once the dispute is won", async () => {
    const { orderId, sessionId } = await bought();
    await staffRefund(orderId);
    const id = await opened(sessionId);
    // The bank was first, and its event is missing.
    await expect(sendRefund(ctx, orderId)).rejects.toThrow("charged back");
    await settleDispute(ctx, id, "stripe");
    await sendRefund(ctx, orderId);
    expect(await booksOf(orderId)).toEqual({ state: "refund_due", disputed: TOTAL, lost: 0, refunded: 0 });
    expect(await kindsOf(orderId)).toEqual(["dispute_of_refunded"]);
    await turned(id, "won");
    await sendRefund(ctx, orderId);
    expect(await booksOf(orderId)).toEqual({ state: "refunded", disputed: 0, lost: 0, refunded: TOTAL });
    expect(await kindsOf(orderId)).toEqual(["dispute_won"]);
  });

  it("is no longer owed once the dispute is lost, and owed again when that is reversed", async () => {
    const { orderId, sessionId } = await bought();
    await staffRefund(orderId);
    const id = await disputed(sessionId);
    await turned(id, "lost");
    expect(await booksOf(orderId)).toEqual({ state: "charged_back", disputed: 0, lost: TOTAL, refunded: 0 });
    expect(await refundsOf(orderId)).toEqual([`cancelled ${TOTAL} staff`]);
    await turned(id, "won");
    await sendRefund(ctx, orderId);
    expect(await refundsOf(orderId)).toEqual([`cancelled ${TOTAL} staff`, `succeeded ${TOTAL} left_out`]);
    expect(await booksOf(orderId)).toEqual({ state: "refunded", disputed: 0, lost: 0, refunded: TOTAL });
  });

  it("that was sent with a lost response is booked, even if the bank has decided meanwhile", async () => {
    const { orderId, sessionId } = await bought();
    await staffRefund(orderId);
    const due = await findDueRefund(ctx.db, orderId);
    const { payment_intent_id: paymentIntentId } = await ctx.db
      .selectFrom("orders")
      .select("payment_intent_id")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    if (!due || paymentIntentId === null) throw new Error("a refund is due");
    // The process crashes before it stores the response.
    await ctx.payments.of("stripe").refund({ refundId: due.id, orderId, paymentIntentId, amount: due.amount, refusals: 0 });
    await turned(await disputed(sessionId), "lost");
    expect(await refundsOf(orderId)).toEqual([`cancelled ${TOTAL} staff`]);
    await reconcilePayments(ctx);
    expect(await refundsOf(orderId)).toEqual([`succeeded ${TOTAL} staff`]);
  });

  it("is sent once the bank has returned the money, whatever the provider reported before", async () => {
    const { orderId, sessionId } = await bought();
    await staffRefund(orderId);
    // A part is lost and won on appeal before the first event.
    const id = await opened(sessionId, { amount: 2_999 });
    await control(ctx, `/_simulator/disputes/${id}/turn`, { to: "lost" });
    await expect(sendRefund(ctx, orderId)).rejects.toThrow("less left");
    await control(ctx, `/_simulator/disputes/${id}/turn`, { to: "won" });
    await sendRefund(ctx, orderId);
    expect(await refundsOf(orderId)).toEqual([`succeeded ${TOTAL} staff`]);
    await settleDispute(ctx, id, "stripe");
  });

  it("sends only the rest once a part is lost", async () => {
    const { orderId, sessionId } = await bought();
    await staffRefund(orderId);
    await turned(await disputed(sessionId, { amount: 3000 }), "lost");
    await sendRefund(ctx, orderId);
    expect(await refundsOf(orderId)).toEqual([`succeeded ${TOTAL - 3000} staff`]);
    expect(await booksOf(orderId)).toEqual({ state: "charged_back", disputed: 0, lost: 3000, refunded: TOTAL - 3000 });
  });
});

describe("a dispute lost in part", () => {
  it("reduces a later refund by staff", async () => {
    const { orderId, sessionId } = await bought();
    const id = await disputed(sessionId, { amount: 3000 });
    await turned(id, "lost");
    expect(await staffRefund(orderId)).toMatchObject({ ok: true });
    expect(await findBrokenInvariants(ctx)).toEqual([]);
    await sendRefund(ctx, orderId);
    expect(await booksOf(orderId)).toEqual({ state: "charged_back", disputed: 0, lost: 3000, refunded: TOTAL - 3000 });
    // Won on appeal: the buyer has neither the tickets nor this money.
    await turned(id, "won");
    await sendRefund(ctx, orderId);
    expect(await booksOf(orderId)).toEqual({ state: "refunded", disputed: 0, lost: 0, refunded: TOTAL });
  });

  it("counts only the lost part, if the bank returned the rest", async () => {
    const { orderId, sessionId } = await bought();
    await turned(await disputed(sessionId), "lost", { kept: 2999 });
    expect(await booksOf(orderId)).toEqual({ state: "paid", disputed: 0, lost: 2999, refunded: 0 });
    expect(await lastFactsOf(orderId)).toMatchObject({ amount: 2999 });
    const tickets = await ctx.db.selectFrom("tickets").select("void_at").where("order_id", "=", orderId).execute();
    expect(tickets.filter(({ void_at }) => void_at)).toHaveLength(1);
  });

  it("and a refund of the rest at the provider end the order", async () => {
    const { orderId, sessionId } = await bought();
    await turned(await disputed(sessionId, { amount: 3000 }), "lost");
    await payBackAtProvider(ctx, orderId, TOTAL - 3000);
    await reconcilePayments(ctx);
    expect(await booksOf(orderId)).toMatchObject({ state: "charged_back" });
  });
});

describe("a sent refund", () => {
  it("and a dispute of the same money are a double loss, which raises an alert", async () => {
    const { orderId, sessionId } = await bought();
    await staffRefund(orderId);
    await sendRefund(ctx, orderId);
    const id = await disputed(sessionId);
    expect(await booksOf(orderId)).toEqual({ state: "refunded", disputed: TOTAL, lost: 0, refunded: TOTAL });
    expect(await kindsOf(orderId)).toEqual(["dispute_of_refunded"]);
    await turned(id, "lost");
    expect(await booksOf(orderId)).toEqual({ state: "refunded", disputed: 0, lost: TOTAL, refunded: TOTAL });
    // Late, the bank returns the refund: the buyer has the money from the dispute, and is owed nothing.
    await failed(orderId);
    expect(await booksOf(orderId)).toEqual({ state: "charged_back", disputed: 0, lost: TOTAL, refunded: 0 });
    expect(await kindsOf(orderId)).toEqual(["dispute_lost"]);
    const mails = await ctx.pool.query(
      "SELECT FROM pgboss.job WHERE data->>'orderId' = $1 AND data->>'message' = 'refund-failed'",
      [orderId],
    );
    expect(mails.rowCount).toBe(0);
    expect(await resendRefund(ctx, COMMAND, { orderId, reason: REASON })).toEqual({ ok: false, error: "not_owed" });
  });

  it("whose money the bank also takes and returns leaves nothing owed", async () => {
    const { orderId, sessionId } = await bought();
    await staffRefund(orderId);
    await sendRefund(ctx, orderId);
    const id = await disputed(sessionId);
    await turned(id, "lost");
    await turned(id, "won");
    expect(await booksOf(orderId)).toEqual({ state: "refunded", disputed: 0, lost: 0, refunded: TOTAL });
    expect(await refundsOf(orderId)).toEqual([`succeeded ${TOTAL} staff`]);
  });

  it("that fails while the bank decides is sent again only when the dispute is won", async () => {
    const { orderId, sessionId } = await bought();
    await staffRefund(orderId);
    await sendRefund(ctx, orderId);
    const id = await disputed(sessionId);
    await failed(orderId);
    expect(await booksOf(orderId)).toEqual({ state: "refund_due", disputed: TOTAL, lost: 0, refunded: 0 });
    expect(await resendRefund(ctx, COMMAND, { orderId, reason: REASON })).toEqual({ ok: false, error: "disputed" });
    await turned(id, "won");
    expect(await resendRefund(ctx, COMMAND, { orderId, reason: REASON })).toMatchObject({ ok: true });
    await sendRefund(ctx, orderId);
    expect(await stateOf(ctx, orderId)).toBe("refunded");
  });

  it("of a part, with the rest charged back, is owed again when it fails late", async () => {
    const { orderId, sessionId } = await bought();
    await payBackAtProvider(ctx, orderId, 1996);
    await reconcilePayments(ctx);
    await turned(await disputed(sessionId, { amount: 10_000 }), "lost");
    expect(await stateOf(ctx, orderId)).toBe("charged_back");
    await failed(orderId);
    expect(await booksOf(orderId)).toEqual({ state: "refund_due", disputed: 0, lost: 10_000, refunded: 0 });
    expect(await resendRefund(ctx, COMMAND, { orderId, reason: REASON })).toMatchObject({ ok: true });
    await sendRefund(ctx, orderId);
    expect(await booksOf(orderId)).toEqual({ state: "charged_back", disputed: 0, lost: 10_000, refunded: 1996 });
  });

  it("of a part, known after the dispute, voids all tickets", async () => {
    const { orderId, sessionId } = await bought();
    await payBackAtProvider(ctx, orderId, 5996);
    const id = await disputed(sessionId, { amount: 6000 });
    await reconcilePayments(ctx);
    const tickets = await ctx.db.selectFrom("tickets").select("suspended_at").where("order_id", "=", orderId).execute();
    expect(tickets.filter(({ suspended_at }) => suspended_at)).toHaveLength(4);
    await turned(id, "won");
    expect(await booksOf(orderId)).toMatchObject({ state: "paid", refunded: 5996 });
  });
});

describe("an account that is erased while its payment is disputed", () => {
  it.each([
    ["won", { state: "refunded", disputed: 0, lost: 0, refunded: TOTAL }, [`succeeded ${TOTAL} erasure`]],
    ["lost", { state: "charged_back", disputed: 0, lost: TOTAL, refunded: 0 }, [`cancelled ${TOTAL} erasure`]],
  ])("keeps its money owed until the bank has decided: %s", async (to, books, refunds) => {
    const { orderId, sessionId, buyer } = await bought();
    const id = await disputed(sessionId);
    expect(await eraseUser(ctx, buyer.id, { tickets: "refund" })).toMatchObject({ ok: true });
    await sendRefund(ctx, orderId);
    expect(await booksOf(orderId)).toEqual({ state: "refund_due", disputed: TOTAL, lost: 0, refunded: 0 });
    await turned(id, to);
    await sendRefund(ctx, orderId);
    expect(await booksOf(orderId)).toEqual(books);
    expect(await refundsOf(orderId)).toEqual(refunds);
  });

  it("and gave up its tickets gets nothing back when the shop wins, nor after an inquiry", async () => {
    const { orderId, sessionId, buyer } = await bought();
    const id = await disputed(sessionId);
    await eraseUser(ctx, buyer.id, { tickets: "give_up" });
    await turned(id, "won");
    const other = await disputed(sessionId, { inquiry: true });
    await turned(other, "warning_closed");
    expect(await booksOf(orderId)).toEqual({ state: "paid", disputed: 0, lost: 0, refunded: 0 });
    expect(await refundsOf(orderId)).toEqual([]);
  });
});

it("a buyer sees which tickets are suspended and what the bank holds, without a promise of a refund", async () => {
  const { orderId, sessionId, buyer, lottery } = await bought();
  const looking = { ...buyer, firstName: "Ada", address: "127.0.0.1" };
  const showResult = () => showPurchase(ctx, looking, { sessionId }, "en");
  const drawOf = async () => (await listPurchases(ctx, buyer.id, "en")).live.find(({ id }) => id === lottery);
  const id = await disputed(sessionId, { amount: 3000 });
  expect(await showResult()).toMatchObject({ kind: "bought", numbers: [1, 2, 3, 4], suspended: [3, 4] });
  expect(await drawOf()).toMatchObject({ suspended: 2, withBank: 3000, returning: 0, spent: TOTAL - 3000 });
  const tickets = await listTickets(ctx, buyer.id, sessionId);
  expect(tickets.map((ticket) => ticketJson(ticket, buyer.id).suspended)).toEqual([false, false, true, true]);
  expect((await findReceipt(ctx, buyer.id, orderId))?.tickets.filter(({ isSuspended }) => isSuspended)).toHaveLength(2);
  expect(await readSales(ctx, COMMAND)).toMatchObject({ value: { disputed: 3000 } });
  await turned(id, "lost");
  await turned(await disputed(sessionId), "lost");
  expect(await drawOf()).toMatchObject({ suspended: 0, gone: 4, withBank: TOTAL, returning: 0, spent: 0 });
  // The result page neither waits for tickets nor claims that no money was taken.
  const refundView = { kind: "refund", stage: "bank", reason: "charged_back", amount: TOTAL };
  expect([await showResult(), await showCanceled(ctx, looking, orderId)]).toMatchObject([refundView, "settled"]);
});

it("a buyer whose tickets were excluded at the freeze sees that the bank has the payment", async () => {
  const { sessionId, buyer, lottery } = await bought();
  await disputed(sessionId);
  await ctx.db.transaction().execute((tx) => voidSuspended(tx, lottery, ctx.now()));
  const looking = { ...buyer, firstName: "Ada", address: "127.0.0.1" };
  expect(await showPurchase(ctx, looking, { sessionId }, "fr")).toEqual({ kind: "disputed", lotteryId: lottery });
});

describe("money that a bank returns between a refund and its confirmation", () => {
  /** The rest was sent, but not booked yet, when the bank returns £30. */
  async function unheard() {
    const made = await bought();
    const id = await disputed(made.sessionId, { amount: 3000 });
    await turned(id, "lost");
    expect(await staffRefund(made.orderId)).toMatchObject({ ok: true });
    const { refund } = ctx.payments.of("stripe");
    const lossy = paymentsWith(ctx.payments, {
      async refund(request) {
        await refund(request);
        throw new Error("the reply is lost");
      },
    });
    await expect(sendRefund({ ...ctx, payments: lossy }, made.orderId)).rejects.toThrow("lost");
    await turned(id, "won");
    return made;
  }

  it("is still owed, and sent", async () => {
    const { orderId } = await unheard();
    await sendRefund(ctx, orderId);
    expect(await booksOf(orderId)).toEqual({ state: "refunded", disputed: 0, lost: 0, refunded: TOTAL });
  });

  it("is not owed if a refund by staff at the provider is on its way", async () => {
    const { orderId } = await unheard();
    await control(ctx, "/_simulator/knobs", { pendRefunds: 1 });
    await payBackAtProvider(ctx, orderId, 3000);
    await sendRefund(ctx, orderId);
    expect((await refundsOf(orderId)).toSorted()).toEqual(["pending 3000 at_provider", `succeeded ${TOTAL - 3000} staff`]);
    expect(await booksOf(orderId)).toEqual({ state: "refund_due", disputed: 0, lost: 0, refunded: TOTAL - 3000 });
  });
});
