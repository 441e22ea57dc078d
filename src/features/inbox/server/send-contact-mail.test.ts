/** Messages to the shop and their receipts, over real SMTP. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeUser } from "#demo/makers.ts";
import { forgetMessages } from "#features/mail/server/forget-messages.ts";
import { sendContactMail } from "#features/mail/server/send-mails.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import type { CaughtMail } from "#platform/mail/mail-catcher.server.ts";
import { findComplaintNumber } from "./answer-complaint.ts";
import { listInbox } from "./list-inbox.ts";
import { sendContactMessage } from "./send-contact-message.ts";

let ctx: TestCtx;
let queued: JobData["contact-mail"][];
beforeAll(async () => {
  ctx = await testCtx();
  const send = async (_tx: unknown, name: string, data: unknown) => {
    if (name === "contact-mail") queued.push(data as JobData["contact-mail"]);
  };
  Object.assign(ctx, { jobs: { ...ctx.jobs, send } });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  queued = [];
  await ctx.owner.query("TRUNCATE rate_limits, contact_messages, complaints, conversation_entries");
});

const LETTER = {
  name: "Zoë O’Hara",
  email: "Zoe@example.com",
  subject: "My <b>ticket</b>",
  message: "Is it in?\nBuy pills at https://evil.test",
};

const BASE = { decoy: "", locale: "en" } as const;

async function write(change: Partial<typeof LETTER> = {}, { address = "203.0.113.7", locale = "en" as "en" | "fr" } = {}) {
  const sent = await sendContactMessage(ctx, { fields: { ...LETTER, ...change }, decoy: "", address, locale });
  if (!sent.ok) throw new Error(sent.error);
}

/** Runs queued jobs; returns the mails by recipient. */
async function work(): Promise<Map<string, CaughtMail>> {
  const before = new Set((await ctx.mailbox?.list())?.mails.map(({ id }) => id));
  for (const job of queued.splice(0)) {
    await sendContactMail(ctx, job);
    // A job that runs twice sends nothing twice.
    await sendContactMail(ctx, job);
  }
  const fresh = (await ctx.mailbox?.list())?.mails.filter(({ id }) => !before.has(id)) ?? [];
  const mails = await Promise.all(fresh.map(({ id }) => ctx.mailbox?.get(id)));
  const found = mails.filter((mail) => mail !== undefined);
  expect(new Set(found.map(({ to }) => to)).size).toBe(found.length);
  return new Map(found.map((mail) => [mail.to, mail]));
}
const header = (mail: CaughtMail | undefined, name: string) => mail?.headers.find((each) => each.name === name)?.value;

it("goes to the shop with a reply address, as written and without markup", async () => {
  await write();
  const mails = await work();
  expect([...mails.keys()].toSorted()).toEqual(["Zoe@example.com", ctx.brand.current.trader.email].toSorted());
  const notice = mails.get(ctx.brand.current.trader.email);
  expect(header(notice, "Reply-To")).toBe("Zoe@example.com");
  expect(notice?.from).toBe(ctx.env.mailFrom);
  expect(notice?.subject).toBe("Message to the shop: My <b>ticket</b>");
  for (const words of ["Zoë O’Hara <Zoe@example.com>", "My <b>ticket</b>", LETTER.message]) expect(notice?.text).toContain(words);
  expect(notice?.html).toContain("My &lt;b&gt;ticket&lt;/b&gt;");
  expect(notice?.html).not.toContain("<b>");
});

it("has no bidirectional marks, in the mail or in the list of messages", async () => {
  await write({ name: "Zoë\u202e", subject: "Order \u2067refunded\u202e today" });
  const notice = (await work()).get(ctx.brand.current.trader.email);
  expect(notice?.subject).toBe("Message to the shop: Order refunded today");
  expect(`${notice?.text}${notice?.html}`).not.toMatch(/\p{Bidi_Control}/u);
});

it("is confirmed to the visitor in their language, without the typed text", async () => {
  await write({ name: "Win https://evil.test", subject: "Cheap pills" }, { locale: "fr" });
  const receipt = (await work()).get("Zoe@example.com");
  expect(receipt?.subject).toBe("Nous avons bien reçu votre message");
  for (const typed of ["evil.test", "pills", "Win"]) {
    expect(receipt?.text).not.toContain(typed);
    expect(receipt?.html).not.toContain(typed);
  }
  expect(header(receipt, "Auto-Submitted")).toBe("auto-generated");
  expect(receipt?.text).toContain(ctx.brand.current.trader.address);
});

it("has at most three receipts a day per mailbox, in any spelling; the shop gets every message", async () => {
  for (const [n, email] of [
    "zoe@example.com",
    "ZOE@example.com",
    "zoe+a@example.com",
    "zoe@example.com",
    "zoe+b@example.com",
  ].entries())
    await write({ email }, { address: `203.0.113.${n}` });
  expect(queued.map(({ withReceipt }) => withReceipt)).toEqual([true, true, true, false, false]);
});

