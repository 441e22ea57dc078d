/** Mails to several people at once: each gets their own, once. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { reauthedAdmin } from "#features/accounts/server/accounts.fixture.ts";
import { decide, dispute, intentOf } from "#features/books/server/books.fixture.ts";
import { listOrderDocuments } from "#features/books/server/order-documents.ts";
import { TERMS_VERSION, termsAddress } from "#features/orders/rules/checkout/terms.ts";
import { countWaiting, order, pay } from "#features/orders/server/orders.fixture.ts";
import { refundOrder } from "#features/orders/server/refunds/refund-order.ts";
import { sendRefund } from "#features/orders/server/refunds/send-refund.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { finishMails } from "./delivery-store.ts";
import { createMailBatch, sendAlertMail, sendDisputeMail, sendOrderMail, sendStaffMail } from "./send-mails.ts";

type Reader = { readonly userId: string; readonly to: string; readonly firstName: string; readonly locale: "en" };

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const about = randomUUID();
const alerts = [{ id: randomUUID(), kind: "refund_waits", facts: {} }];
it.each<[string, (reader: Reader) => Promise<void>]>([
  ["a proposal", (reader) => sendStaffMail(ctx, { message: "staff-proposal", about, kind: "lottery_cancel", ...reader })],
  ["a new role", (reader) => sendStaffMail(ctx, { message: "staff-changed", about, role: "finance", ...reader })],
  ["alerts", (reader) => sendAlertMail(ctx, { digestId: about, alerts, more: 0, ...reader })],
])("%s", async (_, tell) => {
  const people = [await makeUser(ctx), await makeUser(ctx), await makeUser(ctx)];
  for (const { id } of people) await ctx.db.insertInto("admin_user").values({ id }).execute();
  const readers = people.map(({ id, email }) => ({ userId: id, to: email, firstName: "Amelia", locale: "en" as const }));
  for (const reader of readers) await tell(reader);
  // The queue may run a job twice.
  for (const reader of readers) await tell(reader);
  const { mails } = (await ctx.mailbox?.list()) ?? { mails: [] };
  expect(readers.map(({ to }) => mails.filter((mail) => mail.to.includes(to)).length)).toEqual([1, 1, 1]);
});

it("alerts, but not to people who have left the staff meanwhile", async () => {
  const { id, email } = await makeUser(ctx);
  await sendAlertMail(ctx, { digestId: randomUUID(), alerts, more: 0, userId: id, to: email, firstName: "Amelia", locale: "en" });
  expect((await ctx.mailbox?.list())?.mails.filter((mail) => mail.to.includes(email))).toEqual([]);
});

it("an alert about a dispute names its deadline, if the provider has one", async () => {
  const { id, email } = await makeUser(ctx);
  await ctx.db.insertInto("admin_user").values({ id }).execute();
  const amount = 5998;
  const alertOf = (facts: Record<string, string | number>) => ({ id: randomUUID(), kind: "dispute_inquiry", facts });
  const disputes = [alertOf({ amount, due: "2026-12-01T12:00:00.000Z" }), alertOf({ amount })];
  const reader = { userId: id, to: email, firstName: "Amelia", locale: "en" } as const;
  await sendAlertMail(ctx, { digestId: randomUUID(), alerts: disputes, more: 0, ...reader });
  const mail = (await ctx.mailbox?.list())?.mails.find((each) => each.to.includes(email));
  const html = await ctx.mailbox?.html(mail?.id ?? "");
  expect(html).toContain("Answer by 1 December 2026, 12:00 to keep");
  expect(html).toContain("Answer as soon as you can to keep");
});

it("mails about orders are read and stored in batches", async () => {
  const lottery = await makeLottery(ctx);
  const bought = async (quantity: number) => {
    const buyer = await makeUser(ctx);
    const { orderId, sessionId } = await order(ctx, lottery, quantity, buyer);
    await pay(ctx, sessionId);
    await settleOrder(ctx, sessionId);
    return { orderId, email: buyer.email };
  };
  const [one, two, back] = [await bought(1), await bought(2), await bought(1)];
  const { id: staff } = await makeUser(ctx);
  await ctx.db.insertInto("admin_user").values({ id: staff }).execute();
  await refundOrder(ctx, reauthedAdmin(ctx, staff), { orderId: back.orderId, reason: "They asked by telephone" });
  await sendRefund(ctx, back.orderId);
  const { id: refundId } = await ctx.db
    .selectFrom("refunds")
    .select("id")
    .where("order_id", "=", back.orderId)
    .executeTakeFirstOrThrow();

  const together = createMailBatch(ctx);
  const confirmed = { message: "order-confirmation" } as const;
  await Promise.all(
    [
      { ...confirmed, orderId: one.orderId },
      { ...confirmed, orderId: two.orderId },
      // Resent by staff: a separate mail.
      { ...confirmed, orderId: two.orderId, again: randomUUID() },
      // An unknown refund.
      { ...confirmed, orderId: randomUUID() },
      { message: "refund", orderId: back.orderId, refundId } as const,
      // A refund of another order, already completed.
      { message: "refund", orderId: one.orderId, refundId } as const,
      { message: "refund-pending", orderId: back.orderId, refundId } as const,
    ].map((job) => sendOrderMail(ctx, job, together)),
  );
  const rows = await ctx.db
    .selectFrom("mails")
    .select(["message", "recipient", "state", "attempts"])
    .where("recipient", "in", [one.email, two.email, back.email])
    .orderBy("created_at")
    .execute();
  const sent = { state: "sent", attempts: 1 };
  expect(rows).toHaveLength(4);
  expect(rows).toEqual(
    expect.arrayContaining([
      { ...sent, recipient: one.email, message: `order-confirmation:${one.orderId}` },
      { ...sent, recipient: two.email, message: `order-confirmation:${two.orderId}` },
      { ...sent, recipient: two.email, message: expect.stringContaining(`order-confirmation:${two.orderId}:`) },
      { ...sent, recipient: back.email, message: `refund:${back.orderId}:${refundId}` },
    ]),
  );
  const mailed = (await ctx.mailbox?.list())?.mails ?? [];
  const subjects = (email: string) => mailed.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
  expect(subjects(one.email)).toEqual([expect.stringContaining("your ticket")]);
  expect(subjects(two.email)).toEqual([expect.stringContaining("your 2 tickets"), expect.stringContaining("your 2 tickets")]);
  expect(subjects(back.email)).toHaveLength(1);
});

it("concurrent duplicates of a mail share one row", async () => {
  const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  const together = createMailBatch(ctx);
  const job = { message: "order-confirmation", orderId } as const;
  await Promise.all([sendOrderMail(ctx, job, together), sendOrderMail(ctx, job, together)]);
  const rows = await ctx.db.selectFrom("mails").select("state").where("message", "=", `order-confirmation:${orderId}`).execute();
  expect(rows).toEqual([{ state: "sent" }]);
});

it("a mail that the database refuses does not stop the others", async () => {
  const lottery = await makeLottery(ctx);
  const orders: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { orderId, sessionId } = await order(ctx, lottery, 1);
    await pay(ctx, sessionId);
    await settleOrder(ctx, sessionId);
    orders.push(orderId);
  }
  const jobs = orders.map((orderId) => ({ message: "order-confirmation" as const, orderId }));
  const together = createMailBatch(ctx);
  // PostgreSQL's text type rejects this character.
  const refused = { message: "order-confirmation" as const, orderId: orders[0] ?? "", again: "\0" };
  const tries = await Promise.allSettled([refused, ...jobs].map((job) => sendOrderMail(ctx, job, together)));
  expect(tries.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
  const sent = await ctx.db
    .selectFrom("mails")
    .select("message")
    .where("state", "=", "sent")
    .where(
      "message",
      "in",
      orders.map((orderId) => `order-confirmation:${orderId}`),
    )
    .execute();
  expect(sent.map(({ message }) => message).toSorted()).toEqual(
    orders.map((orderId) => `order-confirmation:${orderId}`).toSorted(),
  );
});

it("a job without an order does not stop the others, which have their receipts", async () => {
  const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  const together = createMailBatch(ctx);
  const jobs = ["no order", orderId].map((id) => ({ message: "order-confirmation" as const, orderId: id }));
  const tries = await Promise.allSettled(jobs.map((job) => sendOrderMail(ctx, job, together)));
  expect(tries.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(await listOrderDocuments(ctx, orderId)).toHaveLength(1);
});

it("a purchase that was reversed before its mail was sent is not confirmed", async () => {
  const lottery = await makeLottery(ctx);
  const buyer = await makeUser(ctx);
  const { orderId, sessionId } = await order(ctx, lottery, 1, buyer);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  const together = createMailBatch(ctx);
  expect(await refundOrder(ctx, { kind: "command" }, { orderId, reason: "They asked by telephone" })).toMatchObject({ ok: true });
  await sendOrderMail(ctx, { message: "order-confirmation", orderId }, together);
  await sendRefund(ctx, orderId);
  await sendOrderMail(ctx, { message: "order-confirmation", orderId }, together);
  const rows = await ctx.db.selectFrom("mails").select("message").where("recipient", "=", buyer.email).execute();
  expect(rows).toEqual([]);
});

it("two processes that store the same mails in opposite orders do not deadlock", async () => {
  const ids = Array.from({ length: 3 }, () => randomUUID());
  await ctx.db
    .insertInto("mails")
    .values(ids.map((id) => ({ id, message: `news:${id}`, recipient: "amelia@example.com", message_id: id, state: "sending" })))
    .execute();
  const ends = ids.map((id) => ({ id, state: "sent" as const }));
  const finishing = await ctx.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom("mails")
      .select("id")
      .where("id", "=", ids[1] ?? "")
      .forUpdate()
      .execute();
    const both = Promise.allSettled([ends, ends.toReversed()].map((each) => finishMails(ctx.db, each, ctx.now())));
    await expect.poll(() => countWaiting(ctx)).toBe(2);
    return { both };
  });
  expect((await finishing.both).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});

it("a confirmation names the valid tickets, and the price of all bought ones", async () => {
  const buyer = await makeUser(ctx);
  const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 3, buyer);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  // The bank keeps a part: the last ticket is void, and the order stays valid.
  await decide(ctx, await dispute(ctx, { orderId, intent: await intentOf(ctx, orderId) }, 2999), "lost");
  await sendOrderMail(ctx, { message: "order-confirmation", orderId, again: randomUUID() });
  const mail = (await ctx.mailbox?.list())?.mails.find(({ to }) => to.includes(buyer.email));
  expect(mail?.subject).toContain("your 2 tickets");
  const text = (await ctx.mailbox?.get(mail?.id ?? ""))?.text;
  expect(text).toMatch(/3 tickets × £29\.99.*£89\.97/);
  // Required on a durable medium.
  expect(text).toContain("the right to cancel within 14 days doesn’t apply");
  expect(text).toContain(`which apply to your order: ${ctx.publicUrl}${termsAddress(TERMS_VERSION)}`);
});

it("a mail about a dispute names the tickets that it takes, without those refunded before", async () => {
  const buyer = await makeUser(ctx);
  const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 4, buyer);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  const part = { by: "tickets", numbers: [1] } as const;
  await refundOrder(ctx, { kind: "command" }, { orderId, reason: "They asked by telephone", part });
  await sendRefund(ctx, orderId);
  await dispute(ctx, { orderId, intent: await intentOf(ctx, orderId) }, 2999);
  const { id: disputeId } = await ctx.db
    .selectFrom("disputes")
    .select("id")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  await sendDisputeMail(ctx, { message: "dispute-opened", disputeId, orderId });
  const mail = (await ctx.mailbox?.list())?.mails.find(({ to }) => to.includes(buyer.email));
  const text = (await ctx.mailbox?.get(mail?.id ?? ""))?.text;
  expect(text?.match(/(?<=CONC-\d+-)\d+/g)).toEqual(["000004"]);
});
