/** Outgoing webhooks to a real receiver: every event, all responses, and at least one delivery. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { reauthedAdmin, registered } from "#features/accounts/server/accounts.fixture.ts";
import { buy as buyWhole, decide, dispute } from "#features/books/server/books.fixture.ts";
import { drawnDraw } from "#features/draws/server/draws.fixture.ts";
import { replaceWinner } from "#features/draws/server/winners/replace-winner.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { cancelLottery } from "#features/orders/server/refunds/cancel-lottery.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { createOutgoing } from "#platform/outgoing/outgoing.server.ts";
import { MOST_ENDPOINTS, PAUSES_MS, RETENTION_MS, SECRET_OVERLAP_MS } from "../rules/delivery.ts";
import { EVENT_TYPES, EVENTS, type EventType } from "../rules/event.ts";
import { deliverWebhooks, forgetEvents, newSecret, signMessage } from "./deliver-webhooks.ts";
import { showWebhook } from "./list-webhooks.ts";
import * as manage from "./manage-webhooks.ts";
import { pauseOrphanedEndpoints } from "./pause-orphaned-endpoints.ts";
import { type Receiver, startReceiver } from "./webhooks.fixture.ts";

let ctx: TestCtx;
let owner: ReturnType<typeof reauthedAdmin>;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const { userId } = await registered(ctx);
  await ctx.db.insertInto("admin_user").values({ id: userId, role: "owner" }).execute();
  owner = reauthedAdmin(ctx, userId);
});
afterAll(() => ctx.close());

/** The endpoints of a test, which are removed after it. */
const created: { receiver: Receiver; id: string }[] = [];
afterEach(async () => {
  ctx.setNow(undefined);
  for (const { receiver, id } of created.splice(0)) {
    await receiver.close();
    await manage.removeEndpoint(ctx, owner, id);
  }
});

/** Starts a receiver and adds it as an endpoint. */
async function addEndpoint(events: readonly EventType[] = EVENT_TYPES) {
  const receiver = await startReceiver();
  const added = await manage.addEndpoint(ctx, owner, { url: receiver.url, events });
  if (!added.ok) throw new Error(added.error);
  receiver.secret = added.value.secret;
  created.push({ receiver, id: added.value.id });
  return { receiver, id: added.value.id };
}

/** Buys one ticket. Returns the order's id. */
async function buy(lottery?: string): Promise<string> {
  const bought = await order(ctx, lottery ?? (await makeLottery(ctx)), 1);
  await pay(ctx, bought.sessionId);
  await settleOrder(ctx, bought.sessionId);
  return bought.orderId;
}

const sendTestEvent = (id: string) => manage.sendTest(ctx, owner, id);
const advanceClock = (ms: number) => ctx.setNow(new Date(ctx.now().getTime() + ms));
/** An endpoint with its deliveries, as the back office shows it. */
async function logOf(id: string) {
  const shown = await showWebhook(ctx, owner, { id, page: 1 });
  if (!shown.ok) throw new Error(shown.error);
  return shown.value;
}

