import { randomUUID } from "node:crypto";
import { Secret } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findRole } from "#features/access/server/actor.ts";
import { proposeFactorReset, resetAsProposed, resetSecondFactor } from "#features/staff/server/team/reset-second-factor.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { stepAt } from "../../rules/sign-in/second-factor.ts";
import { DEVICE, PASSWORD, reauthedAdmin, registered } from "../accounts.fixture.ts";
import { deviceCookie, trustedCookie } from "../devices/device-cookie.ts";
import { readSession } from "../sessions/read-session.ts";
import { sessionCookie } from "../sessions/session-cookie.ts";
import { appAddress, appCodeAt, sealSecret } from "../sign-in/app-codes.ts";
import { credentialOf, reauthenticate } from "../sign-in/reauthenticate.ts";
import { resetPassword } from "../sign-in/reset-password.ts";
import { signInWithCode } from "../sign-in/sign-in-code.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { findFactorSecret, withSecondFactor } from "./second-factor.fixture.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  forgetBrowsers,
  renewRecoveryCodes,
  showSecondFactor,
  turnOffSecondFactor,
} from "./set-second-factor.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const HALF_MINUTE = 30_000;

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());
beforeEach(() => ctx.setNow(NOON));

const advanceClock = (ms: number) => ctx.setNow(new Date(ctx.now().getTime() + ms));
const codeNow = async (userId: string) => appCodeAt(await findFactorSecret(ctx, userId), stepAt(ctx.now()));
/** The code of the next step, which is unused. */
const freshCode = async (userId: string) => {
  advanceClock(HALF_MINUTE);
  return codeNow(userId);
};
const cookieOf = (setCookie: string) => setCookie.split(";")[0] ?? "";
const visitorOf = async (token: string) => {
  const visitor = await readSession(ctx, new Headers({ cookie: cookieOf(sessionCookie(ctx, token)) }));
  if (!visitor) throw new Error("no visitor is signed in");
  return visitor;
};
const ticketFor = async (email: string, device = DEVICE) => {
  const signedIn = await signIn(ctx, { email, password: PASSWORD }, device);
  if (signedIn.ok || signedIn.error !== "codeNeeded") throw new Error("no code was asked for");
  return signedIn.ticket;
};
const sessionsOf = async (userId: string) =>
  (await ctx.db.selectFrom("sessions").select("id").where("user_id", "=", userId).execute()).length;
const mailsTo = async (userId: string) => {
  const { rows } = await ctx.pool.query("SELECT data->>'message' AS message FROM pgboss.job WHERE data->>'userId' = $1", [
    userId,
  ]);
  return rows.map(({ message }: { message: string }) => message);
};
const actionsOf = async (userId: string) =>
  (await ctx.db.selectFrom("audit_log").select("action").where("subject_id", "=", userId).orderBy("id").execute()).map(
    ({ action }) => action,
  );
const staff = async () => {
  const person = await registered(ctx);
  await ctx.db.insertInto("admin_user").values({ id: person.userId }).execute();
  return person;
};

it("an app shows the shop's unchanged name, in the label and as the issuer", () => {
  const address = appAddress("secret", "a+b@example.com", "Smith & Sons: Cars");
  expect(address).toMatch(/^otpauth:\/\/totp\/Smith%20%26%20Sons%20Cars:a%2Bb%40example\.com\?/);
  expect(address).toContain("issuer=Smith%20%26%20Sons%20Cars");
});

/** Source: RFC 4226, appendix D. */
it("computes the codes of the RFC", () => {
  const codes = [0, 1, 2, 9].map((step) => appCodeAt("12345678901234567890", step));
  expect(codes).toEqual(["755224", "287082", "359152", "520489"]);
});