it("is confirmed to the visitor also while the shop's mailbox fails, and arrives there later", async () => {
  await write();
  const [job] = queued;
  if (!job) throw new Error("nothing was queued");
  const send: TestCtx["mail"]["send"] = (mail) =>
    mail.to === ctx.brand.current.trader.email
      ? Promise.resolve({ ok: false, error: "temporary", code: "452 4.2.2" } as const)
      : ctx.mail.send(mail);
  await expect(sendContactMail({ ...ctx, mail: { ...ctx.mail, send } }, job)).rejects.toThrow("452 4.2.2");
  const states = async () =>
    (await ctx.pool.query("SELECT state FROM mails WHERE message LIKE '%:' || $1 ORDER BY message", [job.messageId])).rows.map(
      ({ state }) => state,
    );
  expect(await states()).toEqual(["sent", "sending"]);
  await sendContactMail(ctx, job);
  expect(await states()).toEqual(["sent", "sent"]);
});

it("leaves no visitor's address behind once it is deleted", async () => {
  await write();
  await work();
  const addresses = async () =>
    (await ctx.pool.query("SELECT recipient FROM mails WHERE recipient ILIKE 'zoe@%' AND message LIKE 'contact-%'")).rowCount;
  await forgetMessages(ctx);
  expect(await addresses()).toBe(1);
  await ctx.owner.query("TRUNCATE contact_messages, complaints, conversation_entries");
  await forgetMessages(ctx);
  expect(await addresses()).toBe(0);
});

it("nor the address of a receipt that was never sent and is no longer retried", async () => {
  await write({ email: "zoe.busy@example.com" });
  const [job] = queued;
  if (!job) throw new Error("nothing was queued");
  const send: TestCtx["mail"]["send"] = (mail) =>
    mail.to === "zoe.busy@example.com"
      ? Promise.resolve({ ok: false, error: "temporary", code: "450 4.2.0" } as const)
      : ctx.mail.send(mail);
  await expect(sendContactMail({ ...ctx, mail: { ...ctx.mail, send } }, job)).rejects.toThrow("450 4.2.0");
  const storedMails = async () => (await ctx.pool.query("SELECT FROM mails WHERE recipient = 'zoe.busy@example.com'")).rowCount;
  await forgetMessages(ctx);
  expect(await storedMails()).toBe(1);
  await ctx.owner.query("TRUNCATE contact_messages, complaints, conversation_entries");
  await forgetMessages(ctx);
  expect(await storedMails()).toBe(0);
  // A later attempt sends nothing.
  await sendContactMail(ctx, job);
  expect(await storedMails()).toBe(0);
});

it("with a filled decoy is stored as doubtful and sent on; a complaint keeps its number and deadlines", async () => {
  const decoyed = { ...BASE, decoy: "https://example.org" };
  const sent = await sendContactMessage(ctx, { ...decoyed, fields: LETTER, address: "203.0.113.7" });
  const fields = { ...LETTER, subject: "My prize never came" };
  const complained = await sendContactMessage(ctx, { ...decoyed, fields, address: "203.0.113.7", isComplaint: true });
  if (!sent.ok || !complained.ok) throw new Error("refused");
  const { rows } = await ctx.pool.query("SELECT id, is_doubtful FROM contact_messages ORDER BY id = $1 DESC", [sent.value]);
  expect(rows).toEqual([sent.value, complained.value].map((id) => ({ id, is_doubtful: true })));
  expect(queued).toHaveLength(2);
  expect(await findComplaintNumber(ctx, complained.value)).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  await write();
  const doubtful = await listInbox(ctx, { kind: "command" }, { q: "", view: "doubtful", page: 1 });
  expect(doubtful.ok && doubtful.value.found).toBe(2);
  const open = await listInbox(ctx, { kind: "command" }, { q: "", view: "open", page: 1 });
  expect(open.ok && open.value.found).toBe(3);
});

it("is limited by sender, then by network, except for complaints of signed-in people", async () => {
  const send = async (change: Partial<Parameters<typeof sendContactMessage>[1]>, email = "zoe@example.com") => {
    const sent = await sendContactMessage(ctx, { ...BASE, fields: { ...LETTER, email }, address: "203.0.113.7", ...change });
    return sent.ok ? "sent" : sent.error;
  };
  for (let n = 0; n < 3; n++) expect(await send({})).toBe("sent");
  expect(await send({}, "zoe+again@example.com")).toBe("tooMany");
  // Other people in the network, and the same person elsewhere.
  for (let n = 0; n < 27; n++) expect(await send({}, `person.${n}@example.com`)).toBe("sent");
  expect(await send({}, "one.more@example.com")).toBe("tooManyOfNetwork");
  expect(await send({ address: "203.0.113.8" })).toBe("sent");

  const { id: senderId } = await makeUser(ctx);
  for (let n = 0; n < 3; n++) expect(await send({ senderId })).toBe("sent");
  expect(await send({ senderId })).toBe("tooMany");
  expect(await send({ senderId, isComplaint: true })).toBe("sent");
  const { rows } = await ctx.pool.query("SELECT count(*)::int AS count FROM contact_messages WHERE is_doubtful");
  expect(rows).toEqual([{ count: 1 }]);
});
