import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendAccountMail } from "#features/mail/server/send-mails.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { watchStatements } from "#platform/postgres/fixtures/statements.fixture.ts";
import { DEVICE, PASSWORD, registered } from "../accounts.fixture.ts";
import { requestEmailChange } from "../profile/change-email.ts";
import { claimAccount, findWaitingAddress, requestVerification, verifyEmail } from "../profile/verify-email.ts";
import { findVisitor, readSession } from "../sessions/read-session.ts";
import { refreshSession } from "../sessions/refresh-session.ts";
import { sessionCookie } from "../sessions/session-cookie.ts";
import { openTokens } from "../sessions/session-object.ts";
import { insertLink } from "./link-store.ts";
import { linkToken } from "./mail-links.ts";
import { findResetEmail, requestPasswordReset, resetPassword, sendPasswordReset } from "./reset-password.ts";
import { signIn } from "./sign-in.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const secondsAfterNoon = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
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

const cookie = (token: string) => new Headers({ cookie: sessionCookie(ctx, token).split(";")[0] ?? "" });
const queued = async <N extends "account-mail" | "password-reset">(name: N): Promise<JobData[N][]> =>
  (await ctx.pool.query("SELECT data FROM pgboss.job WHERE name = $1 ORDER BY created_on", [name])).rows.map((row) => row.data);
/** Sends all queued account mails and returns the newest one's text, as the mailbox shows it. */
const newestMail = async () => {
  for (const mail of await queued("account-mail")) await sendAccountMail(ctx, mail);
  const [newest] = (await ctx.mailbox?.list())?.mails ?? [];
  return (newest && (await ctx.mailbox?.get(newest.id))) ?? { to: "", subject: "", text: "" };
};
const tokenIn = (text: string) => /\?token=([\w.-]+)/.exec(text)?.[1] ?? "";
/** Requests a reset and returns the token of the mail. */
const forget = async (email: string) => {
  const requested = await requestPasswordReset(ctx, email, DEVICE);
  if (!requested.ok) throw new Error(requested.error);
  await ctx.pool.query("DELETE FROM pgboss.job WHERE name = 'account-mail'");
  for (const job of await queued("password-reset")) await sendPasswordReset(ctx, job);
  await ctx.pool.query("DELETE FROM pgboss.job WHERE name = 'password-reset'");
  return tokenIn((await newestMail()).text);
};

describe("asking for a new password", () => {
  it("mails a link to the account's address, in its language", async () => {
    const { email } = await registered(ctx, { locale: "fr" });
    const token = await forget(` ${email.toUpperCase()}`);
    const mail = await newestMail();
    expect(mail).toMatchObject({ to: email, subject: "Choisissez un nouveau mot de passe" });
    expect(mail.text).toContain(`http://localhost:3000/reset-password?token=${token}`);
    expect(await findResetEmail(ctx, token)).toBeDefined();
  });

  it("queues the same job for an unknown address, and sends nothing", async () => {
    const { email } = await registered(ctx);
    await ctx.pool.query("DELETE FROM pgboss.job");
    expect(await requestPasswordReset(ctx, email, DEVICE)).toEqual(await requestPasswordReset(ctx, "nobody@example.com", DEVICE));
    const [known, unknown] = await queued("password-reset");
    expect(Object.keys(known ?? {})).toEqual(Object.keys(unknown ?? {}));
    if (unknown) await sendPasswordReset(ctx, unknown);
    expect(await queued("account-mail")).toEqual([]);
  });

  it("runs the same queries for unknown and known addresses", async () => {
    const { email } = await registered(ctx);
    const pool = openPool(ctx.databaseUrl, ctx.log, 1);
    const during = watchStatements(pool);
    const asking = { ...ctx, pool, db: openDb(pool) };
    const known = await during(() => requestPasswordReset(asking, email, DEVICE));
    await ctx.db.updateTable("users").set({ email_verified: true }).where("email", "=", email).execute();
    expect(await during(() => requestPasswordReset(asking, email, DEVICE))).toEqual(known);
    const unknown = await during(() => requestPasswordReset(asking, "nobody@example.com", DEVICE));
    await pool.end();
    expect(known.sent.length).toBeGreaterThan(0);
    expect(unknown).toEqual(known);
  });

  it.each([
    ["", "validation.required"],
    ["   ", "validation.required"],
    ["amelia@", "emailInvalid"],
    ["a@example.com\r\nBcc: b@example.com", "emailSeveral"],
  ])("refuses the address %j", async (typed, error) => {
    expect(await requestPasswordReset(ctx, typed, DEVICE)).toEqual({ ok: false, error });
    expect(await queued("password-reset")).toEqual([]);
  });

  it("is limited to three an hour by address and network address, known or not, across processes", async () => {
    const { email } = await registered(ctx);
    const pool = openPool(ctx.databaseUrl, ctx.log, 2);
    const other = { ...ctx, pool, db: openDb(pool) };
    for (const address of [email, "nobody.else@example.com"]) {
      const tries = [];
      for (let n = 0; n < 4; n += 1) tries.push(await requestPasswordReset(n % 2 === 0 ? ctx : other, address, DEVICE));
      expect(tries.slice(0, 3).every((result) => result.ok)).toBe(true);
      expect(tries[3]).toEqual({ ok: false, error: "tooManyAttempts", retryAfterSeconds: 4800 });
    }
    await pool.end();
    ctx.setNow(secondsAfterNoon(4800));
    expect(await requestPasswordReset(ctx, email, DEVICE)).toMatchObject({ ok: true });
  });
});

