/** API clients buy over JSON; invalid and forged requests are refused. */
import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { z } from "zod";
import { type ApiClient, callShop, newApiClient, PASSWORD, signInApiClient } from "./api-client.fixture.ts";
import { type Draw, makeDraw, payAtProvider, readLedger, sessionIdOf, withDatabase } from "./books.fixture.ts";

const shop = inject("shop");
let draw: Draw;
let ada: ApiClient;

beforeAll(async () => {
  draw = await makeDraw(shop, { title: "The API clients’ draw", available: 200 });
  ada = await newApiClient(shop);
});

describe("an API client", () => {
  it("registers, signs in, buys 25 tickets, pays, and holds 25 numbers of its own", async () => {
    const client = await signInApiClient(shop, ada.email, PASSWORD);
    const found = await client.call("GET", `/api/lotteries/${draw.id}`);
    expect(found).toMatchObject({ status: 200, body: { id: draw.id, price_per_ticket: 29.99, status: "active" } });

    const { url } = await client.openPage(draw.id, 25);
    const sessionId = sessionIdOf(url);
    expect(await client.tickets(sessionId)).toEqual([]);
    const paid = await payAtProvider(shop, sessionId);
    expect(paid.status).toBe(200);
    const tickets = await expect
      .poll(() => client.tickets(sessionId), POLLING)
      .toHaveLength(25)
      .then(() => client.tickets(sessionId));
    expect(new Set(tickets.map((ticket) => ticket.ticket_number)).size).toBe(25);
    expect(tickets.every((ticket) => ticket.user_id === client.userId && ticket.lottery_id === draw.id && !ticket.void)).toBe(
      true,
    );

    const { sessions } = await readLedger(shop);
    // 25 × £29.99, less 15%, rounded half up to the penny.
    expect(sessions.find((session) => session.id === sessionId)).toMatchObject({ payment_status: "paid", amount_total: 63_729 });
  });

  it("gets one page for one request, however often it asks", async () => {
    const ask = () => ada.checkout(draw.id, { requestKey: "the-same-click" });
    const replies = await Promise.all([ask(), ask(), ask()]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
  });
});

const POLLING = { timeout: 30_000, interval: 100 };

describe("refused", () => {
  const nothingHeld = async (lotteryId: string) =>
    withDatabase(shop, (db) => db.selectFrom("orders").select("id").where("lottery_id", "=", lotteryId).execute());
  let other: Draw;
  beforeAll(async () => {
    other = await makeDraw(shop, { title: "A draw that nobody gets into", available: 10 });
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ["for somebody else", { userId: "00000000-0000-4000-8000-000000000000" }, 403, "other_user"],
    ["at another price", { tickets: { quantity: 1, unitPrice: 0.01 } }, 409, "price_changed"],
    ["at a price that is none", { tickets: { quantity: 1, unitPrice: "29.99" } }, 409, "price_changed"],
    ["0 tickets", { tickets: { quantity: 0, unitPrice: 29.99 } }, 422, "bad_quantity"],
    ["-1 tickets", { tickets: { quantity: -1, unitPrice: 29.99 } }, 422, "bad_quantity"],
    ["1.5 tickets", { tickets: { quantity: 1.5, unitPrice: 29.99 } }, 422, "bad_quantity"],
    ['"1e3" tickets', { tickets: { quantity: "1e3", unitPrice: 29.99 } }, 422, "bad_quantity"],
    ["NaN tickets, which is null in JSON", { tickets: { quantity: Number.NaN, unitPrice: 29.99 } }, 422, "bad_quantity"],
    ["1e21 tickets", { tickets: { quantity: 1e21, unitPrice: 29.99 } }, 422, "bad_quantity"],
    ["1e9 tickets", { tickets: { quantity: 1e9, unitPrice: 29.99 } }, 409, "sold_out"],
    ["one more than there are", { tickets: { quantity: 11, unitPrice: 29.99 } }, 409, "sold_out"],
    ["with a wrong answer", { answer: "bmw" }, 422, "wrong_answer"],
    ["with an answer that is no option", { answer: "__proto__" }, 422, "wrong_answer"],
    ["without an answer", { answer: undefined }, 422, "wrong_answer"],
  ])("buying %s", async (_name, change, status, error) => {
    // A new player each time, because wrong answers are counted.
    const client = await newApiClient(shop);
    expect(await client.checkout(other.id, change)).toMatchObject({
      status,
      body: { error, message: expect.stringMatching(/\S/) },
    });
    expect(await nothingHeld(other.id)).toEqual([]);
  });

  it.each([
    ["an unknown draw", "00000000-0000-4000-8000-000000000000"],
    ["something that is no draw", "'; DROP TABLE orders; --"],
  ])("buying into %s", async (_name, lotteryId) => {
    expect(await ada.checkout(lotteryId)).toMatchObject({ status: 404, body: { error: "not_found" } });
  });

  it("buying without a session, or with a forged one", async () => {
    for (const token of [undefined, "forged", `${ada.token.slice(0, -4)}AAAA`]) {
      const reply = await callShop(shop, token, "POST", "/functions/create-checkout-session-lottery", { lotteryId: other.id });
      expect(reply.status).toBe(401);
    }
  });

  it("looking at the tickets of another's payment", async () => {
    const { url } = await ada.openPage(draw.id, 1);
    const sessionId = sessionIdOf(url);
    await payAtProvider(shop, sessionId);
    await expect.poll(() => ada.tickets(sessionId), POLLING).toHaveLength(1);
    const stranger = await newApiClient(shop);
    expect(await stranger.tickets(sessionId)).toEqual([]);
    expect((await callShop(shop, undefined, "GET", `/api/tickets?transaction_id=${sessionId}`)).status).toBe(401);
  });
});

it.each(["/api/", "/api/unknown", "/api/unknown.data", "/api/session/deeper/still", "/functions/%25"])(
  "%s is no address, and says so as the others say things",
  async (path) => {
    for (const method of ["GET", "POST", "DELETE"])
      expect(await callShop(shop, ada.token, method, path)).toMatchObject({ status: 404, body: { error: "not_found" } });
  },
);

describe("the payment provider's calls", () => {
  let secret: string;
  beforeAll(async () => {
    const stored = z.object({ webhookSecret: z.string() });
    secret = stored.parse(JSON.parse(await readFile(join(shop.dataDir, "secrets.json"), "utf8"))).webhookSecret;
  });

  const event = (sessionId: string) =>
    JSON.stringify({
      id: `evt_${sessionId}`,
      object: "event",
      type: "checkout.session.completed",
      created: Math.floor(Date.now() / 1000),
      data: { object: { id: sessionId, object: "checkout.session", payment_status: "paid" } },
    });
  const sign = (body: string, { at = Math.floor(Date.now() / 1000), key = secret } = {}) =>
    `t=${at},v1=${createHmac("sha256", key).update(`${at}.${body}`).digest("hex")}`;
  const deliver = (body: string, signature?: string) =>
    fetch(`${shop.url}/api/payments/webhook`, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", ...(signature !== undefined && { "Stripe-Signature": signature }) },
    });

  it("are believed only when signed, now, over this very body", async () => {
    const { url } = await ada.openPage(draw.id, 2);
    const sessionId = sessionIdOf(url);
    const body = event(sessionId);
    const tenMinutesAgo = Math.floor(Date.now() / 1000) - 600;
    const refused = {
      unsigned: await deliver(body),
      forged: await deliver(body, sign(body, { key: "whsec_forged" })),
      stale: await deliver(body, sign(body, { at: tenMinutesAgo })),
      tampered: await deliver(body.replace("paid", "unpaid"), sign(body)),
      garbled: await deliver(body, "v1=,t="),
    };
    for (const [how, reply] of Object.entries(refused)) expect(reply.status, how).toBe(400);
    // Even a signed event does not prove a payment: the shop asks the provider.
    expect((await deliver(body, sign(body))).status).toBe(200);
    expect(await ada.tickets(sessionId)).toEqual([]);
  });
});
