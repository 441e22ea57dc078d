/** Refunds by the shop: for one order, and for all orders of a cancelled draw. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { type MadeUser, makeLottery, makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { reauthedAdmin } from "#features/accounts/server/accounts.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { numbersOf, order, pay, payBackAtProvider, stateOf, stockOf } from "../orders.fixture.ts";
import { reconcilePayments } from "../settlement/reconcile-payments.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { sweepOrders } from "../settlement/sweep-orders.ts";
import { cancelLottery, finishCancellations } from "./cancel-lottery.ts";
import { previewRefunds } from "./preview-refunds.ts";
import { refundOrder } from "./refund-order.ts";
import { sendRefund } from "./send-refund.ts";

const REASON = "The player asked by telephone";

let ctx: TestCtx;
let boss: Actor;
let lottery: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const { id } = await makeUser(ctx);
  await ctx.db.insertInto("admin_user").values({ id }).execute();
  boss = reauthedAdmin(ctx, id);
});
beforeEach(async () => {
  lottery = await makeLottery(ctx);
});
afterAll(() => ctx.close());

async function bought(quantity: number, buyer?: MadeUser) {
  const opened = await order(ctx, lottery, quantity, buyer);
  await pay(ctx, opened.sessionId);
  await settleOrder(ctx, opened.sessionId);
  return opened.orderId;
}
async function enteredFree(): Promise<string> {
  const { id: user } = await makeUser(ctx);
  const { id } = await ctx.db
    .insertInto("orders")
    .values({ kind: "free", state: "free", lottery_id: lottery, user_id: user, quantity: 1, unit_price_pence: 0, total_pence: 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`WITH n AS (UPDATE lotteries SET last_ticket_number = last_ticket_number + 1 WHERE id = ${lottery} RETURNING last_ticket_number)
    INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag) SELECT ${lottery}, last_ticket_number, ${id}, ${user}, ${Buffer.alloc(16)} FROM n`.execute(
    ctx.db,
  );
  return id;
}
const refund = (orderId: string, actor = boss, reason = REASON) => refundOrder(ctx, actor, { orderId, reason });
const cancel = (actor = boss, code = "prize_lost") =>
  cancelLottery(ctx, actor, { lotteryId: lottery, reason: { code, note: "The car was damaged", noteFr: "" } });
const refundsOf = (orderId: string) =>
  ctx.db
    .selectFrom("refunds")
    .select(["reason", "amount_pence", "state"])
    .where("order_id", "=", orderId)
    .orderBy("by_shop")
    .execute();
const audited = (subjectId: string) =>
  ctx.db
    .selectFrom("audit_log")
    .select(["actor_id", "actor", "action", "before", "after", "reason"])
    .where("subject_id", "=", subjectId)
    .execute();

describe("an order", () => {
  it("is refunded once: its tickets are void, its numbers stay used, and the log says who and why", async () => {
    const [one, other] = [await bought(2), await bought(1)];
    expect(await refund(one)).toEqual({ ok: true, value: undefined });
    expect(await refund(one)).toEqual({ ok: false, error: "already_refunded" });
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 1, held: 0, last: 3 });
    await sendRefund(ctx, one);
    expect(await stateOf(ctx, one)).toBe("refunded");
    expect(await refundsOf(one)).toEqual([{ reason: "staff", amount_pence: 5_998, state: "succeeded" }]);
    expect(await numbersOf(ctx, other)).toEqual([3]);
    expect(await audited(one)).toEqual([
      {
        actor_id: boss.kind === "admin" ? boss.id : "",
        actor: "administrator",
        action: "order.refund",
        before: { state: "paid" },
        after: { state: "refund_due", void_tickets: 2, amount_pence: 5_998 },
        reason: REASON,
      },
    ]);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("with a partial refund at the provider is refunded the rest", async () => {
    const one = await bought(2);
    await payBackAtProvider(ctx, one, 1_000);
    await reconcilePayments(ctx);
    expect(await refund(one)).toMatchObject({ ok: true });
    await sendRefund(ctx, one);
    expect(await stateOf(ctx, one)).toBe("refunded");
    expect(await refundsOf(one)).toEqual([
      { reason: "at_provider", amount_pence: 1_000, state: "succeeded" },
      { reason: "staff", amount_pence: 4_998, state: "succeeded" },
    ]);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("with an unknown partial refund at the provider is refunded the rest, and no more", async () => {
    const one = await bought(2);
    await payBackAtProvider(ctx, one, 1_000);
    expect(await refund(one)).toMatchObject({ ok: true });
    await sendRefund(ctx, one);
    await sendRefund(ctx, one);
    expect(await stateOf(ctx, one)).toBe("refunded");
    expect(await refundsOf(one)).toEqual([
      { reason: "at_provider", amount_pence: 1_000, state: "succeeded" },
      { reason: "staff", amount_pence: 4_998, state: "succeeded" },
    ]);
    const all = await bought(1);
    await payBackAtProvider(ctx, all, 2_999);
    await refund(all);
    await sendRefund(ctx, all);
    expect(await stateOf(ctx, all)).toBe("refunded");
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("counts in the preview of a cancellation or erasure with what is left of its payment", async () => {
    const buyer = await makeUser(ctx);
    const [one] = [await bought(2, buyer), await bought(1), await enteredFree()];
    await payBackAtProvider(ctx, one, 1_000);
    await reconcilePayments(ctx);
    const preview = (subject: { userId?: string; lotteryId?: string }, actor: Actor = boss) =>
      previewRefunds(ctx, actor, subject);
    expect(await preview({ lotteryId: lottery })).toEqual({ ok: true, value: { orders: 2, amount: 7_997 } });
    expect(await preview({ userId: buyer.id })).toEqual({ ok: true, value: { orders: 1, amount: 4_998 } });
    expect(await preview({ userId: (await makeUser(ctx)).id })).toEqual({ ok: true, value: { orders: 0, amount: 0 } });
    expect(await preview({ lotteryId: "x" })).toEqual({ ok: false, error: "not_found" });
    expect(await preview({ lotteryId: lottery }, { kind: "admin", id: buyer.id } as Actor)).toEqual({
      ok: false,
      error: "forbidden",
    });
  });

  it("is not refunded between freeze and result, nor if one of its tickets was drawn", async () => {
    const one = await bought(1);
    await ctx.db.updateTable("lotteries").set({ sales_state: "closed" }).where("id", "=", lottery).execute();
    expect(await refund(one)).toEqual({ ok: false, error: "frozen" });
    expect(await cancel()).toEqual({ ok: false, error: "frozen" });
    expect(await stateOf(ctx, one)).toBe("paid");
  });

  it.each<[string, () => Promise<string>, string]>([
    ["no order", async () => "3f2b8f2e-0000-4000-8000-000000000009", "not_found"],
    ["no id", async () => "1; DROP TABLE orders", "not_found"],
    ["a free entry", enteredFree, "not_found"],
    ["a hold", async () => (await order(ctx, lottery, 1)).orderId, "not_paid"],
  ])("%s is refused", async (_, make, error) => {
    expect(await refund(await make())).toEqual({ ok: false, error });
  });

  it("needs an administrator and a reason", async () => {
    const player = await makeUser(ctx);
    const one = await bought(1, player);
    expect(await refund(one, { kind: "admin", id: player.id })).toEqual({ ok: false, error: "forbidden" });
    expect(await refund(one, boss, "  ")).toEqual({ ok: false, error: "no_reason" });
    expect(await audited(one)).toEqual([]);
    expect(await refund(one, { kind: "command" })).toMatchObject({ ok: true });
  });
});

describe("a cancelled draw", () => {
  it("sells nothing more, closes open pages, refunds all buyers in batches, and voids free entries", async () => {
    const paid = [await bought(1), await bought(2), await bought(3)];
    const free = await enteredFree();
    const paying = await order(ctx, lottery, 1);
    const late = await order(ctx, lottery, 1);
    await pay(ctx, late.sessionId);
    expect(await cancel()).toMatchObject({ ok: true });
    expect(await cancel()).toEqual({ ok: false, error: "already_cancelled" });
    // A buyer may still be paying: no refund is based on a local clock.
    expect(await finishCancellations(ctx)).toBe(0);

    await sweepOrders(ctx);
    expect(await stateOf(ctx, paying.orderId)).toBe("expired");
    for (const id of [...paid, late.orderId]) expect(await stateOf(ctx, id)).toBe("refund_due");
    expect(await stateOf(ctx, free)).toBe("void");
    // Refunded buyers get the refund's mail, free entries a separate one.
    const { rows: news } = await ctx.pool.query(
      "SELECT data FROM pgboss.job WHERE name = 'draw-news' AND data ->> 'lotteryId' = $1",
      [lottery],
    );
    const guest = await ctx.db.selectFrom("orders").select("user_id").where("id", "=", free).executeTakeFirstOrThrow();
    expect(news).toEqual([{ data: { message: "draw-cancelled", lotteryId: lottery, userIds: [guest.user_id] } }]);
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 0, held: 0, last: 7 });
    for (const id of [...paid, late.orderId]) await sendRefund(ctx, id);
    for (const id of paid) expect(await refundsOf(id)).toMatchObject([{ reason: "cancelled", state: "succeeded" }]);
    expect(await audited(lottery)).toMatchObject([
      { action: "lottery.cancel", before: { status: "active" }, after: { status: "cancelled", cancel_reason: "prize_lost" } },
    ]);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("continues after an interruption", async () => {
    const paid = [await bought(1), await bought(1), await bought(1)];
    await cancel();
    expect(await finishCancellations(ctx, { batchSize: 2, batches: 1 })).toBe(2);
    expect(await finishCancellations(ctx, { batchSize: 2, batches: 1 })).toBe(1);
    expect(await finishCancellations(ctx)).toBe(0);
    expect(await Promise.all(paid.map((id) => stateOf(ctx, id)))).toEqual(["refund_due", "refund_due", "refund_due"]);
  });

  it("needs an administrator, a reason, and a draw that is not over", async () => {
    const { id } = await makeUser(ctx);
    expect(await cancel({ kind: "admin", id })).toEqual({ ok: false, error: "forbidden" });
    expect(await cancel(boss, "")).toEqual({ ok: false, error: "no_reason" });
    expect(await cancel(boss, "low_sales")).toEqual({ ok: false, error: "no_reason" });
    const reason = { code: "prize_lost", note: "", noteFr: "" };
    expect(await cancelLottery(ctx, boss, { lotteryId: id, reason })).toEqual({ ok: false, error: "not_found" });
    await ctx.db.updateTable("lotteries").set({ status: "completed" }).where("id", "=", lottery).execute();
    expect(await cancel()).toEqual({ ok: false, error: "completed" });
  });
});
