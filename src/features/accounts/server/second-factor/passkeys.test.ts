import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findRole } from "#features/access/server/actor.ts";
import { appointAdmin } from "#features/staff/server/team/appoint-admin.ts";
import { resetSecondFactor } from "#features/staff/server/team/reset-second-factor.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { relyingParty } from "../../rules/sign-in/passkeys.ts";
import * as loginPage from "../../shop/sign-in/login-page.tsx";
import * as reauthRoute from "../../shop/sign-in/reauth-route.ts";
import { DEVICE, PASSWORD, registered, requestContext } from "../accounts.fixture.ts";
import { readSession } from "../sessions/read-session.ts";
import { sessionCookie } from "../sessions/session-cookie.ts";
import { changePassword } from "../sign-in/change-password.ts";
import { insertLink } from "../sign-in/link-store.ts";
import { linkToken } from "../sign-in/mail-links.ts";
import { reauthenticate } from "../sign-in/reauthenticate.ts";
import { resetPassword } from "../sign-in/reset-password.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { askForNewPasskey, askForPasskey } from "./ask-passkey.ts";
import { Authenticator, type Wrong } from "./authenticator.fixture.ts";
import { readPasskeyField } from "./passkey-answer.ts";
import { addPasskey, listPasskeys, removePasskey, renamePasskey, signInWithPasskey } from "./passkeys.ts";
import { withSecondFactor } from "./second-factor.fixture.ts";

const NOON = new Date("2026-11-21T12:00:00Z");

let ctx: TestCtx;
beforeAll(async () => {
  ctx = { ...(await testCtx({ RATE_LIMITS: "off" })), publicUrl: "http://localhost:3000" };
});
afterAll(() => ctx.close());
beforeEach(() => ctx.setNow(NOON));

const advanceClock = (ms: number) => ctx.setNow(new Date(ctx.now().getTime() + ms));
const cookieOf = (token: string) => sessionCookie(ctx, token).split(";")[0] ?? "";
const visitorOf = async (token: string) => {
  const visitor = await readSession(ctx, new Headers({ cookie: cookieOf(token) }));
  if (!visitor) throw new Error("no visitor is signed in");
  return visitor;
};
const actionsOf = async (userId: string) =>
  (await ctx.db.selectFrom("audit_log").select("action").where("subject_id", "=", userId).orderBy("id").execute()).map(
    ({ action }) => action,
  );
const mailsTo = async (userId: string) => {
  const text = "SELECT data->>'message' AS message FROM pgboss.job WHERE data->>'userId' = $1";
  return (await ctx.pool.query(text, [userId])).rows.map(({ message }: { message: string }) => message);
};

type Person = { readonly userId: string; readonly sessionToken: string; readonly email: string };

async function withPasskey(given?: Person) {
  const person = given ?? (await registered(ctx));
  const visitor = await visitorOf(person.sessionToken);
  const phone = new Authenticator(ctx.publicUrl);
  const question = await askForNewPasskey(ctx, visitor);
  if (!question) throw new Error("passkeys are unavailable");
  const added = await addPasskey(ctx, visitor, {
    ticket: question.ticket,
    response: phone.make(question.options),
    name: "Phone",
  });
  if (!added.ok) throw new Error(added.error);
  const [passkey] = await listPasskeys(ctx, person.userId);
  return { ...person, visitor, phone, passkeyId: passkey?.id ?? "" };
}
const newQuestion = async (visitor?: { id: string }) => {
  const question = await askForPasskey(ctx, visitor);
  if (!question) throw new Error("passkeys are unavailable");
  return question;
};
async function enter(phone: Authenticator, wrong: Wrong = {}) {
  const { ticket, options } = await newQuestion();
  return signInWithPasskey(ctx, { ticket, response: phone.answer(options, wrong) }, DEVICE);
}

it("is added after re-authentication, with a mail, and signs in without password and code", async () => {
  const { userId, phone, visitor } = await withPasskey(await withSecondFactor(ctx));
  expect(await listPasskeys(ctx, userId)).toMatchObject([{ name: "Phone", addedAt: NOON, usedAt: undefined }]);
  expect(await mailsTo(userId)).toContain("passkey-added");
  expect(await actionsOf(userId)).toContain("passkey.add");
  advanceClock(1000);
  const opened = await enter(phone);
  if (!opened.ok) throw new Error(opened.error);
  expect(await visitorOf(opened.value.sessionToken)).toMatchObject({ id: userId, hasPasskey: true, reauthAt: ctx.now() });
  expect(await listPasskeys(ctx, userId)).toMatchObject([{ usedAt: ctx.now() }]);
  // Eleven minutes after signing in.
  advanceClock(11 * 60_000);
  const question = await askForNewPasskey(ctx, visitor);
  const response = new Authenticator(ctx.publicUrl).make(question?.options ?? { challenge: "", user: { id: "" } });
  expect(await addPasskey(ctx, visitor, { ticket: question?.ticket ?? "", response, name: "x" })).toEqual({
    ok: false,
    error: "reauth_needed",
  });
});