describe("turning it on", () => {
  it("requires the password, then a code; ends other sessions, mails the owner, and shows ten codes once", async () => {
    const { sessionToken, userId, email } = await registered(ctx);
    await signIn(ctx, { email, password: PASSWORD }, DEVICE);
    const visitor = await visitorOf(sessionToken);
    expect(await beginSecondFactor(ctx, visitor, "")).toEqual({ ok: false, error: "currentPasswordRequired" });
    expect(await beginSecondFactor(ctx, visitor, "Wrong7Harbour")).toEqual({ ok: false, error: "currentPasswordWrong" });
    const begun = await beginSecondFactor(ctx, visitor, PASSWORD);
    if (!begun.ok) throw new Error(begun.error);
    const { sealed, address, typed } = begun.value;
    expect(address).toContain("otpauth://totp/");
    expect(new URL(address).searchParams.get("secret")).toBe(typed.replaceAll(" ", ""));
    expect(await confirmSecondFactor(ctx, visitor, { sealed, code: " " })).toMatchObject({
      error: "codeRequired",
      again: { typed, address },
    });
    expect(await confirmSecondFactor(ctx, visitor, { sealed, code: "000000" })).toMatchObject({
      error: "codeWrong",
      again: { typed, address },
    });
    expect(await showSecondFactor(ctx, userId)).toBeUndefined();

    const code = appCodeAt(fromBase32(typed), stepAt(NOON));
    const confirmed = await confirmSecondFactor(ctx, visitor, { sealed, code });
    if (!confirmed.ok) throw new Error(confirmed.error);
    expect(new Set(confirmed.value.codes).size).toBe(10);
    expect(await sessionsOf(userId)).toBe(1);
    expect((await visitorOf(confirmed.value.sessionToken)).hasSecondFactor).toBe(true);
    await expect(visitorOf(sessionToken)).rejects.toThrow("no visitor");
    expect(await showSecondFactor(ctx, userId)).toEqual({ setUpAt: NOON, codesLeft: 10 });
    expect(await mailsTo(userId)).toContain("second-factor-on");
    expect(await actionsOf(userId)).toContain("factor.on");
    const stored = await ctx.pool.query(
      "SELECT s.secret, c.code_hash FROM second_factors s JOIN recovery_codes c USING (user_id)",
    );
    const rows = JSON.stringify(stored.rows);
    for (const secret of [...confirmed.value.codes, fromBase32(typed)]) expect(rows).not.toContain(secret);
    // The code that turned it on is used up.
    expect(await signInWithCode(ctx, { ticket: await ticketFor(email), code }, DEVICE)).toMatchObject({ error: "codeWrong" });
  });

  it("is limited to the account that began it, and to half an hour", async () => {
    const [one, other] = [await registered(ctx), await registered(ctx)];
    const [visitor, stranger] = [await visitorOf(one.sessionToken), await visitorOf(other.sessionToken)];
    const begun = await beginSecondFactor(ctx, visitor, PASSWORD);
    const sealed = begun.ok ? begun.value.sealed : "";
    expect(await confirmSecondFactor(ctx, stranger, { sealed, code: "000000" })).toMatchObject({ error: "setUpExpired" });
    expect(await confirmSecondFactor(ctx, visitor, { sealed: "nonsense", code: "000000" })).toMatchObject({
      error: "setUpExpired",
    });
    advanceClock(30 * 60_000);
    expect(await confirmSecondFactor(ctx, visitor, { sealed, code: "000000" })).toMatchObject({ error: "setUpExpired" });
  });

  it("signs no user out who has set it up in another tab", async () => {
    const person = await registered(ctx);
    const visitor = await visitorOf(person.sessionToken);
    const sealed = sealSecret(ctx, person.userId, JSON.stringify(["a secret of the second tab", ctx.now().getTime()]));
    const { sessionToken } = await withSecondFactor(ctx, person);
    const code = appCodeAt("a secret of the second tab", stepAt(ctx.now()));
    expect(await confirmSecondFactor(ctx, visitor, { sealed, code })).toMatchObject({ error: "setUpExpired" });
    expect((await visitorOf(sessionToken)).id).toBe(person.userId);
  });
});

