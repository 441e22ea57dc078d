/** Partial refunds by the shop: of tickets or an amount, with failures, disputes and whole refunds. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { compareWithProvider } from "#app/checks/provider-ledger.ts";
import { type MadeUser, makeLottery, makeUser } from "#demo/makers.ts";
import { bookedDocuments } from "#features/books/server/order-documents.ts";
import { findOwnRow } from "#features/lotteries/server/own-store.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { pence } from "#shared/money/money.ts";
import type { ShownState } from "../../rules/order-state.ts";
import type { RefundPart } from "../../rules/partial-refund.ts";
import { findBuyerRow } from "../checkout/buyer-store.ts";
import { settleDispute } from "../disputes/settle-dispute.ts";
import { checkout, control, order, pay, payBackAtProvider, stateOf, stockOf } from "../orders.fixture.ts";
import { eraseUser } from "../players/erase-user.ts";
import { findReceipt } from "../reading/list-purchases.ts";
import { narrowOrders } from "../reading/order-filter-store.ts";
import { showOrder } from "../reading/show-order.ts";
import { reconcilePayments } from "../settlement/reconcile-payments.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { sweepOrders } from "../settlement/sweep-orders.ts";
import { syncRefunds } from "./book-refunds.ts";
import { cancelLottery, finishCancellations } from "./cancel-lottery.ts";
import { refundOrder } from "./refund-order.ts";
import { resendRefund } from "./resend-refund.ts";
import { sendRefund } from "./send-refund.ts";

const COMMAND = { kind: "command" } as const;
const REASON = "The player asked by telephone";
/** Four tickets at £29.99 each. */
const TOTAL = 11_996;

let ctx: TestCtx;
let begun: Date;
let lottery: string;
let buyer: MadeUser;
let orderId: string;
let sessionId: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  begun = new Date(Date.now() - 60_000);
});
beforeEach(async () => {
  lottery = await makeLottery(ctx, { max_tickets_per_person: 4 });
  buyer = await makeUser(ctx);
  ({ orderId, sessionId } = await order(ctx, lottery, 4, buyer));
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
});
afterEach(async () => {
  await control(ctx, "/_simulator/knobs", { pendRefunds: 0, failRefunds: 0, dropReplies: 0, refuse: 0 });
  expect(await findBrokenInvariants(ctx)).toEqual([]);
  expect(await compareWithProvider(ctx, begun, 0)).toEqual([]);
});
afterAll(() => ctx.close());