describe("a passkey answer is refused", () => {
  const thiefs = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  it.each<[string, Wrong]>([
    ["with the signature of another key", { key: thiefs }],
    ["to another question", { challenge: Buffer.alloc(32).toString("base64url") }],
    ["that was given to another address", { origin: "http://localhost:3001" }],
    ["that was given to a shop of another name", { party: "concours.example" }],
    ["without user verification", { isVerified: false }],
    [
      "with the handle of another user",
      { userHandle: Buffer.from("3f2b8f2e-0000-4000-8000-000000000001").toString("base64url") },
    ],
  ])("%s", async (_, wrong) => {
    const { phone } = await withPasskey();
    expect(await enter(phone, wrong)).toEqual({ ok: false, error: "passkeyRefused" });
    expect(await enter(phone)).toMatchObject({ ok: true });
  });

  it("if it is used twice, also concurrently, expired, or for a question of another kind or person", async () => {
    const { phone, visitor } = await withPasskey();
    const { ticket, options } = await newQuestion();
    const answer = { ticket, response: phone.answer(options) };
    const all = await Promise.all([1, 2, 3].map(() => signInWithPasskey(ctx, answer, DEVICE)));
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await signInWithPasskey(ctx, answer, DEVICE)).toMatchObject({ error: "passkeyRefused" });
    const late = await newQuestion();
    advanceClock(15 * 60_000);
    expect(await signInWithPasskey(ctx, { ticket: late.ticket, response: phone.answer(late.options) }, DEVICE)).toMatchObject({
      error: "passkeyRefused",
    });
    const proof = await newQuestion(visitor);
    expect(await signInWithPasskey(ctx, { ticket: proof.ticket, response: phone.answer(proof.options) }, DEVICE)).toMatchObject({
      error: "passkeyRefused",
    });
    const stranger = await withPasskey();
    const theirs = await newQuestion(stranger.visitor);
    const forged = { kind: "passkey", answer: { ticket: theirs.ticket, response: phone.answer(theirs.options) } } as const;
    expect(await reauthenticate(ctx, visitor, forged)).toMatchObject({ error: "passkeyRefused" });
    expect(await reauthenticate(ctx, stranger.visitor, forged)).toMatchObject({ error: "passkeyRefused" });
  });

  it("to unknown questions, and after ten attempts right or wrong", async () => {
    const { phone, visitor, userId } = await withPasskey();
    const strict = { ...ctx, env: { ...ctx.env, rateLimits: true } };
    const { ticket, options } = await newQuestion(visitor);
    const response = phone.answer(options);
    const give = (shown: string) => reauthenticate(strict, visitor, { kind: "passkey", answer: { ticket: shown, response } });
    for (let tries = 0; tries < 10; tries += 1) expect(await give("invented")).toEqual({ ok: false, error: "passkeyRefused" });
    for (const shown of ["invented", ticket]) expect(await give(shown)).toMatchObject({ error: "tooManyAttempts" });
    expect((await actionsOf(userId)).filter((action) => action === "proof.fail")).toHaveLength(10);
  });

  it("for a new passkey after too many in a row, but the last one can be removed", async () => {
    const { visitor, userId, passkeyId } = await withPasskey();
    const strict = { ...ctx, env: { ...ctx.env, rateLimits: true } };
    const add = async () => {
      const question = await askForNewPasskey(ctx, visitor);
      if (!question) throw new Error("passkeys are unavailable");
      const response = new Authenticator(ctx.publicUrl).make(question.options);
      return addPasskey(strict, visitor, { ticket: question.ticket, response, name: "x" });
    };
    for (let turns = 0; turns < 20; turns += 1) {
      expect(await add()).toMatchObject({ ok: true });
      const added = (await listPasskeys(ctx, userId)).find(({ id }) => id !== passkeyId);
      expect(await removePasskey(strict, visitor, added?.id ?? "")).toMatchObject({ ok: true });
    }
    expect(await add()).toEqual({ ok: false, error: "passkeysTooOften" });
    expect(await removePasskey(strict, visitor, passkeyId)).toMatchObject({ ok: true });
  });

  it("if its counter goes backwards, or if the passkey was removed or is unknown", async () => {
    const { phone, visitor, passkeyId } = await withPasskey();
    phone.counter = 5;
    expect(await enter(phone)).toMatchObject({ ok: true });
    expect(await enter(phone, { counter: 4 })).toMatchObject({ error: "passkeyRefused" });
    expect(await enter(phone, { counter: 5 })).toMatchObject({ error: "passkeyRefused" });
    expect(await enter(phone, { counter: 6 })).toMatchObject({ ok: true });
    expect(await removePasskey(ctx, visitor, passkeyId)).toMatchObject({ ok: true });
    expect(await enter(phone, { counter: 7 })).toMatchObject({ error: "passkeyRefused" });
    expect(await enter(new Authenticator(ctx.publicUrl))).toMatchObject({ error: "passkeyRefused" });
    expect(readPasskeyField("{}")).toBeUndefined();
    expect(readPasskeyField("nonsense")).toBeUndefined();
  });

  it("for adding or removing a passkey in a session that a new password has ended", async () => {
    const { email, visitor: thief, passkeyId, userId } = await withPasskey();
    const question = await askForNewPasskey(ctx, thief);
    const owner = await signIn(ctx, { email, password: PASSWORD }, DEVICE);
    if (!question || !owner.ok) throw new Error("no question or session");
    const change = { currentPassword: PASSWORD, password: "Quiet9Lantern", confirmPassword: "Quiet9Lantern" };
    expect(await changePassword(ctx, await visitorOf(owner.value.sessionToken), change)).toMatchObject({ ok: true });
    const response = new Authenticator(ctx.publicUrl).make(question.options);
    const late = await addPasskey(ctx, thief, { ticket: question.ticket, response, name: "x" });
    expect([late, await removePasskey(ctx, thief, passkeyId)]).toEqual([
      { ok: false, error: "reauth_needed" },
      { ok: false, error: "reauth_needed" },
    ]);
    expect(await listPasskeys(ctx, userId)).toHaveLength(1);
  });

  it("for adding to another account, without user verification, or a second time", async () => {
    const [one, other] = [await withPasskey(), await registered(ctx)];
    const visitor = await visitorOf(other.sessionToken);
    const question = await askForNewPasskey(ctx, one.visitor);
    if (!question) throw new Error("passkeys are unavailable");
    const fresh = new Authenticator(ctx.publicUrl);
    const add = (who: typeof visitor, ticket: string, response: ReturnType<Authenticator["make"]>) =>
      addPasskey(ctx, who, { ticket, response, name: "x" });
    expect(await add(visitor, question.ticket, fresh.make(question.options))).toEqual({ ok: false, error: "passkeyRefused" });
    const second = await askForNewPasskey(ctx, visitor);
    if (!second) throw new Error("passkeys are unavailable");
    expect(await add(visitor, second.ticket, fresh.make(second.options, { isVerified: false }))).toEqual({
      ok: false,
      error: "passkeyRefused",
    });
    const third = await askForNewPasskey(ctx, visitor);
    if (!third) throw new Error("passkeys are unavailable");
    expect(await add(visitor, third.ticket, one.phone.make(third.options))).toEqual({ ok: false, error: "passkeyRefused" });
    expect(await listPasskeys(ctx, other.userId)).toEqual([]);
  });
});

