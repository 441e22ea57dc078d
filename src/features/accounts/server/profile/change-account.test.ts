import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { excludeFromPlay } from "#features/player-protection/server/change-safer-play.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import { DEVICE, forgetSignIn, PASSWORD, registered } from "../accounts.fixture.ts";
import { findPlayerLimits } from "../person/find-player-limits.ts";
import { endOtherSessions } from "../sessions/end-sessions.ts";
import { findVisitor, readSession, type Visitor } from "../sessions/read-session.ts";
import { refreshSession } from "../sessions/refresh-session.ts";
import { sessionCookie } from "../sessions/session-cookie.ts";
import { openTokens } from "../sessions/session-object.ts";
import { changePassword } from "../sign-in/change-password.ts";
import { linkAddress, linkIdOf } from "../sign-in/mail-links.ts";
import { passwordsOf } from "../sign-in/password-hash.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { confirmEmailChange, requestEmailChange } from "./change-email.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const secondsAfterNoon = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const NEW = "Quiet9Lantern";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());
beforeEach(async () => {
  ctx.setNow(NOON);
  await ctx.owner.query("TRUNCATE rate_limits");
});

const cookie = (token: string) => new Headers({ cookie: sessionCookie(ctx, token).split(";")[0] ?? "" });
const visitorOf = async (sessionToken: string): Promise<Visitor> => {
  const visitor = await findVisitor(ctx, { token: sessionToken });
  if (!visitor) throw new Error("Nobody");
  return visitor;
};
/** The queued mails of a user, oldest first. */
const mailsTo = async (userId: string): Promise<JobData["account-mail"][]> => {
  const { rows } = await ctx.pool.query(
    "SELECT data FROM pgboss.job WHERE name = 'account-mail' AND data ->> 'userId' = $1 ORDER BY created_on, data ->> 'message'",
    [userId],
  );
  return rows.map((row) => row.data);
};
const change = (fields: Partial<Parameters<typeof changePassword>[2]> = {}) => ({
  currentPassword: PASSWORD,
  password: NEW,
  confirmPassword: NEW,
  ...fields,
});

