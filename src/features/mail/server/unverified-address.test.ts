/** Addresses may be other people's: strangers must not send them texts or fill their mailboxes. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { RATE_LIMITS } from "#features/access/rules/rate-limits.ts";
import { DEVICE, justSignedIn, PASSWORD, registered } from "#features/accounts/server/accounts.fixture.ts";
import { deviceCookie } from "#features/accounts/server/devices/device-cookie.ts";
import { confirmEmailChange, requestEmailChange } from "#features/accounts/server/profile/change-email.ts";
import { changePassword } from "#features/accounts/server/sign-in/change-password.ts";
import { linkToken } from "#features/accounts/server/sign-in/mail-links.ts";
import {
  findResetEmail,
  requestPasswordReset,
  resetPassword,
  sendPasswordReset,
} from "#features/accounts/server/sign-in/reset-password.ts";
import { sendSignInLink } from "#features/accounts/server/sign-in/sign-in-link.ts";
import { signIn } from "#features/accounts/server/sign-in/sign-in.ts";
import { checkout } from "#features/orders/server/orders.fixture.ts";
import { eraseUser } from "#features/orders/server/players/erase-user.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import { startSmtpSink } from "#platform/mail/smtp-sink.fixture.ts";
import { mailingTo } from "./campaigns/campaigns.fixture.ts";
import { deliverMail } from "./deliver-mail.ts";
import { contactReceipt } from "./mails/message-mails.ts";
import { sendDrawNews } from "./send-draw-news.ts";
import { sendAccountMail, sendOrderMail } from "./send-mails.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());
beforeEach(async () => {
  await ctx.owner.query("TRUNCATE rate_limits");
  await ctx.pool.query("DELETE FROM pgboss.job");
});

/** Mails in 24 hours to one mailbox, over all spellings of its address (`rules/rate-limits.ts`). */
const ACCOUNT_MAILS = RATE_LIMITS.unconfirmedMailByMailbox.times;
const LINK_MAILS = RATE_LIMITS.openingMailByMailbox.times;
const SIGN_IN_MAILS = RATE_LIMITS.signInMailUnconfirmed.times;

const LURE = "You won, see evil.example";
const take = async <N extends "account-mail" | "password-reset">(name: N): Promise<JobData[N][]> =>
  (await ctx.pool.query("DELETE FROM pgboss.job WHERE name = $1 RETURNING data", [name])).rows.map((row) => row.data);
async function sendAll() {
  for (const job of await take("password-reset")) await sendPasswordReset(ctx, job);
  // The queue may run a job twice.
  for (const mail of await take("account-mail")) for (let time = 0; time < 2; time++) await sendAccountMail(ctx, mail);
}
async function textsTo(mailbox: RegExp): Promise<string[]> {
  const listed = ((await ctx.mailbox?.list())?.mails ?? []).filter(({ to }) => mailbox.test(to));
  return Promise.all(listed.map(async ({ id }) => (await ctx.mailbox?.get(id))?.text ?? ""));
}
/** The mailbox shows only the latest. */
async function countTo(start: string): Promise<number> {
  const rows = await ctx.db.selectFrom("mails").select("id").where("recipient", "like", `${start}%`).execute();
  return rows.length;
}

async function moveTo(userId: string, newEmail: string) {
  const requested = await requestEmailChange(ctx, await justSignedIn(ctx, userId), { newEmail, currentPassword: PASSWORD });
  expect(requested).toMatchObject({ ok: true });
  const { id } = await ctx.db.selectFrom("verifications").select("id").where("value", "=", newEmail).executeTakeFirstOrThrow();
  expect(await confirmEmailChange(ctx, linkToken(ctx, id))).toMatchObject({ ok: true });
}

it("a typed name is not sent to an unverified address", async () => {
  const { userId, email } = await registered(ctx, { firstName: LURE });
  await requestPasswordReset(ctx, email, DEVICE);
  const reader = { userId, firstName: LURE, locale: "en" } as const;
  await sendAccountMail(ctx, { message: "password-changed", about: randomUUID(), to: email, ...reader });
  await sendAccountMail(ctx, { message: "change-email", about: randomUUID(), to: `new.${email}`, ...reader });
  await sendAll();
  const texts = await textsTo(new RegExp(email));
  expect(texts).toHaveLength(4);
  for (const text of texts) {
    expect(text).toContain("Hello,");
    expect(text).not.toContain(LURE);
  }
});

it("a typed name or new address is not sent to an unverified address in mails about orders, draws and changes", async () => {
  const { userId, email } = await registered(ctx, { firstName: LURE });
  const lottery = await makeLottery(ctx, { price_per_ticket_pence: 0 });
  const bought = await checkout(ctx, lottery, 1, { id: userId, email });
  if (!bought.ok) throw new Error(bought.error);
  await sendOrderMail(ctx, { message: "order-confirmation", orderId: bought.value.orderId });
  const cancelled = { status: "cancelled", sales_state: "cancelled" } as const;
  await ctx.db.updateTable("lotteries").set(cancelled).where("id", "=", lottery).execute();
  await sendDrawNews(ctx, { message: "draw-cancelled", lotteryId: lottery, userIds: [userId] });
  const reader = { userId, to: email, firstName: LURE, locale: "en", newEmail: "won-a-car-see@evil.example" } as const;
  await sendAccountMail(ctx, { message: "email-change-asked", about: randomUUID(), ...reader });
  await sendAccountMail(ctx, { message: "email-changed", about: randomUUID(), isOwn: false, ...reader });
  const texts = await textsTo(new RegExp(email));
  expect(texts).toHaveLength(4);
  for (const text of texts) expect(text).not.toMatch(/evil\.example/);
});

