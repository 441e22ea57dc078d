/** The list of orders: search, sorting, CSV, and one order with its history. */
import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayFrom, makeLottery, makeUser } from "#demo/makers.ts";
import { listOrderMails } from "#features/mail/server/list-order-mails.ts";
import { sendOrderMail } from "#features/mail/server/send-mails.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { settleDispute } from "../disputes/settle-dispute.ts";
import { control, order, pay } from "../orders.fixture.ts";
import { keyInCard } from "../postal/key-in-card.ts";
import { refundOrder } from "../refunds/refund-order.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { withCheckout } from "../settlement/checkout-com.fixture.ts";
import { receiveEvent } from "../settlement/receive-event.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { exportOrdersCsv } from "./export-orders-csv.ts";
import { listOrders, ORDERS_PER_PAGE } from "./list-orders.ts";
import { resendConfirmation } from "./resend-confirmation.ts";
import { showOrder } from "./show-order.ts";

const COMMAND = { kind: "command" } as const;
let ctx: TestCtx;
let valmont: string;
let sarthe: string;
let amelia: { id: string; email: string };
let paid: { orderId: string; sessionId: string };
let waiting: { orderId: string; sessionId: string };
let free: string;

beforeAll(async () => {
  ctx = await testCtx();
  // Keeps a test within one day.
  ctx.setNow(new Date());
  valmont = await makeLottery(ctx);
  sarthe = await makeLottery(ctx, { title: "=Sarthe L", price_per_ticket_pence: 1299 });
  amelia = await makeUser(ctx, { email: "amelia@example.com", first_name: "Amelia", last_name: "Hart" });
  const bruno = await makeUser(ctx, { email: "bruno@example.com", first_name: "@Bruno", last_name: 'O"Neil, Jr' });
  paid = await order(ctx, valmont, 15, amelia);
  await pay(ctx, paid.sessionId);
  await settleOrder(ctx, paid.sessionId);
  waiting = await order(ctx, sarthe, 2, bruno);
  const keyed = await keyInCard(ctx, COMMAND, {
    lotteryId: valmont,
    fields: {
      firstName: "Rosa",
      lastName: "Lindqvist",
      birthDate: "1984-02-29",
      address: "4 Mill Lane",
      county: "Kent",
      email: "",
      phone: "",
      receivedOn: londonDate(ctx.now()),
      postedOn: "",
    },
    locale: "en",
    requestKey: randomUUID(),
  });
  if (!keyed.ok) throw new Error(keyed.error);
  free = keyed.value.orderId;
});
afterAll(() => ctx.close());

const ANYTHING = { q: "", state: "", draw: "", provider: "", from: "", to: "" };
const NEWEST = { sort: "created", descending: true, page: 1 } as const;
async function found(change: Partial<Parameters<typeof listOrders>[2]>) {
  const listed = await listOrders(ctx, COMMAND, { ...ANYTHING, ...NEWEST, ...change });
  if (!listed.ok) throw new Error(listed.error);
  return listed.value;
}
const ids = async (change: Partial<Parameters<typeof listOrders>[2]>) => (await found(change)).orders.map(({ id }) => id);
const ticketOf = async (id: string, number: number) => {
  const row = await ctx.db.selectFrom("lotteries").select("short_number").where("id", "=", id).executeTakeFirstOrThrow();
  return `CONC-${String(row.short_number).padStart(4, "0")}-${String(number).padStart(6, "0")}`;
};

