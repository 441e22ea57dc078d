/** Complaints from the form to the answer: numbers, deadlines, permissions, mails and retention. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "#features/access/server/actor.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { exportMessages, forgetMessages, forgetMessagesFrom } from "#features/mail/server/forget-messages.ts";
import { sendComplaintMail } from "#features/mail/server/send-mails.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { addDays, londonDate } from "#shared/dates/dates.ts";
import { complaintDeadlines } from "../rules/complaint.ts";
import { acknowledgeComplaint, answerComplaint, markAsComplaint } from "./answer-complaint.ts";
import {
  alertOverdueComplaints,
  countOverdue,
  isOwnComplaint,
  listComplaints,
  listOwnComplaints,
  measureComplaints,
} from "./list-complaints.ts";
import { alertWaitingMessages } from "./list-inbox.ts";
import { deleteMessage, markMessage } from "./mark-message.ts";
import { recordComplaint } from "./record-complaint.ts";
import { sendContactMessage } from "./send-contact-message.ts";

const DAY_MS = 86_400_000;
const COMMAND: Actor = { kind: "command" };
let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  await ctx.owner.query("TRUNCATE contact_messages, complaints, conversation_entries");
});

/** The mail to the last sender. */
async function lastMail() {
  const { mails = [] } = (await ctx.mailbox?.list()) ?? {};
  const mail = mails.find(({ to }) => to === `zoe${written}@example.com`);
  return mail && ctx.mailbox?.get(mail.id);
}

let written = 0;
async function complain(isComplaint = true, locale: "en" | "fr" = "fr"): Promise<string> {
  written++;
  const fields = { name: "Zoé Roux", email: `zoe${written}@example.com`, subject: "Ma voiture", message: `Rien reçu ${written}` };
  const sent = await sendContactMessage(ctx, { fields, decoy: "", address: "192.0.2.1", locale, isComplaint });
  if (!sent.ok || sent.value === undefined) throw new Error("not kept");
  return sent.value;
}
const rowOf = (messageId: string) =>
  ctx.db.selectFrom("complaints").selectAll().where("message_id", "=", messageId).executeTakeFirstOrThrow();
const ctxAfterDays = (days: number): TestCtx => {
  const at = new Date(ctx.now().getTime() + days * DAY_MS);
  return Object.assign(Object.create(ctx) as TestCtx, { now: () => at });
};
const alerts = async (messageId: string) =>
  (
    await ctx.db.selectFrom("alerts").select("kind").where("subject_id", "=", messageId).where("handled_at", "is", null).execute()
  ).map(({ kind }) => kind);
const jobs = async (messageId: string) =>
  (
    await ctx.pool.query<{ message: string }>(
      "SELECT data->>'message' AS message FROM pgboss.job WHERE name = 'complaint-mail' AND data->>'messageId' = $1 ORDER BY created_on",
      [messageId],
    )
  ).rows.map(({ message }) => message);

it("a complaint gets a number, in a mail in its sender's language; other messages get none", async () => {
  const id = await complain();
  const { number } = await rowOf(id);
  expect(number).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  expect(await jobs(id)).toEqual(["complaint-received"]);
  await sendComplaintMail(ctx, { message: "complaint-received", messageId: id });
  const mail = await lastMail();
  expect(mail).toMatchObject({ subject: `Votre réclamation ${number}` });

  const other = await complain(false);
  expect(await ctx.db.selectFrom("complaints").select("id").where("message_id", "=", other).execute()).toEqual([]);
  const found = await listComplaints(ctx, COMMAND, { q: number.toLowerCase().replace("-", " "), view: "all", page: 1 });
  expect(found.ok && found.value.complaints.map(({ messageId }) => messageId)).toEqual([id]);
});

