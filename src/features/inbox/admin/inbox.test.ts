/** The inbox: access, order, states of a message, and replies. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { reauthedAdmin, registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { sendAccountMail } from "#features/mail/server/send-mails.ts";
import { eraseUser } from "#features/orders/server/players/erase-user.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import { doneWith, refusedFor } from "#ui/forms/reply.fixture.ts";
import { insertContactMessage } from "../server/contact-store.ts";
import { listInbox, showMessage } from "../server/list-inbox.ts";
import { deleteMessage, markMessage } from "../server/mark-message.ts";
import * as message from "./inbox-message-page.tsx";
import * as inbox from "./inbox-page.tsx";

let ctx: TestCtx;
let admin: Actor & { kind: "admin" };
let player: Actor & { kind: "admin" };
let cookie: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const boss = await registered(ctx);
  admin = reauthedAdmin(ctx, boss.userId);
  player = { kind: "admin", id: (await makeUser(ctx)).id };
  cookie = sessionCookie(ctx, boss.sessionToken).split(";")[0] ?? "";
  await ctx.db.insertInto("admin_user").values({ id: boss.userId }).execute();
});
afterAll(() => ctx.close());
beforeEach(() => ctx.owner.query("TRUNCATE contact_messages, complaints, conversation_entries"));

const NOW = Date.parse("2026-11-20T10:00:00Z");
const write = async (subject: string, minutes = 0, change: Partial<Parameters<typeof insertContactMessage>[1]> = {}) =>
  (await insertContactMessage(ctx.db, {
    name: "Zoë O’Hara",
    email: "zoe@example.com",
    subject,
    message: "Is it in?\nThank you.",
    locale: "en",
    now: new Date(NOW + minutes * 60_000),
    ...change,
  })) ?? "";
async function listView(change: Partial<Parameters<typeof listInbox>[2]> = {}) {
  const listed = await listInbox(ctx, admin, { q: "", view: "open", page: 1, ...change });
  if (!listed.ok) throw new Error(listed.error);
  return {
    subjects: listed.value.messages.map(({ subject }) => subject),
    found: listed.value.found,
    open: listed.value.open,
  };
}
const shown = async (id: string) => {
  const found = await showMessage(ctx, admin, id);
  if (!found.ok) throw new Error(found.error);
  return found.value;
};
const logged = async (id: string) =>
  (await ctx.db.selectFrom("audit_log").select("action").where("subject_id", "=", id).orderBy("id").execute()).map(
    ({ action }) => action,
  );

describe("the list", () => {
  it("lists unread messages first, then the newest, and counts the open ones", async () => {
    const old = await write("old", 0);
    await write("older", -5);
    await write("new", 5);
    await markMessage(ctx, admin, { id: old, mark: "read" });
    const read = await write("read and new", 10);
    await markMessage(ctx, admin, { id: read, mark: "read" });
    expect(await listView()).toEqual({ subjects: ["new", "older", "read and new", "old"], found: 4, open: 4 });
  });

  it("shows what is open, unread, done, or all of it", async () => {
    const [open, read, done] = [await write("open", 1), await write("read", 2), await write("done", 3)];
    await markMessage(ctx, admin, { id: read, mark: "read" });
    await markMessage(ctx, admin, { id: done, mark: "done" });
    expect((await listView({ view: "open" })).subjects).toEqual(["open", "read"]);
    expect((await listView({ view: "unread" })).subjects).toEqual(["open"]);
    expect((await listView({ view: "done" })).subjects).toEqual(["done"]);
    expect((await listView({ view: "all" })).subjects).toEqual(["open", "done", "read"]);
    expect(open).not.toBe(read);
  });

  it("is searched by name, address, subject and text, with wildcards that mean themselves", async () => {
    await write("A refund, please");
    await write("Hello", 1, { name: "Bruno", email: "bruno@example.org", message: "100% sure about the Sarthe" });
    for (const [q, subjects] of [
      ["REFUND", ["A refund, please"]],
      ["bruno@", ["Hello"]],
      ["sarthe", ["Hello"]],
      ["100%", ["Hello"]],
      ["o’hara", ["A refund, please"]],
      ["%", ["Hello"]],
      ["nothing", []],
    ] as const)
      expect((await listView({ q })).subjects).toEqual(subjects);
  });

  it("turns pages", async () => {
    for (let n = 0; n < 27; n += 1) await write(`m${n}`, n);
    expect(await listView({ page: 2 })).toMatchObject({ subjects: ["m1", "m0"], found: 27 });
  });
});

describe("a message", () => {
  it("is marked as read, unread, done and not done; each change is in the log, and none twice", async () => {
    const id = await write("x");
    for (const as of ["read", "read", "unread", "done", "done", "reopened", "reopened"] as const)
      expect(await markMessage(ctx, admin, { id, mark: as })).toMatchObject({ ok: true });
    expect(await logged(id)).toEqual(["message.read", "message.unread", "message.done", "message.reopened"]);
    expect(await shown(id)).toMatchObject({ readAt: expect.any(Date), doneAt: undefined });
  });

  it("is deleted for good, and the log says by whom without a word of it", async () => {
    const id = await write("secret");
    expect(await deleteMessage(ctx, admin, id)).toMatchObject({ ok: true });
    expect(await showMessage(ctx, admin, id)).toEqual({ ok: false, error: "not_found" });
    expect(await deleteMessage(ctx, admin, id)).toEqual({ ok: false, error: "not_found" });
    const [row] = await ctx.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).execute();
    expect(row).toMatchObject({ action: "message.delete", actor_id: admin.id });
    expect(JSON.stringify(row)).not.toMatch(/secret|zoe/i);
  });

  it("is for administrators only", async () => {
    const id = await write("x");
    const refused = { ok: false, error: "forbidden" };
    expect(await listInbox(ctx, player, { q: "", view: "all", page: 1 })).toEqual(refused);
    expect(await showMessage(ctx, player, id)).toEqual(refused);
    expect(await markMessage(ctx, player, { id, mark: "done" })).toEqual(refused);
    expect(await deleteMessage(ctx, player, id)).toEqual(refused);
    expect(await showMessage(ctx, admin, "7")).toEqual({ ok: false, error: "not_found" });
  });

  it("is deleted with the account that owned the verified address, and with no other", async () => {
    const [own, unverified] = [await registered(ctx), await registered(ctx)];
    const before = { email_verified: true, created_at: new Date(NOW) };
    await ctx.db.updateTable("users").set(before).where("id", "=", own.userId).execute();
    await write("mine", 0, { email: own.email.toUpperCase() });
    await write("typed by an unconfirmed account", 1, { email: unverified.email });
    await write("another's", 2);
    for (const { userId } of [own, unverified]) await eraseUser(ctx, userId, { tickets: "keep" });
    const { rows } = await ctx.pool.query(
      "SELECT data FROM pgboss.job WHERE name = 'account-mail' AND data->>'message' = 'account-deleted'",
    );
    for (const { data } of rows as { data: JobData["account-mail"] }[]) await sendAccountMail(ctx, data);
    expect((await listView({ view: "all" })).subjects).toEqual(["another's", "typed by an unconfirmed account"]);
  });

  it("stays if it was written by an earlier or later owner of the address", async () => {
    const { userId, email } = await registered(ctx);
    const at = (minutes: number) => new Date(ctx.now().getTime() + minutes * 60_000);
    const own = { email_verified: true, first_name: "Zoé", last_name: "Roux", created_at: at(-9) };
    await ctx.db.updateTable("users").set(own).where("id", "=", userId).execute();
    await write("of the mailbox's owner before", 0, { email, name: "Ann Poe", now: at(-10) });
    await write("before registering", 0, { email, name: "ZOE ROUX", now: at(-10) });
    await write("with the account", 0, { email, name: "Z", now: at(-5) });
    await eraseUser(ctx, userId, { tickets: "keep" });
    await write("of whoever has it since", 0, { email, name: "Zoé Roux", now: at(5) });
    const { rows } = await ctx.pool.query("SELECT data FROM pgboss.job WHERE name = 'account-mail' AND data->>'userId' = $1", [
      userId,
    ]);
    for (const { data } of rows as { data: JobData["account-mail"] }[])
      if (data.message === "account-deleted") await sendAccountMail(ctx, data);
    expect((await listView({ view: "all" })).subjects.toSorted()).toEqual([
      "of the mailbox's owner before",
      "of whoever has it since",
    ]);
  });
});

describe("the pages", () => {
  type Handler = (args: never) => unknown;
  async function call<T>(handler: Handler, path: string, { fields, id }: { fields?: Record<string, string>; id?: string } = {}) {
    const request = new Request(`http://localhost:3000${path}`, {
      headers: { cookie },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    });
    try {
      return (await handler({ request, context: requestContext(ctx), params: { messageId: id } } as never)) as T;
    } catch (thrown) {
      if (thrown instanceof Response) return thrown as T;
      throw thrown;
    }
  }
  type Reply = { data: Record<string, unknown>; init: { status?: number } | number | null };

  it("list what the address asks for, and no text of the messages", async () => {
    await write("x");
    const { data } = await call<Reply>(inbox.loader as Handler, "/admin/messages?view=nonsense&q=x&page=0");
    expect(data).toMatchObject({ filter: { view: "open", q: "x", page: 1 }, list: { found: 1, messages: [{ subject: "x" }] } });
    expect(JSON.stringify(data)).not.toContain("Thank you");
  });

  it("mark by a form, delete and go back, and refuse other intents", async () => {
    const id = await write("x");
    const path = `/admin/messages/${id}`;
    expect(await call(message.action as Handler, path, { id, fields: { intent: "done" } })).toMatchObject({
      data: doneWith("done"),
    });
    expect((await shown(id)).doneAt).toBeInstanceOf(Date);
    const gone = await call<Response>(message.action as Handler, path, { id, fields: { intent: "delete" } });
    expect([gone.status, gone.headers.get("Location")]).toEqual([302, "/admin/messages"]);
    const odd = await call<Response>(message.action as Handler, path, { id, fields: { intent: "eat" } });
    expect(odd.headers.get("Location")).toBe(path);
    expect(await call(message.action as Handler, path, { id, fields: { intent: "read" } })).toMatchObject({
      data: refusedFor("not_found"),
    });
    expect(await call(message.loader as Handler, path, { id })).toMatchObject({ init: { status: 404 } });
  });

  it("report an unavailable inbox within the layout", async () => {
    await ctx.owner.query("ALTER TABLE contact_messages RENAME TO gone");
    try {
      expect(await call(inbox.loader as Handler, "/admin/messages")).toMatchObject({
        data: { list: undefined },
        init: { status: 503 },
      });
    } finally {
      await ctx.owner.query("ALTER TABLE gone RENAME TO contact_messages");
    }
  });
});
