/** Messages to the shop, from programs and from forms without scripts; and their deletion. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { forgetMessages } from "#features/mail/server/forget-messages.ts";
import { order } from "#features/orders/server/orders.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { localeKey } from "#platform/request/request.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import * as page from "./contact-page.tsx";
import * as route from "./send-contact-form-route.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());
beforeEach(() => ctx.owner.query("TRUNCATE rate_limits, contact_messages, complaints, conversation_entries"));

type Handler = (args: never) => unknown;
const HOME = "http://localhost:3000";
const GOOD = { name: "Zoë O’Hara", email: "zoe@example.com", subject: "My ticket", message: "Is it in?\r\nThank you." };

async function call(
  handler: Handler,
  path: string,
  init: RequestInit,
  { locale = "en" as Locale, address = "203.0.113.7" } = {},
) {
  const context = requestContext(ctx, address);
  context.set(localeKey, locale);
  return handler({ request: new Request(HOME + path, init), context, params: {} } as never);
}

type From = { locale?: Locale; address?: string };
async function program(body: unknown, from: From = {}, method = "POST") {
  const init = {
    method,
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
  const reply = (await call(route.post, "/functions/send-contact-form", init, from)) as Response;
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Record<string, unknown> };
}
const form = (fields: Record<string, string>, from: From = {}) =>
  call(page.action, "/contact", { method: "POST", body: new URLSearchParams(fields) }, from);
/** With those that continue a conversation. */
const storedMessages = async () =>
  (
    await ctx.pool.query(`SELECT name, email, subject, message, locale FROM contact_messages
      UNION ALL SELECT m.name, m.email, e.subject, e.text, m.locale FROM conversation_entries e JOIN contact_messages m ON m.id = e.message_id`)
  ).rows;

describe("a program that writes to the shop", () => {
  it("gets a confirmation once its message is stored", async () => {
    const { status, body, headers } = await program(GOOD, { locale: "fr" });
    expect([status, body]).toEqual([200, { success: true, message: "Message envoyé avec succès\u00a0!" }]);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(await storedMessages()).toEqual([{ ...GOOD, message: "Is it in?\nThank you.", locale: "fr" }]);
  });

  it("gets it in English, too", async () => {
    expect((await program(GOOD)).body).toEqual({ success: true, message: "Thank you. Your message is on its way." });
  });

  it.each([
    ["no name", { name: " " }, "nameRequired", "Enter your name."],
    ["no address", { email: "" }, "emailRequired", "Enter your email address."],
    ["half an address", { email: "zoe@" }, "emailInvalid", "Enter an email address like name@example.com."],
    ["no subject", { subject: "" }, "subjectRequired", "Enter a subject."],
    ["no message", { message: "\n" }, "messageRequired", "Enter your message."],
    ["a subject that begins a header", { subject: "Hi\r\nBcc: all@example.com" }, "oneLine", /^Subject: use a single line/],
    [
      "an address that begins a header",
      { email: "zoe@example.com\nBcc: all@example.com" },
      "oneLine",
      /^Email: use a single line/,
    ],
    ["a name that begins a header", { name: "Zoë\rTo: all@example.com" }, "oneLine", /^Name: use a single line/],
    ["a novel", { message: "x".repeat(5001) }, "tooLong", "Message: use 5,000 characters or fewer."],
  ])("is refused with %s, and nothing is stored", async (_what, change, error, message) => {
    const reply = await program({ ...GOOD, ...change });
    expect(reply.status).toBe(422);
    expect(reply.body).toEqual({ error, message: message instanceof RegExp ? expect.stringMatching(message) : message });
    expect(await storedMessages()).toEqual([]);
  });

  it.each([
    ["half a text", '{"name":', 400, "not_json"],
    ["a list", "[]", 400, "wrong_shape"],
    ["a number for a name", { ...GOOD, name: 5 }, 400, "wrong_shape"],
    ["more than anybody writes", { ...GOOD, message: "x".repeat(70_000) }, 413, "too_large"],
  ])("is refused with %s", async (_what, body, status, error) => {
    const reply = await program(body);
    expect([reply.status, reply.body]).toEqual([status, { error, message: expect.any(String) }]);
    expect(await storedMessages()).toEqual([]);
  });

  it("gets the specification's sentence for an unreadable body, and if the message cannot be stored", async () => {
    const sentence = "Erreur lors de l'envoi du message";
    expect((await program("[]", { locale: "fr" })).body.message).toBe(sentence);
    await ctx.owner.query("ALTER TABLE contact_messages RENAME TO gone");
    try {
      const reply = await program(GOOD, { locale: "fr" });
      expect([reply.status, reply.body]).toEqual([503, { error: "failed", message: sentence }]);
    } finally {
      await ctx.owner.query("ALTER TABLE gone RENAME TO contact_messages");
    }
  });

  it("writes three times an hour; typing errors do not count, other senders of its address and other addresses do not suffer", async () => {
    for (let n = 0; n < 5; n += 1) await program({ ...GOOD, email: "zoe@" });
    for (let n = 0; n < 3; n += 1) expect((await program(GOOD)).status).toBe(200);
    const refused = await program(GOOD);
    expect([refused.status, refused.body.error]).toEqual([429, "tooMany"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await program(GOOD, { address: "203.0.113.8" })).status).toBe(200);
    expect((await program({ ...GOOD, email: "another@example.com" })).status).toBe(200);
    expect(await storedMessages()).toHaveLength(5);
  });

  it("that fills in the honeypot has its message stored, because password managers do so, too", async () => {
    const reply = await program({ ...GOOD, website: "https://example.com" });
    expect([reply.status, reply.body]).toEqual([200, { success: true, message: "Thank you. Your message is on its way." }]);
    expect(await storedMessages()).toHaveLength(1);
  });
});