const refund = (part?: RefundPart) => refundOrder(ctx, COMMAND, { orderId, reason: REASON, part });
const amountOf = (amount: number): RefundPart => ({ by: "amount", amount: pence(amount) });
const ticketsOf = (...numbers: number[]): RefundPart => ({ by: "tickets", numbers });
const send = () => sendRefund(ctx, orderId);
const intentOf = async () => {
  const row = await ctx.db.selectFrom("orders").select("payment_intent_id").where("id", "=", orderId).executeTakeFirstOrThrow();
  return row.payment_intent_id ?? "";
};
const sync = async () => syncRefunds(ctx, { id: orderId, provider: "stripe", paymentIntentId: await intentOf() });
/** The valid tickets that are not suspended. */
async function playing(): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom("tickets")
    .select("ticket_number")
    .where("order_id", "=", orderId)
    .where("void_at", "is", null)
    .where("suspended_at", "is", null)
    .orderBy("ticket_number")
    .execute();
  return rows.map(({ ticket_number }) => ticket_number);
}
async function refunds(): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("refunds")
    .select(["state", "amount_pence", "reason", "ticket_numbers"])
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .orderBy("amount_pence")
    .execute();
  return rows.map(({ state, amount_pence, reason, ticket_numbers }) =>
    `${state} ${amount_pence} ${reason} ${ticket_numbers}`.trim(),
  );
}
async function books() {
  const row = await ctx.db
    .selectFrom("orders")
    .select(["state", "refunded_pence", "disputed_pence", "charged_back_pence", "tickets_refunded"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  const { refunded_pence: refunded, disputed_pence: disputed, charged_back_pence: lost } = row;
  return { state: row.state, refunded, disputed, lost, gone: row.tickets_refunded };
}
const ALL_BACK = { state: "refunded", refunded: TOTAL, disputed: 0, lost: 0 };
const mails = async () => {
  const { rows } = await ctx.pool.query<{ message: string }>(
    "SELECT data ->> 'message' AS message FROM pgboss.job WHERE name = 'mail' AND data ->> 'orderId' = $1 ORDER BY created_on",
    [orderId],
  );
  return rows.map(({ message }) => message).filter((message) => message.startsWith("refund"));
};
const alerts = async () => {
  const rows = await ctx.db
    .selectFrom("alerts")
    .select("kind")
    .where("subject_id", "=", orderId)
    .where("handled_at", "is", null)
    .execute();
  return rows.map(({ kind }) => kind);
};
/** The shown state of the order, as the list filters it. */
async function listed(state: ShownState): Promise<string[]> {
  const filter = { search: { by: "order", id: orderId }, state } as const;
  const rest = { lotteryId: undefined, provider: undefined, from: undefined, until: undefined };
  const narrowed = await narrowOrders(ctx.db, { ...filter, ...rest });
  return (await narrowed().select("o.id").execute()).map(({ id }) => id);
}
async function disputed(amount: number): Promise<string> {
  const opened = (await control(ctx, `/_simulator/charges/${sessionId}/dispute`, { amount })) as { id: string };
  await settleDispute(ctx, opened.id, "stripe");
  return opened.id;
}
async function decided(dispute: string, to: "won" | "lost") {
  await control(ctx, `/_simulator/disputes/${dispute}/turn`, { to });
  await settleDispute(ctx, dispute, "stripe");
}
async function failAtBank() {
  for (const { id, state } of await ctx.payments.of("stripe").listRefundsOf(await intentOf()))
    if (state === "succeeded") await control(ctx, `/_simulator/refunds/${id}/turn`, { to: "failed" });
  await sync();
}

describe("of tickets", () => {
  it("pays their price, voids them alone, and leaves the order paid", async () => {
    expect(await refund(ticketsOf(2, 3))).toEqual({ ok: true });
    expect(await playing()).toEqual([1, 4]);
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 2, last: 4 });
    await send();
    expect(await books()).toEqual({ state: "paid", refunded: 5_998, disputed: 0, lost: 0, gone: 2 });
    expect(await refunds()).toEqual(["succeeded 5998 partial 2,3"]);
    expect(await mails()).toEqual(["refund"]);
    const log = await ctx.db
      .selectFrom("audit_log")
      .select(["action", "after", "reason"])
      .where("subject_id", "=", orderId)
      .execute();
    expect(log).toEqual([
      { action: "order.refund", after: { amount_pence: 5_998, void_tickets: 2, ticket_numbers: ["2", "3"] }, reason: REASON },
    ]);
  });

  it("takes the last ones still in the draw, and ends the order with all of them", async () => {
    expect(await refund({ by: "last", count: 1 })).toEqual({ ok: true });
    await send();
    expect(await refund({ by: "last", count: 2 })).toEqual({ ok: true });
    await send();
    expect(await playing()).toEqual([1]);
    expect(await refund({ by: "last", count: 1 })).toEqual({ ok: true });
    await send();
    expect(await books()).toMatchObject(ALL_BACK);
    expect(await refunds()).toEqual(["succeeded 2999 partial 4", "succeeded 5998 partial 2,3", "succeeded 2999 staff"]);
  });

  it("gives the buyer room for as many again within the draw's limit, and less spending in the month", async () => {
    expect(await checkout(ctx, lottery, 1, buyer)).toMatchObject({ ok: false });
    await refund(ticketsOf(1));
    await send();
    expect((await findOwnRow(ctx.db, buyer.id, lottery)).bought).toBe(3);
    const month = { from: begun, to: new Date(Date.now() + 60_000) };
    expect(await findBuyerRow(ctx.db, { userId: buyer.id, lotteryId: lottery }, month)).toMatchObject({
      bought: 3,
      spending: { spent: TOTAL - 2_999 },
    });
    expect(await checkout(ctx, lottery, 2, buyer)).toMatchObject({ ok: false });
    expect(await checkout(ctx, lottery, 1, buyer)).toMatchObject({ ok: true });
  });

  it("is on the receipt with its numbers, and has a credit note", async () => {
    await refund(ticketsOf(2));
    await send();
    const receipt = await findReceipt(ctx, buyer.id, orderId);
    expect(receipt?.refunds).toMatchObject([{ amount: 2_999, state: "done", cause: "partial", ticketNumbers: [2] }]);
    expect(receipt?.tickets.filter(({ isVoid }) => isVoid).map(({ number }) => number)).toEqual([2]);
    expect((await bookedDocuments(ctx)(orderId)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ["receipt", TOTAL],
      ["credit_note", 2_999],
    ]);
  });

  it.each([
    ["of another order", 5, 0, "ticket_gone"],
    ["that is void already", 1, 0, "ticket_gone"],
    ["that costs all that is left", 2, 6_000, "whole_left"],
  ])("one %s is refused", async (_, number, amountBefore, error) => {
    await refund(ticketsOf(1));
    await send();
    if (amountBefore > 0) {
      await refund(amountOf(amountBefore));
      await send();
    }
    expect(await refund(ticketsOf(number))).toEqual({ ok: false, error });
  });
});