it("an alert is raised for messages past the promised time, and for complaints past their deadlines", async () => {
  const [id] = [await complain(false), await complain()];
  const waiting = () => alerts("messages");
  // A Friday evening: the second working day is Tuesday.
  await ctx.db
    .updateTable("contact_messages")
    .set({ created_at: new Date("2026-11-20T19:00:00Z") })
    .execute();
  const at = (now: string): TestCtx => Object.assign(Object.create(ctx) as TestCtx, { now: () => new Date(now) });
  await alertWaitingMessages(at("2026-11-24T23:59:59Z"));
  expect(await waiting()).toEqual([]);
  await alertWaitingMessages(at("2026-11-25T00:00:00Z"));
  expect(await waiting()).toEqual(["messages_wait"]);
  const { facts } = await ctx.db
    .selectFrom("alerts")
    .select("facts")
    .where("kind", "=", "messages_wait")
    .executeTakeFirstOrThrow();
  expect(facts).toEqual({ rows: 1 });

  expect(await markMessage(ctx, COMMAND, { id, mark: "done" })).toMatchObject({ ok: true });
  await alertWaitingMessages(at("2026-11-25T01:00:00Z"));
  expect(await waiting()).toEqual([]);
});

it("an overdue one is flagged, first as unconfirmed, then as unanswered", async () => {
  const id = await complain();
  const { acknowledge_by, answer_by } = await rowOf(id);
  const at = (now: Date): TestCtx => Object.assign(Object.create(ctx) as TestCtx, { now: () => now });
  await alertOverdueComplaints(at(new Date(acknowledge_by.getTime() - 1)));
  expect(await alerts(id)).toEqual([]);
  await alertOverdueComplaints(at(acknowledge_by));
  expect(await alerts(id)).toEqual(["complaint_unconfirmed"]);
  await alertOverdueComplaints(at(answer_by));
  expect(await alerts(id)).toEqual(["complaint_unanswered"]);
  expect(await countOverdue(at(answer_by))).toBeGreaterThan(0);
  await answerComplaint(at(answer_by), COMMAND, id, { outcome: "upheld", answer: "Pardon." });
  expect(await alerts(id)).toEqual([]);
  const late = await measureComplaints(at(answer_by));
  expect(late.due - late.inTime).toBe(1);
});

it("it is confirmed, answered once with an outcome and a text, and both are logged", async () => {
  const id = await complain();
  await acknowledgeComplaint(ctx, COMMAND, id);
  await acknowledgeComplaint(ctx, COMMAND, id);
  const send = (outcome: string, answer: string) => answerComplaint(ctx, COMMAND, id, { outcome, answer });
  expect(await send("", "Non.")).toEqual({ ok: false, error: "no_outcome" });
  expect(await send("lost", "Non.")).toEqual({ ok: false, error: "no_outcome" });
  expect(await send("not_upheld", " \n ")).toEqual({ ok: false, error: "no_answer" });
  expect(await send("not_upheld", "é".repeat(5_001))).toEqual({ ok: false, error: "too_long" });
  expect(await deleteMessage(ctx, COMMAND, id)).toEqual({ ok: false, error: "complaint_open" });
  expect(await send("not_upheld", "Le tirage\r\nétait juste.\0")).toEqual({ ok: true, value: undefined });
  expect(await send("upheld", "Si.")).toEqual({ ok: false, error: "answered" });
  expect(await rowOf(id)).toMatchObject({ outcome: "not_upheld", answer: "Le tirage\nétait juste." });
  expect(await jobs(id)).toEqual(["complaint-received", "complaint-confirmed", "complaint-answered"]);
  const log = await ctx.db
    .selectFrom("audit_log")
    .select(["action", "after"])
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
  expect(log).toEqual([
    { action: "complaint.acknowledge", after: null },
    { action: "complaint.answer", after: { outcome: "not_upheld" } },
  ]);
  await sendComplaintMail(ctx, { message: "complaint-answered", messageId: id });
  const mail = await lastMail();
  expect(mail?.subject).toMatch(/^Notre réponse à votre réclamation/);
  expect(mail?.text).toMatch(/liés à aucun\s+organisme/);
});

