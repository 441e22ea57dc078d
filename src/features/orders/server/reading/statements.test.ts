/** Upper bounds for the SQL statements of each step of a purchase: each is a round trip. */
import Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { createMailBatch, sendOrderMail } from "#features/mail/server/send-mails.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { type Statements, watchStatements } from "#platform/postgres/fixtures/statements.fixture.ts";
import * as checkout from "../../shop/create-checkout-route.ts";
import { order, pay, stateOf, deliverWebhook } from "../orders.fixture.ts";
import { settleOrder } from "../settlement/settle-order.ts";

let ctx: TestCtx;
let during: (work: () => Promise<unknown>) => Promise<Statements>;
beforeAll(async () => {
  ctx = await testCtx();
  during = watchStatements(ctx.pool);
});
afterAll(() => ctx.close());

/** Counts statements and commits; shows their texts if there are too many. */
function expectAtMost({ sent, commits }: Statements, most: { statements: number; commits: number }): void {
  expect(sent.slice(most.statements), sent.join("\n")).toEqual([]);
  expect(commits, sent.join("\n")).toBeLessThanOrEqual(most.commits);
}

async function webhookOf(sessionId: string) {
  const event = {
    id: `evt_${sessionId}`,
    object: "event",
    type: "checkout.session.completed",
    created: Math.floor(Date.now() / 1000),
  };
  const payload = JSON.stringify({ ...event, data: { object: { id: sessionId, object: "checkout.session" } } });
  const secret = "whsec_fixture";
  return [payload, await new Stripe("sk_test_x").webhooks.generateTestHeaderStringAsync({ payload, secret })] as const;
}

it("a checkout, with its session, its limits and its page", async () => {
  const lotteryId = await makeLottery(ctx);
  const { sessionToken } = await registered(ctx);
  const cookie = sessionCookie(ctx, sessionToken).split(";")[0] ?? "";
  const buy = () => {
    const request = new Request("http://localhost:3000/functions/create-checkout-session-lottery", {
      method: "POST",
      headers: { cookie, "Content-Type": "application/json" },
      body: JSON.stringify({ lotteryId, tickets: { quantity: 2 }, answer: "porsche" }),
    });
    return checkout.post({ request, params: {}, context: requestContext(ctx) } as never);
  };
  const statements = await during(async () => expect((await buy()).status).toBe(200));
  expectAtMost(statements, { statements: 4, commits: 3 });
});

it.each([
  ["a webhook of a payment", "4000058260000005", 2, { statements: 2, commits: 2 }],
  ["a webhook of a payment by credit card", "4000008260000000", 2, { statements: 5, commits: 2 }],
  ["a webhook of more than £250, which is only authorised", "4000058260000005", 10, { statements: 3, commits: 3 }],
])("%s", async (_name, card, quantity, most) => {
  const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), quantity);
  await pay(ctx, sessionId, card);
  const [body, signature] = await webhookOf(sessionId);
  expectAtMost(await during(() => deliverWebhook(ctx, body, signature)), most);
  expect(await stateOf(ctx, orderId)).toBe("paid");
});

it("a buyer's return from a payment", async () => {
  const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 2);
  await pay(ctx, sessionId);
  expectAtMost(await during(() => settleOrder(ctx, sessionId)), { statements: 2, commits: 1 });
  expect(await stateOf(ctx, orderId)).toBe("paid");
});

/** Without the queue's own statements, which fetch and finish a batch of jobs. */
it("a batch of confirmations", async () => {
  const orders: string[] = [];
  for (let i = 0; i < 8; i++) {
    const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 2);
    await pay(ctx, sessionId);
    await settleOrder(ctx, sessionId);
    orders.push(orderId);
  }
  const together = createMailBatch(ctx);
  const send = (orderId: string) => sendOrderMail(ctx, { message: "order-confirmation", orderId }, together);
  // One marks the mails as being sent, ten belong to the journal, and one stores the results.
  expectAtMost(await during(() => Promise.all(orders.map(send))), { statements: 20, commits: 10 });
  const { rows } = await ctx.pool.query("SELECT state FROM mails WHERE message = ANY($1)", [
    orders.map((orderId) => `order-confirmation:${orderId}`),
  ]);
  expect(rows).toEqual(orders.map(() => ({ state: "sent" })));
});
