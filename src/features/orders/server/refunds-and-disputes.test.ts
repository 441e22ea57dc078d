/** Money that goes back by refund and by dispute at once: whichever comes first, late or twice, the books say what the provider says, and nobody is paid twice by us. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/invariants.ts";
import { compareWithProvider } from "#app/provider-ledger.ts";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { paymentsWith, type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { ticketJson } from "../rules/ticket-json.ts";
import { syncRefunds } from "./book-refunds.ts";
import { eraseUser } from "./erase-user.ts";
import { findReceipt, listPurchases } from "./list-purchases.ts";
import { listTickets } from "./list-tickets.ts";
import { control, order, pay, payBackAtProvider, stateOf } from "./orders.fixture.ts";
import { readSales } from "./read-sales.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { refundOrder } from "./refund-order.ts";
import { findDueRefund } from "./refund-reading-store.ts";
import { resendRefund } from "./resend-refund.ts";
import { sendRefund } from "./send-refund.ts";
import { settleDispute } from "./settle-dispute.ts";
import { settleOrder } from "./settle-order.ts";
import { showCanceled, showPurchase } from "./show-purchase.ts";
import { leaveSuspendedOut } from "./ticket-store.ts";

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
  it("waits for the bank, and goes once it is won", async () => {
    const { orderId, sessionId } = await bought();
    await staffRefund(orderId);
    const id = await opened(sessionId);
    // The bank was first, and the shop has not heard of it.
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

  it("is owed no more once it is lost, and owed again when that is undone", async () => {
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

  it("that went and lost its reply is in the books, though the bank has decided meanwhile", async () => {
    const { orderId, sessionId } = await bought();
    await staffRefund(orderId);
    const due = await findDueRefund(ctx.db, orderId);
    const { payment_intent_id: paymentIntentId } = await ctx.db
      .selectFrom("orders")
      .select("payment_intent_id")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    if (!due || paymentIntentId === null) throw new Error("a refund is due");
    // The shop dies before it can write down the answer.
    await ctx.payments.of("stripe").refund({ refundId: due.id, orderId, paymentIntentId, amount: due.amount, refusals: 0 });
    await turned(await disputed(sessionId), "lost");
    expect(await refundsOf(orderId)).toEqual([`cancelled ${TOTAL} staff`]);
    await reconcilePayments(ctx);
    expect(await refundsOf(orderId)).toEqual([`succeeded ${TOTAL} staff`]);
  });

  it("goes once the bank has given back what it kept, whatever the provider said before", async () => {
    const { orderId, sessionId } = await bought();
    await staffRefund(orderId);
    // A part is lost and won on appeal before the shop hears a word of it.
    const id = await opened(sessionId, { amount: 2_999 });
    await control(ctx, `/_simulator/disputes/${id}/turn`, { to: "lost" });
    await expect(sendRefund(ctx, orderId)).rejects.toThrow("less left");
    await control(ctx, `/_simulator/disputes/${id}/turn`, { to: "won" });
    await sendRefund(ctx, orderId);
    expect(await refundsOf(orderId)).toEqual([`succeeded ${TOTAL} staff`]);
    await settleDispute(ctx, id, "stripe");
  });

  it("brings only the rest once a part is lost", async () => {
    const { orderId, sessionId } = await bought();
    await staffRefund(orderId);
    await turned(await disputed(sessionId, { amount: 3000 }), "lost");
    await sendRefund(ctx, orderId);
    expect(await refundsOf(orderId)).toEqual([`succeeded ${TOTAL - 3000} staff`]);
    expect(await booksOf(orderId)).toEqual({ state: "charged_back", disputed: 0, lost: 3000, refunded: TOTAL - 3000 });
  });
});

describe("a part that was lost", () => {
  it("is no part of what staff refund afterwards", async () => {
    const { orderId, sessionId } = await bought();
    const id = await disputed(sessionId, { amount: 3000 });
    await turned(id, "lost");
    expect(await staffRefund(orderId)).toMatchObject({ ok: true });
    expect(await findBrokenInvariants(ctx)).toEqual([]);
    await sendRefund(ctx, orderId);
    expect(await booksOf(orderId)).toEqual({ state: "charged_back", disputed: 0, lost: 3000, refunded: TOTAL - 3000 });
    // Won on appeal after all: the buyer has neither the tickets nor this money.
    await turned(id, "won");
    await sendRefund(ctx, orderId);
    expect(await booksOf(orderId)).toEqual({ state: "refunded", disputed: 0, lost: 0, refunded: TOTAL });
  });

  it("of a whole that was disputed is all that counts, where the bank gave the rest back", async () => {
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

describe("a refund that was sent", () => {
  it("and a dispute of the same money: the shop has lost it twice, and says so", async () => {
    const { orderId, sessionId } = await bought();
    await staffRefund(orderId);
    await sendRefund(ctx, orderId);
    const id = await disputed(sessionId);
    expect(await booksOf(orderId)).toEqual({ state: "refunded", disputed: TOTAL, lost: 0, refunded: TOTAL });
    expect(await kindsOf(orderId)).toEqual(["dispute_of_refunded"]);
    await turned(id, "lost");
    expect(await booksOf(orderId)).toEqual({ state: "refunded", disputed: 0, lost: TOTAL, refunded: TOTAL });
    // Late, the card's bank sends the refund back: the buyer has the money from the dispute, and is owed nothing.
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

  it("and that the bank takes as well, and gives back, leaves nothing owed", async () => {
    const { orderId, sessionId } = await bought();
    await staffRefund(orderId);
    await sendRefund(ctx, orderId);
    const id = await disputed(sessionId);
    await turned(id, "lost");
    await turned(id, "won");
    expect(await booksOf(orderId)).toEqual({ state: "refunded", disputed: 0, lost: 0, refunded: TOTAL });
    expect(await refundsOf(orderId)).toEqual([`succeeded ${TOTAL} staff`]);
  });

  it("and fails while the bank decides is sent again only when it is won", async () => {
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

  it("in part, of an order that was charged back for the rest, is owed again when it fails late", async () => {
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

  it("in part, and heard of after the dispute, takes all tickets with it", async () => {
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
  ])("is owed its money until the bank has decided: %s", async (to, books, refunds) => {
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

  it("and gave its tickets up gets nothing back when the shop wins, nor when a bank only asks", async () => {
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

it("a buyer sees which tickets are suspended and what the bank has, and is not promised that money by the shop", async () => {
  const { orderId, sessionId, buyer, lottery } = await bought();
  const looking = { ...buyer, firstName: "Ada", address: "127.0.0.1" };
  const look = () => showPurchase(ctx, looking, { sessionId }, "en");
  const drawOf = async () => (await listPurchases(ctx, buyer.id, "en")).live.find(({ id }) => id === lottery);
  const id = await disputed(sessionId, { amount: 3000 });
  expect(await look()).toMatchObject({ kind: "bought", numbers: [1, 2, 3, 4], suspended: [3, 4] });
  expect(await drawOf()).toMatchObject({ suspended: 2, withBank: 3000, returning: 0, spent: TOTAL - 3000 });
  const tickets = await listTickets(ctx, buyer.id, sessionId);
  expect(tickets.map((ticket) => ticketJson(ticket, buyer.id).suspended)).toEqual([false, false, true, true]);
  expect((await findReceipt(ctx, buyer.id, orderId))?.tickets.filter(({ isSuspended }) => isSuspended)).toHaveLength(2);
  expect(await readSales(ctx, COMMAND)).toMatchObject({ value: { disputed: 3000 } });
  await turned(id, "lost");
  await turned(await disputed(sessionId), "lost");
  expect(await drawOf()).toMatchObject({ suspended: 0, gone: 4, withBank: TOTAL, returning: 0, spent: 0 });
  // The result page does not wait for tickets that will not come, nor says that nothing was taken.
  const over = { kind: "refund", stage: "bank", reason: "charged_back", amount: TOTAL };
  expect([await look(), await showCanceled(ctx, looking, orderId)]).toMatchObject([over, "settled"]);
});

it("a buyer whose tickets were left out of a list is told that the bank has the payment, and not asked to wait", async () => {
  const { sessionId, buyer, lottery } = await bought();
  await disputed(sessionId);
  await ctx.db.transaction().execute((tx) => leaveSuspendedOut(tx, lottery, ctx.now()));
  const looking = { ...buyer, firstName: "Ada", address: "127.0.0.1" };
  expect(await showPurchase(ctx, looking, { sessionId }, "fr")).toEqual({ kind: "disputed", lotteryId: lottery });
});

describe("what a bank gives back between a refund and the word of it", () => {
  /** The shop has sent what was left to send, and does not know so when the bank gives 30.00 back. */
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

  it("is owed still, and sent", async () => {
    const { orderId } = await unheard();
    await sendRefund(ctx, orderId);
    expect(await booksOf(orderId)).toEqual({ state: "refunded", disputed: 0, lost: 0, refunded: TOTAL });
  });

  it("is not owed where staff have sent it in the provider's pages, and it is only on its way", async () => {
    const { orderId } = await unheard();
    await control(ctx, "/_simulator/knobs", { pendRefunds: 1 });
    await payBackAtProvider(ctx, orderId, 3000);
    await sendRefund(ctx, orderId);
    expect((await refundsOf(orderId)).toSorted()).toEqual(["pending 3000 at_provider", `succeeded ${TOTAL - 3000} staff`]);
    expect(await booksOf(orderId)).toEqual({ state: "refund_due", disputed: 0, lost: 0, refunded: TOTAL - 3000 });
  });
});