describe("signing in", () => {
  it("asks for a code after the password, and opens no session before", async () => {
    const { userId, email, sessionToken } = await withSecondFactor(ctx);
    expect(await signIn(ctx, { email, password: "Wrong7Harbour" }, DEVICE)).toMatchObject({ error: "invalidCredentials" });
    const ticket = await ticketFor(email);
    expect(await sessionsOf(userId)).toBe(1);
    const opened = await signInWithCode(ctx, { ticket, code: await freshCode(userId) }, DEVICE);
    expect((await visitorOf(opened.ok ? opened.value.sessionToken : "")).id).toBe(userId);
    expect((await visitorOf(sessionToken)).id).toBe(userId);
  });

  it("accepts each code once, also concurrently", async () => {
    const { userId, email } = await withSecondFactor(ctx);
    const [one, two, three] = [await ticketFor(email), await ticketFor(email), await ticketFor(email)];
    const code = await freshCode(userId);
    const opened = await Promise.all([one, two].map((ticket) => signInWithCode(ctx, { ticket, code }, DEVICE)));
    expect(opened.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await signInWithCode(ctx, { ticket: three, code }, DEVICE)).toMatchObject({ error: "codeWrong" });
  });

  it("accepts the code of the step before or after, and no older one", async () => {
    const { userId, email } = await withSecondFactor(ctx);
    advanceClock(10 * HALF_MINUTE);
    const step = stepAt(ctx.now());
    const secret = await findFactorSecret(ctx, userId);
    const tried = async (codeStep: number) =>
      (await signInWithCode(ctx, { ticket: await ticketFor(email), code: appCodeAt(secret, codeStep) }, DEVICE)).ok;
    expect([await tried(step - 2), await tried(step - 1), await tried(step + 1)]).toEqual([false, true, true]);
    // Older than the last accepted one.
    expect(await tried(step)).toBe(false);
  });

  it("accepts a recovery code once, as typed from paper, and mails the owner", async () => {
    const { userId, email, codes } = await withSecondFactor(ctx);
    const code = ` ${codes[3]?.toUpperCase().replaceAll("-", " ")}`;
    expect(await signInWithCode(ctx, { ticket: await ticketFor(email), code }, DEVICE)).toMatchObject({ ok: true });
    expect(await signInWithCode(ctx, { ticket: await ticketFor(email), code }, DEVICE)).toMatchObject({ error: "codeWrong" });
    expect(await showSecondFactor(ctx, userId)).toMatchObject({ codesLeft: 9 });
    expect(await mailsTo(userId)).toContain("recovery-code-used");
    const other = await withSecondFactor(ctx);
    const stolen = { ticket: await ticketFor(other.email), code: codes[4] ?? "" };
    expect(await signInWithCode(ctx, stolen, DEVICE)).toMatchObject({ error: "codeWrong" });
  });

  it("of API clients requires the code with the password", async () => {
    const { userId, email } = await withSecondFactor(ctx);
    const sent = (code?: string) => signIn(ctx, { email, password: PASSWORD, code }, DEVICE);
    expect(await sent()).toMatchObject({ error: "codeNeeded" });
    expect(await sent("")).toMatchObject({ error: "codeNeeded" });
    expect(await sent("000000")).toMatchObject({ error: "codeWrong" });
    expect(await sent(await freshCode(userId))).toMatchObject({ ok: true });
    expect(await signIn(ctx, { email, password: "Wrong7Harbour", code: await freshCode(userId) }, DEVICE)).toMatchObject({
      error: "invalidCredentials",
    });
  });

  it("requires the password again after ten minutes, after a change of it, and for an invalid ticket", async () => {
    const { userId, email } = await withSecondFactor(ctx);
    const ticket = await ticketFor(email);
    const forged = ticket.replace(/.{4}$/, "AAAA");
    const [old] = [ticket];
    expect(await signInWithCode(ctx, { ticket: forged, code: await freshCode(userId) }, DEVICE)).toMatchObject({
      error: "ticketOver",
    });
    await ctx.db.updateTable("credentials").set({ password: "another" }).where("user_id", "=", userId).execute();
    expect(await signInWithCode(ctx, { ticket: old, code: await freshCode(userId) }, DEVICE)).toMatchObject({
      error: "ticketOver",
    });
    const other = await withSecondFactor(ctx);
    const late = await ticketFor(other.email);
    advanceClock(10 * 60_000);
    expect(await signInWithCode(ctx, { ticket: late, code: await freshCode(other.userId) }, DEVICE)).toMatchObject({
      error: "ticketOver",
    });
  });

  it("is limited by account for strangers, and by browser for a known one", async () => {
    const { userId, email } = await withSecondFactor(ctx);
    const ticket = await ticketFor(email);
    for (let i = 0; i < 5; i += 1)
      expect(await signInWithCode(ctx, { ticket, code: "000000" }, DEVICE)).toMatchObject({ error: "codeWrong" });
    const right = await codeNow(userId);
    expect(await signInWithCode(ctx, { ticket, code: right }, DEVICE)).toMatchObject({ error: "tooManyAttempts" });
    const cookies = cookieOf(deviceCookie(ctx, null, userId));
    advanceClock(HALF_MINUTE);
    const code = await codeNow(userId);
    expect(await signInWithCode(ctx, { ticket, code }, { ...DEVICE, cookies })).toMatchObject({ ok: true });
    expect(await actionsOf(userId)).toContain("factor.fail");
  });
});