describe("an account with a passkey", () => {
  it("renames and removes it, except for the last way in", async () => {
    const { userId, visitor, passkeyId } = await withPasskey();
    expect(await renamePasskey(ctx, visitor, { id: passkeyId, name: "  My \n key " })).toMatchObject({ ok: true });
    expect(await renamePasskey(ctx, visitor, { id: passkeyId, name: " " })).toEqual({ ok: false, error: "nameMissing" });
    expect(await listPasskeys(ctx, userId)).toMatchObject([{ name: "My key" }]);
    const stranger = await withPasskey();
    expect(await renamePasskey(ctx, stranger.visitor, { id: passkeyId, name: "x" })).toEqual({ ok: false, error: "not_found" });
    expect(await removePasskey(ctx, stranger.visitor, passkeyId)).toEqual({ ok: false, error: "not_found" });
    await ctx.db.deleteFrom("credentials").where("user_id", "=", userId).execute();
    expect(await removePasskey(ctx, visitor, passkeyId)).toEqual({ ok: false, error: "lastWayIn" });
    // A reset sets a password. Then it can be removed.
    expect(
      await resetPassword(ctx, await resetTokenFor(userId), { password: "Green8Meadow", confirmPassword: "Green8Meadow" }),
    ).toMatchObject({ ok: true });
  });

  it("re-authenticates with it, also in the dialog, and each answer works once", async () => {
    const { visitor, phone, sessionToken } = await withPasskey();
    advanceClock(11 * 60_000);
    const { ticket, options } = await newQuestion(visitor);
    const body = JSON.stringify({ passkey: { ticket, response: phone.answer(options) } });
    const send = (token: string) => {
      const request = new Request(new URL("/api/session/proof", ctx.publicUrl), {
        method: "POST",
        body,
        headers: { cookie: cookieOf(token) },
      });
      return reauthRoute.post({ request, context: requestContext(ctx), params: {} } as never);
    };
    const reply = await send(sessionToken);
    expect(reply.status).toBe(204);
    const headers = new Headers({ cookie: reply.headers.get("Set-Cookie")?.split(";")[0] ?? "" });
    expect((await readSession(ctx, headers))?.reauthAt).toEqual(ctx.now());
    expect((await send(sessionToken)).status).toBe(401);
  });

  it("of the staff signs in with it alone, never with the password alone, and it counts as second factor", async () => {
    const person = await registered(ctx);
    await ctx.db.insertInto("admin_user").values({ id: person.userId }).execute();
    const strict = { ...ctx, env: { ...ctx.env, staffNeedSecondFactor: true } };
    expect(await findRole(strict, person.userId)).toBeUndefined();
    const { phone, email, userId, passkeyId } = await withPasskey(person);
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ error: "codeNeeded" });
    expect(await signIn(ctx, { email, password: PASSWORD, code: "000000" }, DEVICE)).toMatchObject({ error: "codeWrong" });
    const opened = await enter(phone);
    if (!opened.ok) throw new Error(opened.error);
    expect(await findRole(strict, userId)).toBe("owner");
    const visitor = await visitorOf(opened.value.sessionToken);
    expect(await removePasskey(strict, visitor, passkeyId)).toEqual({ ok: false, error: "lastFactor" });
    // The command line helps if it is lost.
    expect(await resetSecondFactor(ctx, email)).toMatchObject({ ok: true });
    expect(await listPasskeys(ctx, userId)).toEqual([]);
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ ok: true });
  });

  it("signs in with it after joining the staff, before gaining rights", async () => {
    const { email, userId, sessionToken } = await withPasskey();
    const other = await registered(ctx);
    for (const address of [email, other.email]) expect(await appointAdmin(ctx, address, "support")).toMatchObject({ ok: true });
    await expect(visitorOf(sessionToken)).rejects.toThrow("no visitor");
    expect(await visitorOf(other.sessionToken)).toMatchObject({ role: "support" });
    expect(await findRole(ctx, userId)).toBe("support");
  });

  it("of a player signs in either way, also on the page", async () => {
    const { phone, email, userId } = await withPasskey();
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ ok: true });
    const { ticket, options } = await newQuestion();
    const press = async (passkey: string) => {
      const body = new URLSearchParams({ passkey });
      const request = new Request(new URL("/login?next=%2Fhow-to-win", ctx.publicUrl), { method: "POST", body });
      return (await loginPage.action({ request, context: requestContext(ctx), params: {} } as never)) as Response;
    };
    const reply = await press(JSON.stringify({ ticket, response: phone.answer(options) }));
    expect(reply.headers.get("Location")).toBe("/how-to-win");
    expect(
      (
        await readSession(
          ctx,
          new Headers({
            cookie: reply.headers
              .getSetCookie()
              .map((set) => set.split(";")[0])
              .join("; "),
          }),
        )
      )?.id,
    ).toBe(userId);
    expect(await press("nonsense")).toMatchObject({ init: { status: 401 } });
  });
});