describe("a role without permission", () => {
  it.each(["marketing", "finance", "read-only"] as const)("%s changes nothing", async (role) => {
    const id = await complain();
    const { userId } = await registered(ctx);
    await ctx.db.insertInto("admin_user").values({ id: userId, role }).execute();
    const actor: Actor = { kind: "admin", id: userId };
    const refused = { ok: false, error: "forbidden" };
    expect(await acknowledgeComplaint(ctx, actor, id)).toEqual(refused);
    expect(await answerComplaint(ctx, actor, id, { outcome: "upheld", answer: "x" })).toEqual(refused);
    expect(await markAsComplaint(ctx, actor, await complain(false))).toEqual(refused);
    expect(await rowOf(id)).toMatchObject({ acknowledged_at: null, answered_at: null });
  });
});

it("once answered it can be deleted, but not before the answer's mail was sent", async () => {
  const id = await complain();
  await answerComplaint(ctx, COMMAND, id, { outcome: "upheld", answer: "Pardon." });
  expect(await deleteMessage(ctx, COMMAND, id)).toEqual({ ok: false, error: "answer_under_way" });
  await sendComplaintMail(ctx, { message: "complaint-answered", messageId: id });
  expect(await deleteMessage(ctx, COMMAND, id)).toEqual({ ok: true, value: undefined });
  // A mail that can never be sent does not block deletion.
  const other = await complain();
  await answerComplaint(ctx, COMMAND, other, { outcome: "upheld", answer: "Pardon." });
  expect(await deleteMessage(ctxAfterDays(2), COMMAND, other)).toEqual({ ok: true, value: undefined });
});

it("staff mark a message as a complaint once, with deadlines from when it was written", async () => {
  const id = await complain(false);
  const message = await ctx.db.selectFrom("contact_messages").select("created_at").where("id", "=", id).executeTakeFirstOrThrow();
  await markAsComplaint(ctxAfterDays(3), COMMAND, id);
  await markAsComplaint(ctxAfterDays(3), COMMAND, id);
  expect(await rowOf(id)).toMatchObject({ made_at: message.created_at });
  expect(await jobs(id)).toEqual(["complaint-received"]);
  expect(await markAsComplaint(ctx, COMMAND, "00000000-0000-4000-8000-000000000000")).toEqual({ ok: false, error: "not_found" });
});

it("it is deleted with its message after two years, as is the address in its mails", async () => {
  const id = await complain();
  await sendComplaintMail(ctx, { message: "complaint-received", messageId: id });
  await forgetMessages(ctxAfterDays(800));
  expect(await ctx.db.selectFrom("complaints").select("id").where("message_id", "=", id).execute()).toEqual([]);
  const mail = await ctx.db
    .selectFrom("mails")
    .select("recipient")
    .where("message", "=", `complaint-received:${id}`)
    .executeTakeFirstOrThrow();
  expect(mail.recipient).toMatch(/^forgotten:/);
});

it("its author's data export has its number and outcome", async () => {
  const id = await complain();
  await complain(false);
  await answerComplaint(ctx, COMMAND, id, { outcome: "not_upheld", answer: "Nous l’avons vérifié." });
  const named = { firstName: "Zoé", lastName: "Roux", emailVerified: true, createdAt: new Date() };
  const player = { ...named, id: (await registered(ctx)).userId, email: `zoe${written - 1}@example.com` };
  const heir = { ...player, firstName: "Rose" };
  expect((await exportMessages(ctx, heir)).messages_written).toEqual([]);
  expect((await exportMessages(ctx, { ...heir, createdAt: new Date(0) })).messages_written).toHaveLength(1);
  expect((await exportMessages(ctx, player)).messages_written).toEqual([
    expect.objectContaining({
      subject: "Ma voiture",
      complaint_number: (await rowOf(id)).number,
      complaint_outcome: "not_upheld",
      complaint_answer: "Nous l’avons vérifié.",
    }),
  ]);
});

it("marked late, it counts from the day of writing and may be overdue at once", async () => {
  const id = await complain(false);
  const message = await ctx.db.selectFrom("contact_messages").select("created_at").where("id", "=", id).executeTakeFirstOrThrow();
  const due = complaintDeadlines(message.created_at);
  await markAsComplaint(ctxAfterDays(20), COMMAND, id);
  expect(await rowOf(id)).toMatchObject({ acknowledge_by: due.acknowledgeBy, answer_by: due.answerBy });
  await alertOverdueComplaints(ctxAfterDays(20));
  expect(await alerts(id)).toEqual(["complaint_unanswered"]);
});