describe("a trusted browser", () => {
  it("is asked for no code for thirty days, or until it is forgotten", async () => {
    const { userId, email, sessionToken } = await withSecondFactor(ctx);
    const cookies = cookieOf(trustedCookie(ctx, DEVICE, userId));
    const device = { ...DEVICE, cookies };
    const signed = async () => (await signIn(ctx, { email, password: PASSWORD }, device)).ok;
    expect(await signed()).toBe(true);
    const other = await withSecondFactor(ctx);
    await ticketFor(other.email, device);
    ctx.setNow(new Date(NOON.getTime() + 30 * 86_400_000 - 1));
    expect(await signed()).toBe(true);
    ctx.setNow(new Date(NOON.getTime() + 30 * 86_400_000 + 1));
    expect(await signed()).toBe(false);
    ctx.setNow(new Date(NOON.getTime() + 60_000));
    await forgetBrowsers(ctx, await visitorOf(sessionToken));
    expect(await signed()).toBe(false);
  });

  it("is a stranger again after a new password, and a device cookie does not make it trusted", async () => {
    const { userId, email } = await withSecondFactor(ctx);
    const trusted = cookieOf(trustedCookie(ctx, DEVICE, userId));
    await ticketFor(email, { ...DEVICE, cookies: cookieOf(deviceCookie(ctx, null, userId)).replace("device=", "trusted=") });
    await ctx.db
      .updateTable("credentials")
      .set({ updated_at: new Date(NOON.getTime() + 1) })
      .where("user_id", "=", userId)
      .execute();
    await ticketFor(email, { ...DEVICE, cookies: trusted });
  });
});

it("a code re-authenticates, and a recovery code does not", async () => {
  const { userId, sessionToken, codes } = await withSecondFactor(ctx);
  advanceClock(11 * 60_000);
  const visitor = await visitorOf(sessionToken);
  const give = (typed: string) => reauthenticate(ctx, visitor, credentialOf(visitor, typed));
  expect(await give("000000")).toMatchObject({ error: "codeWrong" });
  expect(await give(codes[0] ?? "")).toMatchObject({ error: "currentPasswordWrong" });
  const proved = await give(await freshCode(userId));
  expect((await visitorOf(proved.ok ? proved.value.sessionToken : "")).reauthAt).toEqual(ctx.now());
  // Without a second factor six digits are a wrong password.
  expect(credentialOf({ hasSecondFactor: false }, "123456")).toEqual({ kind: "password", password: "123456" });
});

describe("changing it", () => {
  it("requires a code: for new recovery codes, which void the old ones, and to turn it off", async () => {
    const { userId, email, sessionToken, codes } = await withSecondFactor(ctx);
    const visitor = await visitorOf(sessionToken);
    expect(await renewRecoveryCodes(ctx, visitor, "")).toMatchObject({ error: "codeRequired" });
    expect(await renewRecoveryCodes(ctx, visitor, "000000")).toMatchObject({ error: "codeWrong" });
    const renewed = await renewRecoveryCodes(ctx, visitor, codes[0] ?? "");
    expect(renewed).toMatchObject({ ok: true });
    expect(await showSecondFactor(ctx, userId)).toMatchObject({ codesLeft: 10 });
    expect(await turnOffSecondFactor(ctx, visitor, codes[1] ?? "")).toMatchObject({ error: "codeWrong" });
    expect(await turnOffSecondFactor(ctx, visitor, await freshCode(userId))).toMatchObject({ ok: true });
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ ok: true });
    expect(await mailsTo(userId)).toEqual(expect.arrayContaining(["recovery-codes-new", "second-factor-off"]));
  });
});

describe("if the shop requires it of staff", () => {
  it("administrators need it, and cannot turn it off", async () => {
    const strict = { ...ctx, env: { ...ctx.env, staffNeedSecondFactor: true } };
    const { userId, sessionToken } = await staff();
    const read = (token: string) => readSession(strict, new Headers({ cookie: cookieOf(sessionCookie(ctx, token)) }));
    expect(await read(sessionToken)).toMatchObject({ isStaff: true, isAdmin: false });
    expect([await findRole(ctx, userId), await findRole(strict, userId)]).toEqual(["owner", undefined]);
    const set = await withSecondFactor(ctx, { userId, sessionToken, email: "" });
    const visitor = await read(set.sessionToken);
    expect(visitor).toMatchObject({ isStaff: true, isAdmin: true });
    expect(await findRole(strict, userId)).toBe("owner");
    if (!visitor) throw new Error("no visitor is signed in");
    expect(await turnOffSecondFactor(strict, visitor, await freshCode(userId))).toMatchObject({ error: "factorNeeded" });
  });
});