describe("the form, without scripts", () => {
  it("keeps the message and leads to a page that says so", async () => {
    const reply = (await form({ ...GOOD, website: "" })) as Response;
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/contact?sent"]);
    expect(await storedMessages()).toHaveLength(1);
    const shown = await call(page.loader, "/contact?sent", {});
    expect(shown).toMatchObject({ isSent: true, trader: { email: ctx.brand.current.trader.email } });
  });

  it("sent twice or after a lost reply is one message; with a changed text it is another", async () => {
    const { requestKey } = (await call(page.loader, "/contact", {})) as { requestKey: string };
    const sent = { ...GOOD, website: "", requestKey };
    const replies = [...(await Promise.all([form(sent), form(sent)])), await form(sent)] as Response[];
    expect(replies.map((reply) => reply.headers.get("Location"))).toEqual(Array(3).fill("/contact?sent"));
    expect(await storedMessages()).toHaveLength(1);
    await form({ ...sent, message: "Is it in? And when?" });
    expect((await storedMessages()).map(({ message }) => message)).toEqual(["Is it in?\nThank you.", "Is it in? And when?"]);
    await program({ ...GOOD, requestKey: "as-a-program-likes" }, { address: "203.0.113.8" });
    await program({ ...GOOD, requestKey: "as-a-program-likes" }, { address: "203.0.113.8" });
    expect(await storedMessages()).toHaveLength(3);
  });

  it("returns typed text and missing fields", async () => {
    const reply = await form({ ...GOOD, email: "zoe@", subject: "" });
    expect(reply).toMatchObject({
      init: { status: 422 },
      data: {
        refused: {
          error: { email: ["emailInvalid"], subject: ["subjectRequired"] },
          initialValue: { name: "Zoë O’Hara", email: "zoe@" },
        },
      },
    });
    expect(await storedMessages()).toEqual([]);
  });

  it("refuses line breaks in a line", async () => {
    expect(await form({ ...GOOD, subject: "Hi\r\nBcc: all@example.com" })).toMatchObject({
      data: { refused: { error: { subject: ["oneLine"] } } },
    });
  });

  it("shares its limit with programs", async () => {
    for (let n = 0; n < 3; n += 1) await program(GOOD);
    expect(await form(GOOD)).toMatchObject({
      init: { status: 429, headers: { "Retry-After": expect.stringMatching(/^\d+$/) } },
      data: { refused: { error: { "": ["tooMany"] } }, minutes: expect.any(Number) },
    });
  });

  it("keeps typed text if the message cannot be stored", async () => {
    await ctx.owner.query("ALTER TABLE contact_messages RENAME TO gone");
    try {
      expect(await form(GOOD)).toMatchObject({
        init: { status: 503 },
        data: { refused: { error: { "": ["failed"] }, initialValue: { message: "Is it in?\r\nThank you." } } },
      });
    } finally {
      await ctx.owner.query("ALTER TABLE gone RENAME TO contact_messages");
    }
  });

  it("survives many megabytes", async () => {
    expect(await form({ ...GOOD, message: "x".repeat(5_000_000) })).toMatchObject({
      init: { status: 413 },
      data: { refused: { error: { "": ["tooLarge"] } } },
    });
  });
});

