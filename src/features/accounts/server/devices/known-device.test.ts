import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import { sendAccountMail } from "#features/mail/server/send-mails.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import { DEVICE, PASSWORD, registered } from "../accounts.fixture.ts";
import { findResetEmail, requestPasswordReset, resetPassword, sendPasswordReset } from "../sign-in/reset-password.ts";
import { findSignInLink, sendSignInLink } from "../sign-in/sign-in-link.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { deviceCookie } from "./device-cookie.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const secondsAfterNoon = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const TOO_MANY = { error: "tooManyAttempts" };
const NEW = { password: "Quiet9Lantern", confirmPassword: "Quiet9Lantern" };

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());
beforeEach(async () => {
  ctx.setNow(NOON);
  await ctx.owner.query("TRUNCATE rate_limits");
  await ctx.pool.query("DELETE FROM pgboss.job");
});

const headerOf = (cookie: string) => cookie.split(";")[0] ?? "";
const knownTo = (userId: string, before: string | null = null) => headerOf(deviceCookie(ctx, before, userId));
const guess = (email: string, device = DEVICE) => signIn(ctx, { email, password: "Wrong7Harbour" }, device);
/** Uses up the strangers' attempts at an account, from everywhere and from here. */
async function besiege(email: string) {
  for (let n = 0; n < 10; n += 1) await consumeRateLimit(ctx, "signInByAccountAndAddress", `${email} ${DEVICE.address}`);
  for (let n = 0; n < 60; n += 1) await consumeRateLimit(ctx, "signInByAccount", email);
  expect(await guess(email, { ...DEVICE, address: "203.0.113.99" })).toMatchObject(TOO_MANY);
}
async function queued<N extends "account-mail" | "password-reset" | "sign-in-link">(name: N): Promise<JobData[N][]> {
  const { rows } = await ctx.pool.query("DELETE FROM pgboss.job WHERE name = $1 RETURNING data, created_on", [name]);
  return rows.sort((a, b) => a.created_on - b.created_on).map((row) => row.data);
}
/** Runs all queues and returns the link tokens in a mailbox, oldest first. */
async function tokensFor(email: string): Promise<string[]> {
  for (const job of await queued("sign-in-link")) await sendSignInLink(ctx, job);
  for (const job of await queued("password-reset")) await sendPasswordReset(ctx, job);
  const mails = (await queued("account-mail")).filter((mail) => mail.message === "sign-in" || mail.message === "reset-password");
  for (const mail of mails) await sendAccountMail(ctx, mail);
  const listed = ((await ctx.mailbox?.list())?.mails ?? []).filter((mail) => mail.to === email).toReversed();
  const texts = await Promise.all(listed.map(async ({ id }) => (await ctx.mailbox?.get(id))?.text ?? ""));
  return texts.flatMap((text) => /(?:login|reset-password)\?token=([\w.-]+)/.exec(text)?.[1] ?? []);
}

