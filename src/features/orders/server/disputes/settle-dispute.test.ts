/** Disputes of each kind, with events in any order: tickets, stock, money and mails. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { entryCount } from "#features/lotteries/rules/purchase/odds.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import { findOwnTickets } from "#features/lotteries/server/own-tickets.ts";
import { paymentsWith, type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { PaymentEvent } from "#platform/payments/payments.server.ts";
import { pence } from "#shared/money/money.ts";
import { control, order, pay, payBackAtProvider, stateOf, stockOf } from "../orders.fixture.ts";
import { listPurchases } from "../reading/list-purchases.ts";
import { cancelLottery } from "../refunds/cancel-lottery.ts";
import { refundOrder } from "../refunds/refund-order.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { receiveEvent } from "../settlement/receive-event.ts";
import { reconcilePayments } from "../settlement/reconcile-payments.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { sweepOrders } from "../settlement/sweep-orders.ts";
import { lockOrder } from "../store.ts";
import { settleDispute } from "./settle-dispute.ts";

const COMMAND = { kind: "command" } as const;
let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

/** A paid order of four tickets at £29.99 each. */
async function bought(quantity = 4) {
  const lottery = await makeLottery(ctx);
  const made = await order(ctx, lottery, quantity);
  await pay(ctx, made.sessionId);
  await settleOrder(ctx, made.sessionId);
  return { ...made, lottery };
}
const opened = async (sessionId: string, how: { amount?: number; inquiry?: boolean } = {}) =>
  String(((await control(ctx, `/_simulator/charges/${sessionId}/dispute`, how)) as { id: string }).id);