describe("of an amount", () => {
  it("leaves all tickets in the draw; several never pay more than was paid", async () => {
    expect(await refund(amountOf(1_000))).toEqual({ ok: true });
    await send();
    expect(await refund(amountOf(10_997))).toEqual({ ok: false, error: "more_than_left" });
    expect(await refund(amountOf(10_996))).toEqual({ ok: false, error: "whole_left" });
    expect(await refund(amountOf(10_995))).toEqual({ ok: true });
    await send();
    expect(await playing()).toEqual([1, 2, 3, 4]);
    expect(await books()).toEqual({ state: "paid", refunded: TOTAL - 1, disputed: 0, lost: 0, gone: 0 });
  });

  it("is paid while the list is sealed, and takes no ticket; a hold is refused", async () => {
    const held = await order(ctx, await makeLottery(ctx), 1);
    expect(await refundOrder(ctx, COMMAND, { orderId: held.orderId, reason: REASON, part: amountOf(1) })).toMatchObject({
      error: "not_paid",
    });
    await ctx.db.updateTable("lotteries").set({ sales_state: "closed" }).where("id", "=", lottery).execute();
    const stock = await stockOf(ctx, lottery);
    expect(await refund(ticketsOf(1))).toEqual({ ok: false, error: "frozen" });
    expect(await refund(amountOf(100))).toEqual({ ok: true });
    await send();
    expect(await refunds()).toEqual(["succeeded 100 partial"]);
    expect(await playing()).toEqual([1, 2, 3, 4]);
    expect(await stockOf(ctx, lottery)).toEqual(stock);
  });
});