describe("a search", () => {
  it("finds by order, payment, ticket and person", async () => {
    expect(await ids({ q: paid.orderId.toUpperCase() })).toEqual([paid.orderId]);
    expect(await ids({ q: paid.sessionId })).toEqual([paid.orderId]);
    const { payment_intent_id: intent } = await ctx.db
      .selectFrom("orders")
      .select("payment_intent_id")
      .where("id", "=", paid.orderId)
      .executeTakeFirstOrThrow();
    expect(await ids({ q: intent ?? "" })).toEqual([paid.orderId]);
    expect(await ids({ q: await ticketOf(valmont, 15) })).toEqual([paid.orderId]);
    expect(await ids({ q: await ticketOf(valmont, 16) })).toEqual([free]);
    expect(await ids({ q: await ticketOf(valmont, 17) })).toEqual([]);
    expect(await ids({ q: "AMELIA@" })).toEqual([paid.orderId]);
    expect(await ids({ q: "rosa lind" })).toEqual([free]);
    expect(await ids({ q: "100%" })).toEqual([]);
    expect(await ids({ q: randomUUID() })).toEqual([]);
  });

  it("narrows by state, draw and days in London, and by all at once", async () => {
    expect(await ids({ state: "paid" })).toEqual([paid.orderId]);
    expect(await ids({ state: "awaiting_payment" })).toEqual([waiting.orderId]);
    expect(await ids({ state: "void" })).toEqual([]);
    expect(new Set(await ids({ draw: valmont }))).toEqual(new Set([paid.orderId, free]));
    const around = { from: dayFrom(ctx.now(), -1), to: dayFrom(ctx.now(), 1) };
    expect(await ids({ ...around, state: "free", draw: valmont, q: "rosa" })).toEqual([free]);
    expect(await ids({ from: dayFrom(ctx.now(), 2) })).toEqual([]);
    expect(await ids({ to: dayFrom(ctx.now(), -2) })).toEqual([]);
  });

  it.each([{ state: "happy" }, { draw: "7" }, { from: "2026-02-31" }, { to: "yesterday" }])(
    "%o finds nothing",
    async (wanted) => {
      expect(await found(wanted)).toMatchObject({ orders: [], found: 0, isMore: false });
    },
  );

  it("sorts by date and amount, both ways, and turns pages", async () => {
    const newest = await ids({});
    expect(newest).toHaveLength(3);
    expect(await ids({ descending: false })).toEqual(newest.toReversed());
    expect(await ids({ sort: "total" })).toEqual([paid.orderId, waiting.orderId, free]);
    expect(await ids({ sort: "total", descending: false })).toEqual([free, waiting.orderId, paid.orderId]);
    expect(await ids({ page: 2 })).toEqual([]);
    expect(await ids({ page: 1_000_000 })).toEqual([]);
  });

  it("shows who bought what, and no name of an erased account", async () => {
    const gone = await makeUser(ctx);
    const theirs = await order(ctx, valmont, 1, gone);
    await ctx.db
      .updateTable("users")
      .set({ email: null, first_name: "", last_name: "", phone: null, birth_date: null, county: null, erased_at: ctx.now() })
      .where("id", "=", gone.id)
      .execute();
    expect((await found({ q: theirs.orderId })).orders).toMatchObject([{ player: "", email: "" }]);
    expect((await found({ q: paid.orderId })).orders).toMatchObject([
      {
        player: "Amelia Hart",
        email: "amelia@example.com",
        lotteryTitle: { en: "Valmont GT-10" },
        quantity: 15,
        firstTicket: 1,
        total: 40_486,
      },
    ]);
    expect((await found({})).draws.map(({ id }) => id).toSorted()).toEqual([valmont, sarthe].toSorted());
  });
});