const turned = async (dispute: string, to: string) => {
  await control(ctx, `/_simulator/disputes/${dispute}/turn`, { to });
  await settleDispute(ctx, dispute, "stripe");
};
async function disputed(sessionId: string, how = {}) {
  const id = await opened(sessionId, how);
  await settleDispute(ctx, id, "stripe");
  return id;
}
async function ticketsOf(orderId: string) {
  const rows = await ctx.db.selectFrom("tickets").select(["suspended_at", "void_at"]).where("order_id", "=", orderId).execute();
  return {
    valid: rows.filter(({ suspended_at, void_at }) => !suspended_at && !void_at).length,
    suspended: rows.filter(({ suspended_at, void_at }) => suspended_at && !void_at).length,
    void: rows.filter(({ void_at }) => void_at).length,
  };
}
async function moneyOf(orderId: string) {
  const row = await ctx.db
    .selectFrom("orders")
    .select(["disputed_pence", "charged_back_pence", "refunded_pence"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return { disputed: row.disputed_pence, lost: row.charged_back_pence, refunded: row.refunded_pence };
}
const mailsOf = async (orderId: string) =>
  (
    await ctx.pool.query<{ message: string }>(
      "SELECT data->>'message' AS message FROM pgboss.job WHERE name IN ('dispute-mail', 'mail') AND data->>'orderId' = $1 ORDER BY created_on",
      [orderId],
    )
  ).rows
    .map(({ message }) => message)
    .filter((message) => message !== "order-confirmation");
const alertsOf = async (orderId: string) =>
  (
    await ctx.pool.query<{ kind: string }>(
      "SELECT kind FROM alerts WHERE handled_at IS NULL AND subject_id IN (SELECT id::text FROM disputes WHERE order_id = $1) ORDER BY kind",
      [orderId],
    )
  ).rows.map(({ kind }) => kind);

/** Evidence is due in a week. */
async function comesNear() {
  ctx.setNow(new Date(Date.now() + 5 * 86_400_000));
  await reconcilePayments(ctx);
  ctx.setNow(undefined);
}
/** Backdates the stored dispute by some days. */
const asIfBefore = (orderId: string, days: number) =>
  ctx.owner.query(
    "UPDATE disputes SET opened_at = opened_at - $2 * interval '1 day', due_by = due_by - $2 * interval '1 day' WHERE order_id = $1",
    [orderId, days],
  );
const termsOf = (orderId: string) =>
  ctx.db
    .selectFrom("disputes")
    .select(["opened_at", "due_by", "is_submitted"])
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();

it("suspended tickets give their buyer no odds, and count among all entries", async () => {
  const lottery = await makeLottery(ctx);
  const buyer = await makeUser(ctx);
  const buy = async (quantity: number) => {
    const { sessionId } = await order(ctx, lottery, quantity, buyer);
    await pay(ctx, sessionId);
    await settleOrder(ctx, sessionId);
    return sessionId;
  };
  await buy(2);
  const taken = await buy(4);
  const entries = async () => (await findOwnTickets(ctx, buyer.id, lottery)).entries;
  const among = async () => {
    const found = await findLottery(ctx, lottery);
    return found && entryCount({ ...found, salesState: "closing" }, ctx.now()).entries;
  };
  expect([await entries(), await among()]).toEqual([6, 6]);
  const id = await disputed(taken);
  expect([await entries(), await among()]).toEqual([2, 6]);
  expect(await listPurchases(ctx, buyer.id, "en")).toMatchObject({ live: [{ numbers: { length: 6 }, suspended: 4 }] });
  await turned(id, "won");
  expect([await entries(), await among()]).toEqual([6, 6]);
});

const event = (kind: PaymentEvent["kind"], type: string, about: Partial<PaymentEvent>): PaymentEvent => ({
  id: `evt_${Math.random()}`,
  provider: "stripe",
  kind,
  type,
  createdAt: new Date(),
  sessionId: undefined,
  paymentIntentId: undefined,
  disputeId: undefined,
  ...about,
});

describe("an inquiry", () => {
  it("of £1 only raises an alert, and is over when it is closed", async () => {
    const { orderId, sessionId, lottery } = await bought();
    const id = await disputed(sessionId, { inquiry: true, amount: 100 });
    expect(await ticketsOf(orderId)).toEqual({ valid: 4, suspended: 0, void: 0 });
    expect(await moneyOf(orderId)).toEqual({ disputed: 0, lost: 0, refunded: 0 });
    expect([await mailsOf(orderId), await alertsOf(orderId)]).toEqual([[], ["dispute_inquiry"]]);
    await turned(id, "warning_closed");
    expect(await alertsOf(orderId)).toEqual([]);
    expect(await stateOf(ctx, orderId)).toBe("paid");
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 4 });
  });

  it("that becomes a dispute suspends tickets from then on", async () => {
    const { orderId, sessionId } = await bought();
    const id = await disputed(sessionId, { inquiry: true });
    await turned(id, "needs_response");
    expect(await ticketsOf(orderId)).toMatchObject({ suspended: 4 });
    expect(await alertsOf(orderId)).toEqual(["dispute_opened"]);
    await turned(id, "won");
  });

  it("that becomes a dispute gets a new opening day, deadline and evidence", async () => {
    const { orderId, sessionId } = await bought();
    const id = await disputed(sessionId, { inquiry: true });
    await comesNear();
    expect(await alertsOf(orderId)).toEqual(["dispute_due", "dispute_inquiry"]);
    await turned(id, "warning_under_review");
    await asIfBefore(orderId, 20);
    expect(await termsOf(orderId)).toMatchObject({ is_submitted: true });
    await turned(id, "needs_response");
    expect(await alertsOf(orderId)).toEqual(["dispute_opened"]);
    const terms = await termsOf(orderId);
    expect(terms.is_submitted).toBe(false);
    expect(Date.now() - terms.opened_at.getTime()).toBeLessThan(86_400_000);
    await comesNear();
    expect(await alertsOf(orderId)).toEqual(["dispute_due", "dispute_opened"]);
    await turned(id, "won");
  });

  it("is a dispute from the event on, even if the money is withdrawn a moment later", async () => {
    const { orderId, sessionId } = await bought();
    const id = await disputed(sessionId, { inquiry: true });
    await control(ctx, `/_simulator/disputes/${id}/turn`, { to: "needs_response" });
    const { getDispute } = ctx.payments.of("stripe");
    const openedAt = new Date(Date.now() - 20 * 86_400_000);
    const early = async (dispute: string) => {
      const reported = await getDispute(dispute);
      return reported && { ...reported, withdrawn: pence(0), openedAt: openedAt };
    };
    await settleDispute({ ...ctx, payments: paymentsWith(ctx.payments, { getDispute: early }) }, id, "stripe");
    await settleDispute(ctx, id, "stripe");
    expect(Date.now() - (await termsOf(orderId)).opened_at.getTime()).toBeLessThan(86_400_000);
    await turned(id, "won");
  });

  it("a warning of fraud raises an alert and changes nothing", async () => {
    const { orderId } = await bought();
    const intent = await ctx.db
      .selectFrom("orders")
      .select("payment_intent_id")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    const about = { paymentIntentId: intent.payment_intent_id ?? "" };
    const warned = () => receiveEvent(ctx, event("fraud_warning", "radar.early_fraud_warning.created", about));
    await warned();
    expect(await ticketsOf(orderId)).toMatchObject({ valid: 4 });
    const alerts = () =>
      ctx.db.selectFrom("alerts").select("kind").where("subject_id", "=", orderId).where("handled_at", "is", null);
    expect(await alerts().execute()).toEqual([{ kind: "fraud_warning" }]);
    await refundOrder(ctx, COMMAND, { orderId, reason: "Fraud" });
    await sendRefund(ctx, orderId);
    expect(await stateOf(ctx, orderId)).toBe("refunded");
    expect(await alerts().execute()).toEqual([]);
    // It is refunded already: no alert asks for it.
    await warned();
    expect(await alerts().execute()).toEqual([]);
  });
});