describe("by several staff at once", () => {
  it("is made once: the others wait until it is with the provider", async () => {
    const results = await Promise.all([refund(amountOf(9_000)), refund(amountOf(9_000)), refund(ticketsOf(1, 2, 3))]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    for (const result of results) if (!result.ok) expect(result.error).toBe("under_way");
    await Promise.all([send(), send()]);
    expect(await refunds()).toHaveLength(1);
  });

  it("is replaced by a whole refund that comes before it is sent", async () => {
    await refund(ticketsOf(1));
    expect(await refund()).toEqual({ ok: true });
    await send();
    expect(await refunds()).toEqual(["cancelled 2999 partial 1", `succeeded ${TOTAL} staff`]);
    expect(await books()).toMatchObject(ALL_BACK);
  });

  it("counts if its reply was lost before the whole refund", async () => {
    await refund(ticketsOf(1));
    await control(ctx, "/_simulator/knobs", { dropReplies: 1 });
    await expect(send()).rejects.toThrow();
    await control(ctx, "/_simulator/knobs", { dropReplies: 0 });
    expect(await refund()).toEqual({ ok: true });
    await send();
    await sync();
    expect(await refunds()).toEqual(["succeeded 2999 partial 1", "succeeded 8997 staff"]);
    expect(await books()).toMatchObject(ALL_BACK);
  });
});

describe("that the provider refuses or a bank returns", () => {
  it("is tried again with the same refund", async () => {
    await refund(ticketsOf(4));
    await control(ctx, "/_simulator/knobs", { refuse: 1 });
    await expect(send()).rejects.toThrow();
    await control(ctx, "/_simulator/knobs", { refuse: 0 });
    await send();
    expect(await refunds()).toEqual(["succeeded 2999 partial 4"]);
  });

  it("is owed until staff send it again, once", async () => {
    await refund(ticketsOf(4));
    await send();
    await failAtBank();
    expect(await books()).toMatchObject({ state: "paid", refunded: 0, gone: 1 });
    expect(await alerts()).toEqual(["refund_returned"]);
    expect(await mails()).toEqual(["refund", "refund-failed"]);
    expect((await findReceipt(ctx, buyer.id, orderId))?.refunds).toMatchObject([{ amount: 2_999, state: "due" }]);
    expect(await listed("refund_failed")).toEqual([orderId]);
    expect(await showOrder(ctx, COMMAND, orderId)).toMatchObject({ value: { owed: 2_999, order: { state: "paid" } } });
    const again = () => resendRefund(ctx, COMMAND, { orderId, reason: REASON });
    expect((await Promise.all([again(), again()])).map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    await send();
    expect(await again()).toEqual({ ok: false, error: "not_owed" });
    expect(await refunds()).toEqual(["failed 2999 partial 4", "succeeded 2999 partial 4"]);
    expect(await books()).toMatchObject({ state: "paid", refunded: 2_999, gone: 1 });
    expect(await alerts()).toEqual([]);
    expect(await listed("refund_failed")).toEqual([]);
    expect(await listed("paid")).toEqual([orderId]);
  });

  it("is part of what a whole refund pays", async () => {
    await refund(ticketsOf(4));
    await send();
    await failAtBank();
    expect(await refund()).toEqual({ ok: true });
    await send();
    expect(await books()).toMatchObject(ALL_BACK);
  });
});

describe("with a dispute", () => {
  it("of what is left: the other tickets are suspended, and valid again once it is won", async () => {
    await refund(ticketsOf(1, 2));
    await send();
    const dispute = await disputed(5_998);
    expect(await playing()).toEqual([]);
    expect(await refund(amountOf(1))).toEqual({ ok: false, error: "disputed" });
    await decided(dispute, "won");
    expect(await playing()).toEqual([3, 4]);
  });

  it("of one ticket's price: the last of the others is suspended, and void once it is lost", async () => {
    await refund(ticketsOf(4));
    await send();
    const dispute = await disputed(2_999);
    expect(await playing()).toEqual([1, 2]);
    await decided(dispute, "lost");
    expect(await playing()).toEqual([1, 2]);
    expect(await refund({ by: "last", count: 1 })).toEqual({ ok: true });
    await send();
    expect(await playing()).toEqual([1]);
    expect(await books()).toEqual({ state: "paid", refunded: 5_998, disputed: 0, lost: 2_999, gone: 2 });
  });

  it("opened before it is sent: it waits, and pays only what the bank leaves", async () => {
    await refund(amountOf(5_000));
    const dispute = await disputed(8_000);
    await send();
    expect(await refunds()).toEqual(["due 5000 partial"]);
    await decided(dispute, "lost");
    await send();
    expect(await refunds()).toEqual(["succeeded 3996 partial"]);
    expect(await books()).toMatchObject({ state: "charged_back", refunded: 3_996, lost: 8_000 });
  });

  it("of the whole payment, lost before it is sent: nothing is owed", async () => {
    await refund(ticketsOf(1));
    await decided(await disputed(TOTAL), "lost");
    expect(await refunds()).toEqual(["cancelled 2999 partial 1"]);
    expect(await stateOf(ctx, orderId)).toBe("charged_back");
  });
});

describe("followed by", () => {
  it("a cancelled draw, refunds what is left", async () => {
    await refund(ticketsOf(1));
    await send();
    await refund(amountOf(1_000));
    await cancelLottery(ctx, COMMAND, { lotteryId: lottery, reason: { code: "prize_lost", note: "", noteFr: "" } });
    await sweepOrders(ctx);
    await finishCancellations(ctx);
    await send();
    expect(await refunds()).toEqual(["succeeded 2999 partial 1", "cancelled 1000 partial", "succeeded 8997 cancelled"]);
    expect(await books()).toMatchObject(ALL_BACK);
  });

  it("an erasure with refund, refunds what is left", async () => {
    await refund(ticketsOf(1));
    await send();
    expect(await eraseUser(ctx, buyer.id, { tickets: "refund" })).toEqual({ ok: true });
    await send();
    expect(await refunds()).toEqual(["succeeded 2999 partial 1", "succeeded 8997 erasure"]);
  });

  it("a refund of the rest at the provider, ends the order", async () => {
    await refund(ticketsOf(1));
    await send();
    await payBackAtProvider(ctx, orderId, 8_997);
    await reconcilePayments(ctx);
    expect(await books()).toMatchObject(ALL_BACK);
    expect(await playing()).toEqual([]);
  });
});