describe("a user who lost app and codes", () => {
  it("is helped by the command line: signed out, mailed, without a second factor", async () => {
    const { userId, email } = await withSecondFactor(ctx);
    expect(await resetSecondFactor(ctx, email.toUpperCase())).toMatchObject({ ok: true });
    expect(await sessionsOf(userId)).toBe(0);
    expect(await mailsTo(userId)).toContain("second-factor-reset");
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ ok: true });
    expect(await resetSecondFactor(ctx, email)).toMatchObject({ error: "no_factor" });
    expect(await resetSecondFactor(ctx, "nobody@example.com")).toMatchObject({ error: "no_account" });
  });

  it("is helped by two administrators, neither of whom is the user", async () => {
    const [one, two] = [await staff(), await withSecondFactor(ctx, await staff())];
    const [first, second] = [reauthedAdmin(ctx, one.userId), reauthedAdmin(ctx, two.userId)];
    const others = [one.userId, two.userId];
    const propose = (actor: typeof first, userId: string, reason = "called back") =>
      proposeFactorReset(ctx, actor, { userId, reason });
    await ctx.db.deleteFrom("admin_user").where("id", "not in", others).execute();
    expect(await propose(second, two.userId)).toEqual({ ok: false, error: "own" });
    // Two administrators are not enough for one of them.
    expect(await propose(first, two.userId)).toEqual({ ok: false, error: "needs_two" });
    const three = await staff();
    expect(await propose(first, two.userId, "  ")).toEqual({ ok: false, error: "reason_needed" });
    expect(await propose(first, three.userId)).toEqual({ ok: false, error: "no_factor" });
    expect(await propose(first, two.userId)).toEqual({ ok: true, value: "proposed" });
    expect(await propose(first, two.userId)).toEqual({ ok: false, error: "already_proposed" });
    const proposed = { id: randomUUID(), subjectId: two.userId, reason: "called back" };
    const confirm = (actor: typeof first) => ctx.db.transaction().execute((tx) => resetAsProposed(ctx, tx, actor, proposed));
    expect(await confirm(second)).toEqual({ ok: false, error: "own" });
    expect(await confirm(reauthedAdmin(ctx, three.userId))).toMatchObject({ ok: true });
    expect(await showSecondFactor(ctx, two.userId)).toBeUndefined();
    const query = "SELECT reason, after->>'proposal_id' AS id FROM audit_log WHERE action = 'factor.reset' AND subject_id = $1";
    expect((await ctx.pool.query(query, [two.userId])).rows).toEqual([{ reason: "called back", id: proposed.id }]);
  });

  it("is not locked out by a stranger's factor on an unconfirmed address", async () => {
    const { userId, email } = await withSecondFactor(ctx);
    await ctx.pool.query("UPDATE users SET email_verified = false WHERE id = $1", [userId]);
    const resetToken = await resetTokenFor(userId, email);
    const chosen = { password: "Green8Meadow", confirmPassword: "Green8Meadow" };
    expect(await resetPassword(ctx, resetToken, chosen)).toMatchObject({ ok: true });
    expect(await signIn(ctx, { email, password: chosen.password }, DEVICE)).toMatchObject({ ok: true });
    // For a confirmed address the mailbox alone is not enough.
    const other = await withSecondFactor(ctx);
    await ctx.pool.query("UPDATE users SET email_verified = true WHERE id = $1", [other.userId]);
    expect(await resetPassword(ctx, await resetTokenFor(other.userId, other.email), chosen)).toMatchObject({ ok: true });
    expect(await signIn(ctx, { email: other.email, password: chosen.password }, DEVICE)).toMatchObject({ error: "codeNeeded" });
  });
});

async function resetTokenFor(userId: string, email: string): Promise<string> {
  const { insertLink } = await import("../sign-in/link-store.ts");
  const { linkToken } = await import("../sign-in/mail-links.ts");
  const { randomUUID } = await import("node:crypto");
  const id = randomUUID();
  const expiresAt = new Date(ctx.now().getTime() + 3_600_000);
  await ctx.db
    .transaction()
    .execute((tx) => insertLink(tx, { id, purpose: "reset-password", userId, email, expiresAt }, ctx.now()));
  return linkToken(ctx, id);
}

/** The key as an app reads it. */
function fromBase32(typed: string): string {
  return Secret.fromBase32(typed).utf8;
}