describe("the export", () => {
  async function csv(wanted: Partial<typeof ANYTHING>): Promise<Record<string, string>[]> {
    const exported = await exportOrdersCsv(ctx, COMMAND, { ...ANYTHING, ...wanted });
    if (!exported.ok) throw new Error(exported.error);
    let text = "";
    for await (const piece of exported.value) text += piece;
    return parse(text, { columns: true });
  }

  it("has every matching order, without formulas", async () => {
    const [line] = await csv({ q: waiting.orderId });
    expect(line).toMatchObject({
      Order: waiting.orderId,
      State: "awaiting_payment",
      Draw: "'=Sarthe L",
      Player: `'@Bruno O"Neil, Jr`,
    });
    expect(line).toMatchObject({ "Total (GBP)": "25.98", "Refunded (GBP)": "0.00", "First ticket": "", "Settled (London)": "" });
    expect(line?.["Created (London)"]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await csv({ state: "happy" })).toEqual([]);
    expect(await csv({ state: "paid" })).toMatchObject([{ Order: paid.orderId, "First ticket": await ticketOf(valmont, 1) }]);
  });

  it("names the provider of each payment as people call it", async () => {
    const other = await withCheckout(ctx);
    const elsewhere = await order(other.ctx, valmont, 1);
    await other.pay(elsewhere.sessionId);
    await settleOrder(other.ctx, elsewhere.sessionId);
    const [there, here, posted] = [elsewhere.orderId, paid.orderId, free].map((q) => csv({ q }));
    expect(await there).toMatchObject([{ Provider: "Checkout.com", Payment: expect.stringMatching(/^hpp_/) }]);
    expect(await here).toMatchObject([{ Provider: "Stripe", Payment: expect.stringMatching(/^cs_/) }]);
    expect(await posted).toMatchObject([{ Provider: "", Payment: "" }]);
    await refundOrder(other.ctx, COMMAND, { orderId: elsewhere.orderId, reason: "Because of the test." });
    await sendRefund(other.ctx, elsewhere.orderId);
    await other.simulator.stop();
  });

  it("has what banks hold and keep, so that the shop's part can be computed", async () => {
    const bought = await order(ctx, await makeLottery(ctx), 1);
    await pay(ctx, bought.sessionId);
    await settleOrder(ctx, bought.sessionId);
    const { id } = (await control(ctx, `/_simulator/charges/${bought.sessionId}/dispute`, {})) as { id: string };
    await settleDispute(ctx, id, "stripe");
    const [heldColumn, keptColumn] = ["Held by a bank (GBP)", "Kept by a bank (GBP)"];
    const line = async () => (await csv({ q: bought.orderId }))[0];
    const always = { "Total (GBP)": "29.99", "Refunded (GBP)": "0.00" };
    expect(await line()).toMatchObject({ ...always, State: "disputed", [heldColumn]: "29.99", [keptColumn]: "0.00" });
    await control(ctx, `/_simulator/disputes/${id}/turn`, { to: "lost" });
    await settleDispute(ctx, id, "stripe");
    expect(await line()).toMatchObject({ ...always, State: "charged_back", [heldColumn]: "0.00", [keptColumn]: "29.99" });
  });

  it("continues after its first thousand, even if many were placed at the same moment", async () => {
    const many = await makeLottery(ctx);
    await ctx.pool.query(
      `INSERT INTO orders (kind, state, lottery_id, user_id, quantity, unit_price_pence, total_pence, created_at)
       SELECT 'paid', 'expired', $1, $2, 1, 100, 100, now() - (n / 400) * interval '1 microsecond' FROM generate_series(1, 2500) n`,
      [many, amelia.id],
    );
    const lines = await csv({ draw: many });
    expect(lines).toHaveLength(2500);
    expect(new Set(lines.map((line) => line.Order)).size).toBe(2500);
    const listed = await found({ draw: many, page: 2 });
    expect([listed.found, listed.isMore, listed.orders.length]).toEqual([2500, false, ORDERS_PER_PAGE]);
  });
});