it("signatures are those of the standard's own example", () => {
  const signed = signMessage(
    { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: new Date(1_614_265_330_000), body: '{"test": 2432232314}' },
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  );
  expect(signed["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

it("the example of docs/api.md accepts signed messages, and refuses changed, old and foreign ones", async () => {
  const page = await readFile(new URL("../../../../docs/api.md", import.meta.url), "utf8");
  const [, example = ""] = /```js\n([\s\S]+?)```/.exec(page) ?? [];
  const { isFromShop } = await import(`data:text/javascript,${encodeURIComponent(example)}`);
  const [secret, other] = [newSecret(ctx), newSecret(ctx)];
  const at = new Date();
  const signed = (when: Date, secrets: string[]) => signMessage({ id: "1", at: when, body: "{}" }, secrets);
  expect(isFromShop(signed(at, [secret]), "{}", secret)).toBe(true);
  expect(isFromShop(signed(at, [other, secret]), "{}", secret)).toBe(true);
  expect(isFromShop(signed(at, [other]), "{}", secret)).toBe(false);
  expect(isFromShop(signed(at, [secret]), "{ }", secret)).toBe(false);
  expect(isFromShop({ ...signed(at, [secret]), "webhook-id": "2" }, "{}", secret)).toBe(false);
  expect(isFromShop(signed(new Date(at.getTime() - 3_600_000), [secret]), "{}", secret)).toBe(false);
});

describe("an event", () => {
  it("of each kind is written by the real action, as described", async () => {
    const { receiver } = await addEndpoint();
    await drawnDraw(ctx);
    const cancelled = await makeLottery(ctx);
    const bought = await buy(cancelled);
    await sql`INSERT INTO disputes (order_id, provider_id, standing, status, reason, amount_pence, opened_at, checked_at, after_freeze)
      VALUES (${bought}, 'dp_1', 'inquiry', 'warning_needs_response', 'fraudulent', 2999, now(), now(), false)`.execute(ctx.db);
    await cancelLottery(ctx, owner, { lotteryId: cancelled, reason: { code: "prize_lost", note: "", noteFr: "" } });
    await sql`UPDATE orders SET refunded_pence = 1 WHERE id = ${bought}`.execute(ctx.db);
    const further = { title: { en: "A watch" }, value_pence: 300_000, details: { en: "" } };
    const draw = await drawnDraw(ctx, { further_prizes: JSON.stringify([further, further]) });
    const reason = { code: "declined", text: "They would rather not have it." };
    expect(await replaceWinner(ctx, owner, { lotteryId: draw.id, reason })).toMatchObject({ ok: true });
    while ((await deliverWebhooks(ctx)) > 0);
    expect([...new Set(receiver.received.map(({ type }) => type))].toSorted()).toEqual([...EVENT_TYPES].toSorted());
    for (const { type, data, isSigned } of receiver.received) {
      expect(EVENTS[type as EventType].data.safeParse(data).error, type).toBeUndefined();
      expect(isSigned).toBe(true);
      expect(JSON.stringify(data)).not.toMatch(/@|Hart|phone/);
    }
    const paid = receiver.received.find(({ data }) => data.order_id === bought);
    expect(paid).toMatchObject({ type: "order.paid", data: { state: "paid", quantity: 1, draw_id: cancelled } });
    const drawn = receiver.received.find(({ type, data }) => type === "draw.drawn" && data.draw_id === draw.id)?.data;
    expect(drawn?.prizes).toMatchObject([
      { prize: 1, ticket_number: drawn?.ticket_number, user_id: drawn?.user_id },
      { prize: 2 },
      { prize: 3 },
    ]);
    // Undone for the constraints: no real refund or dispute happened.
    await sql`UPDATE orders SET refunded_pence = 0 WHERE id = ${bought}`.execute(ctx.db);
  });

  it("of a dispute contains the resulting state of the order", async () => {
    const { receiver } = await addEndpoint(["order.disputed"]);
    const { intent } = await buyWhole(ctx, 1);
    const id = await dispute(ctx, { orderId: "", intent });
    await decide(ctx, id, "lost");
    await deliverWebhooks(ctx);
    const received = receiver.received.toSorted((a, b) => a.sequence - b.sequence).map(({ data }) => [data.standing, data.state]);
    expect(received).toEqual([
      ["open", "paid"],
      ["lost", "charged_back"],
    ]);
  });

  it("is written once for each subscribed endpoint, and not without one", async () => {
    const events = () => ctx.db.selectFrom("webhook_events").select("sequence").execute();
    const before = (await events()).length;
    await buy();
    const { receiver: closing } = await addEndpoint(["draw.closed"]);
    await buy();
    expect(await events()).toHaveLength(before);
    const { receiver: one } = await addEndpoint(["order.paid"]);
    const { receiver: two } = await addEndpoint(["order.paid", "order.refunded"]);
    await buy();
    expect(await events()).toHaveLength(before + 1);
    await deliverWebhooks(ctx);
    expect([closing, one, two].map(({ received }) => received.length)).toEqual([0, 1, 1]);
    expect(one.received[0]?.id).toBe(two.received[0]?.id);
  });

  it("is marked as a test in test mode", async () => {
    const { receiver } = await addEndpoint(["order.paid"]);
    await buy();
    await deliverWebhooks({ ...ctx, env: { ...ctx.env, isTestMode: true } });
    await buy();
    await deliverWebhooks(ctx);
    expect(receiver.received.map(({ test }) => test)).toEqual([true, undefined]);
  });

  it("is rolled back with its cause", async () => {
    const { id } = await addEndpoint(["draw.published"]);
    const written = ctx.db.transaction().execute(async (tx) => {
      await sql`UPDATE lotteries SET status = 'active' WHERE id = ${await makeLottery(ctx, { status: "draft" })}`.execute(tx);
      throw new Error("no");
    });
    await expect(written).rejects.toThrow("no");
    expect((await logOf(id)).found).toBe(0);
  });

  it("of one order has an increasing sequence number", async () => {
    const { receiver } = await addEndpoint(["order.paid", "order.refunded"]);
    const id = await buy();
    for (const pence of [1, 2, 0]) await sql`UPDATE orders SET refunded_pence = ${pence} WHERE id = ${id}`.execute(ctx.db);
    // The first attempt of the first event fails, so that it arrives last.
    receiver.answer = (reply) => void reply.writeHead(receiver.received.at(-1)?.type === "order.paid" ? 500 : 200).end();
    await deliverWebhooks(ctx);
    receiver.answer = (reply) => void reply.end();
    advanceClock(PAUSES_MS[0] ?? 0);
    await deliverWebhooks(ctx);
    expect(receiver.received.at(-1)?.type).toBe("order.paid");
    const received = receiver.received.toSorted((a, b) => a.sequence - b.sequence).map(({ data }) => data.refunded);
    expect(received).toEqual([0, 0, 0.01, 0.02, 0]);
  });
});

describe("a receiver", () => {
  it("that refuses is retried for three days, then paused with an alert, and gets everything once it resumes", async () => {
    ctx.setNow(new Date());
    const { receiver, id } = await addEndpoint();
    receiver.answer = (reply) => void reply.writeHead(500).end("out of order");
    await sendTestEvent(id);
    const begun = ctx.now().getTime();
    for (const pause of PAUSES_MS) {
      expect(await deliverWebhooks(ctx)).toBe(1);
      expect(await deliverWebhooks(ctx)).toBe(0);
      advanceClock(pause);
    }
    expect(ctx.now().getTime() - begun).toBeGreaterThan(2.9 * 86_400_000);
    expect(ctx.now().getTime() - begun).toBeLessThanOrEqual(3 * 86_400_000);
    expect((await logOf(id)).endpoint.pauseReason).toBeUndefined();
    await deliverWebhooks(ctx);
    const { endpoint: paused, deliveries } = await logOf(id);
    expect(paused).toMatchObject({ pauseReason: "failing", failed: 1 });
    expect(deliveries[0]?.attempts[0]).toMatchObject({ status: 500, reply: "out of order" });
    const alert = () => ctx.db.selectFrom("alerts").select("handled_at").where("subject_id", "=", id).executeTakeFirst();
    expect(await alert()).toEqual({ handled_at: null });
    ctx.setNow(undefined);
    const before = receiver.received.length;
    expect(new Set(receiver.received.map(({ id: event }) => event)).size).toBe(1);
    await buy();
    expect(await deliverWebhooks(ctx)).toBe(0);
    receiver.answer = (reply) => void reply.end();
    await manage.resumeEndpoint(ctx, owner, id);
    expect((await alert())?.handled_at).not.toBeNull();
    while ((await deliverWebhooks(ctx)) > 0);
    expect(receiver.received.slice(before).map(({ type }) => type)).toEqual(
      expect.arrayContaining(["webhook.test", "draw.published", "order.paid"]),
    );
    expect((await logOf(id)).endpoint).toMatchObject({ due: 0, failed: 0 });
  });

  it("that is gone gets no further attempt", async () => {
    const { receiver, id } = await addEndpoint();
    receiver.answer = (reply) => void reply.writeHead(410).end();
    await sendTestEvent(id);
    await deliverWebhooks(ctx);
    expect((await logOf(id)).endpoint.pauseReason).toBe("gone");
  });

  it("that hangs, disconnects or redirects delays others by its time-out at most", async () => {
    const elsewhere = await startReceiver();
    const { receiver: hanging, id: first } = await addEndpoint();
    const { receiver: leading, id: second } = await addEndpoint();
    const { receiver: breaking, id: third } = await addEndpoint();
    const { receiver: fine, id: fourth } = await addEndpoint();
    hanging.answer = () => undefined;
    leading.answer = (reply) => void reply.writeHead(302, { Location: elsewhere.url }).end();
    breaking.answer = (reply) => void reply.destroy();
    for (const id of [first, second, third, fourth]) await sendTestEvent(id);
    await deliverWebhooks(ctx);
    expect(fine.received).toHaveLength(1);
    expect(elsewhere.received).toEqual([]);
    const ends = await Promise.all([first, second, third].map(async (id) => (await logOf(id)).deliveries[0]?.attempts[0]));
    expect(ends.map((end) => end?.failure ?? end?.status)).toEqual(["timeout", 302, "unreachable"]);
    await elsewhere.close();
  });

  it("that is slow does not delay other receivers", async () => {
    const { receiver: slow, id: first } = await addEndpoint();
    const { receiver: quick, id: second } = await addEndpoint();
    const patient = { ...ctx, outgoing: createOutgoing({ allowLoopback: true, timeoutMs: 60_000 }) };
    const held: ServerResponse[] = [];
    slow.answer = (reply) => void held.push(reply);
    await sendTestEvent(first);
    const round = deliverWebhooks(patient);
    await expect.poll(() => held, { timeout: 20_000 }).toHaveLength(1);
    await sendTestEvent(second);
    await expect.poll(() => quick.received, { timeout: 20_000 }).toHaveLength(1);
    held[0]?.end();
    expect(await round).toBe(2);
  });

  it("that sends Retry-After is not contacted until then, for any message", async () => {
    ctx.setNow(new Date());
    const { receiver, id } = await addEndpoint();
    receiver.answer = (reply) => void reply.writeHead(503, { "Retry-After": "3600" }).end();
    for (let i = 0; i < 12; i++) await sendTestEvent(id);
    // The claims of a killed process.
    const lapsed = new Date(ctx.now().getTime() - 1_000);
    await sql`UPDATE webhook_deliveries SET claimed_until = ${lapsed} WHERE endpoint_id = ${id}`.execute(ctx.db);
    await deliverWebhooks(ctx);
    const before = receiver.received.length;
    expect(before).toBeLessThan(12);
    advanceClock(3_599_000);
    expect(await deliverWebhooks(ctx)).toBe(0);
    advanceClock(2_000);
    receiver.answer = (reply) => void reply.end();
    while ((await deliverWebhooks(ctx)) > 0);
    expect(receiver.received).toHaveLength(before + 12);
  });

  it("gets a message again on request, with the same id", async () => {
    const { receiver, id } = await addEndpoint();
    await sendTestEvent(id);
    await deliverWebhooks(ctx);
    const [delivery] = (await logOf(id)).deliveries;
    expect(await manage.resendDelivery(ctx, owner, id, delivery?.id ?? "")).toMatchObject({ ok: true });
    await deliverWebhooks(ctx);
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[0]?.id).toBe(receiver.received[1]?.id);
    const { id: other } = await addEndpoint();
    expect(await manage.resendDelivery(ctx, owner, other, delivery?.id ?? "")).toMatchObject({ error: "not_found" });
  });

  it("may use the old secret or the new one for a day, and then the new one only", async () => {
    const { receiver, id } = await addEndpoint();
    ctx.setNow(new Date());
    const old = receiver.secret;
    const rotated = await manage.rotateSecret(ctx, owner, id);
    if (!rotated.ok) throw new Error(rotated.error);
    for (const secret of [old, rotated.value.secret]) {
      receiver.secret = secret;
      await sendTestEvent(id);
      await deliverWebhooks(ctx);
      expect(receiver.received.at(-1)).toMatchObject({ isSigned: true, signatures: 2 });
    }
    advanceClock(SECRET_OVERLAP_MS);
    await sendTestEvent(id);
    await deliverWebhooks(ctx);
    expect(receiver.received.at(-1)).toMatchObject({ isSigned: true, signatures: 1 });
  });
});

describe("a new secret that was not seen", () => {
  it("does not invalidate the receiver's: after another change, all sign for the day", async () => {
    const { receiver, id } = await addEndpoint();
    ctx.setNow(new Date());
    const secrets = [receiver.secret];
    for (let n = 0; n < 2; n++) {
      const rotated = await manage.rotateSecret(ctx, owner, id);
      if (!rotated.ok) throw new Error(rotated.error);
      secrets.push(rotated.value.secret);
    }
    for (const secret of secrets) {
      receiver.secret = secret;
      await sendTestEvent(id);
      await deliverWebhooks(ctx);
      expect(receiver.received.at(-1)).toMatchObject({ isSigned: true, signatures: 3 });
    }
    advanceClock(SECRET_OVERLAP_MS);
    await sendTestEvent(id);
    await deliverWebhooks(ctx);
    expect(receiver.received.at(-1)).toMatchObject({ isSigned: true, signatures: 1 });
  });
});

describe("secrets that were changed repeatedly", () => {
  const rowOf = (id: string) => ctx.db.selectFrom("webhook_endpoints").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  it("leave the receiver's secret signing, in the column that the previous version reads", async () => {
    const { receiver, id } = await addEndpoint();
    ctx.setNow(new Date());
    const first = (await rowOf(id)).secret;
    for (let n = 0; n < 8; n++) expect(await manage.rotateSecret(ctx, owner, id)).toMatchObject({ ok: true });
    const row = await rowOf(id);
    expect(row.previous_secret).toBe(first);
    expect(row.between_secrets).toHaveLength(4);
    await sendTestEvent(id);
    await deliverWebhooks(ctx);
    expect(receiver.received.at(-1)).toMatchObject({ isSigned: true, signatures: 6 });
    // After the day, only the replaced one remains.
    advanceClock(SECRET_OVERLAP_MS);
    expect(await manage.rotateSecret(ctx, owner, id)).toMatchObject({ ok: true });
    expect(await rowOf(id)).toMatchObject({ previous_secret: row.secret, between_secrets: [] });
    await manage.removeEndpoint(ctx, owner, id);
    expect(await rowOf(id)).toMatchObject({ secret: "", previous_secret: null, between_secrets: null });
  });
});

describe("workers", () => {
  it("never send one message at the same time", async () => {
    const { receiver, id } = await addEndpoint();
    for (let i = 0; i < 20; i++) await sendTestEvent(id);
    await Promise.all(Array.from({ length: 6 }, () => deliverWebhooks(ctx)));
    while ((await deliverWebhooks(ctx)) > 0);
    expect(receiver.received).toHaveLength(20);
    expect(new Set(receiver.received.map(({ id: event }) => event)).size).toBe(20);
  });

  it("that are killed leave their messages to others: each arrives at least once", async () => {
    const { receiver, id } = await addEndpoint();
    for (let i = 0; i < 12; i++) await sendTestEvent(id);
    // It does not respond, and the worker is killed while it waits.
    receiver.answer = () => undefined;
    const child = spawn(process.execPath, [new URL("./deliver-webhooks-child.fixture.ts", import.meta.url).pathname], {
      env: { ...process.env, NODE_ENV: "test", DATABASE_URL: ctx.databaseUrl },
      stdio: "ignore",
    });
    await expect.poll(() => receiver.received.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
    child.kill("SIGKILL");
    receiver.answer = (reply) => void reply.end();
    // The killed worker's claims have not expired yet.
    while ((await deliverWebhooks(ctx)) > 0);
    advanceClock(61_000);
    while ((await deliverWebhooks(ctx)) > 0);
    expect(new Set(receiver.received.map(({ id: event }) => event)).size).toBe(12);
    expect((await logOf(id)).endpoint).toMatchObject({ due: 0, failed: 0 });
  });
});

describe("an endpoint", () => {
  it("is managed by owners only, after re-authentication", async () => {
    const { id } = await addEndpoint();
    const { userId } = await registered(ctx);
    await ctx.db.insertInto("admin_user").values({ id: userId, role: "finance" }).execute();
    const wanted = { url: "https://crm.example/", events: ["order.paid"] };
    const tries = (by: Parameters<typeof manage.addEndpoint>[1]) => [
      () => manage.addEndpoint(ctx, by, wanted),
      () => manage.changeEndpoint(ctx, by, id, { ...wanted, version: "" }),
      () => manage.resumeEndpoint(ctx, by, id),
      () => manage.rotateSecret(ctx, by, id),
      () => manage.removeEndpoint(ctx, by, id),
      () => manage.sendTest(ctx, by, id),
      () => manage.resendDelivery(ctx, by, id, crypto.randomUUID()),
    ];
    for (const tried of tries(reauthedAdmin(ctx, userId))) expect(await tried()).toMatchObject({ error: "forbidden" });
    for (const tried of tries({ kind: "admin", id: owner.id })) expect(await tried()).toMatchObject({ error: "reauth_needed" });
    expect(await manage.pauseEndpoint(ctx, { kind: "admin", id: owner.id }, id)).toMatchObject({ ok: true });
    expect(await manage.pauseEndpoint(ctx, reauthedAdmin(ctx, userId), id)).toMatchObject({ error: "forbidden" });
  });

  it("cannot be a private address, neither by name nor by a later change of DNS", async () => {
    let answer = "93.184.216.34";
    const outgoing = createOutgoing({ allowLoopback: false, lookup: (_, done) => done(null, [{ address: answer, family: 4 }]) });
    const shop: TestCtx = { ...ctx, outgoing };
    for (const url of ["https://127.0.0.1/", "https://[::ffff:10.0.0.1]/", "https://localhost/", "https://169.254.169.254/"])
      expect(await manage.addEndpoint(shop, owner, { url, events: ["order.paid"] }), url).toMatchObject({
        error: "private_address",
      });
    // As a mail shows it.
    const pasted = "\u200E<https://crm.example/>,";
    const added = await manage.addEndpoint(shop, owner, { url: pasted, events: ["order.paid"] });
    if (!added.ok) throw new Error(added.error);
    const { id } = added.value;
    await sendTestEvent(id);
    answer = "127.0.0.1";
    await deliverWebhooks(shop);
    expect((await logOf(id)).deliveries[0]?.attempts[0]?.failure).toBe("private_address");
    await manage.removeEndpoint(ctx, owner, id);
  });

  it("stores its secret encrypted, and does not log it", async () => {
    const { receiver, id } = await addEndpoint();
    const rows = JSON.stringify(await ctx.db.selectFrom("webhook_endpoints").selectAll().where("id", "=", id).execute());
    const log = JSON.stringify(await ctx.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).execute());
    for (const text of [rows, log]) expect(text).not.toContain(receiver.secret.slice(6));
  });

  it("is limited in number under concurrency", async () => {
    const add = (_: unknown, i: number) =>
      manage.addEndpoint(ctx, owner, { url: `https://crm.example/${i}`, events: ["order.paid"] });
    const results = await Promise.all(Array.from({ length: MOST_ENDPOINTS + 4 }, add));
    expect(results.filter(({ ok }) => ok)).toHaveLength(MOST_ENDPOINTS);
    for (const result of results) if (result.ok) await manage.removeEndpoint(ctx, owner, result.value.id);
  });

  it("is created once by a repeated request", async () => {
    const wanted = { url: "https://crm.example/twice", events: ["order.paid"] };
    const results = await Promise.all([1, 2].map(() => manage.addEndpoint(ctx, owner, wanted)));
    expect(results.filter(({ ok }) => !ok)).toEqual([{ ok: false, error: "there_already" }]);
    for (const result of results) if (result.ok) await manage.removeEndpoint(ctx, owner, result.value.id);
  });

  it("that is removed receives nothing more, and blocks no purchase", async () => {
    const { receiver, id } = await addEndpoint();
    await manage.removeEndpoint(ctx, owner, id);
    await buy();
    await deliverWebhooks(ctx);
    expect(receiver.received).toEqual([]);
    expect(await manage.sendTest(ctx, owner, id)).toMatchObject({ error: "not_found" });
  });

  it("deletes events after a month, with their log", async () => {
    const { id } = await addEndpoint();
    await sendTestEvent(id);
    await deliverWebhooks(ctx);
    advanceClock(RETENTION_MS + 60_000);
    await forgetEvents(ctx);
    expect((await logOf(id)).found).toBe(0);
  });
});

it("of a dismissed member of staff is paused until a colleague has checked it", async () => {
  const { userId } = await registered(ctx);
  await ctx.db.insertInto("admin_user").values({ id: userId, role: "owner" }).execute();
  const receiver = await startReceiver();
  const added = await manage.addEndpoint(ctx, reauthedAdmin(ctx, userId), { url: receiver.url, events: ["order.paid"] });
  if (!added.ok) throw new Error(added.error);
  const { id } = added.value;
  created.push({ receiver, id });
  const held = async () => {
    await pauseOrphanedEndpoints(ctx);
    const alerts = ctx.db.selectFrom("alerts").select("id").where("kind", "=", "endpoint_held").where("handled_at", "is", null);
    return [(await logOf(id)).endpoint.pausedAt !== undefined, (await alerts.where("subject_id", "=", id).execute()).length];
  };
  expect(await held()).toEqual([false, 0]);
  await ctx.db.deleteFrom("admin_user").where("id", "=", userId).execute();
  expect(await held()).toEqual([true, 1]);
  await buy();
  await deliverWebhooks(ctx);
  expect(receiver.received).toEqual([]);
  await manage.resumeEndpoint(ctx, owner, id);
  expect(await held()).toEqual([false, 0]);
  await deliverWebhooks(ctx);
  expect(receiver.received.map(({ type }) => type)).toEqual(["order.paid"]);
});