describe("a dispute", () => {
  it("suspends the tickets, which stay out of stock, and restores them when won", async () => {
    const { orderId, sessionId, lottery } = await bought();
    const id = await disputed(sessionId);
    expect(await ticketsOf(orderId)).toEqual({ valid: 0, suspended: 4, void: 0 });
    expect(await moneyOf(orderId)).toMatchObject({ disputed: 11_996, lost: 0 });
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 4 });
    expect(await refundOrder(ctx, COMMAND, { orderId, reason: "asked" })).toEqual({ ok: false, error: "disputed" });
    await turned(id, "under_review");
    await turned(id, "won");
    expect(await ticketsOf(orderId)).toEqual({ valid: 4, suspended: 0, void: 0 });
    expect(await moneyOf(orderId)).toEqual({ disputed: 0, lost: 0, refunded: 0 });
    expect(await mailsOf(orderId)).toEqual(["dispute-opened", "dispute-won"]);
    expect(await alertsOf(orderId)).toEqual(["dispute_won"]);
    const row = await ctx.db.selectFrom("disputes").selectAll().where("provider_id", "=", id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ standing: "won", withdrawn_pence: 0, fee_pence: 2000, is_submitted: true, after_freeze: false });
  });

  it("that is lost voids them, and they can be sold again", async () => {
    const { orderId, sessionId, lottery } = await bought();
    const id = await disputed(sessionId);
    await turned(id, "lost");
    expect(await ticketsOf(orderId)).toEqual({ valid: 0, suspended: 0, void: 4 });
    expect(await stateOf(ctx, orderId)).toBe("charged_back");
    expect(await moneyOf(orderId)).toEqual({ disputed: 0, lost: 11_996, refunded: 0 });
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 0 });
    expect(await mailsOf(orderId)).toEqual(["dispute-opened", "dispute-lost"]);
    expect(await ctx.db.selectFrom("disputes").select("withdrawn_pence").where("provider_id", "=", id).execute()).toEqual([
      { withdrawn_pence: 11_996 },
    ]);
  });

  it("that is won on appeal refunds the buyer, whose tickets are void", async () => {
    const { orderId, sessionId } = await bought();
    const id = await disputed(sessionId);
    await turned(id, "lost");
    await turned(id, "won");
    expect(await stateOf(ctx, orderId)).toBe("refund_due");
    await sendRefund(ctx, orderId);
    expect(await moneyOf(orderId)).toEqual({ disputed: 0, lost: 0, refunded: 11_996 });
  });

  it("keeps the day of its decision in later checks, and gets a new one when reversed", async () => {
    const { orderId, sessionId } = await bought();
    const id = await disputed(sessionId);
    const closedAt = async () =>
      (await ctx.db.selectFrom("disputes").select("closed_at").where("order_id", "=", orderId).executeTakeFirstOrThrow())
        .closed_at;
    expect(await closedAt()).toBeNull();
    await turned(id, "lost");
    const lost = await closedAt();
    expect(lost).not.toBeNull();
    ctx.setNow(new Date(Date.now() + 3 * 86_400_000));
    await settleDispute(ctx, id, "stripe");
    expect(await closedAt()).toEqual(lost);
    await turned(id, "won");
    expect(await closedAt()).toEqual(ctx.now());
    ctx.setNow(undefined);
  });

  it("of a part takes as many tickets as that part paid for, the last ones", async () => {
    const { orderId, sessionId, lottery } = await bought();
    const id = await disputed(sessionId, { amount: 3000 });
    expect(await ticketsOf(orderId)).toEqual({ valid: 2, suspended: 2, void: 0 });
    await turned(id, "lost");
    expect(await ticketsOf(orderId)).toEqual({ valid: 2, suspended: 0, void: 2 });
    expect(await stateOf(ctx, orderId)).toBe("paid");
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 2 });
    expect(
      await ctx.db
        .selectFrom("tickets")
        .select("ticket_number")
        .where("order_id", "=", orderId)
        .where("void_at", "is", null)
        .orderBy("ticket_number")
        .execute(),
    ).toEqual([{ ticket_number: 1 }, { ticket_number: 2 }]);
  });

  it("adds up with others of the order, and each has its own end", async () => {
    const { orderId, sessionId } = await bought();
    const first = await disputed(sessionId, { amount: 2999 });
    const second = await disputed(sessionId);
    expect(await ticketsOf(orderId)).toMatchObject({ valid: 0, suspended: 4 });
    await turned(first, "lost");
    expect(await ticketsOf(orderId)).toEqual({ valid: 0, suspended: 3, void: 1 });
    await turned(second, "won");
    expect(await ticketsOf(orderId)).toEqual({ valid: 3, suspended: 0, void: 1 });
    expect(await moneyOf(orderId)).toEqual({ disputed: 0, lost: 2999, refunded: 0 });
    // The missing ticket belongs to the other dispute: nothing is owed for it.
    expect(await alertsOf(orderId)).toEqual(["dispute_lost", "dispute_won"]);
  });

  it("of an order that was refunded in part takes the rest; the tickets are all at stake", async () => {
    const { orderId, sessionId } = await bought();
    await payBackAtProvider(ctx, orderId, 1996);
    await reconcilePayments(ctx);
    const id = await disputed(sessionId);
    expect(await moneyOf(orderId)).toMatchObject({ disputed: 10_000 });
    expect(await ticketsOf(orderId)).toMatchObject({ suspended: 4 });
    await turned(id, "lost");
    expect(await stateOf(ctx, orderId)).toBe("charged_back");
  });

  it("in a draw that is cancelled meanwhile is refunded once the money is back", async () => {
    const { orderId, sessionId, lottery } = await bought();
    const id = await disputed(sessionId);
    await cancelLottery(ctx, COMMAND, { lotteryId: lottery, reason: { code: "prize_lost", note: "", noteFr: "" } });
    await sweepOrders(ctx);
    expect(await stateOf(ctx, orderId)).toBe("paid");
    // The bank may take months, so the buyer is told at once.
    const { rows: alerts } = await ctx.pool.query(
      "SELECT FROM pgboss.job WHERE name = 'draw-news' AND data->>'lotteryId' = $1 AND data->>'message' = 'draw-cancelled'",
      [lottery],
    );
    expect(alerts).toHaveLength(1);
    await turned(id, "won");
    await sweepOrders(ctx);
    await sendRefund(ctx, orderId);
    expect(await moneyOf(orderId)).toEqual({ disputed: 0, lost: 0, refunded: 11_996 });
  });
});