it("messages are deleted after 24 months, as the privacy policy says, and not before", async () => {
  await program(GOOD);
  const written = ctx.now();
  const afterMonths = (months: number, days: number) => {
    const date = new Date(written);
    date.setUTCMonth(date.getUTCMonth() + months, date.getUTCDate() + days);
    return date;
  };
  try {
    ctx.setNow(afterMonths(24, -1));
    await forgetMessages(ctx);
    expect(await storedMessages()).toHaveLength(1);
    ctx.setNow(afterMonths(24, 1));
    await forgetMessages(ctx);
    expect(await storedMessages()).toEqual([]);
  } finally {
    ctx.setNow(written);
  }
});

describe("what a message is about", () => {
  const status = (reply: unknown) =>
    reply instanceof Response ? reply.status : (reply as { init: { status: number } }).init.status;
  const write = async (about: string, cookie = "") => {
    const init = { method: "POST", body: new URLSearchParams({ ...GOOD, about }), headers: { cookie } };
    return call(page.action, "/contact", init, { locale: "fr" });
  };

  it("stands above it, and need not be said; on one line of 150 characters", async () => {
    expect([await write(" La Valmont "), await write("")].map(status)).toEqual([303, 303]);
    const texts = (await storedMessages()).map(({ message }) => message);
    expect(texts.toSorted()).toEqual(["Au sujet de\u00a0: La Valmont\n\nIs it in?\nThank you.", "Is it in?\nThank you."]);
    expect([await write("a\nb"), await write("x".repeat(151))].map(status)).toEqual([422, 422]);
    expect(await storedMessages()).toHaveLength(2);
  });

  it("is one of the signed-in visitor's orders; for others the owner of a number stays hidden", async () => {
    const [player, stranger] = [await registered(ctx), await registered(ctx)];
    const bought = await order(ctx, await makeLottery(ctx), 1, { id: player.userId, email: player.email });
    const row = ctx.db.selectFrom("orders").select("order_number").where("id", "=", bought.orderId);
    const number = (await row.executeTakeFirstOrThrow()).order_number;
    const signedIn = (who: typeof player) => sessionCookie(ctx, who.sessionToken).split(";")[0];
    const replies = [
      await write(number.toLowerCase().replace("-", " "), signedIn(player)),
      await write(number),
      await write(number, signedIn(stranger)),
    ];
    expect(replies.map(status)).toEqual([303, 303, 422]);
    expect(replies[2]).toMatchObject({ data: { refused: { error: { about: ["aboutNotOwn"] } } } });
  });

  it("is a complaint, too, whose number its mails ask for, where it is the visitor's own", async () => {
    const [player, stranger] = [await registered(ctx), await registered(ctx)];
    await ctx.db.updateTable("users").set({ email_verified: true }).execute();
    await call(page.action, "/contact", {
      method: "POST",
      body: new URLSearchParams({ ...GOOD, email: player.email, complaint: "on" }),
    });
    const { number } = await ctx.db.selectFrom("complaints").select("number").executeTakeFirstOrThrow();
    const signedIn = (who: typeof player) => sessionCookie(ctx, who.sessionToken).split(";")[0];
    const replies = [await write(number.toLowerCase(), signedIn(player)), await write(number, signedIn(stranger))];
    expect(replies.map(status)).toEqual([303, 422]);
  });
});
