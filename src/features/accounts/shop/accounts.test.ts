/** Registering and signing in over HTTP, as API clients and as browsers without scripts. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { readFlash } from "#platform/request/flash.server.ts";
import { localeKey } from "#platform/request/request.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import { PASSWORD, registered, requestContext } from "../server/accounts.fixture.ts";
import { openTokens } from "../server/sessions/session-object.ts";
import * as registration from "./register-page.tsx";
import * as refresh from "./sessions/session-refresh-route.ts";
import * as session from "./sessions/session-route.ts";
import * as login from "./sign-in/login-page.tsx";
import * as logout from "./sign-in/logout-route.ts";
import * as users from "./users-route.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());
beforeEach(() => ctx.owner.query("TRUNCATE rate_limits"));

type Handler = (args: never) => unknown;
const HOME = "http://localhost:3000";

/** Calls a loader or action like the router. Returns thrown responses. */
async function call(handler: Handler, path: string, init: RequestInit = {}, locale: Locale = "en") {
  const context = requestContext(ctx);
  context.set(localeKey, locale);
  const args = { request: new Request(HOME + path, init), context, params: {}, url: new URL(HOME + path), pattern: path };
  try {
    return await handler(args as never);
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const form = (fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers,
  body: new URLSearchParams(fields),
});
const reply = async (handler: Handler, path: string, init?: RequestInit, locale?: Locale) => {
  const response = await call(handler, path, init, locale);
  if (!(response instanceof Response)) throw new Error("not a response");
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
};
const redirected = async (handler: Handler, path: string, init?: RequestInit) => {
  const response = await call(handler, path, init);
  if (!(response instanceof Response)) throw new Error("not a response");
  return { to: response.headers.get("Location"), cookies: response.headers.getSetCookie() };
};
/** The data that `data(…)` returns to the page. */
const returned = async (handler: Handler, path: string, init?: RequestInit) =>
  (await call(handler, path, init)) as {
    data: { refused: { error?: object; initialValue?: object }; minutes?: number; isMailed?: boolean };
    init: ResponseInit;
  };

let people = 0;
const person = () => {
  people += 1;
  return {
    email: `program.${people}@example.com`,
    password: PASSWORD,
    first_name: "Zoé",
    last_name: "Hart",
    phone: "+447700900123",
    birth_date: "1990-05-17",
  };
};
const fieldsOf = (change: Record<string, string> = {}) => {
  const { email, password, phone } = person();
  return {
    email,
    password,
    confirmPassword: password,
    firstName: "Zoé",
    lastName: "Hart",
    phone,
    birthDate: "1990-05-17",
    ...change,
  };
};

describe("an API client", () => {
  it("registers with a replacement character for half a surrogate pair", async () => {
    const body = { ...person(), email: "half@example.com", first_name: "Am\ud800lia" };
    const created = await reply(users.post, "/api/users", json(body));
    expect(created).toMatchObject({ status: 201, body: { user: { first_name: "Am\ufffdlia" } } });
  });

  it("registers and is signed in", async () => {
    const body = person();
    const created = await reply(users.post, "/api/users", json(body));
    expect(created.status).toBe(201);
    const { password: _, ...publicFields } = body;
    expect(created.body).toMatchObject({ token_type: "bearer", expires_in: 300, user: publicFields });
    expect(JSON.stringify(created.body)).not.toContain(PASSWORD);
    const headers = { authorization: `Bearer ${created.body.access_token}` };
    const seen = await reply(session.get, "/api/session", { headers });
    expect(seen.body).toEqual({ ...created.body, refresh_token: null, expires_in: expect.any(Number) });
  });

  it.each([
    ["under age", { birth_date: "2020-01-01" }, 422, "minAge"],
    ["with a weak password", { password: "harbour" }, 422, "passwordNeedsUppercase"],
    ["with a common password", { password: "Password1" }, 422, "passwordTooCommon"],
    ["without a name", { first_name: undefined }, 422, "firstNameRequired"],
    [
      "without anything",
      { email: undefined, password: undefined, first_name: undefined, phone: undefined },
      422,
      "firstNameRequired",
    ],
    ["with an invalid phone", { phone: "call me" }, 422, "phoneInvalid"],
    ["with a number for a name", { first_name: 5 }, 400, "wrong_shape"],
  ])("is refused %s", async (_case, change, status, error) => {
    const refused = await reply(users.post, "/api/users", json({ ...person(), ...change }));
    expect(refused).toMatchObject({ status, body: { error, message: expect.stringMatching(/\w+ \w+/) } });
  });

  it("receives all problems of a weak password", async () => {
    const reasons = async (change: Record<string, unknown>) =>
      (await reply(users.post, "/api/users", json({ ...person(), ...change }))).body.reasons;
    expect(await reasons({ password: "harbour" })).toEqual(["passwordTooShort", "passwordNeedsDigit", "passwordNeedsUppercase"]);
    expect(await reasons({ password: "blueharbour" })).toEqual(["passwordNeedsDigit", "passwordNeedsUppercase"]);
    expect(await reasons({ password: "Password1" })).toEqual(["passwordTooCommon"]);
    expect(await reasons({ password: "" })).toEqual(["passwordRequired"]);
    expect(await reasons({ first_name: "" })).toBeUndefined();
  });

  it("is refused a known address", async () => {
    const body = person();
    await reply(users.post, "/api/users", json(body));
    const again = await reply(users.post, "/api/users", json({ ...body, email: body.email.toUpperCase() }), "fr");
    expect(again).toMatchObject({
      status: 409,
      body: { error: "userAlreadyExists", message: "Un compte existe déjà avec cette adresse e-mail" },
    });
  });

  it("signs in, refreshes and signs out", async () => {
    const { email } = await registered(ctx);
    const opened = await reply(session.post, "/api/session", json({ email, password: PASSWORD }));
    expect(opened.status).toBe(200);
    expect(opened.headers.get("Cache-Control")).toBe("no-store");
    const next = await reply(refresh.post, "/api/session/refresh", json({ refresh_token: opened.body.refresh_token }));
    expect(next).toMatchObject({ status: 200, body: { user: opened.body.user } });
    const headers = { authorization: `Bearer ${next.body.access_token}` };
    expect((await reply(session.get, "/api/session", { headers })).status).toBe(200);
    expect((await reply(session.remove, "/api/session", { method: "DELETE", headers })).status).toBe(204);
    expect(await reply(session.get, "/api/session", { headers })).toMatchObject({
      status: 401,
      body: { error: "sessionMissing", message: "Auth session missing!" },
    });
    expect(await reply(refresh.post, "/api/session/refresh", json({ refresh_token: next.body.refresh_token }))).toMatchObject({
      status: 401,
      body: { error: "sessionEnded" },
    });
    expect((await reply(session.remove, "/api/session", { method: "DELETE", headers })).status).toBe(204);
  });

  it.each([
    ["no e-mail", { password: PASSWORD }],
    ["an empty e-mail", { email: " ", password: PASSWORD }],
    ["no password", { email: "amelia@example.com" }],
    ["nothing", {}],
  ])("that sends %s is told what to provide", async (_case, body) => {
    expect(await reply(session.post, "/api/session", json(body))).toMatchObject({
      status: 400,
      body: { error: "credentialsMissing", message: "Enter your email address or phone number, and your password" },
    });
  });

  it.each([
    ["half a text", '{"email":', 400, "not_json"],
    ["a list", "[]", 400, "wrong_shape"],
    ["null", "null", 400, "wrong_shape"],
    ["a number for an e-mail", '{"email":5}', 400, "wrong_shape"],
    ["far too much", JSON.stringify({ email: "a".repeat(70_000) }), 413, "too_large"],
  ])("that sends %s is refused without side effects", async (_case, body, status, error) => {
    for (const [handler, path] of [
      [session.post, "/api/session"],
      [refresh.post, "/api/session/refresh"],
      [users.post, "/api/users"],
    ] as const) {
      const refused = await reply(handler, path, json(body));
      // A refresh without its only field has the wrong shape, too.
      expect(refused).toMatchObject({ status, body: { error } });
    }
  });

  it("is told how long to wait", async () => {
    const { email } = await registered(ctx);
    for (let n = 0; n < 10; n += 1) {
      expect((await reply(session.post, "/api/session", json({ email, password: "Wrong7Harbour" }))).status).toBe(401);
    }
    const limited = await reply(session.post, "/api/session", json({ email, password: PASSWORD }));
    expect(limited).toMatchObject({ status: 429, body: { error: "tooManyAttempts" } });
    const wait = Number(limited.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(0);
    expect(limited.body.message).toContain(`${Math.ceil(wait / 60)} minute`);
  });

  it("cannot prolong an access token by reading the session", async () => {
    const opened = await openTokens(ctx, await registered(ctx));
    ctx.setNow(new Date((opened.expires_at - 10) * 1000));
    const seen = await reply(session.get, "/api/session", { headers: { authorization: `Bearer ${opened.access_token}` } });
    ctx.setNow(undefined);
    expect(seen.body).toMatchObject({ access_token: opened.access_token, expires_at: opened.expires_at, expires_in: 10 });
  });
});

describe("a browser", () => {
  it("registers and returns to its page, with a cookie and a welcome", async () => {
    const { to, cookies } = await redirected(
      registration.action,
      "/register?next=%2Flottery%2F7f1%3Fquantity%3D25",
      form(fieldsOf()),
    );
    expect(to).toBe("/lottery/7f1?quantity=25");
    expect(cookies).toEqual([
      expect.stringMatching(/^session=.*HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^device=.*HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^flash=accountCreated;/),
    ]);
    const headers = { cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") };
    expect(await redirected(login.loader, "/login?next=/prize", { headers })).toMatchObject({ to: "/prize" });
    expect(await redirected(registration.loader, "/register", { headers })).toMatchObject({ to: "/profile" });
    // The cookie gives the page's scripts the session without the refresh token.
    expect((await reply(session.get, "/api/session", { headers })).body).toMatchObject({
      refresh_token: null,
      expires_in: 300,
    });

    const out = await redirected(logout.action, "/logout", { method: "POST", headers });
    expect(out).toEqual({ to: "/", cookies: ["session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"] });
    expect((await reply(session.get, "/api/session", { headers })).status).toBe(401);
  });

  it("signs in, which ends the previous session", async () => {
    const [before, { email }] = [await redirected(registration.action, "/register", form(fieldsOf())), await registered(ctx)];
    const headers = { cookie: before.cookies[0]?.split(";")[0] ?? "" };
    const { to, cookies } = await redirected(login.action, "/login", form({ email, password: PASSWORD }, headers));
    expect([to, cookies[2]?.split(";")[0]]).toEqual(["/", "flash=welcomeBack"]);
    expect(cookies[1]).toMatch(/^device=[\w.-]+; .*HttpOnly; SameSite=Lax$/);
    expect((await reply(session.get, "/api/session", { headers })).status).toBe(401);
  });

  it.each(["//evil.example", "/\\evil.example", "javascript:alert(1)", "https://evil.example", "/%2fevil.example"])(
    "is not redirected to %s",
    async (next) => {
      const { email } = await registered(ctx);
      const { to } = await redirected(
        login.action,
        `/login?next=${encodeURIComponent(next)}`,
        form({ email, password: PASSWORD }),
      );
      expect(to).toBe("/");
    },
  );

  it("gets problems at their fields, and no passwords back", async () => {
    const fields = fieldsOf({
      email: "amelia@",
      password: "Sea",
      confirmPassword: "See",
      birthDate: "2020-01-01",
      phone: "call me",
    });
    const { data, init } = await returned(registration.action, "/register", form(fields));
    expect(init.status).toBe(422);
    expect(data.refused.error).toEqual({
      email: ["emailInvalid"],
      phone: ["phoneInvalid"],
      birthDate: ["minAge"],
      password: ["passwordNeedsDigit"],
      confirmPassword: ["passwordsDoNotMatch"],
    });
    expect(JSON.stringify(data)).not.toMatch(/Sea|See/);
    expect(data.refused.initialValue).toMatchObject({ email: "amelia@", firstName: "Zoé" });
  });

  it("gets the error of a known address at the field", async () => {
    const { email } = await registered(ctx);
    const { data, init } = await returned(registration.action, "/register", form(fieldsOf({ email })));
    expect([init.status, data.refused.error]).toEqual([409, { email: ["userAlreadyExists"] }]);
  });

  it("gets the same answer for an unknown address and a wrong password", async () => {
    const { email } = await registered(ctx);
    const wrong = await returned(login.action, "/login", form({ email, password: "Wrong7Harbour" }));
    const unknown = await returned(login.action, "/login", form({ email: "nobody@example.com", password: "Wrong7Harbour" }));
    const { refused, ...rest } = wrong.data;
    expect([refused.error, rest]).toEqual([{ "": ["invalidCredentials"] }, { intent: "login", isMailed: false }]);
    expect(unknown.data).toEqual({ ...rest, refused: { ...refused, initialValue: { email: "nobody@example.com" } } });
    expect(unknown.init).toEqual(wrong.init);
  });

  it("is told which fields of the sign-in are missing", async () => {
    const { data, init } = await returned(login.action, "/login", form({ email: "", password: "" }));
    expect([init.status, data.refused.error]).toEqual([422, { email: ["emailRequired"], password: ["passwordRequired"] }]);
    const shapeless = await returned(login.action, "/login", form({ email: "amelia", password: "x" }));
    expect(shapeless.data.refused.error).toEqual({ email: ["emailInvalid"] });
  });

  it("has to wait after too many attempts", async () => {
    const { email } = await registered(ctx);
    for (let n = 0; n < 10; n += 1) await returned(login.action, "/login", form({ email, password: "Wrong7Harbour" }));
    const { data, init } = await returned(login.action, "/login", form({ email, password: PASSWORD }));
    expect(init).toMatchObject({ status: 429, headers: { "Retry-After": expect.stringMatching(/^\d+$/) } });
    expect(data).toMatchObject({ refused: { error: { "": ["tooManyAttempts"] } }, minutes: expect.any(Number) });
  });

  it("survives a form of many megabytes", async () => {
    const { init } = await returned(login.action, "/login", form({ email: "a".repeat(5_000_000), password: "x" }));
    expect(init.status).toBe(422);
  });

  it("is not signed out by a link", async () => {
    const { cookies } = await redirected(registration.action, "/register", form(fieldsOf()));
    const headers = { cookie: cookies[0]?.split(";")[0] ?? "" };
    expect(await call(logout.loader, "/logout", { headers })).toBeInstanceOf(Response);
    expect((await reply(session.get, "/api/session", { headers })).status).toBe(200);
  });
});

describe("the message after a redirect", () => {
  const flash = (cookie: string, locale: Locale = "en") => readFlash(ctx, locale, cookie);

  it("is in the visitor's language", () => {
    const message = flash("lang=fr; flash=welcomeBack", "fr");
    expect(message).toEqual({ id: "welcomeBack", tone: "success", text: "Heureux de vous revoir\u00a0!" });
  });

  it.each(["flash=toString", "flash=<b>hello", "flash=", "xflash=welcomeBack", ""])("ignores foreign values: %s", (cookie) => {
    expect(flash(cookie)).toBeUndefined();
  });
});
