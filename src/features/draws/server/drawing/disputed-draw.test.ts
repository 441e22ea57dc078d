/** Draws with disputed payments: the list, drawn tickets and the succession. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { dayFrom, makeLottery, makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { reauthedAdmin } from "#features/accounts/server/accounts.fixture.ts";
import { settleDispute } from "#features/orders/server/disputes/settle-dispute.ts";
import { control, order, pay, payBackAtProvider, stateOf, stockOf } from "#features/orders/server/orders.fixture.ts";
import { syncRefunds } from "#features/orders/server/refunds/book-refunds.ts";
import { sendRefund } from "#features/orders/server/refunds/send-refund.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { findOrderRow } from "#features/orders/server/store.ts";
import { demoBeacon } from "#platform/beacon/beacon.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { endOfLondonDay } from "#shared/dates/dates.ts";
import { decide } from "../../admin/approvals/approvals.server.ts";
import { closeSales } from "../closing/close-sales.ts";
import { freezeEntries } from "../closing/freeze-entries.ts";
import { csvOf } from "../draws.fixture.ts";
import { exportParticipants } from "../reading/export-participants.ts";
import { findDraw } from "../reading/find-draw.ts";
import { findManagedDraw } from "../reading/list-managed-draws.ts";
import { listParticipants, listParticipantTickets } from "../reading/list-participants.ts";
import { listWinners } from "../winners/list-winners.ts";
import { recordPrizeStep } from "../winners/record-prize-step.ts";
import { replaceWinner } from "../winners/replace-winner.ts";
import { drawWinner } from "./draw-winner.ts";

const COMMAND: Actor = { kind: "command" };
let ctx: TestCtx;
let lotteryId: string;
let midnight: Date;
beforeAll(async () => {
  const world = await testCtx({ RATE_LIMITS: "off" });
  const genesisTime = Math.floor(Date.now() / 1000) - 86_400 * 365;
  ctx = { ...world, beacon: demoBeacon({ secretKey: new Uint8Array(32).fill(6), genesisTime, now: world.now }) };
});
afterAll(() => ctx.close());

async function sell(...quantities: number[]) {
  ctx.setNow(undefined);
  const endDate = dayFrom(ctx.now(), 1);
  midnight = endOfLondonDay(endDate);
  lotteryId = await makeLottery(ctx, { end_date: endDate, takes_free_entries: false });
  const orders = [];
  for (const quantity of quantities) {
    const made = await order(ctx, lotteryId, quantity, await makeUser(ctx));
    await pay(ctx, made.sessionId);
    await settleOrder(ctx, made.sessionId);
    orders.push(made);
  }
  return orders;
}
async function dispute(sessionId: string, how = {}) {
  const { id } = (await control(ctx, `/_simulator/charges/${sessionId}/dispute`, how)) as { id: string };
  await settleDispute(ctx, id, "stripe");
  return id;
}
async function turn(id: string, to: string) {
  await control(ctx, `/_simulator/disputes/${id}/turn`, { to });
  await settleDispute(ctx, id, "stripe");
}
async function freeze() {
  ctx.setNow(midnight);
  await closeSales(ctx, COMMAND, { lotteryId });
  return freezeEntries(ctx, COMMAND, { lotteryId });
}
async function draw() {
  ctx.setNow(new Date(midnight.getTime() + 3_600_000));
  const drawn = await drawWinner(ctx, COMMAND, { lotteryId });
  if (!drawn.ok) throw new Error(drawn.error);
  return drawn.value.ticketNumber;
}
const ticketsOf = async (orderId: string) =>
  (await ctx.db.selectFrom("tickets").select(["suspended_at", "void_at"]).where("order_id", "=", orderId).execute()).map((row) =>
    row.void_at ? "void" : row.suspended_at ? "suspended" : "valid",
  );
async function isAfterFreeze(id: string) {
  const row = ctx.db.selectFrom("disputes").select("after_freeze").where("provider_id", "=", id);
  return (await row.executeTakeFirstOrThrow()).after_freeze;
}

it("tickets under an open dispute are counted separately until the freeze: total, people, chance and file", async () => {
  const [, disputedOrder] = await sell(2, 3);
  if (!disputedOrder) throw new Error("not sold");
  await dispute(disputedOrder.sessionId);
  const { user_id } = await ctx.db
    .selectFrom("orders")
    .select("user_id")
    .where("id", "=", disputedOrder.orderId)
    .executeTakeFirstOrThrow();
  const counted = async () => {
    const found = await findManagedDraw(ctx, COMMAND, lotteryId);
    return found.ok && { total: found.value.entries.total, players: found.value.players, suspended: found.value.suspended };
  };
  const before = { total: 2, players: 1, suspended: { tickets: 3, players: 1 } };
  expect(await counted()).toEqual(before);
  for (const q of ["", "@"]) {
    const wanted = { lotteryId, q, sort: "tickets", descending: true, page: 1 } as const;
    const listed = await listParticipants(ctx, COMMAND, wanted);
    const rows = listed.ok ? listed.value.participants.map(({ tickets, suspended }) => [tickets, suspended]) : [];
    expect(rows).toEqual([
      [3, 3],
      [2, 0],
    ]);
  }
  const theirs = await listParticipantTickets(ctx, COMMAND, { lotteryId, userId: user_id, after: 0 });
  expect(theirs.ok && theirs.value.tickets.map(({ isSuspended }) => isSuspended)).toEqual([true, true, true]);
  const file = await exportParticipants(ctx, COMMAND, lotteryId);
  const pieces: string[] = [];
  if (file.ok) for await (const piece of file.value.pieces) pieces.push(String(piece));
  const text = pieces.join("");
  expect(text).toContain("Ticket Number,Purchase Date,Note\r\n");
  expect(text.match(/Suspended: disputed payment\r\n/g)).toHaveLength(3);
  await freeze();
  expect(await counted()).toEqual({ total: 2, players: 1, suspended: { tickets: 0, players: 0 } });
});

describe("a payment disputed at the freeze", () => {
  it("is not on the list, the page says so, and money returned later is refunded to the buyer", async () => {
    const [undisputedOrder, disputedOrder] = await sell(2, 3);
    if (!undisputedOrder || !disputedOrder) throw new Error("not sold");
    const id = await dispute(disputedOrder.sessionId);
    expect(await stockOf(ctx, lotteryId)).toMatchObject({ sold: 5 });
    expect(await freeze()).toMatchObject({ ok: true, value: { n: 2 } });
    expect(await ticketsOf(disputedOrder.orderId)).toEqual(["void", "void", "void"]);
    expect(await stockOf(ctx, lotteryId)).toMatchObject({ sold: 2 });
    expect((await findDraw(ctx, lotteryId))?.committed).toMatchObject({ leftOut: 3, inputs: { n: 2 } });
    await turn(id, "won");
    expect(await stateOf(ctx, disputedOrder.orderId)).toBe("refund_due");
    await sendRefund(ctx, disputedOrder.orderId);
    expect(await ctx.db.selectFrom("refunds").select("reason").where("order_id", "=", disputedOrder.orderId).execute()).toEqual([
      { reason: "left_out" },
    ]);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
    await draw();
  });

  it("needs no refund while the dispute is open", async () => {
    const [, disputedOrder] = await sell(1, 2);
    if (!disputedOrder) throw new Error("not sold");
    const id = await dispute(disputedOrder.sessionId);
    await freeze();
    await turn(id, "under_review");
    expect(await isAfterFreeze(id)).toBe(false);
    expect(await stateOf(ctx, disputedOrder.orderId)).toBe("paid");
    expect(await ctx.db.selectFrom("refunds").select("id").where("order_id", "=", disputedOrder.orderId).execute()).toEqual([]);
    await turn(id, "won");
    await draw();
  });

  it("refunded at the provider before the shop knows that the bank returned it counts as refunded, not as paid", async () => {
    const [, disputedOrder] = await sell(1, 2);
    if (!disputedOrder) throw new Error("not sold");
    const id = await dispute(disputedOrder.sessionId);
    await freeze();
    await control(ctx, `/_simulator/disputes/${id}/turn`, { to: "won" });
    await payBackAtProvider(ctx, disputedOrder.orderId, 5998);
    const found = await findOrderRow(ctx.db, disputedOrder.orderId);
    await syncRefunds(ctx, { id: disputedOrder.orderId, provider: "stripe", paymentIntentId: found?.paymentIntentId ?? "" });
    await settleDispute(ctx, id, "stripe");
    expect(await stateOf(ctx, disputedOrder.orderId)).toBe("refunded");
    // As an earlier version left it.
    await ctx.db.updateTable("orders").set({ state: "paid", ended_at: null }).where("id", "=", disputedOrder.orderId).execute();
    await settleDispute(ctx, id, "stripe");
    expect(await stateOf(ctx, disputedOrder.orderId)).toBe("refunded");
    expect(await findBrokenInvariants(ctx)).toEqual([]);
    await draw();
  });

  it("and lost afterwards is charged back", async () => {
    const [, disputedOrder] = await sell(1, 1);
    if (!disputedOrder) throw new Error("not sold");
    const id = await dispute(disputedOrder.sessionId);
    await freeze();
    await turn(id, "lost");
    expect(await stateOf(ctx, disputedOrder.orderId)).toBe("charged_back");
    await draw();
  });

  it("in part and won later leaves the price of the excluded tickets with the shop, and staff learn the amount", async () => {
    const [, disputedOrder] = await sell(1, 4);
    if (!disputedOrder) throw new Error("not sold");
    const id = await dispute(disputedOrder.sessionId, { amount: 5000 });
    expect(await freeze()).toMatchObject({ ok: true, value: { n: 3 } });
    await turn(id, "won");
    const { rows } = await ctx.pool.query(
      `SELECT a.kind, a.facts FROM alerts a JOIN disputes d ON a.subject_id = d.id::text WHERE d.provider_id = $1 AND a.handled_at IS NULL`,
      [id],
    );
    expect(rows).toMatchObject([{ kind: "dispute_won_in_part", facts: { amount: 5000, back: 5998 } }]);
    await draw();
  });

  it("excludes only its own tickets, and an inquiry excludes none", async () => {
    const [inquiredOrder, disputedOrder] = await sell(2, 4);
    if (!inquiredOrder || !disputedOrder) throw new Error("not sold");
    const inquiry = await dispute(inquiredOrder.sessionId, { inquiry: true });
    await dispute(disputedOrder.sessionId, { amount: 100 });
    expect(await freeze()).toMatchObject({ ok: true, value: { n: 5 } });
    // It becomes a dispute now, after the freeze.
    expect(await isAfterFreeze(inquiry)).toBe(false);
    await turn(inquiry, "needs_response");
    expect(await isAfterFreeze(inquiry)).toBe(true);
    await draw();
  });

  it("delays a draw without other tickets", async () => {
    const [disputedOrder] = await sell(2);
    const id = await dispute(disputedOrder?.sessionId ?? "");
    expect(await freeze()).toEqual({ ok: false, error: "no_tickets" });
    await turn(id, "won");
    expect(await freeze()).toMatchObject({ ok: true, value: { n: 2 } });
    await draw();
  });
});

async function cardOf() {
  const pages = await Promise.all([1, 2].map((page) => listWinners(ctx, COMMAND, { page })));
  const draws = pages.flatMap((listed) => (listed.ok ? listed.value.draws : []));
  return draws.find(({ id }) => id === lotteryId)?.prizes[0]?.won?.dispute;
}

describe("a payment disputed after the freeze", () => {
  it("stays on the list: the file is the same byte for byte", async () => {
    const [first] = await sell(2, 2);
    if (!first) throw new Error("not sold");
    await freeze();
    const before = await csvOf(ctx, lotteryId);
    const id = await dispute(first.sessionId);
    expect(await ticketsOf(first.orderId)).toEqual(["suspended", "suspended"]);
    await turn(id, "lost");
    expect(await ticketsOf(first.orderId)).toEqual(["suspended", "suspended"]);
    expect(await csvOf(ctx, lotteryId)).toEqual(before);
    await draw();
    expect(await csvOf(ctx, lotteryId)).toEqual(before);
  });

  it("of the winner: the prize waits, and is handed over once the dispute is won", async () => {
    const orders = await sell(1, 1);
    await freeze();
    const winner = orders[(await draw()) - 1];
    if (!winner) throw new Error("nobody won");
    const id = await dispute(winner.sessionId);
    expect(await cardOf()).toBe("open");
    for (const step of ["contacted", "confirmed", "checked"] as const)
      expect(await recordPrizeStep(ctx, COMMAND, { lotteryId, step, at: ctx.now(), document: "passport" })).toMatchObject({
        ok: true,
      });
    const handover = () => recordPrizeStep(ctx, COMMAND, { lotteryId, step: "delivered", at: ctx.now() });
    expect(await handover()).toEqual({ ok: false, error: "disputed" });
    await turn(id, "won");
    expect(await cardOf()).toBeUndefined();
    expect(await handover()).toMatchObject({ ok: true });
  });

  it("of the winner, lost: the next reserve with a good payment wins, and the lost tickets are void", async () => {
    const orders = await sell(1, 1, 1);
    await freeze();
    const current = await draw();
    const picks = await ctx.db
      .selectFrom("draw_picks")
      .select("ticket_number")
      .where("lottery_id", "=", lotteryId)
      .orderBy("pick")
      .execute();
    const [, second, third] = picks.map((pick) => pick.ticket_number);
    const [winner, reserve] = [orders[current - 1], orders[(second ?? 0) - 1]];
    if (!winner || !reserve) throw new Error("nobody won");
    const reason = { code: "payment_reversed", text: "Their bank has taken the payment back." };
    const replaced = () => replaceWinner(ctx, COMMAND, { lotteryId, reason });
    // A replacement must not be published before the bank's decision.
    expect(await replaced()).toEqual({ ok: false, error: "not_reversed" });
    const [first, other] = [await dispute(winner.sessionId), await dispute(reserve.sessionId)];
    expect(await replaced()).toEqual({ ok: false, error: "not_reversed" });
    await turn(first, "lost");
    await turn(other, "lost");
    // The winner's ticket is neither void nor charged back until it is replaced.
    expect([await cardOf(), await ticketsOf(winner.orderId), await stateOf(ctx, winner.orderId)]).toEqual([
      "lost",
      ["suspended"],
      "paid",
    ]);
    expect(await replaced()).toMatchObject({ ok: true, value: { ticketNumber: third } });
    await settleDispute(ctx, first, "stripe");
    expect([await ticketsOf(winner.orderId), await stateOf(ctx, winner.orderId)]).toEqual([["void"], "charged_back"]);
    const alerts = await ctx.pool.query("SELECT kind FROM alerts WHERE kind LIKE 'dispute_of_winner%' AND handled_at IS NULL");
    expect(alerts.rowCount).toBeGreaterThan(0);
  });

  it("of the winner, lost, and returned before the manual choice is confirmed: they still win", async () => {
    const orders = await sell(...Array<number>(12).fill(1));
    await freeze();
    const current = await draw();
    const rows = await ctx.db.selectFrom("draw_picks").select("ticket_number").where("lottery_id", "=", lotteryId).execute();
    const picks = rows.map((pick) => pick.ticket_number);
    const disputes = new Map<number, string>();
    for (const ticket of picks) disputes.set(ticket, await dispute(orders[ticket - 1]?.sessionId ?? ""));
    for (const id of disputes.values()) await turn(id, "lost");
    const stranger = orders.findIndex((_, n) => !picks.includes(n + 1)) + 1;
    const [anna, ben] = [await makeUser(ctx), await makeUser(ctx)].map(({ id }) => reauthedAdmin(ctx, id));
    if (!anna || !ben) throw new Error("nobody works here");
    await ctx.db
      .insertInto("admin_user")
      .values([anna, ben].map(({ id }) => ({ id })))
      .execute();
    const reason = { code: "payment_reversed", text: "Their bank has taken the payment back." };
    const chosen = await replaceWinner(ctx, anna, { lotteryId, ticketNumber: stranger, reason });
    const id = (chosen.ok && chosen.value.proposalId) || "";
    await turn(disputes.get(current) ?? "", "won");
    expect(await decide(ctx, ben, { id, decision: "confirm", note: "" })).toEqual({ ok: false, error: "not_reversed" });
  });
});