describe("the provider's events", () => {
  it("lead to the same end in any order, duplicated and concurrent", async () => {
    const { orderId, sessionId, lottery } = await bought();
    const id = await opened(sessionId);
    await control(ctx, `/_simulator/disputes/${id}/turn`, { to: "won" });
    const types = ["closed", "funds_reinstated", "created", "funds_withdrawn", "closed"];
    await Promise.all(types.map((type) => receiveEvent(ctx, event("dispute", `charge.dispute.${type}`, { disputeId: id }))));
    expect(await ticketsOf(orderId)).toEqual({ valid: 4, suspended: 0, void: 0 });
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 4 });
    // No mail about the end of an unannounced dispute.
    expect(await mailsOf(orderId)).toEqual([]);
  });

  it("that were lost are found by reconciling, also months later", async () => {
    const { orderId, sessionId } = await bought();
    const id = await opened(sessionId);
    await reconcilePayments(ctx);
    expect(await ticketsOf(orderId)).toMatchObject({ suspended: 4 });
    await control(ctx, `/_simulator/disputes/${id}/turn`, { to: "lost" });
    ctx.setNow(new Date(Date.now() + 90 * 86_400_000));
    await reconcilePayments(ctx);
    ctx.setNow(undefined);
    expect(await stateOf(ctx, orderId)).toBe("charged_back");
  });

  it("that were lost while the shop was down for weeks are found by its first round", async () => {
    const { orderId, sessionId } = await bought();
    await opened(sessionId);
    ctx.setNow(new Date(Date.now() + 21 * 86_400_000));
    const payments = paymentsWith(ctx.payments, { async *listEvents() {} });
    await reconcilePayments({ ...ctx, payments });
    ctx.setNow(undefined);
    expect(await ticketsOf(orderId)).toMatchObject({ suspended: 4 });
  });

  it("that reverse a decision are found without a webhook", async () => {
    const { orderId, sessionId } = await bought();
    const id = await disputed(sessionId);
    await turned(id, "lost");
    expect(await ticketsOf(orderId)).toMatchObject({ void: 4 });
    await control(ctx, `/_simulator/disputes/${id}/turn`, { to: "won" });
    const payments = paymentsWith(ctx.payments, { async *listEvents() {}, async *listDisputes() {} });
    await reconcilePayments({ ...ctx, payments });
    expect(await stateOf(ctx, orderId)).toBe("charged_back");
    ctx.setNow(new Date(Date.now() + 2 * 86_400_000));
    await reconcilePayments({ ...ctx, payments });
    ctx.setNow(undefined);
    expect(await stateOf(ctx, orderId)).toBe("refund_due");
  });

  it("of a slow provider lock no order, and the latest report counts", async () => {
    const { orderId, sessionId } = await bought();
    const id = await disputed(sessionId);
    const old = await ctx.payments.of("stripe").getDispute(id);
    let requests = 0;
    const slow = paymentsWith(ctx.payments, {
      async getDispute(disputeId) {
        requests++;
        await ctx.db.transaction().execute(async (tx) => {
          await sql`SET LOCAL lock_timeout = 1000`.execute(tx);
          expect(await lockOrder(tx, orderId)).toBeDefined();
        });
        if (requests > 1) return ctx.payments.of("stripe").getDispute(disputeId);
        await turned(id, "won");
        return old;
      },
    });
    await settleDispute({ ...ctx, payments: slow }, id, "stripe");
    expect(requests).toBe(2);
    expect(await ticketsOf(orderId)).toMatchObject({ valid: 4, suspended: 0 });
  });

  it("of another account are ignored", async () => {
    expect(await settleDispute(ctx, "dp_of_somebody_else", "stripe")).toBeUndefined();
  });

  it("about a dispute unknown to the provider are an error while it is open, and ignored once it is over", async () => {
    const { orderId, sessionId } = await bought();
    const id = await disputed(sessionId);
    const forgetful = { ...ctx, payments: paymentsWith(ctx.payments, { getDispute: async () => undefined }) };
    await expect(settleDispute(forgetful, id, "stripe")).rejects.toThrow("knows no dispute");
    expect(await ticketsOf(orderId)).toMatchObject({ valid: 0, suspended: 4 });
    await turned(id, "won");
    expect(await settleDispute(forgetful, id, "stripe")).toBeUndefined();
    expect(await ticketsOf(orderId)).toMatchObject({ valid: 4, suspended: 0 });
  });

  it("of an unsettled payment settle it first", async () => {
    const lottery = await makeLottery(ctx);
    const { orderId, sessionId } = await order(ctx, lottery, 2);
    await pay(ctx, sessionId, "4000000000000259");
    await reconcilePayments(ctx);
    expect(await ticketsOf(orderId)).toEqual({ valid: 0, suspended: 2, void: 0 });
  });

  it("a deadline that comes near without evidence raises one more alert, until evidence is sent", async () => {
    const { orderId, sessionId } = await bought();
    const id = await disputed(sessionId);
    await comesNear();
    expect(await alertsOf(orderId)).toEqual(["dispute_due", "dispute_opened"]);
    await settleDispute(ctx, id, "stripe");
    expect(await alertsOf(orderId)).toEqual(["dispute_due", "dispute_opened"]);
    await turned(id, "under_review");
    expect(await alertsOf(orderId)).toEqual(["dispute_opened"]);
    await turned(id, "lost");
    expect(await alertsOf(orderId)).toEqual(["dispute_lost"]);
  });

  it("a deadline that staff have handled raises no more alerts, nor one that is over", async () => {
    const { orderId, sessionId } = await bought();
    await disputed(sessionId);
    await comesNear();
    expect(await alertsOf(orderId)).toEqual(["dispute_due", "dispute_opened"]);
    const { id: colleague } = await makeUser(ctx);
    await ctx.owner.query(
      "UPDATE alerts SET handled_at = now(), handled_by = $1, note = 'We leave it.' WHERE kind = 'dispute_due'",
      [colleague],
    );
    await comesNear();
    expect(await alertsOf(orderId)).toEqual(["dispute_opened"]);
    const overdueOrder = await bought();
    await disputed(overdueOrder.sessionId);
    await ctx.owner.query("UPDATE disputes SET due_by = now() - interval '1 day', checked_at = now() WHERE order_id = $1", [
      overdueOrder.orderId,
    ]);
    await reconcilePayments(ctx);
    expect(await alertsOf(overdueOrder.orderId)).toEqual(["dispute_opened"]);
  });

  it("a changed deadline is shown in the open alert, which is unread again", async () => {
    const { orderId, sessionId } = await bought();
    const id = await disputed(sessionId);
    await ctx.owner.query(
      `UPDATE alerts SET facts = facts || '{"due": "2020-02-02T00:00:00.000Z"}', seen_at = now()
       WHERE subject_id = (SELECT id::text FROM disputes WHERE order_id = $1)`,
      [orderId],
    );
    await settleDispute(ctx, id, "stripe");
    const due = (await termsOf(orderId)).due_by?.toJSON();
    const alert = () =>
      ctx.db
        .selectFrom("alerts")
        .select(["facts", "seen_at", "times"])
        .where("kind", "=", "dispute_opened")
        .where("subject_id", "=", (eb) =>
          eb
            .selectFrom("disputes")
            .select((d) => d.cast<string>("id", "text").as("id"))
            .where("order_id", "=", orderId),
        )
        .executeTakeFirstOrThrow();
    expect(await alert()).toMatchObject({ facts: { due, amount: 11_996 }, seen_at: null, times: 1 });
    await ctx.owner.query("UPDATE alerts SET seen_at = now()");
    await settleDispute(ctx, id, "stripe");
    expect((await alert()).seen_at).not.toBeNull();
  });

  it("an extended deadline raises an alert when it comes near again, and not before", async () => {
    const { orderId, sessionId } = await bought();
    const id = await disputed(sessionId);
    await comesNear();
    await asIfBefore(orderId, 20);
    await settleDispute(ctx, id, "stripe");
    expect(await alertsOf(orderId)).toEqual(["dispute_opened"]);
    expect((await termsOf(orderId)).due_by?.getTime()).toBeGreaterThan(Date.now());
    await settleDispute(ctx, id, "stripe");
    await comesNear();
    expect(await alertsOf(orderId)).toEqual(["dispute_due", "dispute_opened"]);
    await turned(id, "won");
  });
});