describe("a known device", () => {
  it("signs in despite strangers' attempts, from its own address and from theirs", async () => {
    const { email, userId } = await registered(ctx);
    const cookies = knownTo(userId);
    await besiege(email);
    for (let n = 0; n < 30; n += 1) await consumeRateLimit(ctx, "signInByAddress", DEVICE.address);
    expect(await signIn(ctx, { email, password: PASSWORD }, { ...DEVICE, address: "198.51.100.1" })).toMatchObject(TOO_MANY);
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject(TOO_MANY);
    expect(await signIn(ctx, { email, password: PASSWORD }, { ...DEVICE, cookies })).toMatchObject({ ok: true });
  });

  it("has a limit of its own: a stolen cookie allows ten attempts in five minutes", async () => {
    const { email, userId } = await registered(ctx);
    const cookies = knownTo(userId);
    for (let n = 0; n < 10; n += 1)
      expect(await guess(email, { ...DEVICE, cookies, address: `203.0.113.${n}` })).toMatchObject({
        error: "invalidCredentials",
      });
    expect(await guess(email, { ...DEVICE, cookies })).toMatchObject(TOO_MANY);
    expect(await signIn(ctx, { email, password: PASSWORD }, { ...DEVICE, cookies: knownTo(userId) })).toMatchObject({ ok: true });
  });

  it("is known to its own accounts only, up to five", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => registered(ctx)));
    const [first, ...others] = people;
    let cookies = "";
    for (const { userId } of people) cookies = knownTo(userId, cookies);
    for (const { email } of others) {
      await besiege(email);
      expect(await signIn(ctx, { email, password: PASSWORD }, { ...DEVICE, cookies })).toMatchObject({ ok: true });
    }
    await besiege(first?.email ?? "");
    expect(await signIn(ctx, { email: first?.email ?? "", password: PASSWORD }, { ...DEVICE, cookies })).toMatchObject(TOO_MANY);
  });

  it.each([
    ["forged", (cookie: string) => cookie.replace(/.$/, (last) => (last === "A" ? "B" : "A"))],
    [
      "of a shop with another secret",
      (_: string, userId: string) => headerOf(deviceCookie({ ...ctx, authSecret: "z".repeat(40) }, null, userId)),
    ],
    ["signed with the undivided secret's like", (cookie: string) => cookie.replace(/[\w-]{43}$/, "A".repeat(43))],
    [
      "older than thirteen months",
      (_: string, userId: string) => headerOf(deviceCookie({ ...ctx, now: () => secondsAfterNoon(-396 * 86_400) }, null, userId)),
    ],
    ["nonsense", () => "device=%00~~~....."],
  ])("is a stranger with a cookie that is %s", async (_case, change) => {
    const { email, userId } = await registered(ctx);
    await besiege(email);
    const cookies = change(knownTo(userId), userId);
    expect(await signIn(ctx, { email, password: PASSWORD }, { ...DEVICE, cookies })).toMatchObject(TOO_MANY);
  });

  it("is a stranger again after a change of password", async () => {
    const { email, userId } = await registered(ctx);
    const thieves = knownTo(userId);
    ctx.setNow(secondsAfterNoon(60));
    await requestPasswordReset(ctx, email, DEVICE);
    const [token = ""] = await tokensFor(email);
    expect(await resetPassword(ctx, token, NEW)).toMatchObject({ ok: true, value: { userId } });
    const owners = knownTo(userId);
    await besiege(email);
    expect(await signIn(ctx, { email, password: NEW.password }, { ...DEVICE, cookies: thieves })).toMatchObject(TOO_MANY);
    expect(await signIn(ctx, { email, password: NEW.password }, { ...DEVICE, cookies: owners })).toMatchObject({ ok: true });
  });

  it("stays known during a secret rotation", async () => {
    const { email, userId } = await registered(ctx);
    const cookies = knownTo(userId);
    await besiege(email);
    const during = { ...ctx, authSecret: "the next secret, as long as it has to be", previousAuthSecret: ctx.authSecret };
    expect(await signIn(during, { email, password: PASSWORD }, { ...DEVICE, cookies })).toMatchObject({ ok: true });
  });
});