describe("the link of a forgotten password", () => {
  it("sets a new password, ends every session, and mails the owner", async () => {
    const { email, userId, sessionToken } = await registered(ctx);
    const opened = await signIn(ctx, { email, password: PASSWORD }, DEVICE);
    if (!opened.ok) throw new Error(opened.error);
    const program = await openTokens(ctx, opened.value);
    const token = await forget(email);
    expect(await resetPassword(ctx, token, NEW)).toEqual({ ok: true, value: { userId } });

    expect(await readSession(ctx, cookie(sessionToken))).toBeUndefined();
    expect(await readSession(ctx, new Headers({ authorization: `Bearer ${program.access_token}` }))).toBeUndefined();
    expect(await refreshSession(ctx, program.refresh_token ?? "")).toEqual({ ok: false, error: "sessionEnded" });
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ error: "invalidCredentials" });
    expect(await signIn(ctx, { email, password: NEW.password }, DEVICE)).toMatchObject({ ok: true });
    expect(await newestMail()).toMatchObject({ to: email, subject: "Your password has changed" });
    const user = await ctx.db.selectFrom("users").select("email_verified").where("id", "=", userId).executeTakeFirst();
    expect(user).toEqual({ email_verified: true });
  });

  it("works once, even if several follow it at the same instant, and cannot be replayed", async () => {
    const { email } = await registered(ctx);
    const token = await forget(email);
    const passwords = Array.from({ length: 6 }, (_, n) => `Quiet9Lantern${n}`);
    const results = await Promise.all(
      passwords.map((password) => resetPassword(ctx, token, { password, confirmPassword: password })),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(await resetPassword(ctx, token, NEW)).toEqual({ ok: false, error: "linkExpired" });
    const winner = passwords[results.findIndex((result) => result.ok)] ?? "";
    expect(await signIn(ctx, { email, password: winner }, DEVICE)).toMatchObject({ ok: true });
  });

  it("works for an hour", async () => {
    const { email } = await registered(ctx);
    const token = await forget(email);
    ctx.setNow(secondsAfterNoon(3_600));
    expect(await findResetEmail(ctx, token)).toBeUndefined();
    expect(await resetPassword(ctx, token, NEW)).toEqual({ ok: false, error: "linkExpired" });
    ctx.setNow(secondsAfterNoon(3_599));
    expect(await resetPassword(ctx, token, NEW)).toMatchObject({ ok: true });
  });

  it("is invalidated by the use of another one, and by a change of address", async () => {
    const { email, sessionToken } = await registered(ctx);
    const [first, second] = [await forget(email), await forget(email)];
    expect(await resetPassword(ctx, second, NEW)).toMatchObject({ ok: true });
    expect(await resetPassword(ctx, first, NEW)).toEqual({ ok: false, error: "linkExpired" });

    expect(await findVisitor(ctx, { token: sessionToken })).toBeUndefined();
    const third = await forget(email);
    await ctx.db
      .updateTable("users")
      .set({ email: `moved.${randomUUID()}@example.com` })
      .where("email", "=", email)
      .execute();
    expect(await resetPassword(ctx, third, NEW)).toEqual({ ok: false, error: "linkExpired" });
  });

  it.each([
    ["too short a password", { password: "Sh0rt" }, { error: "passwordRequirements", problem: "passwordTooShort" }],
    ["one without a digit", { password: "QuietLantern" }, { error: "passwordRequirements", problem: "passwordNeedsDigit" }],
    [
      "one without a capital",
      { password: "quiet9lantern" },
      { error: "passwordRequirements", problem: "passwordNeedsUppercase" },
    ],
    [
      "one of the commonest",
      { password: "Welcome1", confirmPassword: "Welcome1" },
      { error: "passwordRequirements", problem: "passwordTooCommon" },
    ],
    ["one without its confirmation", { confirmPassword: "" }, { error: "confirmPasswordRequired" }],
    ["two that differ", { confirmPassword: "Quiet9Lamp" }, { error: "passwordMismatch" }],
  ])("stays valid after refusing %s", async (_case, fields, refused) => {
    const token = await forget((await registered(ctx)).email);
    expect(await resetPassword(ctx, token, { ...NEW, ...fields })).toEqual({ ok: false, ...refused });
    expect(await findResetEmail(ctx, token)).toBeDefined();
  });

  it("accepts no link of another kind", async () => {
    await registered(ctx);
    const token = tokenIn((await newestMail()).text);
    expect(await findWaitingAddress(ctx, token)).toBeDefined();
    expect(await findResetEmail(ctx, token)).toBeUndefined();
    expect(await resetPassword(ctx, token, NEW)).toEqual({ ok: false, error: "linkExpired" });
  });

  it("drops marketing consent of an unconfirmed account, and keeps a confirmed one's", async () => {
    const agreed = async (email: string) =>
      (await ctx.pool.query("SELECT marketing_opt_in FROM users WHERE email = $1", [email])).rows[0].marketing_opt_in;
    const stranger = await registered(ctx, { marketing: true });
    expect(await agreed(stranger.email)).toBe(true);
    await resetPassword(ctx, await forget(stranger.email), NEW);
    expect(await agreed(stranger.email)).toBe(false);

    const [owner, imported] = [await registered(ctx, { marketing: true }), await registered(ctx, { marketing: true })];
    await ctx.pool.query("UPDATE users SET email_verified = true WHERE id = $1", [owner.userId]);
    // Only the reader of the address can open an account without a password.
    await ctx.pool.query("DELETE FROM credentials WHERE user_id = $1", [imported.userId]);
    for (const { email } of [owner, imported]) {
      await resetPassword(ctx, await forget(email), NEW);
      expect(await agreed(email)).toBe(true);
    }
  });

  it("gives an account its first password", async () => {
    const { email, userId } = await registered(ctx);
    await ctx.db.deleteFrom("credentials").where("user_id", "=", userId).execute();
    expect(await resetPassword(ctx, await forget(email), NEW)).toMatchObject({ ok: true });
    expect(await signIn(ctx, { email, password: NEW.password }, DEVICE)).toMatchObject({ ok: true });
  });

  it("is stored nowhere: neither tables nor queue contain its secret", async () => {
    const { email } = await registered(ctx);
    await requestPasswordReset(ctx, email, DEVICE);
    for (const job of await queued("password-reset")) await sendPasswordReset(ctx, job);
    const secret = tokenIn((await newestMail()).text).split(".")[1] ?? "";
    expect(secret).toHaveLength(43);
    for (const table of ["verifications", "mails", "pgboss.job", "users", "credentials"]) {
      const { rows } = await ctx.pool.query(`SELECT count(*)::int AS hits FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`, [
        secret,
      ]);
      expect(rows[0], table).toEqual({ hits: 0 });
    }
  });
});