it("the name is sent to a verified address, also once it is the former one", async () => {
  const { userId, email } = await registered(ctx, { firstName: "Amelia" });
  await ctx.db.updateTable("users").set({ email_verified: true }).where("id", "=", userId).execute();
  const reader = { userId, to: email, firstName: "Amelia", locale: "en" } as const;
  await sendAccountMail(ctx, { message: "password-changed", about: randomUUID(), ...reader });
  await ctx.db
    .updateTable("users")
    .set({ email: `new.${email}` })
    .where("id", "=", userId)
    .execute();
  await sendAccountMail(ctx, { message: "email-changed", about: randomUUID(), isOwn: true, ...reader });
  const texts = await textsTo(new RegExp(`^${email}`));
  expect(texts).toHaveLength(2);
  for (const text of texts) expect(text).toContain("Hello Amelia,");
});

it("accounts with spellings of one address do not fill its mailbox, and mails to the plain address still arrive", async () => {
  for (let n = 0; n < 20; n++) await registered(ctx, { email: `victim+${n}@example.com` });
  await sendAll();
  expect(await countTo("victim")).toBe(ACCOUNT_MAILS);
  await registered(ctx, { email: "victim@example.com" });
  await sendAll();
  expect(await countTo("victim@")).toBe(1);
  const strangers = async (ask: (email: string) => Promise<void>) => {
    for (let n = 0; n < 20; n++) await ask(`victim+${n}@example.com`);
  };
  await strangers((email) => sendPasswordReset(ctx, { email, linkId: randomUUID(), isSpare: false }));
  await sendAll();
  expect(await countTo("victim+")).toBe(ACCOUNT_MAILS + LINK_MAILS);
  // Reset and sign-in links share a limit.
  await strangers((email) => sendSignInLink(ctx, { email, linkId: randomUUID() }));
  await sendAll();
  expect(await countTo("victim+")).toBe(ACCOUNT_MAILS + LINK_MAILS);
  await requestPasswordReset(ctx, "victim@example.com", DEVICE);
  await sendSignInLink(ctx, { email: "victim@example.com", linkId: randomUUID() });
  await sendAll();
  // Its confirmation, a reset link and a sign-in link.
  expect(await countTo("victim@")).toBe(3);
});

it("mails about an account do not count against its link mails, and a suppressed one leaves no link", async () => {
  const { userId, email } = await registered(ctx, { email: "owner+shop@example.com" });
  const reader = { userId, to: email, firstName: "Rosa", locale: "en" } as const;
  for (let n = 0; n < 20; n++) await sendAccountMail(ctx, { message: "passkey-added", about: randomUUID(), ...reader });
  await sendSignInLink(ctx, { email, linkId: randomUUID() });
  await sendAll();
  expect(await countTo("owner+shop")).toBe(ACCOUNT_MAILS + 1);
  for (let n = 0; n < LINK_MAILS; n++) await sendPasswordReset(ctx, { email, linkId: randomUUID(), isSpare: false });
  await sendAll();
  const links = ctx.db.selectFrom("verifications").select("id").where("identifier", "=", `reset-password:${userId}`);
  // The sign-in link was the first of the day.
  expect(await links.execute()).toHaveLength(LINK_MAILS - 1);
});

it("a stranger who opens an account with an address does not use up its owner's links", async () => {
  const email = "reader@example.com";
  const opener = await registered(ctx, { email });
  const [cookies = ""] = deviceCookie(ctx, null, opener.userId).split(";");
  const since = ctx.now().getTime();
  let password = PASSWORD;
  // For 13 hours, three times an hour, the opener requests every kind of link and uses what an owner can use;
  // a changed password and a sign-in count as a use.
  for (let hour = 0; hour < 13; hour++) {
    ctx.setNow(new Date(since + hour * 3_600_000));
    for (let n = 0; n < 3; n++) {
      await requestPasswordReset(ctx, email, { ...DEVICE, cookies });
      await requestPasswordReset(ctx, email, { ...DEVICE, address: `198.51.100.${hour * 3 + n}` });
      await sendSignInLink(ctx, { email, linkId: randomUUID() });
      await sendAll();
      const next = `Blue7Harbour${hour}x${n}`;
      const visitor = await justSignedIn(ctx, opener.userId);
      expect(
        await changePassword(ctx, visitor, { currentPassword: password, password: next, confirmPassword: next }),
      ).toMatchObject({ ok: true });
      password = next;
      expect(await signIn(ctx, { email, password }, { ...DEVICE, address: `192.0.2.${hour * 3 + n}` })).toMatchObject({
        ok: true,
      });
    }
  }
  await ctx.owner.query("DELETE FROM verifications");
  // The owner of the mailbox, from an address of its own.
  await requestPasswordReset(ctx, email, { ...DEVICE, address: "203.0.113.200" });
  await sendAll();
  expect(
    await ctx.db.selectFrom("verifications").select("id").where("identifier", "=", `reset-password:${opener.userId}`).execute(),
  ).toHaveLength(1);
  ctx.setNow(new Date(since));
});

