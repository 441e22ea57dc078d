import { createHmac } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { may } from "#features/access/server/actor.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { watchStatements } from "#platform/postgres/fixtures/statements.fixture.ts";
import { DEVICE, forgetSignIn, PASSWORD, registered, requestContext } from "../accounts.fixture.ts";
import { forgetExpired } from "../forget-expired.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { readAccessToken, signAccessToken } from "./access-token.ts";
import { signingKey } from "./auth-secrets.ts";
import { requireAdmin, requireVisitor, visitorOf } from "./find-visitor.ts";
import { readSession } from "./read-session.ts";
import { refreshSession } from "./refresh-session.ts";
import { endedSessionCookie, sessionCookie, sessionTokenOf } from "./session-cookie.ts";
import type { SessionObject } from "./session-object.ts";
import { openTokens } from "./session-object.ts";
import { signOut } from "./sign-out.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const secondsAfterNoon = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());
beforeEach(() => ctx.setNow(NOON));

const bearer = (token: string) => new Headers({ authorization: `Bearer ${token}` });
const cookie = (token: string) => new Headers({ cookie: `lang=fr; ${sessionCookie(ctx, token).split(";")[0]}; x=y` });
const programSession = async () => openTokens(ctx, await registered(ctx));
const refreshed = async (token: string): Promise<SessionObject> => {
  const result = await refreshSession(ctx, token);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

describe("the cookie", () => {
  it("is out of reach of scripts and other sites", async () => {
    expect(sessionCookie(ctx, "token")).toMatch(/^session=token\..*; Path=\/; Max-Age=34128000; HttpOnly; SameSite=Lax$/);
    const secure = { ...ctx, publicUrl: "https://concours.example" };
    expect(sessionCookie(secure, "token")).toMatch(
      /^__Host-session=token\..*; Path=\/; Max-Age=34128000; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(endedSessionCookie(secure)).toBe("__Host-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure");
  });

  it("identifies the visitor", async () => {
    const { sessionToken, email, userId } = await registered(ctx);
    expect(await readSession(ctx, cookie(sessionToken))).toMatchObject({
      id: userId,
      email,
      lastName: "Hart",
      birthDate: "1990-05-17",
    });
  });

  it.each([
    ["another signature", (token: string) => `session=${token}.${Buffer.alloc(32).toString("base64")}`],
    [
      "another secret's",
      (token: string) => `session=${encodeURIComponent(`${token}.${createHmac("sha256", "x").update(token).digest("base64")}`)}`,
    ],
    ["no signature", (token: string) => `session=${token}`],
    ["a broken escape", () => "session=%E0%A4%A"],
    ["a cookie of another name", (token: string) => sessionCookie(ctx, token).replace("session=", "xsession=")],
  ])("with %s identifies no visitor", async (_case, header) => {
    const { sessionToken } = await registered(ctx);
    expect(await readSession(ctx, new Headers({ cookie: header(sessionToken) }))).toBeUndefined();
  });

  it("is found beside a planted one", () => {
    const header = `session=planted; ${sessionCookie(ctx, "true").split(";")[0]}`;
    expect(sessionTokenOf(ctx, header)).toBe("true");
  });

  it("is new at each sign-in, so that it cannot be planted beforehand", async () => {
    const { email, sessionToken } = await registered(ctx);
    const again = await signIn(ctx, { email, password: PASSWORD }, DEVICE);
    expect(again.ok && again.value.sessionToken).not.toBe(sessionToken);
  });
});

describe("a session", () => {
  it("lasts 30 days after its last use", async () => {
    const { sessionToken } = await registered(ctx);
    const day = 86_400;
    ctx.setNow(secondsAfterNoon(29 * day));
    expect(await readSession(ctx, cookie(sessionToken))).toBeDefined();
    ctx.setNow(secondsAfterNoon(58 * day));
    expect(await readSession(ctx, cookie(sessionToken))).toBeDefined();
    ctx.setNow(secondsAfterNoon(88 * day + 1));
    expect(await readSession(ctx, cookie(sessionToken))).toBeUndefined();
    await forgetExpired(ctx);
    const left = await ctx.db.selectFrom("sessions").select("id").where("token", "=", sessionToken).execute();
    expect(left).toEqual([]);
  });

  it("is read with one query", async () => {
    const { sessionToken } = await registered(ctx);
    const queries = vi.spyOn(ctx.pool, "connect");
    await readSession(ctx, cookie(sessionToken));
    expect(queries).toHaveBeenCalledTimes(1);
    queries.mockRestore();
  });

  it("is read once a request, however many loaders ask", async () => {
    const { sessionToken, userId } = await registered(ctx);
    const context = requestContext(ctx);
    const request = new Request("http://localhost:3000/", { headers: cookie(sessionToken) });
    const queries = vi.spyOn(ctx.pool, "connect");
    const visitors = await Promise.all([
      visitorOf(context, request),
      visitorOf(context, request),
      requireVisitor(context, request),
    ]);
    expect(visitors.map((visitor) => visitor?.id)).toEqual([userId, userId, userId]);
    expect(queries).toHaveBeenCalledTimes(1);
    queries.mockRestore();
  });

  it.each(["/quiz/7f1?quantity=25", "/quiz/7f1.data?quantity=25&_routes=quiz-page"])(
    "redirects from %s to sign in and back if it is missing",
    async (path) => {
      const request = new Request(`http://localhost:3000${path}`);
      const reply = await requireVisitor(requestContext(ctx), request).catch((thrown: unknown) => thrown);
      expect(reply).toBeInstanceOf(Response);
      expect(reply instanceof Response && [reply.status, reply.headers.get("Location")]).toEqual([
        302,
        "/login?next=%2Fquiz%2F7f1%3Fquantity%3D25",
      ]);
    },
  );

  it("of an erased person is invalid", async () => {
    const { sessionToken, userId } = await registered(ctx);
    await ctx.db
      .updateTable("users")
      .set({ erased_at: NOON, email: null, first_name: "", last_name: "", phone: null, birth_date: null })
      .where("id", "=", userId)
      .execute();
    expect(await readSession(ctx, cookie(sessionToken))).toBeUndefined();
    await forgetSignIn(ctx, userId);
  });

  it("recognises an administrator by the row, at once", async () => {
    const { sessionToken, userId } = await registered(ctx);
    expect((await readSession(ctx, cookie(sessionToken)))?.isAdmin).toBe(false);
    await ctx.db.insertInto("admin_user").values({ id: userId }).execute();
    expect((await readSession(ctx, cookie(sessionToken)))?.isAdmin).toBe(true);
    await ctx.db.deleteFrom("admin_user").where("id", "=", userId).execute();
    expect((await readSession(ctx, cookie(sessionToken)))?.isAdmin).toBe(false);
  });

  it("gives no rights if the role cannot be read, which is logged", async () => {
    const { sessionToken, userId } = await registered(ctx);
    await ctx.db.insertInto("admin_user").values({ id: userId }).execute();
    await ctx.owner.query("ALTER TABLE admin_user RENAME TO admin_user_away");
    const log = vi.spyOn(ctx.log, "error");
    const visitor = await readSession(ctx, cookie(sessionToken));
    await ctx.owner.query("ALTER TABLE admin_user_away RENAME TO admin_user");
    expect(visitor).toMatchObject({ id: userId, isAdmin: false });
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  it("of an administrator stays ended while roles cannot be read, and a live one gets 503 in the back office", async () => {
    const { sessionToken, userId } = await registered(ctx);
    await ctx.db.insertInto("admin_user").values({ id: userId }).execute();
    const request = new Request("http://shop/admin", { headers: cookie(sessionToken) });
    const ended = () => requireAdmin(requestContext(ctx), request).catch((thrown: Response) => thrown.status);
    await ctx.owner.query("ALTER TABLE admin_user RENAME TO admin_user_away");
    const log = vi.spyOn(ctx.log, "error").mockImplementation(() => undefined);
    try {
      expect(await ended()).toBe(503);
      await expect(may(ctx, { kind: "admin", id: userId }, "orders.read")).rejects.toThrow();
      await ctx.owner.query("UPDATE sessions SET created_at = created_at - interval '20 hours' WHERE user_id = $1", [userId]);
      expect(await readSession(ctx, cookie(sessionToken))).toBeUndefined();
    } finally {
      await ctx.owner.query("ALTER TABLE admin_user_away RENAME TO admin_user");
      log.mockRestore();
    }
  });

  it("is invalid at once when ended, for cookie and access token alike", async () => {
    const session = await programSession();
    const { sessionToken } = await registered(ctx);
    await signOut(ctx, cookie(sessionToken));
    await signOut(ctx, bearer(session.access_token));
    expect(await readSession(ctx, cookie(sessionToken))).toBeUndefined();
    expect(await readSession(ctx, bearer(session.access_token))).toBeUndefined();
    expect(await refreshSession(ctx, session.refresh_token ?? "")).toEqual({ ok: false, error: "sessionEnded" });
  });

  it("is ended successfully even if it is missing", async () => {
    await expect(signOut(ctx, new Headers())).resolves.toBeUndefined();
    await expect(signOut(ctx, bearer("nonsense"))).resolves.toBeUndefined();
    await expect(signOut(ctx, new Headers({ authorization: "Basic eDp5" }))).resolves.toBeUndefined();
  });

  it("can be ended by its own expired access token", async () => {
    const session = await programSession();
    ctx.setNow(secondsAfterNoon(3_600));
    expect(await readSession(ctx, bearer(session.access_token))).toBeUndefined();
    await signOut(ctx, bearer(session.access_token));
    expect(await refreshSession(ctx, session.refresh_token ?? "")).toEqual({ ok: false, error: "sessionEnded" });
  });
});

describe("an access token", () => {
  const claims = { userId: "7f1c9d52-9f0e-4c56-8d1c-5a3a0f0f7d11", sessionId: "0b5a3c1e-7a52-4a7e-9a41-1a2b3c4d5e6f" };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const good = { sub: claims.userId, sid: claims.sessionId, exp: Math.floor(NOON.getTime() / 1000) + 300 };
  const secret = () => new TextEncoder().encode(ctx.authSecret);

  it("names user and session for five minutes, and no right", async () => {
    const session = await programSession();
    expect(session).toMatchObject({ expires_in: 300, expires_at: NOON.getTime() / 1000 + 300 });
    const payload = JSON.parse(Buffer.from(session.access_token.split(".")[1] ?? "", "base64url").toString());
    expect(Object.keys(payload).sort()).toEqual(["exp", "iat", "sid", "sub"]);
    ctx.setNow(secondsAfterNoon(299));
    expect(await readSession(ctx, bearer(session.access_token))).toMatchObject({ id: session.user.id });
    ctx.setNow(secondsAfterNoon(300));
    expect(await readSession(ctx, bearer(session.access_token))).toBeUndefined();
  });

  it("is readable by any JWT library", async () => {
    const token = signAccessToken(ctx, { ...claims, expiresAt: good.exp });
    const key = new TextEncoder().encode(signingKey(ctx, "access-token"));
    const read = await jwtVerify(token, key, { algorithms: ["HS256"], typ: "at+jwt", currentDate: ctx.now() });
    expect(read.payload).toMatchObject({ sub: claims.userId, sid: claims.sessionId, exp: good.exp, iat: good.exp - 300 });
    expect(readAccessToken(ctx, await new SignJWT(good).setProtectedHeader({ alg: "HS256", typ: "at+jwt" }).sign(key))).toEqual({
      ...claims,
      expiresAt: good.exp,
    });
  });

  it("reads back as it was signed", async () => {
    const token = signAccessToken(ctx, { ...claims, expiresAt: good.exp });
    expect(readAccessToken(ctx, token)).toEqual({ ...claims, expiresAt: good.exp });
  });

  it.each<[string, () => string | Promise<string>]>([
    ["without a signature (alg none)", () => `${part({ alg: "none", typ: "at+jwt" })}.${part(good)}.`],
    [
      "with a header of alg none over a signature",
      async () => {
        const [, payload, signature] = signAccessToken(ctx, { ...claims, expiresAt: good.exp }).split(".");
        return `${part({ alg: "none", typ: "at+jwt" })}.${payload}.${signature}`;
      },
    ],
    [
      "of another algorithm, signed with our secret",
      () => new SignJWT(good).setProtectedHeader({ alg: "HS512", typ: "at+jwt" }).sign(secret()),
    ],
    [
      "of another kind, signed with our secret",
      () => new SignJWT(good).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(secret()),
    ],
    [
      "signed with another secret",
      () => new SignJWT(good).setProtectedHeader({ alg: "HS256", typ: "at+jwt" }).sign(new TextEncoder().encode("x".repeat(32))),
    ],
    [
      "whose user was exchanged",
      async () => {
        const [header, , signature] = signAccessToken(ctx, { ...claims, expiresAt: good.exp }).split(".");
        return `${header}.${part({ ...good, sub: claims.sessionId })}.${signature}`;
      },
    ],
    [
      "that never expires",
      () => new SignJWT({ sub: good.sub, sid: good.sid }).setProtectedHeader({ alg: "HS256", typ: "at+jwt" }).sign(secret()),
    ],
    [
      "without a session",
      () => new SignJWT({ sub: good.sub, exp: good.exp }).setProtectedHeader({ alg: "HS256", typ: "at+jwt" }).sign(secret()),
    ],
    ["that expired a second ago", () => signAccessToken(ctx, { ...claims, expiresAt: good.exp - 301 })],
    [
      "that asks for an extension",
      () =>
        new SignJWT(good)
          .setProtectedHeader({ alg: "HS256", typ: "at+jwt", crit: ["b64"], b64: true })
          .sign(secret(), { crit: { b64: true } }),
    ],
    [
      "that is not good yet",
      () => new SignJWT({ ...good, nbf: good.exp - 1 }).setProtectedHeader({ alg: "HS256", typ: "at+jwt" }).sign(secret()),
    ],
    ["whose signature is another spelling of ours", () => signAccessToken(ctx, { ...claims, expiresAt: good.exp }).concat("=")],
    ["of two parts", () => signAccessToken(ctx, { ...claims, expiresAt: good.exp }).replace(/\.[^.]*$/, "")],
    ["that is malformed", () => "nonsense"],
  ])("%s is refused", async (_case, make) => {
    expect(readAccessToken(ctx, await make())).toBeUndefined();
  });

  it("that is refused is not replaced by a cookie", async () => {
    const { sessionToken } = await registered(ctx);
    const headers = cookie(sessionToken);
    headers.set("authorization", "Bearer nonsense");
    expect(await readSession(ctx, headers)).toBeUndefined();
  });

  it("takes user and session from the same row", async () => {
    const session = await programSession();
    const row = await ctx.db.selectFrom("sessions").select("id").where("user_id", "=", session.user.id).executeTakeFirstOrThrow();
    const mixed = signAccessToken(ctx, { userId: claims.userId, sessionId: row.id, expiresAt: good.exp });
    expect((await readSession(ctx, bearer(mixed)))?.id).toBe(session.user.id);
  });
});

describe("a refresh token", () => {
  it("is exchanged for the next pair, which works", async () => {
    const first = await programSession();
    ctx.setNow(secondsAfterNoon(290));
    const second = await refreshed(first.refresh_token ?? "");
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second).toMatchObject({ user: first.user, expires_in: 300, expires_at: first.expires_at + 290 });
    ctx.setNow(secondsAfterNoon(310));
    expect(await readSession(ctx, bearer(second.access_token))).toMatchObject({ id: first.user.id });
  });

  it("is stored as a hash only", async () => {
    const { refresh_token } = await programSession();
    const rows = await ctx.db.selectFrom("refresh_tokens").selectAll().execute();
    expect(rows.map((row) => row.token_hash.toString())).not.toContain(refresh_token);
    expect(rows.every((row) => row.token_hash.length === 32)).toBe(true);
  });

  it("is answered again within 30 seconds, with the same successor, since the reply may be lost", async () => {
    const first = await programSession();
    const second = await refreshed(first.refresh_token ?? "");
    ctx.setNow(secondsAfterNoon(30));
    const again = await refreshed(first.refresh_token ?? "");
    expect(again.refresh_token).toBe(second.refresh_token);
    expect((await refreshed(again.refresh_token ?? "")).user.id).toBe(first.user.id);
  });

  it("used again after 30 seconds ends the session", async () => {
    const first = await programSession();
    const second = await refreshed(first.refresh_token ?? "");
    ctx.setNow(secondsAfterNoon(31));
    expect(await refreshSession(ctx, first.refresh_token ?? "")).toEqual({ ok: false, error: "sessionEnded" });
    expect(await refreshSession(ctx, second.refresh_token ?? "")).toEqual({ ok: false, error: "sessionEnded" });
    expect(await readSession(ctx, bearer(second.access_token))).toBeUndefined();
  });

  it("that is not the immediately previous one ends the session, however soon", async () => {
    const first = await programSession();
    const second = await refreshed(first.refresh_token ?? "");
    await refreshed(second.refresh_token ?? "");
    expect(await refreshSession(ctx, first.refresh_token ?? "")).toEqual({ ok: false, error: "sessionEnded" });
    expect(await readSession(ctx, bearer(second.access_token))).toBeUndefined();
  });

  it("used ten times at the same instant returns the same pair", async () => {
    const first = await programSession();
    const all = await Promise.all(Array.from({ length: 10 }, () => refreshed(first.refresh_token ?? "")));
    expect(new Set(all.map((session) => session.refresh_token)).size).toBe(1);
    const live = await ctx.db.selectFrom("refresh_tokens").select("session_id").where("rotated_at", "is", null).execute();
    expect(new Set(live.map((row) => row.session_id)).size).toBe(live.length);
  });

  it("ends only its own session", async () => {
    const { email } = await registered(ctx);
    const open = async () => {
      const signedIn = await signIn(ctx, { email, password: PASSWORD }, DEVICE);
      if (!signedIn.ok) throw new Error(signedIn.error);
      return openTokens(ctx, signedIn.value);
    };
    const [phone, laptop] = [await open(), await open()];
    await refreshed(phone.refresh_token ?? "");
    ctx.setNow(secondsAfterNoon(60));
    await refreshSession(ctx, phone.refresh_token ?? "");
    expect(await readSession(ctx, bearer(laptop.access_token))).toMatchObject({ email });
  });

  it("ends with its session", async () => {
    const session = await programSession();
    ctx.setNow(secondsAfterNoon(31 * 86_400));
    expect(await refreshSession(ctx, session.refresh_token ?? "")).toEqual({ ok: false, error: "sessionEnded" });
  });

  it("that is unknown or an access token is refused", async () => {
    const session = await programSession();
    expect(await refreshSession(ctx, "unknown")).toEqual({ ok: false, error: "sessionEnded" });
    expect(await refreshSession(ctx, session.access_token)).toEqual({ ok: false, error: "sessionEnded" });
    expect(await readSession(ctx, bearer(session.access_token))).toBeDefined();
  });

  it("is deleted a week after its use, live ones are not", async () => {
    const first = await programSession();
    const second = await refreshed(first.refresh_token ?? "");
    ctx.setNow(secondsAfterNoon(8 * 86_400));
    await forgetExpired(ctx);
    expect(await refreshSession(ctx, first.refresh_token ?? "")).toEqual({ ok: false, error: "sessionEnded" });
    expect((await refreshed(second.refresh_token ?? "")).user.id).toBe(first.user.id);
  });
});

it("concurrent requests are looked up in one query, each as its own visitor, and ended sessions as none", async () => {
  const people = [await registered(ctx), await registered(ctx), await registered(ctx)] as const;
  const programs = [await openTokens(ctx, people[0]), await openTokens(ctx, people[1])] as const;
  await signOut(ctx, cookie(people[2].sessionToken));
  const during = watchStatements(ctx.pool);
  let found: (string | undefined)[] = [];
  const { sent } = await during(async () => {
    const headers = [
      ...people.map(({ sessionToken }) => cookie(sessionToken)),
      ...programs.map((one) => bearer(one.access_token)),
    ];
    found = (await Promise.all(headers.map((one) => readSession(ctx, one)))).map((visitor) => visitor?.id);
  });
  expect(found).toEqual([people[0].userId, people[1].userId, undefined, people[0].userId, people[1].userId]);
  // By cookie and by access token.
  expect(sent, sent.join("\n")).toHaveLength(2);
});