describe("the mailed sign-in link", () => {
  it("accepts the right password, and no wrong one", async () => {
    const { email } = await registered(ctx);
    await besiege(email);
    const [linkToken = "", ...more] = await tokensFor(email);
    expect(more).toEqual([]);
    expect(await findSignInLink(ctx, linkToken)).toMatchObject({ email });
    expect(await signIn(ctx, { email, password: "Wrong7Harbour", linkToken }, DEVICE)).toEqual({
      ok: false,
      error: "invalidCredentials",
    });
    expect(await signIn(ctx, { email, password: PASSWORD, linkToken }, DEVICE)).toMatchObject({ ok: true });
    // Only once.
    expect(await findSignInLink(ctx, linkToken)).toBeUndefined();
    expect(await signIn(ctx, { email, password: PASSWORD, linkToken }, { ...DEVICE, address: "203.0.113.0" })).toMatchObject(
      TOO_MANY,
    );
  });

  it("opens no other account, and expires after six hours", async () => {
    const [{ email }, other] = [await registered(ctx), await registered(ctx)];
    await besiege(email);
    await besiege(other.email);
    const [linkToken = ""] = await tokensFor(email);
    expect(await signIn(ctx, { email: other.email, password: PASSWORD, linkToken }, DEVICE)).toMatchObject(TOO_MANY);
    ctx.setNow(secondsAfterNoon(6 * 3_600));
    expect(await findSignInLink(ctx, linkToken)).toBeUndefined();
  });

  it("is mailed once until it is used, however often strangers are refused", async () => {
    const { email } = await registered(ctx);
    for (const hour of [0, 1, 2, 3, 4, 5]) {
      ctx.setNow(secondsAfterNoon(hour * 3_600));
      await besiege(email);
      expect(await tokensFor(email)).toHaveLength(1);
    }
    const [linkToken = ""] = await tokensFor(email);
    expect(await signIn(ctx, { email, password: PASSWORD, linkToken }, DEVICE)).toMatchObject({ ok: true });
    ctx.setNow(secondsAfterNoon(7 * 3_600));
    await besiege(email);
    expect(await tokensFor(email)).toHaveLength(2);
  });

  it("is queued for unknown addresses alike, and then dropped", async () => {
    const { email } = await registered(ctx);
    await besiege(email);
    const known = await queued("sign-in-link");
    await ctx.owner.query("TRUNCATE rate_limits");
    await besiege("nobody@example.com");
    const unknown = await queued("sign-in-link");
    expect(unknown.map((job) => Object.keys(job))).toEqual(known.map((job) => Object.keys(job)));
    await ctx.pool.query("DELETE FROM pgboss.job");
    for (const job of unknown) await sendSignInLink(ctx, job);
    expect(await queued("account-mail")).toEqual([]);
  });

  it("is limited to twenty mails an hour by network address", async () => {
    for (let n = 0; n < 30; n += 1) await consumeRateLimit(ctx, "signInByAddress", DEVICE.address);
    for (let n = 0; n < 60; n += 1) expect(await guess(`somebody.${n}@example.com`)).toMatchObject(TOO_MANY);
    expect(await queued("sign-in-link")).toHaveLength(20);
  });
});

describe("a forgotten password, while strangers request resets", () => {
  const requestReset = (email: string, address: string, cookies: string | null = null) =>
    requestPasswordReset(ctx, email, { address, cookies });

  it("limits only the requester", async () => {
    const { email } = await registered(ctx);
    for (let n = 0; n < 3; n += 1) expect(await requestReset(email, "203.0.113.7")).toEqual({ ok: true, value: undefined });
    expect(await requestReset(email, "203.0.113.7")).toMatchObject(TOO_MANY);
    expect(await requestReset(email, "198.51.100.1")).toMatchObject({ ok: true });
  });

  it("neither floods the mailbox nor leaves the owner without a valid link", async () => {
    const { email } = await registered(ctx);
    for (let minute = 0; minute < 600; minute += 20) {
      ctx.setNow(secondsAfterNoon(minute * 60));
      await requestReset(email, `203.0.113.${minute / 20}`);
      await tokensFor(email);
    }
    const tokens = await tokensFor(email);
    expect(tokens.length).toBeLessThanOrEqual(6);
    expect(await requestReset(email, "198.51.100.1")).toMatchObject({ ok: true });
    await tokensFor(email);
    expect(await resetPassword(ctx, tokens.at(-1) ?? "", NEW)).toMatchObject({ ok: true });
  });

  it("mails a known device's request all the same", async () => {
    const { email, userId } = await registered(ctx);
    await ctx.db.updateTable("users").set({ email_verified: true }).where("id", "=", userId).execute();
    for (let n = 0; n < 20; n += 1) await requestReset(email, `203.0.113.${n}`);
    const before = (await tokensFor(email)).length;
    expect(await requestReset(email, "203.0.113.1", knownTo(userId))).toMatchObject({ ok: true });
    const tokens = await tokensFor(email);
    expect(tokens).toHaveLength(before + 1);
    expect(await findResetEmail(ctx, tokens.at(-1) ?? "")).toBeDefined();
  });

  it("prolongs no link beyond a day", async () => {
    const { email } = await registered(ctx);
    for (let n = 0; n < 8; n += 1) await requestReset(email, `203.0.113.${n}`);
    const [first = ""] = await tokensFor(email);
    for (let minute = 30; minute <= 24 * 60; minute += 30) {
      ctx.setNow(secondsAfterNoon(minute * 60));
      await requestReset(email, `198.51.100.${minute / 30}`);
      for (const job of await queued("password-reset")) await sendPasswordReset(ctx, { ...job, isSpare: true });
    }
    expect(await findResetEmail(ctx, first)).toBeUndefined();
  });
});