describe("confirming an address", () => {
  it("is requested in the transaction of the registration", async () => {
    const { email, userId } = await registered(ctx);
    const mail = await newestMail();
    expect(mail).toMatchObject({ to: email, subject: "Confirm your email address" });
    const token = tokenIn(mail.text);
    expect(await findWaitingAddress(ctx, token)).toEqual({ email, isNew: false });
    expect(await verifyEmail(ctx, token)).toEqual({ ok: true, value: { email } });
    const visitor = await ctx.db.selectFrom("users").select("email_verified").where("id", "=", userId).executeTakeFirst();
    expect(visitor).toEqual({ email_verified: true });
    expect(await verifyEmail(ctx, token)).toEqual({ ok: false, error: "linkExpired" });
  });

  it("works for seven days", async () => {
    await registered(ctx);
    const token = tokenIn((await newestMail()).text);
    ctx.setNow(secondsAfterNoon(7 * 86_400));
    expect(await verifyEmail(ctx, token)).toEqual({ ok: false, error: "linkExpired" });
  });

  it("can be requested again three times an hour, unless confirmed", async () => {
    const { sessionToken, userId } = await registered(ctx);
    const visitor = await findVisitor(ctx, { token: sessionToken });
    if (!visitor) throw new Error("Nobody");
    await ctx.pool.query("DELETE FROM pgboss.job");
    for (let n = 0; n < 3; n += 1) expect(await requestVerification(ctx, visitor)).toMatchObject({ ok: true });
    expect(await queued("account-mail")).toHaveLength(3);
    expect(await requestVerification(ctx, visitor)).toMatchObject({ error: "tooManyAttempts", retryAfterSeconds: 4800 });
    expect(await requestVerification(ctx, { ...visitor, id: userId, emailVerified: true })).toMatchObject({ ok: true });
    expect(await queued("account-mail")).toHaveLength(3);
  });

  it("deletes the other confirmation links, which would let their finder choose the password", async () => {
    const { sessionToken, email, userId } = await registered(ctx);
    const visitor = await findVisitor(ctx, { token: sessionToken });
    if (!visitor) throw new Error("Nobody");
    const first = tokenIn((await newestMail()).text);
    await requestVerification(ctx, visitor);
    const [last] = (await queued("account-mail")).filter(({ message }) => message === "verify-email").slice(-1);
    expect(await verifyEmail(ctx, linkToken(ctx, last?.about ?? ""))).toEqual({ ok: true, value: { email } });
    expect(await claimAccount(ctx, first)).toBeUndefined();
    expect(await findWaitingAddress(ctx, first)).toBeUndefined();
    // Requested at that very instant.
    const late = { id: randomUUID(), purpose: "verify-email", userId, email, expiresAt: secondsAfterNoon(60) };
    await ctx.db.transaction().execute((tx) => insertLink(tx, late, NOON));
    expect(await claimAccount(ctx, linkToken(ctx, late.id))).toBeUndefined();
  });

  it("also follows the link to a new address", async () => {
    const { sessionToken } = await registered(ctx);
    const visitor = await findVisitor(ctx, { token: sessionToken });
    if (!visitor) throw new Error("Nobody");
    const newEmail = `moved.${randomUUID().slice(0, 8)}@example.com`;
    await requestEmailChange(ctx, visitor, { newEmail, currentPassword: PASSWORD });
    for (const mail of await queued("account-mail")) await sendAccountMail(ctx, mail);
    const mails = (await ctx.mailbox?.list())?.mails ?? [];
    const link = await ctx.mailbox?.get(mails.find((mail) => mail.to === newEmail)?.id ?? "");
    const token = tokenIn(link?.text ?? "");
    expect(await findWaitingAddress(ctx, token)).toEqual({ email: newEmail, isNew: true });
    expect(await verifyEmail(ctx, token)).toEqual({ ok: true, value: { email: newEmail } });
    const notice = await ctx.mailbox?.get(
      mails.find((mail) => mail.to === visitor.email && /about to/.test(mail.subject))?.id ?? "",
    );
    // The unconfirmed old address gets no text that a user typed.
    expect(notice?.text).toContain("Did you ask for this change");
    expect(notice?.text).not.toContain(newEmail);
  });
});
