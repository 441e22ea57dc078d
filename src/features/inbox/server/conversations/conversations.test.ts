/** Conversations: answers by mail, threading of replies, states, notes, assignment and templates. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { exportMessages, forgetMessages, forgetMessagesFrom } from "#features/mail/server/forget-messages.ts";
import { sendContactMail, sendConversationMail } from "#features/mail/server/send-mails.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import { conversationState, fillTemplate } from "../../rules/conversation.ts";
import { answerComplaint } from "../answer-complaint.ts";
import { alertWaitingMessages, listInbox, showMessage } from "../list-inbox.ts";
import { deleteMessage } from "../mark-message.ts";
import { sendContactMessage } from "../send-contact-message.ts";
import { type WrittenEntry, writeEntry } from "./answer-message.ts";
import { assignMessage, listAssignees } from "./assign-message.ts";
import { showConversation } from "./show-conversation.ts";
import { recordEmail, startConversation } from "./start-conversation.ts";
import { deleteTemplate, listTemplates, saveTemplate } from "./templates.ts";

let ctx: TestCtx;
let admin: Actor & { kind: "admin" };
let player: Actor & { kind: "admin" };
let queued: { name: string; data: unknown }[] = [];
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const send = async (_tx: unknown, name: string, data: unknown) => void queued.push({ name, data });
  Object.assign(ctx, { jobs: { ...ctx.jobs, send } });
  const boss = await registered(ctx);
  admin = { kind: "admin", id: boss.userId, reauthAt: ctx.now() };
  player = { kind: "admin", id: (await makeUser(ctx)).id };
  await ctx.db.insertInto("admin_user").values({ id: boss.userId }).execute();
});
afterAll(() => ctx.close());
beforeEach(async () => {
  queued = [];
  await ctx.owner.query("TRUNCATE contact_messages, complaints, conversation_entries");
});

const LETTER = { name: "Zoë O’Hara", email: "zoe@example.com", subject: "My ticket", message: "Is it in?" };
type Change = Partial<typeof LETTER> & { senderId?: string; isComplaint?: boolean; requestKey?: string; decoy?: string };
async function write({ senderId, isComplaint = false, requestKey, decoy = "", ...change }: Change = {}): Promise<string> {
  const fields = { ...LETTER, ...change };
  const letter = { fields, decoy, address: "192.0.2.1", senderId, locale: "en", isComplaint, requestKey } as const;
  const sent = await sendContactMessage(ctx, letter);
  if (!sent.ok || sent.value === undefined) throw new Error("not stored");
  return sent.value;
}
const answer = (id: string, text = "Yes, it is.", more: Partial<WrittenEntry> = {}) =>
  writeEntry(ctx, admin, id, { kind: "answer", text, ...more });
async function show(id: string) {
  const message = await showMessage(ctx, admin, id);
  if (!message.ok) throw new Error(message.error);
  const conversation = await showConversation(ctx, admin, message.value);
  if (!conversation.ok) throw new Error(conversation.error);
  return { ...message.value, ...conversation.value, state: conversationState(message.value) };
}
const textsOf = async (id: string) => (await show(id)).entries.map(({ kind, text }) => [kind, text]);
const jobs = (name: string) => queued.filter((job) => job.name === name).map(({ data }) => data);
async function sendQueued(): Promise<void> {
  for (const data of jobs("conversation-mail")) await sendConversationMail(ctx, data as JobData["conversation-mail"]);
}
async function mailsTo(email: string) {
  const { mails = [] } = (await ctx.mailbox?.list()) ?? {};
  return mails.filter(({ to }) => to === email);
}
async function exportOf(userId: string) {
  const user = await ctx.db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
  return exportMessages(ctx, {
    ...{ id: userId, email: user.email ?? "", emailVerified: user.email_verified },
    ...{ firstName: user.first_name, lastName: user.last_name, createdAt: user.created_at },
  });
}
const logged = async (id: string) =>
  (await ctx.db.selectFrom("audit_log").select(["action", "after"]).where("subject_id", "=", id).orderBy("id").execute()).map(
    ({ action }) => action,
  );
const viewOf = async (view: Parameters<typeof listInbox>[2]["view"], q = "") => {
  const listed = await listInbox(ctx, admin, { q, view, page: 1 });
  return listed.ok ? listed.value.messages.map(({ id }) => id) : [];
};

describe("an answer", () => {
  it("is mailed once with the reference in its subject, and the conversation waits for the player", async () => {
    const email = `${randomUUID()}@example.com`;
    const id = await write({ email });
    expect(await answer(id)).toMatchObject({ ok: true });
    const { number, state, readAt } = await show(id);
    expect({ state, isRead: readAt !== undefined }).toEqual({ state: "waiting", isRead: true });
    await sendQueued();
    await sendQueued();
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual([`Re: My ticket [#${number}]`]);
    const mail = await ctx.mailbox?.get(mails[0]?.id ?? "");
    expect(mail?.text).toContain("Yes, it is.");
    expect(mail?.headers.find(({ name }) => name === "Reply-To")?.value).toBe(ctx.brand.current.trader.email);
    expect((await show(id)).entries[0]).toMatchObject({ kind: "answer", mailState: "sent", authorId: admin.id });
    expect(await logged(id)).toEqual(["message.answer"]);
  });

  it("that is sent twice is one", async () => {
    const id = await write();
    const requestKey = randomUUID();
    await answer(id, "Yes.", { requestKey });
    expect(await answer(id, "Yes.", { requestKey, seen: 0 })).toMatchObject({ ok: true });
    expect(await textsOf(id)).toEqual([["answer", "Yes."]]);
    expect(jobs("conversation-mail")).toHaveLength(1);
  });

  it("may close the conversation, which a further message opens again", async () => {
    const id = await write();
    await answer(id, "Yes.", { closes: true });
    const { number, state } = await show(id);
    expect(state).toBe("closed");
    expect(await write({ subject: `Re: My ticket [#${number}]`, message: "Thanks!" })).toBe(id);
    expect(await show(id)).toMatchObject({ state: "open", readAt: undefined });
  });

  it("is refused without text, with an unfilled placeholder, too long, or if the conversation went on", async () => {
    const id = await write();
    expect(await answer(id, "  ")).toMatchObject({ error: "no_text" });
    expect(await answer(id, "Order {{order}}")).toMatchObject({ error: "unfilled" });
    expect(await answer(id, "x".repeat(5001))).toMatchObject({ error: "too_long" });
    await write({ message: "And another thing" });
    expect(await answer(id, "Yes.", { seen: 0 })).toMatchObject({ error: "meanwhile" });
    expect(await answer(id, "Yes.", { seen: 1 })).toMatchObject({ ok: true });
    expect(await answer(randomUUID())).toMatchObject({ error: "not_found" });
    expect(await writeEntry(ctx, player, id, { kind: "answer", text: "Yes." })).toMatchObject({ error: "forbidden" });
  });

  it("keeps the conversation until its mail has left", async () => {
    const id = await write();
    await answer(id, "Yes.");
    expect(await deleteMessage(ctx, admin, id)).toMatchObject({ error: "answer_under_way" });
    await sendQueued();
    expect(await deleteMessage(ctx, admin, id)).toMatchObject({ ok: true });
  });
});

describe("a further message", () => {
  it("joins the open conversation of its address, and the shop is notified of each", async () => {
    const id = await write();
    const email = "ZOE@example.com";
    expect(await write({ email, subject: "One more", message: "When?" })).toBe(id);
    expect(await textsOf(id)).toEqual([["message", "When?"]]);
    for (const job of jobs("contact-mail")) await sendContactMail(ctx, job as JobData["contact-mail"]);
    const { rows } = await ctx.pool.query(
      "SELECT count(*)::int AS notices FROM mails WHERE message LIKE 'contact:' || $1 || '%'",
      [id],
    );
    expect(rows).toEqual([{ notices: 2 }]);
  });

  it("joins the conversation of the same signed-in player, and answers go to the address typed last", async () => {
    const { id: senderId } = await makeUser(ctx);
    const [wrong, right] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const id = await write({ senderId, email: wrong });
    expect(await write({ senderId, email: right, name: "Zoe Other" })).toBe(id);
    const { entries, replyAddress } = await show(id);
    expect(entries[0]).toMatchObject({ authorId: senderId, name: "Zoe Other", email: right });
    expect(replyAddress).toBe(right);
    for (const job of jobs("contact-mail").slice(1)) await sendContactMail(ctx, job as JobData["contact-mail"]);
    await answer(id);
    await sendQueued();
    expect(await mailsTo(wrong)).toEqual([]);
    expect(await mailsTo(right)).toHaveLength(2);
  });

  it("never joins the conversation of another account that typed the same address", async () => {
    const [stranger, victim] = [await makeUser(ctx), await makeUser(ctx)];
    const id = await write({ senderId: stranger.id, email: victim.email });
    expect(await write({ email: victim.email, message: "My secret" })).not.toBe(id);
    expect(await write({ email: victim.email, senderId: victim.id, message: "Another secret" })).not.toBe(id);
    expect(JSON.stringify(await exportOf(stranger.id))).not.toContain("secret");
    const own = JSON.stringify(await exportOf(victim.id));
    expect(own).toContain("My secret");
    expect(own).not.toContain("Is it in?");
  });

  it("of a signed-in player does not join a conversation of the same address without an account", async () => {
    const stranger = await makeUser(ctx);
    const id = await write();
    expect(await write({ senderId: stranger.id })).not.toBe(id);
  });

  it("of another address begins another conversation, also with a guessed reference", async () => {
    const id = await write();
    const { number } = await show(id);
    expect(await write({ email: "eve@example.com", subject: `Re: [#${number}]` })).not.toBe(id);
    expect(await textsOf(id)).toEqual([]);
  });

  it("begins another conversation if the first is closed, if it is a complaint, or if it is doubtful", async () => {
    const id = await write();
    const complaint = await write({ isComplaint: true, message: "Shame!" });
    const doubtful = await write({ decoy: "x", message: "Pills" });
    expect(new Set([id, complaint, doubtful]).size).toBe(3);
    await ctx.db.updateTable("contact_messages").set({ done_at: ctx.now() }).execute();
    expect([id, complaint, doubtful]).not.toContain(await write({ message: "A year later" }));
  });

  it("that is sent twice at once is stored once", async () => {
    const requestKey = randomUUID();
    const ids = await Promise.all([write({ requestKey }), write({ requestKey }), write({ requestKey })]);
    expect(new Set(ids).size).toBe(1);
    const further = { requestKey: randomUUID(), message: "Twice" };
    await Promise.all([write(further), write(further)]);
    expect(await textsOf(ids[0] ?? "")).toEqual([["message", "Twice"]]);
  });

  it("restarts the time in which the shop promises an answer", async () => {
    const waits = async (at: string) => {
      await alertWaitingMessages(Object.assign(Object.create(ctx) as TestCtx, { now: () => new Date(at) }));
      const open = ctx.db.selectFrom("alerts").select("id").where("kind", "=", "messages_wait").where("handled_at", "is", null);
      return (await open.execute()).length > 0;
    };
    const id = await write();
    const earlier = new Date("2026-11-02T10:00:00Z");
    await ctx.db.updateTable("contact_messages").set({ created_at: earlier }).where("id", "=", id).execute();
    expect(await waits("2026-11-06T10:00:00Z")).toBe(true);
    await answer(id);
    expect(await waits("2026-11-06T11:00:00Z")).toBe(false);
    await write({ message: "Thanks, but when?" });
    await ctx.db
      .updateTable("contact_messages")
      .set({ reopened_at: new Date("2026-11-09T10:00:00Z") })
      .execute();
    expect(await waits("2026-11-10T10:00:00Z")).toBe(false);
    expect(await waits("2026-11-13T10:00:00Z")).toBe(true);
  });
});

describe("an e-mail in the shop's mailbox", () => {
  const record = async (fields: Partial<typeof LETTER>, isSamePerson = false) => {
    const received = { fields: { ...LETTER, ...fields }, locale: "en", isSamePerson, requestKey: undefined } as const;
    const recorded = await recordEmail(ctx, admin, received);
    return recorded.ok ? recorded.value : recorded.error;
  };
  it("is copied into its conversation by the reference, by the address, or begins one", async () => {
    const id = await write();
    const { number } = await show(id);
    const fromWork = { email: "zoe.work@example.com", subject: `RE: My ticket [#${number}]`, message: "From work" };
    expect(await record(fromWork)).toBe("other_address");
    expect(await record(fromWork, true)).toBe(id);
    expect(await show(id)).toMatchObject({ replyAddress: fromWork.email });
    expect(await record({ message: "From home" })).toBe(id);
    expect((await textsOf(id)).map(([, text]) => text)).toEqual(["From work", "From home"]);
    const other = await record({ email: "new@example.com" });
    expect(other).not.toBe(id);
    expect(await logged(other)).toEqual(["message.record"]);
  });

  it("of an account's typed, not confirmed address is another person's until staff confirm it", async () => {
    const [stranger, victim] = [await makeUser(ctx), await makeUser(ctx)];
    const id = await write({ senderId: stranger.id, email: victim.email });
    const reply = { email: victim.email, subject: `Re: [#${(await show(id)).number}]`, message: "I did not write" };
    expect(await record(reply)).toBe("other_address");
    expect(await record({ ...reply, subject: "Re" })).not.toBe(id);
    const own = await write({ senderId: victim.id, email: "elsewhere@example.com" });
    expect(await record(reply)).toBe("other_address");
    expect(await record({ ...reply, subject: "Re" })).toBe(own);
  });

  it("is pasted into a conversation, which opens again", async () => {
    const id = await write();
    await answer(id, "Yes.", { closes: true });
    expect(await writeEntry(ctx, admin, id, { kind: "email", text: "Thanks" })).toMatchObject({ ok: true });
    expect(await show(id)).toMatchObject({ state: "open" });
    expect(jobs("conversation-mail")).toHaveLength(1);
  });
});

it("a note is neither mailed nor changes the state, and the log has none of its words", async () => {
  const id = await write();
  await writeEntry(ctx, admin, id, { kind: "note", text: "A secret thought" });
  expect(await show(id)).toMatchObject({ state: "open" });
  expect(jobs("conversation-mail")).toEqual([]);
  const { rows } = await ctx.pool.query("SELECT FROM audit_log a WHERE a::text LIKE '%secret thought%'");
  expect(rows).toEqual([]);
});

it("is assigned to staff who may answer, and listed under mine, unassigned, open and waiting", async () => {
  const [mine, free, answered] = [
    await write(),
    await write({ email: "b@example.com" }),
    await write({ email: "c@example.com" }),
  ];
  expect(await listAssignees(ctx)).toEqual([{ id: admin.id, name: expect.any(String) }]);
  expect(await assignMessage(ctx, admin, { messageId: mine, assigneeId: admin.id })).toMatchObject({ ok: true });
  expect(await assignMessage(ctx, admin, { messageId: mine, assigneeId: admin.id })).toMatchObject({ ok: true });
  expect(await assignMessage(ctx, admin, { messageId: mine, assigneeId: player.id })).toMatchObject({ error: "no_assignee" });
  expect(await assignMessage(ctx, player, { messageId: mine, assigneeId: "" })).toMatchObject({ error: "forbidden" });
  await answer(answered);
  expect(await viewOf("mine")).toEqual([mine]);
  expect(await viewOf("unassigned")).toEqual([free]);
  expect((await viewOf("open")).toSorted()).toEqual([mine, free].toSorted());
  expect(await viewOf("waiting")).toEqual([answered]);
  expect(await viewOf("all", `#${(await show(free)).number}`)).toEqual([free]);
  expect(await viewOf("all", "yes, it is")).toEqual([answered]);
  expect(await logged(mine)).toEqual(["message.assign"]);
});

it("the recorded answer to a complaint is an entry with its author", async () => {
  const id = await write({ isComplaint: true });
  await answer(id, "We are looking into it.", { seen: 0 });
  await answerComplaint(ctx, admin, id, { outcome: "upheld", answer: "Sorry." });
  expect((await textsOf(id)).toSorted()).toEqual([
    ["answer", "Sorry."],
    ["answer", "We are looking into it."],
  ]);
  const { entries, state } = await show(id);
  expect(new Set(entries.map(({ authorId }) => authorId))).toEqual(new Set([admin.id]));
  expect(state).toBe("closed");
});

describe("the shop writes first", () => {
  const start = (userId: string, more: Partial<Parameters<typeof startConversation>[2]> = {}) =>
    startConversation(ctx, admin, { userId, subject: "Your prize", text: "Please call us.", ...more });
  it("to a player once, in a conversation that waits for them", async () => {
    const { id: userId, email } = await makeUser(ctx, { locale: "fr" });
    const requestKey = randomUUID();
    const started = await start(userId, { requestKey });
    expect(await start(userId, { requestKey })).toEqual(started);
    const id = started.ok ? started.value : "";
    expect(await show(id)).toMatchObject({ state: "waiting", locale: "fr", account: { id: userId } });
    await sendQueued();
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([`Your prize [#${(await show(id)).number}]`]);
    expect(await write({ senderId: userId })).toBe(id);
  });

  it("but not without the right, an address or a text", async () => {
    const { id } = await makeUser(ctx);
    expect(await startConversation(ctx, player, { userId: id, subject: "x", text: "y" })).toMatchObject({ error: "forbidden" });
    expect(await start(randomUUID())).toMatchObject({ error: "no_address" });
    expect(await start(id, { subject: " " })).toMatchObject({ error: "no_subject" });
    expect(await start(id, { text: " " })).toMatchObject({ error: "no_text" });
  });
});

describe("templates", () => {
  it("are there from the start in both languages, and are changed and deleted", async () => {
    const list = async () => {
      const listed = await listTemplates(ctx, admin);
      return listed.ok ? listed.value : [];
    };
    const [first, ...others] = await list();
    expect(others.length).toBeGreaterThan(2);
    expect(first?.textFr).toContain("{{name}}");
    const texts = { name: "A1", text: "Hello {{ name }}", textFr: "" };
    expect(await saveTemplate(ctx, admin, { id: "", ...texts })).toMatchObject({ ok: true });
    const made = (await list()).find(({ name }) => name === "A1");
    expect(made).toMatchObject({ text: "Hello {{ name }}", textFr: undefined });
    expect(await saveTemplate(ctx, admin, { id: made?.id ?? "", ...texts, textFr: "Bonjour" })).toMatchObject({ ok: true });
    expect((await list()).find(({ name }) => name === "A1")).toMatchObject({ textFr: "Bonjour" });
    await deleteTemplate(ctx, admin, made?.id ?? "");
    expect((await list()).map(({ name }) => name)).not.toContain("A1");
    expect(await logged(made?.id ?? "")).toEqual(["template.save", "template.save", "template.delete"]);
  });

  it("are refused without a name, a text or a known placeholder", async () => {
    const saved = await saveTemplate(ctx, admin, { id: "", name: "", text: " ", textFr: "{{password}}" });
    expect(saved).toMatchObject({ problems: { name: "no_name", text: "no_text", textFr: "unknown_placeholder" } });
    expect(await saveTemplate(ctx, player, { id: "", name: "x", text: "y", textFr: "" })).toMatchObject({ error: "forbidden" });
  });

  it("leave a placeholder without a value, and do not parse values", () => {
    const values = { name: "{{order}}", shop: "Concours" };
    expect(fillTemplate("{{name}} {{order}} {{ shop }} {{x}}", values)).toBe("{{order}} {{order}} Concours {{x}}");
  });
});

it("the personal export has the whole conversation; erasure and the end of retention delete it", async () => {
  const { id: userId, email } = await makeUser(ctx);
  const mine = await write({ senderId: userId, email: "elsewhere@example.com" });
  await answer(mine, "Yes.");
  await sendQueued();
  const exported = await exportOf(userId);
  expect(exported.messages_written).toMatchObject([{ message: "Is it in?", conversation: [{ kind: "answer", text: "Yes." }] }]);
  await forgetMessagesFrom(ctx, { userId, to: email, firstName: "Amelia" });
  expect(await showMessage(ctx, admin, mine)).toMatchObject({ error: "not_found" });
  expect(await ctx.db.selectFrom("conversation_entries").select("id").execute()).toEqual([]);

  const old = await write({ email: "old@example.com" });
  await answer(old, "Yes.");
  queued = queued.filter(({ data }) => (data as { messageId: string }).messageId === old);
  await sendQueued();
  const past = new Date("2020-01-01");
  await ctx.db.updateTable("contact_messages").set({ created_at: past, answered_at: past }).where("id", "=", old).execute();
  await ctx.owner.query("UPDATE conversation_entries SET at = $1", [past]);
  await forgetMessages(ctx);
  const { rows } = await ctx.pool.query("SELECT FROM mails WHERE recipient = 'old@example.com'");
  expect(rows).toEqual([]);
});