describe("changing the password", () => {
  it("accepts the new password instead of the old one, and mails the owner", async () => {
    const { email, sessionToken, userId } = await registered(ctx, { locale: "fr" });
    expect(await changePassword(ctx, await visitorOf(sessionToken), change())).toMatchObject({ ok: true, value: { userId } });
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ error: "invalidCredentials" });
    expect(await signIn(ctx, { email, password: NEW }, DEVICE)).toMatchObject({ ok: true });
    expect((await mailsTo(userId)).at(-1)).toMatchObject({ message: "password-changed", to: email, locale: "fr" });
  });

  it("ends every other session, including stolen cookies and API tokens, and keeps this one", async () => {
    const { email, sessionToken } = await registered(ctx);
    const stolen = await signIn(ctx, { email, password: PASSWORD }, DEVICE);
    const programs = await signIn(ctx, { email, password: PASSWORD }, DEVICE);
    if (!stolen.ok || !programs.ok) throw new Error("not signed in");
    const program = await openTokens(ctx, programs.value);
    expect(await readSession(ctx, cookie(stolen.value.sessionToken))).toBeDefined();

    const own = await openTokens(ctx, { userId: "", sessionToken });
    const changed = await changePassword(ctx, await visitorOf(sessionToken), change());
    expect(await readSession(ctx, cookie(stolen.value.sessionToken))).toBeUndefined();
    expect(await readSession(ctx, new Headers({ authorization: `Bearer ${program.access_token}` }))).toBeUndefined();
    expect(await refreshSession(ctx, program.refresh_token ?? "")).toEqual({ ok: false, error: "sessionEnded" });
    // A thief's copy of this cookie is invalid, too: the session has a new token.
    expect(await readSession(ctx, cookie(sessionToken))).toBeUndefined();
    expect(await readSession(ctx, new Headers({ authorization: `Bearer ${own.access_token}` }))).toBeUndefined();
    expect(await refreshSession(ctx, own.refresh_token ?? "")).toEqual({ ok: false, error: "sessionEnded" });
    expect(await readSession(ctx, cookie(changed.ok ? changed.value.sessionToken : ""))).toMatchObject({ email });
  });

  it("ending all other sessions also ends copies of this session's cookie, without re-authentication", async () => {
    const { email, sessionToken } = await registered(ctx);
    const other = await signIn(ctx, { email, password: PASSWORD }, DEVICE);
    ctx.setNow(secondsAfterNoon(3600));
    const ended = await endOtherSessions(ctx, await visitorOf(sessionToken));
    expect(await readSession(ctx, cookie(sessionToken))).toBeUndefined();
    expect(await readSession(ctx, cookie(other.ok ? other.value.sessionToken : ""))).toBeUndefined();
    const visitor = await readSession(ctx, cookie(ended.ok ? ended.value.sessionToken : ""));
    expect(visitor).toMatchObject({ email, reauthAt: NOON });
    expect(await endOtherSessions(ctx, { id: visitor?.id ?? "", sessionId: randomUUID() })).toEqual({
      ok: false,
      error: "sessionMissing",
    });
  });

  it.each([
    ["a wrong current password", { currentPassword: "Wrong7Harbour" }, { error: "currentPasswordWrong" }],
    ["no current password", { currentPassword: "" }, { error: "currentPasswordRequired" }],
    ["a very long current password", { currentPassword: "A1".repeat(5_000) }, { error: "currentPasswordWrong" }],
    ["too short a new one", { password: "Sh0rt" }, { error: "passwordRequirements", problem: "passwordTooShort" }],
    ["one without a digit", { password: "QuietLantern" }, { error: "passwordRequirements", problem: "passwordNeedsDigit" }],
    [
      "one without a capital",
      { password: "quiet9lantern" },
      { error: "passwordRequirements", problem: "passwordNeedsUppercase" },
    ],
    [
      "one of the commonest",
      { password: "Password1!", confirmPassword: "Password1!" },
      { error: "passwordRequirements", problem: "passwordTooCommon" },
    ],
    ["no confirmation", { confirmPassword: "" }, { error: "confirmPasswordRequired" }],
    ["a different confirmation", { confirmPassword: "Quiet9Lanterns" }, { error: "passwordMismatch" }],
  ])("refuses %s and changes nothing", async (_case, fields, refused) => {
    const { email, sessionToken, userId } = await registered(ctx);
    const before = await mailsTo(userId);
    const result = await changePassword(ctx, await visitorOf(sessionToken), change(fields));
    expect(result).toEqual({ ok: false, ...refused });
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ ok: true });
    expect(await mailsTo(userId)).toEqual(before);
  });

  it("leaves no session to a concurrent sign-in with the old password", async () => {
    const { email, sessionToken, userId } = await registered(ctx);
    let owner = await visitorOf(sessionToken);
    /** Changes the password and continues in the renewed session. */
    const renewed = async (fields?: Parameters<typeof change>[0]) => {
      const changed = await changePassword(ctx, owner, change(fields));
      if (!changed.ok) throw new Error(changed.error);
      owner = await visitorOf(changed.value.sessionToken);
    };
    const passwords = passwordsOf(ctx);
    const verify = passwords.verify;
    // The old password was verified before the change.
    vi.spyOn(passwords, "verify").mockImplementationOnce(async (attempt) => {
      const isRight = await verify(attempt);
      await renewed();
      return isRight;
    });
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toEqual({ ok: false, error: "invalidCredentials" });
    const others = () =>
      ctx.db.selectFrom("sessions").select("id").where("user_id", "=", userId).where("id", "!=", owner.sessionId).execute();
    expect(await others()).toEqual([]);

    // In any real order, too.
    for (const [from, to] of [
      [NEW, PASSWORD],
      [PASSWORD, NEW],
    ] as const) {
      const thieves = Array.from({ length: 3 }, () => signIn(ctx, { email, password: from }, DEVICE));
      await renewed({ currentPassword: from, password: to, confirmPassword: to });
      await Promise.all(thieves);
      expect(await others()).toEqual([]);
    }
  });

  it("succeeds once if two changes with the same old password run at once", async () => {
    const { email, sessionToken } = await registered(ctx);
    const thief = await signIn(ctx, { email, password: PASSWORD }, DEVICE);
    const visitors = [await visitorOf(sessionToken), await visitorOf(thief.ok ? thief.value.sessionToken : "")];
    const results = await Promise.all(visitors.map((visitor) => changePassword(ctx, visitor, change())));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.error === "currentPasswordWrong")).toHaveLength(1);
  });

  it("limits attempts at the current password to ten in five minutes, right or wrong", async () => {
    const visitor = await visitorOf((await registered(ctx)).sessionToken);
    for (let n = 0; n < 10; n += 1) await changePassword(ctx, visitor, change({ currentPassword: `Wrong7Harbour${n}` }));
    expect(await changePassword(ctx, visitor, change())).toEqual({
      ok: false,
      error: "tooManyAttempts",
      retryAfterSeconds: 330,
    });
    ctx.setNow(secondsAfterNoon(330));
    expect(await changePassword(ctx, visitor, change())).toMatchObject({ ok: true });
  });

  it("limits attempts to thirty an hour, fewer than sign-ins", async () => {
    const visitor = await visitorOf((await registered(ctx)).sessionToken);
    const outcomes: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      ctx.setNow(secondsAfterNoon(n * 40));
      const guessed = await changePassword(ctx, visitor, change({ currentPassword: `Wrong7Harbour${n}` }));
      outcomes.push(guessed.ok ? "changed" : guessed.error);
    }
    expect(outcomes.filter((outcome) => outcome === "currentPasswordWrong")).toHaveLength(30);
    expect(outcomes.at(-1)).toBe("tooManyAttempts");
  });

  it("is refused if the account was erased in the meantime", async () => {
    const { sessionToken, userId } = await registered(ctx);
    const visitor = await visitorOf(sessionToken);
    const spy = vi.spyOn(ctx.db, "transaction");
    spy.mockImplementationOnce(() => {
      const builder = Object.getPrototypeOf(ctx.db).transaction.call(ctx.db);
      const execute = builder.execute.bind(builder);
      builder.execute = async (work: never) => {
        await ctx.pool.query(
          "UPDATE users SET erased_at = now(), email = NULL, first_name = '', last_name = '', phone = NULL, birth_date = NULL WHERE id = $1",
          [userId],
        );
        return execute(work);
      };
      return builder;
    });
    expect(await changePassword(ctx, visitor, change())).toEqual({ ok: false, error: "sessionMissing" });
    spy.mockRestore();
    await forgetSignIn(ctx, userId);
  });
});