it("deleting or moving such accounts and opening new ones does not use up the owner's links or fill the mailbox", async () => {
  const email = "again@example.com";
  const since = ctx.now().getTime();
  for (let n = 0; n < 40; n++) {
    ctx.setNow(new Date(since + n * 60_000));
    const { userId } = await registered(ctx, { email });
    await requestPasswordReset(ctx, email, { ...DEVICE, address: `198.51.100.${n}` });
    await sendAll();
    if (n % 2 === 0) expect(await eraseUser(ctx, userId, { tickets: "keep" })).toMatchObject({ ok: true });
    else await moveTo(userId, `mover${n}@example.com`);
  }
  expect(await countTo("again@")).toBeLessThanOrEqual(20);
  const { userId } = await registered(ctx, { email });
  await requestPasswordReset(ctx, email, { ...DEVICE, address: "203.0.113.201" });
  await sendAll();
  const link = await ctx.db
    .selectFrom("verifications")
    .select("id")
    .where("identifier", "=", `reset-password:${userId}`)
    .executeTakeFirstOrThrow();
  const chosen = { password: "Blue7Harbour9", confirmPassword: "Blue7Harbour9" };
  expect(await resetPassword(ctx, linkToken(ctx, link.id), chosen)).toMatchObject({ ok: true, value: { userId } });
  ctx.setNow(new Date(since));
});

it("the opener of an account cannot send repeated sign-in links by using each of them", async () => {
  const { email } = await registered(ctx, { email: "signs-in@example.com" });
  await sendAll();
  const before = await countTo("signs-in@");
  for (let n = 0; n < 20; n++) {
    await sendSignInLink(ctx, { email, linkId: randomUUID() });
    await sendAll();
    await ctx.owner.query("DELETE FROM verifications WHERE identifier LIKE 'sign-in:%'");
  }
  expect(await countTo("signs-in@")).toBe(before + SIGN_IN_MAILS);
});

it("a link sent to an unverified address opens nothing after the account's deletion", async () => {
  const { userId, email } = await registered(ctx);
  await requestPasswordReset(ctx, email, DEVICE);
  await sendAll();
  const links = ctx.db.selectFrom("verifications").select(["id", "identifier"]).where("value", "=", email);
  const { id } = await links.where("identifier", "=", `reset-password:${userId}`).executeTakeFirstOrThrow();
  expect(await findResetEmail(ctx, linkToken(ctx, id))).toBeDefined();
  expect(await eraseUser(ctx, userId, { tickets: "keep" })).toMatchObject({ ok: true });
  expect(await links.execute()).toMatchObject([{ id }]);
  const ofThem = ctx.db.selectFrom("verifications").select("id").where("identifier", "like", `%${userId}%`);
  expect(await ofThem.execute()).toEqual([]);
  expect(await findResetEmail(ctx, linkToken(ctx, id))).toBeUndefined();
});

it("an imported person without a password gets a link to set one, whatever strangers do with other spellings", async () => {
  const email = "john.doe@gmail.com";
  await makeUser(ctx, { email, email_verified: false });
  for (let n = 0; n < 12; n++) {
    const stranger = await registered(ctx, { email: `johndoe+${n}@gmail.com` });
    await sendPasswordReset(ctx, { email: stranger.email, linkId: randomUUID(), isSpare: false });
  }
  await sendAll();
  await requestPasswordReset(ctx, email, DEVICE);
  await sendAll();
  expect(await countTo("john.doe@")).toBe(1);
});

it("refused invented addresses raise one alert, which hides no other refused mail", async () => {
  const sink = await startSmtpSink({ keep: false, fault: () => "unknown" });
  const mailing = mailingTo(ctx, sink);
  for (let n = 0; n < 3; n++) await registered(ctx);
  for (const mail of await take("account-mail")) await sendAccountMail(mailing, mail);
  const answer = { message: "complaint-answered:1", to: "rosa@example.com", locale: "en" } as const;
  await deliverMail(mailing, answer, contactReceipt);
  await mailing.mail.close();
  await sink.close();
  const alerts = await ctx.db
    .selectFrom("alerts")
    .select(["kind", "subject_type", "times", "facts"])
    .where("kind", "like", "%mail_refused")
    .orderBy("kind")
    .execute();
  expect(alerts).toEqual([
    { kind: "mail_refused", subject_type: "shop", times: 1, facts: { message: "complaint-answered" } },
    { kind: "unshown_mail_refused", subject_type: "shop", times: 3, facts: { message: "verify-email" } },
  ]);
});