it("a stranger's passkey is removed when the reader takes the account over", async () => {
  const { userId, phone } = await withPasskey();
  await ctx.pool.query("UPDATE users SET email_verified = false WHERE id = $1", [userId]);
  const chosen = { password: "Green8Meadow", confirmPassword: "Green8Meadow" };
  expect(await resetPassword(ctx, await resetTokenFor(userId), chosen)).toMatchObject({ ok: true });
  expect(await enter(phone)).toMatchObject({ error: "passkeyRefused" });
});

it("passkeys are unavailable on an IP address", () => {
  expect(relyingParty("https://concours.example")).toEqual({ id: "concours.example", origin: "https://concours.example" });
  expect(relyingParty("http://localhost:3000")).toEqual({ id: "localhost", origin: "http://localhost:3000" });
  expect(relyingParty("http://127.0.0.1:3000")).toBeUndefined();
  expect(relyingParty("http://[::1]:3000")).toBeUndefined();
});

async function resetTokenFor(userId: string): Promise<string> {
  const { email } = await ctx.db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirstOrThrow();
  const id = crypto.randomUUID();
  const expiresAt = new Date(ctx.now().getTime() + 3_600_000);
  await ctx.db
    .transaction()
    .execute((tx) => insertLink(tx, { id, purpose: "reset-password", userId, email: email ?? "", expiresAt }, ctx.now()));
  return linkToken(ctx, id);
}