describe("one order", () => {
  const shown = async (id: string) => {
    const order = await showOrder(ctx, COMMAND, id);
    if (!order.ok) throw new Error(order.error);
    return order.value;
  };

  it("has its history, the provider's events, tickets and mails", async () => {
    const bought = await order(ctx, valmont, 2, amelia);
    await pay(ctx, bought.sessionId);
    const paidEvent = { provider: "stripe", kind: "page", type: "checkout.session.completed" } as const;
    const event = { ...paidEvent, id: `evt_${randomUUID()}`, createdAt: ctx.now() };
    await receiveEvent(ctx, { ...event, sessionId: bought.sessionId, paymentIntentId: undefined, disputeId: undefined });
    await sendOrderMail(ctx, { message: "order-confirmation", orderId: bought.orderId });
    const before = await shown(bought.orderId);
    expect(before.history.map(({ state }) => state)).toEqual(["reserved", "paid"]);
    expect(before.events).toMatchObject([{ id: event.id, type: event.type, processedAt: expect.any(Date) }]);
    expect(before.tickets.map(({ isVoid }) => isVoid)).toEqual([false, false]);
    expect(before.order).toMatchObject({
      state: "paid",
      total: 5998,
      captured: 5998,
      sessionId: bought.sessionId,
      answer: "Porsche",
    });

    expect(await refundOrder(ctx, COMMAND, { orderId: bought.orderId, reason: "They asked for it." })).toMatchObject({
      ok: true,
    });
    await sendRefund(ctx, bought.orderId);
    await sendOrderMail(ctx, { message: "refund", orderId: bought.orderId });
    const after = await shown(bought.orderId);
    expect(after.history).toMatchObject([
      { state: "reserved" },
      { state: "paid" },
      { state: "refund_due", cause: "staff", amount: 5998 },
      { state: "refunded", amount: 5998 },
    ]);
    expect(after.tickets.map(({ isVoid }) => isVoid)).toEqual([true, true]);
    const mails = await listOrderMails(ctx, COMMAND, { orderId: bought.orderId, userId: amelia.id });
    expect(mails).toMatchObject({
      value: [
        { message: "order-confirmation", state: "sent", recipient: amelia.email, isAgain: false },
        { message: "refund", state: "sent" },
      ],
    });
  });

  it("that came by post shows its card", async () => {
    expect(await shown(free)).toMatchObject({
      card: { firstName: "Rosa", address: "4 Mill Lane" },
      history: [{ state: "free" }],
    });
    expect((await shown(waiting.orderId)).card).toBeUndefined();
  });

  it("that does not exist is not found", async () => {
    expect(await showOrder(ctx, COMMAND, randomUUID())).toEqual({ ok: false, error: "not_found" });
    expect(await showOrder(ctx, COMMAND, "7")).toEqual({ ok: false, error: "not_found" });
  });
});

describe("the confirmation", () => {
  it("is resent up to three times an hour per order, to the current address, and logged", async () => {
    for (let n = 0; n < 3; n += 1) expect(await resendConfirmation(ctx, COMMAND, paid.orderId)).toMatchObject({ ok: true });
    expect(await resendConfirmation(ctx, COMMAND, paid.orderId)).toMatchObject({
      ok: false,
      error: "too_many",
      retryAfterSeconds: expect.any(Number),
    });
    const log = await ctx.db.selectFrom("audit_log").select("action").where("subject_id", "=", paid.orderId).execute();
    expect(log).toEqual(Array(3).fill({ action: "order.resend" }));
    const jobs = await ctx.pool.query(
      "SELECT data->>'again' AS again FROM pgboss.job WHERE name = 'mail' AND data->>'orderId' = $1 AND data ? 'again'",
      [paid.orderId],
    );
    expect(new Set(jobs.rows.map(({ again }) => again)).size).toBe(3);
  });

  it("is not sent without tickets, or without an address", async () => {
    expect(await resendConfirmation(ctx, COMMAND, waiting.orderId)).toEqual({ ok: false, error: "no_tickets" });
    expect(await resendConfirmation(ctx, COMMAND, free)).toEqual({ ok: false, error: "no_address" });
    expect(await resendConfirmation(ctx, COMMAND, randomUUID())).toEqual({ ok: false, error: "not_found" });
  });
});

it("all of it is for administrators only", async () => {
  const player = { kind: "admin", id: amelia.id } as const;
  const refused = { ok: false, error: "forbidden" };
  expect(await listOrders(ctx, player, { ...ANYTHING, ...NEWEST })).toEqual(refused);
  expect(await exportOrdersCsv(ctx, player, ANYTHING)).toEqual(refused);
  expect(await showOrder(ctx, player, paid.orderId)).toEqual(refused);
  expect(await resendConfirmation(ctx, player, paid.orderId)).toEqual(refused);
  expect(await listOrderMails(ctx, player, { orderId: paid.orderId, userId: amelia.id })).toEqual(refused);
});
