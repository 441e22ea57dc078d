import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetMessages } from "#features/mail/server/forget-messages.ts";
import { sendAccountMail } from "#features/mail/server/send-mails.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { aRegistration, DEVICE, registered } from "../accounts.fixture.ts";
import { erasePerson } from "../profile/erase-person.ts";
import { register } from "../profile/register.ts";
import { isClosedForGood } from "./closed-accounts.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());

const leave = (userId: string, forGood: boolean) =>
  ctx.db.transaction().execute((tx) => erasePerson(ctx, tx, userId, { retainContact: false, forGood }));
const mailsTo = async (to: string, message: string) => {
  const sql = "SELECT data FROM pgboss.job WHERE name = 'account-mail' AND data ->> 'to' = $1 AND data ->> 'message' = $2";
  return (await ctx.pool.query(sql, [to, message])).rows.length;
};
const closed = async (phone: string) => {
  const { userId, email } = await registered(ctx, { phone });
  await ctx.db.updateTable("users").set({ email_verified: true }).where("id", "=", userId).execute();
  expect(await leave(userId, true)).toMatchObject({ ok: true });
  return email;
};

it("refuses the address in any spelling as already registered, and mails the reason to it once a day", async () => {
  const email = await closed("07400 123451");
  expect(await mailsTo(email, "account-closed")).toBe(1);
  for (const written of [email, email.toUpperCase()]) {
    const again = await register(ctx, aRegistration({ email: written, phone: "07400 123452" }), DEVICE);
    expect(again).toEqual({ ok: false, error: "userAlreadyExists" });
  }
  expect(await mailsTo(email, "account-stays-closed")).toBe(1);
  expect(await ctx.db.selectFrom("users").select("id").where("email", "=", email).execute()).toEqual([]);
});

it("refuses the phone number under another address, without notifying that address", async () => {
  await closed("07400 123453");
  const stranger = aRegistration({ phone: "+44 7400 123453" });
  expect(await register(ctx, stranger, DEVICE)).toEqual({ ok: false, error: "userAlreadyExists" });
  const { rows } = await ctx.pool.query("SELECT 1 FROM pgboss.job WHERE data ->> 'to' = $1", [stranger.email]);
  expect(rows).toEqual([]);
});

it("stores only keyed hashes, which differ between shops", async () => {
  const email = await closed("07400 123454");
  const rows = await ctx.db.selectFrom("closed_accounts").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(email);
  const isClosed = (on: Pick<TestCtx, "lastingSecret" | "now">) =>
    ctx.db.transaction().execute((tx) => isClosedForGood(on, tx, { email }));
  expect(await isClosed(ctx)).toBe(true);
  expect(await isClosed({ lastingSecret: "another shop's", now: ctx.now })).toBe(false);
});

it("does not block others from an unconfirmed address or a phone number", async () => {
  const { userId, email } = await registered(ctx, { phone: "07400 123456", birthDate: "1980-02-29" });
  await leave(userId, true);
  const again = aRegistration({ email, phone: "07400 123457", birthDate: "1980-02-29" });
  expect(await register(ctx, again, DEVICE)).toEqual({ ok: false, error: "userAlreadyExists" });
  expect(await mailsTo(email, "account-stays-closed")).toBe(1);
  const reader = aRegistration({ email, phone: "07400 123456", birthDate: "1980-03-01" });
  expect(await register(ctx, reader, DEVICE)).toMatchObject({ ok: true });
});

it("does not block others from the unconfirmed phone number of a confirmed account", async () => {
  await closed("07400 123458");
  expect(await register(ctx, aRegistration({ phone: "07400 123458", birthDate: "1985-01-02" }), DEVICE)).toMatchObject({
    ok: true,
  });
});

it("mails the reason although no account exists, and then forgets the address", async () => {
  const email = await closed("07400 123459");
  await register(ctx, aRegistration({ email, phone: "07400 123460" }), DEVICE);
  const sql = "SELECT data FROM pgboss.job WHERE data ->> 'to' = $1 AND data ->> 'message' = 'account-stays-closed'";
  const { rows } = await ctx.pool.query(sql, [email]);
  for (const { data } of rows) await sendAccountMail(ctx, data);
  expect((await ctx.mailbox?.list())?.mails.filter(({ to }) => to === email)).toHaveLength(1);
  const mailsToAddress = () => ctx.db.selectFrom("mails").select("id").where("recipient", "=", email).execute();
  expect(await mailsToAddress()).toHaveLength(1);
  ctx.setNow(new Date(ctx.now().getTime() + 3_700_000));
  await forgetMessages(ctx);
  expect(await mailsToAddress()).toEqual([]);
});

it("does not apply to deleted accounts: the same address can register again", async () => {
  const { userId, email } = await registered(ctx, { phone: "07400 123455" });
  await leave(userId, false);
  expect(await register(ctx, aRegistration({ email, phone: "07400 123455" }), DEVICE)).toMatchObject({ ok: true });
});