it("a repeated request that marks the message as a complaint makes it one, once", async () => {
  const fields = { name: "Zoé Roux", email: "zoe.twice@example.com", subject: "Ma voiture", message: "Toujours rien" };
  const letter = { fields, decoy: "", address: "192.0.2.1", locale: "fr", requestKey: randomUUID() } as const;
  const send = (isComplaint: boolean) => sendContactMessage(ctx, { ...letter, isComplaint });
  const [first, second, third] = [await send(false), await send(true), await send(true)];
  const id = first.ok ? (first.value ?? "") : "";
  expect([second, third]).toEqual([first, first]);
  const message = await ctx.db.selectFrom("contact_messages").select("created_at").where("id", "=", id).executeTakeFirstOrThrow();
  expect(await rowOf(id)).toMatchObject({ made_at: message.created_at });
  expect(await jobs(id)).toEqual(["complaint-received"]);
});

it("no alert mentions one that was erased with its author, nor does a note on it", async () => {
  const id = await complain();
  const { number } = await rowOf(id);
  const textOf = async () => {
    const rows = await ctx.db.selectFrom("alerts").select(["facts", "note", "handled_at"]).where("subject_id", "=", id).execute();
    return rows.map(({ facts, note, handled_at }) => ({ says: JSON.stringify(facts), note, isOpen: handled_at === null }));
  };
  await alertOverdueComplaints(ctxAfterDays(10));
  const done = { handled_at: ctx.now(), handled_by: (await registered(ctx)).userId, note: "Phoned Ms Roux" };
  await ctx.db.updateTable("alerts").set(done).where("subject_id", "=", id).execute();
  await alertOverdueComplaints(ctxAfterDays(20));
  expect((await textOf()).filter(({ says }) => says.includes(number))).toHaveLength(2);
  await forgetMessagesFrom(ctx, { userId: randomUUID(), to: `zoe${written}@example.com`, firstName: "Zoé" });
  expect((await textOf()).toSorted((a, b) => (a.note ?? "").localeCompare(b.note ?? ""))).toEqual([
    { says: "{}", note: null, isOpen: false },
    { says: "{}", note: "–", isOpen: false },
  ]);
});

it("every late one has an alert, however many there are", async () => {
  const ids = [await complain(), await complain(), await complain(), await complain(), await complain()];
  await alertOverdueComplaints(ctxAfterDays(20), 2);
  for (const id of ids) expect(await alerts(id)).toEqual(["complaint_unanswered"]);
});

