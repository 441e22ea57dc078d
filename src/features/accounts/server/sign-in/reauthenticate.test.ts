import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Actor, actorOf, requireReauth } from "#features/access/server/actor.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { DEVICE, PASSWORD, reauthedAdmin, registered } from "../accounts.fixture.ts";
import { readSession } from "../sessions/read-session.ts";
import { refreshSession } from "../sessions/refresh-session.ts";
import { sessionCookie } from "../sessions/session-cookie.ts";
import { openTokens } from "../sessions/session-object.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { signIn } from "./sign-in.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const MINUTE = 60_000;

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());
beforeEach(() => ctx.setNow(NOON));

const cookie = (token: string) => new Headers({ cookie: sessionCookie(ctx, token).split(";")[0] ?? "" });
const bearer = (token: string) => new Headers({ authorization: `Bearer ${token}` });
const minutesLater = (minutes: number) => ctx.setNow(new Date(NOON.getTime() + minutes * MINUTE));
const visitorOf = async (token: string) => {
  const visitor = await readSession(ctx, cookie(token));
  if (!visitor) throw new Error("no visitor is signed in");
  return visitor;
};
async function administrator() {
  const person = await registered(ctx);
  await ctx.db.insertInto("admin_user").values({ id: person.userId }).execute();
  return person;
}
const prove = async (token: string, password = PASSWORD) =>
  reauthenticate(ctx, await visitorOf(token), { kind: "password", password });
const proved = async (token: string) => {
  const result = await prove(token);
  if (!result.ok) throw new Error(result.error);
  return result.value.sessionToken;
};

it("is required ten minutes after signing in, and valid for ten minutes", async () => {
  const { sessionToken, email } = await administrator();
  const may = async (token: string) => requireReauth(ctx, actorOf(await visitorOf(token)), "orders.refund");
  const signedIn = await signIn(ctx, { email, password: PASSWORD }, DEVICE);
  for (const token of [sessionToken, signedIn.ok ? signedIn.value.sessionToken : ""]) {
    ctx.setNow(NOON);
    expect(await may(token)).toEqual({ ok: true, value: undefined });
    ctx.setNow(new Date(NOON.getTime() + 10 * MINUTE - 1));
    expect(await may(token)).toEqual({ ok: true, value: undefined });
    minutesLater(10);
    expect(await may(token)).toEqual({ ok: false, error: "reauth_needed" });
  }
  const renewed = await proved(sessionToken);
  expect(await may(renewed)).toEqual({ ok: true, value: undefined });
  minutesLater(20);
  expect(await may(renewed)).toEqual({ ok: false, error: "reauth_needed" });
});

it("does not last longer after a clock that was an hour ahead is corrected", async () => {
  minutesLater(60);
  const { sessionToken } = await administrator();
  minutesLater(0);
  const requirement = requireReauth(ctx, actorOf(await visitorOf(sessionToken)), "orders.refund");
  expect(await requirement).toEqual({ ok: false, error: "reauth_needed" });
});

it("gives other users no rights, and is not needed by the command line and jobs", async () => {
  const { userId } = await registered(ctx);
  expect(await requireReauth(ctx, reauthedAdmin(ctx, userId), "orders.refund")).toEqual({ ok: false, error: "forbidden" });
  const others: Actor[] = [{ kind: "command" }, { kind: "clock" }];
  for (const actor of others) expect(await requireReauth(ctx, actor, "orders.refund")).toEqual({ ok: true, value: undefined });
});

it("invalidates copies of the session: cookie, access token and refresh token", async () => {
  const owner = await administrator();
  const stolen = owner.sessionToken;
  const tokens = await openTokens(ctx, owner);
  minutesLater(1);
  const renewed = await proved(stolen);
  expect(await readSession(ctx, cookie(stolen))).toBeUndefined();
  expect(await readSession(ctx, bearer(tokens.access_token))).toBeUndefined();
  expect(await refreshSession(ctx, tokens.refresh_token ?? "")).toEqual({ ok: false, error: "sessionEnded" });
  expect(await visitorOf(renewed)).toMatchObject({ id: owner.userId, reauthAt: ctx.now() });
});

it("keeps the session's start, and creates no other session", async () => {
  const { sessionToken, userId } = await administrator();
  minutesLater(5);
  await proved(sessionToken);
  const rows = await ctx.db.selectFrom("sessions").select("created_at").where("user_id", "=", userId).execute();
  expect(rows).toEqual([{ created_at: NOON }]);
});

it("changes nothing with a wrong password, and allows ten attempts", async () => {
  const { sessionToken } = await administrator();
  minutesLater(11);
  for (let tries = 0; tries < 10; tries += 1) {
    // An empty field is no attempt.
    expect(await prove(sessionToken, "")).toEqual({ ok: false, error: "currentPasswordRequired" });
    expect(await prove(sessionToken, "Wrong7Password")).toEqual({ ok: false, error: "currentPasswordWrong" });
  }
  expect(await prove(sessionToken)).toMatchObject({ ok: false, error: "tooManyAttempts" });
  expect(await requireReauth(ctx, actorOf(await visitorOf(sessionToken)), "orders.refund")).toEqual({
    ok: false,
    error: "reauth_needed",
  });
});

it("opens no session if it has ended", async () => {
  const { sessionToken, userId } = await administrator();
  const visitor = await visitorOf(sessionToken);
  await ctx.db.deleteFrom("sessions").where("user_id", "=", userId).execute();
  expect(await reauthenticate(ctx, visitor, { kind: "password", password: PASSWORD })).toEqual({
    ok: false,
    error: "sessionMissing",
  });
});