describe("changing the address", () => {
  /** Requests a change and returns the token mailed to the new address. */
  const requestChange = async (visitor: Visitor, newEmail: string) => {
    const result = await requestEmailChange(ctx, visitor, { newEmail, currentPassword: PASSWORD });
    if (!result.ok) throw new Error(result.error);
    const link = (await mailsTo(visitor.id)).findLast((mail) => mail.message === "change-email");
    return tokenOf(link?.about ?? "");
  };
  const tokenOf = (id: string) => new URL(linkAddress(ctx, "change-email", id)).searchParams.get("token") ?? "";
  const emailOf = async (id: string) =>
    ctx.db.selectFrom("users").select(["email", "email_verified"]).where("id", "=", id).executeTakeFirst();
  const fresh = () => `new.${randomUUID().slice(0, 8)}@example.com`;

  it("mails a link to the new address and a notice to the old one, and changes nothing before the link is followed", async () => {
    const { email, sessionToken, userId } = await registered(ctx);
    const newEmail = fresh();
    const token = await requestChange(await visitorOf(sessionToken), `  ${newEmail.toUpperCase()} `);
    expect((await mailsTo(userId)).slice(-2)).toMatchObject([
      { message: "change-email", to: newEmail },
      { message: "email-change-asked", to: email, newEmail },
    ]);
    expect(await emailOf(userId)).toEqual({ email, email_verified: false });

    expect(await confirmEmailChange(ctx, token)).toEqual({ ok: true, value: { email: newEmail } });
    expect(await emailOf(userId)).toEqual({ email: newEmail, email_verified: true });
    expect((await mailsTo(userId)).at(-1)).toMatchObject({ message: "email-changed", to: email, newEmail });
    expect(await signIn(ctx, { email: newEmail, password: PASSWORD }, DEVICE)).toMatchObject({ ok: true });
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ ok: false });
  });

  it("succeeds once if several follow the link at the same instant", async () => {
    const token = await requestChange(await visitorOf((await registered(ctx)).sessionToken), fresh());
    const results = await Promise.all(Array.from({ length: 8 }, () => confirmEmailChange(ctx, token)));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(await confirmEmailChange(ctx, token)).toEqual({ ok: false, error: "linkExpired" });
  });

  it("works for 24 hours", async () => {
    const visitor = await visitorOf((await registered(ctx)).sessionToken);
    const newEmail = fresh();
    const token = await requestChange(visitor, newEmail);
    ctx.setNow(secondsAfterNoon(86_400));
    expect(await confirmEmailChange(ctx, token)).toEqual({ ok: false, error: "linkExpired" });
    ctx.setNow(secondsAfterNoon(86_399));
    expect(await confirmEmailChange(ctx, token)).toMatchObject({ ok: true });
  });

  it("is cancelled by a later one, and by a new password", async () => {
    const { sessionToken } = await registered(ctx);
    const visitor = await visitorOf(sessionToken);
    const first = await requestChange(visitor, fresh());
    const second = await requestChange(visitor, fresh());
    expect(await confirmEmailChange(ctx, first)).toEqual({ ok: false, error: "linkExpired" });
    await changePassword(ctx, visitor, change());
    expect(await confirmEmailChange(ctx, second)).toEqual({ ok: false, error: "linkExpired" });
  });

  it("is rolled back if another account took the address in the meantime", async () => {
    const { email, sessionToken, userId } = await registered(ctx);
    const newEmail = fresh();
    const token = await requestChange(await visitorOf(sessionToken), newEmail);
    const other = await registered(ctx, { email: newEmail });
    await ctx.db.updateTable("users").set({ email_verified: true }).where("id", "=", other.userId).execute();
    const before = await mailsTo(userId);
    expect(await confirmEmailChange(ctx, token)).toEqual({ ok: false, error: "userAlreadyExists" });
    expect(await emailOf(userId)).toEqual({ email, email_verified: false });
    expect(await mailsTo(userId)).toEqual(before);
  });

  it("takes the address of an unconfirmed account, which ends, and shows its entries to the new owner", async () => {
    const { sessionToken, userId } = await registered(ctx);
    const thief = await registered(ctx, { email: fresh(), firstName: "Mallory" });
    await excludeFromPlay(ctx, thief.userId, "half");
    const token = await requestChange(await visitorOf(sessionToken), thief.email);
    expect(await confirmEmailChange(ctx, token)).toEqual({ ok: true, value: { email: thief.email } });
    expect(await emailOf(userId)).toEqual({ email: thief.email, email_verified: true });
    expect(await findVisitor(ctx, { token: thief.sessionToken })).toBeUndefined();
    const left = await ctx.db
      .selectFrom("users")
      .select(["email", "first_name", "joined_to"])
      .where("id", "=", thief.userId)
      .executeTakeFirst();
    expect(left).toEqual({ email: null, first_name: "Mallory", joined_to: userId });
    expect(await signIn(ctx, { email: thief.email, password: PASSWORD }, DEVICE)).toMatchObject({ value: { userId } });
    // A stranger must not exclude the owner.
    expect((await findPlayerLimits(ctx, userId)).excludedUntil).toBeUndefined();
  });

  it("does not take an administrator's address", async () => {
    const { sessionToken } = await registered(ctx);
    const admin = await registered(ctx, { email: fresh() });
    await ctx.db.insertInto("admin_user").values({ id: admin.userId }).execute();
    const token = await requestChange(await visitorOf(sessionToken), admin.email);
    expect(await confirmEmailChange(ctx, token)).toEqual({ ok: false, error: "userAlreadyExists" });
    expect(await findVisitor(ctx, { token: admin.sessionToken })).toBeDefined();
  });

  it.each([
    ["no address", { newEmail: " " }, "emailRequired"],
    ["half an address", { newEmail: "amelia@" }, "emailInvalid"],
    ["a second header", { newEmail: "a@example.com\r\nBcc: b@example.com" }, "emailSeveral"],
    ["a wrong password", { currentPassword: "Wrong7Harbour" }, "currentPasswordWrong"],
    ["no password", { currentPassword: "" }, "currentPasswordRequired"],
  ])("refuses %s", async (_case, fields, error) => {
    const { sessionToken, userId } = await registered(ctx);
    const before = await mailsTo(userId);
    const requested = { newEmail: fresh(), currentPassword: PASSWORD, ...fields };
    expect(await requestEmailChange(ctx, await visitorOf(sessionToken), requested as never)).toEqual({ ok: false, error });
    expect(await mailsTo(userId)).toEqual(before);
  });

  it("refuses the present address and one that is taken", async () => {
    const { email, sessionToken } = await registered(ctx);
    const other = await registered(ctx);
    const visitor = await visitorOf(sessionToken);
    const requested = (newEmail: string) => requestEmailChange(ctx, visitor, { newEmail, currentPassword: PASSWORD });
    expect(await requested(email.toUpperCase())).toEqual({ ok: false, error: "emailUnchanged" });
    expect(await requested(other.email)).toMatchObject({ ok: true });
    await ctx.db.updateTable("users").set({ email_verified: true }).where("id", "=", other.userId).execute();
    expect(await requested(other.email)).toEqual({ ok: false, error: "userAlreadyExists" });
  });

  it("needs a password, also from administrators, unless it was given just now", async () => {
    const { sessionToken, userId } = await registered(ctx);
    await ctx.db.insertInto("admin_user").values({ id: userId }).execute();
    const visitor = await visitorOf(sessionToken);
    expect(await requestEmailChange(ctx, visitor, { newEmail: fresh() })).toMatchObject({ ok: true });
    for (const reauthAt of [undefined, new Date(ctx.now().getTime() - 600_000)]) {
      const stolen = { ...visitor, reauthAt };
      expect(await requestEmailChange(ctx, stolen, { newEmail: fresh() })).toEqual({ ok: false, error: "reauth_needed" });
    }
    expect(await requestEmailChange(ctx, visitor, { newEmail: fresh(), currentPassword: "Wrong7" })).toEqual({
      ok: false,
      error: "currentPasswordWrong",
    });
  });

  it("is refused in a session that a new password has ended, even with fresh re-authentication", async () => {
    const { sessionToken, email, userId } = await registered(ctx);
    const owner = await signIn(ctx, { email, password: PASSWORD }, DEVICE);
    if (!owner.ok) throw new Error(owner.error);
    const thief = await visitorOf(sessionToken);
    expect(await changePassword(ctx, await visitorOf(owner.value.sessionToken), change())).toMatchObject({ ok: true });
    expect(await requestEmailChange(ctx, thief, { newEmail: fresh() })).toEqual({ ok: false, error: "sessionMissing" });
    expect((await mailsTo(userId)).map(({ message }) => message)).not.toContain("change-email");
  });

  it("is limited to five requests an hour", async () => {
    const visitor = await visitorOf((await registered(ctx)).sessionToken);
    for (let n = 0; n < 5; n += 1) await requestChange(visitor, fresh());
    const sixth = await requestEmailChange(ctx, visitor, { newEmail: fresh(), currentPassword: PASSWORD });
    expect(sixth).toMatchObject({ error: "tooManyAttempts", retryAfterSeconds: expect.any(Number) });
  });
});