it("one that is answered during the check gets no alert", async () => {
  const id = await complain();
  const answering = await ctx.pool.connect();
  await answering.query("BEGIN");
  await answering.query("SELECT FROM complaints WHERE message_id = $1 FOR UPDATE", [id]);
  const reminding = alertOverdueComplaints(ctxAfterDays(20));
  await expect.poll(async () => (await ctx.pool.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount).toBeGreaterThan(0);
  await answering.query(
    "UPDATE complaints SET acknowledged_at = now(), answered_at = now(), outcome = 'withdrawn' WHERE message_id = $1",
    [id],
  );
  await answering.query("COMMIT");
  answering.release();
  await reminding;
  expect(await alerts(id)).toEqual([]);
});

it("its author sees its number and state once the address is verified", async () => {
  const id = await complain();
  await complain(false);
  const named = { firstName: "Zoé", lastName: "Roux", emailVerified: true, createdAt: new Date() };
  const player = { ...named, id: (await registered(ctx)).userId, email: `zoe${written - 1}@example.com` };
  const { number } = await rowOf(id);
  expect(await listOwnComplaints(ctx, player)).toMatchObject([{ number, subject: "Ma voiture", isConfirmed: false }]);
  await answerComplaint(ctx, COMMAND, id, { outcome: "upheld", answer: "Pardon." });
  expect(await listOwnComplaints(ctx, player)).toMatchObject([
    { number, isConfirmed: true, outcome: "upheld", answer: "Pardon." },
  ]);
  expect(await listOwnComplaints(ctx, { ...player, emailVerified: false })).toEqual([]);
  // The address has another owner now.
  expect(await listOwnComplaints(ctx, { ...player, firstName: "Rose" })).toEqual([]);
  expect(await isOwnComplaint(ctx, { ...player, firstName: "Rose" }, number)).toBe(false);
});

describe("a complaint that came by email or post", () => {
  const fields = { name: "Zoé Roux", email: "zoe.post@example.com", subject: "Ma carte", message: "Toujours\r\nrien" };
  const today = () => londonDate(ctx.now());
  const received = (change: object = {}) => ({
    fields,
    receivedOn: today(),
    locale: "fr" as const,
    requestKey: randomUUID(),
    ...change,
  });

  it("has a number, a mail, and deadlines from the day of arrival", async () => {
    const receivedOn = addDays(today(), -3);
    const once = received({ receivedOn });
    const recorded = await recordComplaint(ctx, COMMAND, once);
    const id = recorded.ok ? recorded.value : "";
    const { made_at, acknowledge_by, answer_by, number } = await rowOf(id);
    expect(londonDate(made_at)).toBe(receivedOn);
    expect({ acknowledgeBy: acknowledge_by, answerBy: answer_by }).toEqual(complaintDeadlines(made_at));
    expect(await jobs(id)).toEqual(["complaint-received"]);
    const stored = ctx.db.selectFrom("contact_messages").select(["message", "locale"]).where("id", "=", id);
    expect(await stored.executeTakeFirst()).toEqual({ message: "Toujours\nrien", locale: "fr" });
    const log = ctx.db.selectFrom("audit_log").select("after").where("action", "=", "complaint.record");
    expect(await log.where("subject_id", "=", id).execute()).toEqual([{ after: { number, received_on: receivedOn } }]);
    expect(await recordComplaint(ctx, COMMAND, once)).toEqual({ ok: true, value: id });
    expect(await jobs(id)).toHaveLength(1);
  });

  it("is a new one if its text or day was corrected after the first request, with the same key", async () => {
    const receivedOn = addDays(today(), -3);
    const once = received({ receivedOn });
    const first = await recordComplaint(ctx, COMMAND, once);
    const changes = [{ fields: { ...fields, message: "La bonne lettre" } }, { receivedOn: addDays(today(), -4) }, {}];
    const again = await Promise.all(changes.map((change) => recordComplaint(ctx, COMMAND, { ...once, ...change })));
    const ids = again.map((recorded) => (recorded.ok ? recorded.value : ""));
    expect(new Set(ids).size).toBe(3);
    expect(ids[2]).toBe(first.ok && first.value);
    const [corrected = "", earlier = ""] = ids;
    const stored = ctx.db.selectFrom("contact_messages").select("message").where("id", "=", corrected);
    expect(await stored.executeTakeFirst()).toEqual({ message: "La bonne lettre" });
    expect(londonDate((await rowOf(earlier)).made_at)).toBe(addDays(today(), -4));
  });

  it("is refused with missing fields, an invalid or future day, or without permission", async () => {
    const refused = (problems: object) => ({ ok: false, error: "invalid", problems });
    expect(await recordComplaint(ctx, COMMAND, received({ fields: { ...fields, email: "" } }))).toEqual(
      refused({ email: "emailRequired" }),
    );
    expect(await recordComplaint(ctx, COMMAND, received())).toMatchObject({ ok: true });
    for (const receivedOn of [addDays(today(), 1), "2026-02-30", "", addDays(today(), -366)]) {
      expect(await recordComplaint(ctx, COMMAND, received({ receivedOn }))).toEqual(refused({ receivedOn: "dayInvalid" }));
    }
    const { userId } = await registered(ctx);
    expect(await recordComplaint(ctx, { kind: "admin", id: userId }, received())).toEqual({ ok: false, error: "forbidden" });
  });
});
