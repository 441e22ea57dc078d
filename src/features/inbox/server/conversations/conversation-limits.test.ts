/** Conversations: corrected texts, unconfirmed addresses, limits, former staff, mail states and retention. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { exportMessages, forgetMessages, forgetMessagesOfErased } from "#features/mail/server/forget-messages.ts";
import { eraseUser } from "#features/orders/server/players/erase-user.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { addMonths } from "#shared/dates/dates.ts";
import { conversationState } from "../../rules/conversation.ts";
import { answerComplaint } from "../answer-complaint.ts";
import { listInbox, showMessage } from "../list-inbox.ts";
import { markMessage } from "../mark-message.ts";
import { sendContactMessage } from "../send-contact-message.ts";
import { writeEntry } from "./answer-message.ts";
import { assignMessage } from "./assign-message.ts";
import { showConversation } from "./show-conversation.ts";
import { recordEmail, startConversation } from "./start-conversation.ts";

let ctx: TestCtx;
let admin: Actor & { kind: "admin" };
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  Object.assign(ctx, { jobs: { ...ctx.jobs, send: async () => undefined } });
  const { userId } = await registered(ctx);
  admin = { kind: "admin", id: userId, reauthAt: ctx.now() };
  await ctx.db.insertInto("admin_user").values({ id: userId }).execute();
});
afterAll(() => ctx.close());
beforeEach(() => ctx.owner.query("TRUNCATE contact_messages, complaints, conversation_entries"));

const FIELDS = { name: "Zoë", email: "zoe@example.com", subject: "My ticket", message: "Is it in?" };
async function write({ senderId, isComplaint = false }: { senderId?: string; isComplaint?: boolean } = {}): Promise<string> {
  const letter = { fields: FIELDS, decoy: "", address: "192.0.2.1", senderId, locale: "en", isComplaint } as const;
  const sent = await sendContactMessage(ctx, letter);
  if (!sent.ok || sent.value === undefined) throw new Error("not stored");
  return sent.value;
}
const answer = (id: string, text = "Yes.", requestKey?: string) =>
  writeEntry(ctx, admin, id, { kind: "answer", text, closes: true, requestKey });
const start = (userId: string, text = "Please call us.", requestKey?: string) =>
  startConversation(ctx, admin, { userId, subject: "Your prize", text, requestKey });
async function show(id: string) {
  const message = await showMessage(ctx, admin, id);
  if (!message.ok) throw new Error(message.error);
  const conversation = await showConversation(ctx, admin, message.value);
  if (!conversation.ok) throw new Error(conversation.error);
  return { ...conversation.value, state: conversationState(message.value) };
}
const idOf = (started: Awaited<ReturnType<typeof start>>) => (started.ok ? started.value : "");

it("a corrected text with the key of a stored request is not reported as sent", async () => {
  const id = await write();
  const requestKey = randomUUID();
  await answer(id, "On Mondya.", requestKey);
  expect(await answer(id, "On Monday.", requestKey)).toMatchObject({ error: "meanwhile" });
  expect(await answer(id, "On Mondya.", requestKey)).toMatchObject({ ok: true });
  const { id: userId } = await makeUser(ctx);
  const first = await start(userId, "Cal us.", requestKey);
  expect(await start(userId, "Call us.", requestKey)).toMatchObject({ error: "meanwhile" });
  expect(await start(userId, "Cal us.", requestKey)).toEqual(first);
});

it("a corrected e-mail with the key of a stored request is stored as well", async () => {
  const requestKey = randomUUID();
  const record = (message: string) => recordEmail(ctx, admin, { fields: { ...FIELDS, message }, locale: "en", requestKey });
  const first = await record("Hallo");
  expect(await record("Hello")).toEqual(first);
  expect(await record("Hallo")).toEqual(first);
  expect((await show(first.ok ? first.value : "")).entries.map(({ text }) => text)).toEqual(["Hello"]);
});

it("an answered conversation that is marked as not done waits for an answer", async () => {
  const id = await write();
  await answer(id);
  expect(await show(id)).toMatchObject({ state: "closed" });
  await markMessage(ctx, admin, { id, mark: "reopened" });
  expect(await show(id)).toMatchObject({ state: "open" });
});

it("conversations of an unconfirmed account are exported, and deleted after its erasure", async () => {
  const { id: userId, email } = await makeUser(ctx, { email_verified: false });
  const own = idOf(await start(userId));
  const other = await write();
  const player = { id: userId, email, emailVerified: false, firstName: "Amelia", lastName: "Reed", createdAt: ctx.now() };
  expect((await exportMessages(ctx, player)).messages_written).toMatchObject([{ message: "Please call us." }]);
  expect(await eraseUser(ctx, userId, { tickets: "keep" })).toMatchObject({ ok: true });
  await forgetMessagesOfErased(ctx);
  expect(await showMessage(ctx, admin, own)).toMatchObject({ error: "not_found" });
  expect(await showMessage(ctx, admin, other)).toMatchObject({ ok: true });
});

it("templates name the player only if the address of the answer is confirmed", async () => {
  const [confirmed, unconfirmed] = [await makeUser(ctx), await makeUser(ctx, { email_verified: false })];
  expect(await show(idOf(await start(confirmed.id)))).toMatchObject({ isUnconfirmed: false, values: { name: "Amelia" } });
  expect(await show(idOf(await start(unconfirmed.id)))).toMatchObject({ isUnconfirmed: true, values: { name: "there" } });
  const typed = await write({ senderId: confirmed.id });
  expect(await show(typed)).toMatchObject({ isUnconfirmed: true, replyAddress: FIELDS.email });
});

it("a member of staff sends a limited number of mails an hour, and notes without a limit", async () => {
  const limited: TestCtx = Object.assign(Object.create(ctx) as TestCtx, { env: { ...ctx.env, rateLimits: true } });
  const id = await write();
  const send = (kind: "answer" | "note") => writeEntry(limited, admin, id, { kind, text: "Yes." });
  for (let sent = 0; sent < 60; sent += 1) expect(await send("answer")).toMatchObject({ ok: true });
  expect(await send("answer")).toMatchObject({ error: "tooMany" });
  const first = { userId: (await makeUser(ctx)).id, subject: "x", text: "y" };
  expect(await startConversation(limited, admin, first)).toMatchObject({ error: "tooMany" });
  expect(await send("note")).toMatchObject({ ok: true });
});

it("the conversations of a former member of staff are unassigned", async () => {
  const former = await makeUser(ctx);
  await ctx.db.insertInto("admin_user").values({ id: former.id }).execute();
  const id = await write();
  await assignMessage(ctx, admin, { messageId: id, assigneeId: former.id });
  const unassigned = async () => {
    const listed = await listInbox(ctx, admin, { q: "", view: "unassigned", page: 1 });
    return listed.ok ? listed.value.messages.map(({ assignee }) => assignee) : [];
  };
  expect(await unassigned()).toEqual([]);
  await ctx.db.deleteFrom("admin_user").where("id", "=", former.id).execute();
  expect(await unassigned()).toEqual([undefined]);
});

it("the mail with the shop's first message and with a complaint's answer has a state", async () => {
  const mail = (message: string, state: "failed" | "unknown") =>
    ctx.db
      .insertInto("mails")
      .values({ message, state, recipient: "zoe@example.com", message_id: randomUUID(), created_at: ctx.now() })
      .execute();
  const started = idOf(await start((await makeUser(ctx)).id));
  await mail(`conversation:${started}:start`, "failed");
  expect(await show(started)).toMatchObject({ firstMailState: "failed" });
  const complaint = await write({ isComplaint: true });
  await answerComplaint(ctx, admin, complaint, { outcome: "upheld", answer: "Sorry." });
  await mail(`complaint-answered:${complaint}`, "unknown");
  expect((await show(complaint)).entries).toMatchObject([{ kind: "answer", mailState: "unknown" }]);
});

it("retention counts from the last change of the conversation", async () => {
  const [old, continued, reopened] = [await write(), await write({ isComplaint: true }), await write({ isComplaint: true })];
  await writeEntry(ctx, admin, continued, { kind: "note", text: "Still open" });
  const past = addMonths(ctx.now(), -30);
  await ctx.db.updateTable("contact_messages").set({ created_at: past }).execute();
  await ctx.db.updateTable("contact_messages").set({ reopened_at: ctx.now() }).where("id", "=", reopened).execute();
  await forgetMessages(ctx);
  expect(await showMessage(ctx, admin, old)).toMatchObject({ error: "not_found" });
  expect(await showMessage(ctx, admin, continued)).toMatchObject({ ok: true });
  expect(await showMessage(ctx, admin, reopened)).toMatchObject({ ok: true });
});