describe("a link in a mail", () => {
  const ID = "7f1c9d52-9f0e-4c56-8d1c-5a3a0f0f7d11";
  const token = () => new URL(linkAddress(ctx, "change-email", ID)).searchParams.get("token") ?? "";

  it("is absolute, and names its row", () => {
    expect(linkAddress(ctx, "change-email", ID)).toMatch(/^http:\/\/localhost:3000\/verify-email\?token=[\w.-]+$/);
    expect(linkAddress(ctx, "reset-password", ID)).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=/);
    expect(linkIdOf(ctx, token())).toBe(ID);
  });

  it.each<[string, (token: string) => string]>([
    ["nothing", () => ""],
    ["the id alone", () => ID],
    ["an empty secret", () => `${ID}.`],
    ["another row's secret", (good) => `${randomUUID()}.${good.split(".")[1]}`],
    ["a longer secret", (good) => `${good}A`],
    ["a suffix", (good) => `${good}.x`],
    ["SQL", () => "' OR 1=1 --.x"],
  ])("rejects a token: %s", (_case, make) => {
    expect(linkIdOf(ctx, make(token()))).toBeUndefined();
  });

  it.each([
    ["a full stop behind it", (good: string) => `${good}.`],
    ["a bracket behind it", (good: string) => `${good})>`],
    ["the sign of quoted-printable before it", (good: string) => `3D${good}`],
    ["its soft line break within", (good: string) => `${good.slice(0, 50)}=\r\n${good.slice(50)}`],
  ])("accepts a token with %s", (_case, make) => {
    expect(linkIdOf(ctx, make(token()))).toBe(ID);
  });

  it("rejects another key's signature", () => {
    const theirs = linkAddress({ ...ctx, authSecret: "x".repeat(40) }, "change-email", ID);
    expect(linkIdOf(ctx, new URL(theirs).searchParams.get("token") ?? "")).toBeUndefined();
  });
});
