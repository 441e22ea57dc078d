/** Pages of password reset, confirmation and devices, without scripts. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { publicPage } from "#app/tests/public-page.fixture.tsx";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { readFlash } from "#platform/request/flash.server.ts";
import { doneWith, refusedFor } from "#ui/forms/reply.fixture.ts";
import { DEVICE, PASSWORD, registered, requestContext } from "../../server/accounts.fixture.ts";
import { listDevices } from "../../server/devices/list-devices.ts";
import { findVisitor, readSession } from "../../server/sessions/read-session.ts";
import { sessionCookie } from "../../server/sessions/session-cookie.ts";
import { openTokens } from "../../server/sessions/session-object.ts";
import { linkAddress } from "../../server/sign-in/mail-links.ts";
import { sendPasswordReset } from "../../server/sign-in/reset-password.ts";
import { signIn } from "../../server/sign-in/sign-in.ts";
import * as devices from "../sessions/devices-route.ts";
import * as verify from "../verify-email-page.tsx";
import * as forgot from "./forgot-password-page.tsx";
import * as reset from "./reset-password-page.tsx";

const HOME = "http://localhost:3000";
const NEW = { password: "Quiet9Lantern", confirmPassword: "Quiet9Lantern" };

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());
beforeEach(() => ctx.owner.query("TRUNCATE rate_limits"));

type Said = { readonly data: Record<string, unknown>; readonly init: ResponseInit | null };

/** Calls a loader or action like the router. Returns a redirect as its location. */
async function call(
  handler: (args: never) => unknown,
  path: string,
  init: RequestInit = {},
): Promise<Said & { to: string | null; cookies: string[] }> {
  const args = { request: new Request(HOME + path, init), context: requestContext(ctx), params: {} };
  const none = { to: null, cookies: [], data: {}, init: null };
  const reply = await Promise.resolve(handler(args as never)).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });
  if (reply instanceof Response) return { ...none, to: reply.headers.get("Location"), cookies: reply.headers.getSetCookie() };
  if (typeof reply === "object" && reply !== null && "init" in reply) return { ...none, ...(reply as Said) };
  return { ...none, data: (reply ?? {}) as Record<string, unknown> };
}
const form = (fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers,
  body: new URLSearchParams(fields),
});
const cookieOf = (token: string) => ({ cookie: sessionCookie(ctx, token).split(";")[0] ?? "" });
const tokenFor = async (email: string) => {
  const linkId = randomUUID();
  await sendPasswordReset(ctx, { email, linkId });
  return new URL(linkAddress(ctx, "reset-password", linkId)).searchParams.get("token") ?? "";
};

describe("/forgot-password", () => {
  it.each([
    ["", 422, "validation.required"],
    ["amelia@", 422, "emailInvalid"],
  ])("with %j answers %i %s", async (email, status, error) => {
    const { data, init } = await call(forgot.action, "/forgot-password", form({ intent: "forgot", email }));
    expect([init?.status, data]).toEqual([status, refusedFor(error)]);
  });

  it("shows the same panel for a known and an unknown address", async () => {
    const { email } = await registered(ctx);
    for (const address of [email, "nobody@example.com"])
      expect((await call(forgot.action, "/forgot-password", form({ intent: "forgot", email: address }))).data).toEqual({
        intent: "forgot",
        sentTo: address,
      });
  });

  it("makes frequent requesters wait, and says how long", async () => {
    const email = "often@example.com";
    for (let n = 0; n < 3; n += 1) await call(forgot.action, "/forgot-password", form({ intent: "forgot", email }));
    const { data, init } = await call(forgot.action, "/forgot-password", form({ intent: "forgot", email }));
    expect(data).toEqual(refusedFor("tooManyAttempts"));
    expect(data).toMatchObject({ minutes: expect.any(Number) });
    expect(init).toMatchObject({ status: 429, headers: { "Retry-After": expect.stringMatching(/^\d+$/) } });
  });

  it("reports and logs that the link cannot be queued", async () => {
    const log = vi.spyOn(ctx.log, "error").mockImplementation(() => undefined);
    const send = vi.spyOn(ctx.jobs, "send").mockRejectedValueOnce(new Error("no queue"));
    const { data, init } = await call(forgot.action, "/forgot-password", form({ intent: "forgot", email: "amelia@example.com" }));
    expect([init?.status, data]).toEqual([503, refusedFor("failed")]);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
    send.mockRestore();
  });

  it("opens for signed-in users who come from an account mail, with their address", async () => {
    const { sessionToken, email } = await registered(ctx);
    const headers = cookieOf(sessionToken);
    expect(await call(forgot.loader, "/forgot-password", { headers })).toMatchObject({ to: null, data: { email } });
    expect(await call(forgot.loader, "/forgot-password?next=%2Fprize", { headers })).toMatchObject({ to: "/prize" });
  });
});

it("links signed-in users who forgot their password there", async () => {
  const { cookie } = cookieOf((await registered(ctx)).sessionToken);
  const page = await publicPage(ctx, "/profile", { address: "/profile?tab=security", locale: "en", cookie });
  expect(page).toMatch(/href="\/forgot-password"[^>]*>Forgot your password\?/);
});

describe("/reset-password", () => {
  it("saves the password, redirects to /login, and signs this browser out", async () => {
    const { email, sessionToken } = await registered(ctx);
    const token = await tokenFor(email);
    expect((await call(reset.loader, `/reset-password?token=${token}`)).data).toEqual({ token, email });
    const saved = await call(reset.action, "/reset-password", form({ intent: "reset", token, ...NEW }, cookieOf(sessionToken)));
    expect(saved.to).toBe("/login");
    expect(saved.cookies).toEqual([
      expect.stringMatching(/^session=; /),
      expect.stringMatching(/^device=[\w.-]+; .*HttpOnly/),
      expect.stringMatching(/^flash=passwordReset;/),
    ]);
    expect(await readSession(ctx, new Headers(cookieOf(sessionToken)))).toBeUndefined();
    const again = await call(reset.action, "/reset-password", form({ intent: "reset", token, ...NEW }));
    expect([again.init?.status, again.data]).toEqual([410, refusedFor("linkExpired")]);
    expect((await call(reset.loader, `/reset-password?token=${token}`)).data).toEqual({ token: undefined });
  });

  it.each([
    [{ password: "short" }, { password: ["passwordNeedsUppercase"] }],
    [{ confirmPassword: "" }, { confirmPassword: ["confirmPasswordRequired"] }],
    [{ confirmPassword: "Quiet9Lamp" }, { confirmPassword: ["passwordMismatch"] }],
  ])("refuses %o at its field, and sends no password back", async (change, error) => {
    const token = await tokenFor((await registered(ctx)).email);
    const { data, init } = await call(reset.action, "/reset-password", form({ intent: "reset", token, ...NEW, ...change }));
    expect(init?.status).toBe(422);
    expect(data.refused).toMatchObject({ error });
    expect(JSON.stringify(data)).not.toMatch(/Quiet9|short/);
  });

  it("reports that the password cannot be saved, and the link stays valid", async () => {
    const token = await tokenFor((await registered(ctx)).email);
    const log = vi.spyOn(ctx.log, "error").mockImplementation(() => undefined);
    const send = vi.spyOn(ctx.jobs, "send").mockRejectedValueOnce(new Error("no queue"));
    const { data, init } = await call(reset.action, "/reset-password", form({ intent: "reset", token, ...NEW }));
    expect([init?.status, data]).toEqual([503, refusedFor("failed")]);
    log.mockRestore();
    send.mockRestore();
    expect((await call(reset.action, "/reset-password", form({ intent: "reset", token, ...NEW }))).to).toBe("/login");
  });

  it("sends no referrer, and is neither cached nor indexed", () => {
    const headers = reset.headers({ actionHeaders: new Headers() } as never);
    expect([headers.get("Referrer-Policy"), headers.get("Cache-Control"), headers.get("X-Robots-Tag")]).toEqual([
      "no-referrer",
      "no-store",
      "noindex",
    ]);
  });

  it("redirects signed-in users without a token", async () => {
    const headers = cookieOf((await registered(ctx)).sessionToken);
    expect(await call(reset.loader, "/reset-password", { headers })).toMatchObject({ to: "/" });
    // An expired link is reported to them, too.
    expect(await call(reset.loader, "/reset-password?token=over", { headers })).toMatchObject({ to: null, data: {} });
    expect((await call(reset.loader, "/reset-password")).data).toEqual({ token: undefined });
  });
});

describe("/verify-email", () => {
  it("shows the address, and confirms it once by the button", async () => {
    const { email, userId, sessionToken } = await registered(ctx);
    const row = await ctx.db
      .selectFrom("verifications")
      .select("id")
      .where("identifier", "=", `verify-email:${userId}`)
      .executeTakeFirstOrThrow();
    const token = new URL(linkAddress(ctx, "verify-email", row.id)).searchParams.get("token") ?? "";
    expect((await call(verify.loader, `/verify-email?token=${token}`)).data).toMatchObject({
      token,
      waiting: { email, isNew: false },
    });
    const headers = cookieOf(sessionToken);
    expect((await call(verify.loader, `/verify-email?token=${token}`, { headers })).data).toMatchObject({ isMine: true });
    expect((await call(verify.action, "/verify-email", form({ intent: "confirm", token }, headers))).data).toEqual({
      intent: "confirm",
      email,
    });
    expect((await call(verify.action, "/verify-email", form({ intent: "confirm", token }))).init?.status).toBe(410);
  });

  it("asks anonymous visitors for the account's password, and lets the mailbox's owner take over", async () => {
    const thief = await registered(ctx);
    const row = await ctx.db
      .selectFrom("verifications")
      .select("id")
      .where("identifier", "=", `verify-email:${thief.userId}`)
      .executeTakeFirstOrThrow();
    const token = new URL(linkAddress(ctx, "verify-email", row.id)).searchParams.get("token") ?? "";
    const press = async (fields: Record<string, string>) => {
      const { data, init } = await call(verify.action, "/verify-email", form({ intent: "confirm", token, ...fields }));
      return [data, init?.status];
    };
    expect((await call(verify.loader, `/verify-email?token=${token}`)).data).toMatchObject({ isMine: false });
    expect(await press({})).toEqual([refusedFor("passwordRequired"), 422]);
    expect(await press({ password: "Wrong7Harbour" })).toEqual([refusedFor("currentPasswordWrong"), 422]);
    const { to = "" } = await call(verify.action, "/verify-email", form({ token, intent: "claim" }));
    expect(to).toMatch(/^\/reset-password\?token=/);
    const chosen = { password: "Quiet9Lantern", confirmPassword: "Quiet9Lantern" };
    expect(
      await call(reset.action, "/reset-password", form({ intent: "reset", token: to?.split("=")[1] ?? "", ...chosen })),
    ).toMatchObject({
      to: "/login",
    });
    expect(await call(verify.loader, "/verify-email", { headers: cookieOf(thief.sessionToken) })).toMatchObject({
      to: "/login?next=%2Fverify-email",
    });
  });

  it("resends the link to signed-in users, within limits; others sign in first", async () => {
    const { email, sessionToken } = await registered(ctx);
    const headers = cookieOf(sessionToken);
    expect((await call(verify.loader, "/verify-email", { headers })).data).toMatchObject({ own: { email, isVerified: false } });
    expect(await call(verify.loader, "/verify-email")).toMatchObject({ to: "/login?next=%2Fverify-email" });
    for (let n = 0; n < 3; n += 1)
      expect((await call(verify.action, "/verify-email", form({ intent: "resend" }, headers))).data).toEqual(doneWith("resend"));
    expect((await call(verify.action, "/verify-email", form({ intent: "resend" }, headers))).init).toMatchObject({ status: 429 });
  });
});

describe("the list of devices", () => {
  it("names browsers and API clients, this one first, and no token", async () => {
    const { email, sessionToken } = await registered(ctx);
    const opened = await signIn(
      ctx,
      { email, password: PASSWORD },
      { ...DEVICE, userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0" },
    );
    const program = await signIn(ctx, { email, password: PASSWORD }, { ...DEVICE, userAgent: "curl/8.5.0" });
    if (!opened.ok || !program.ok) throw new Error("not signed in");
    await openTokens(ctx, program.value);
    const visitor = await findVisitor(ctx, { token: sessionToken });
    if (!visitor) throw new Error("Nobody");
    const list = await listDevices(ctx, visitor);
    expect(list[0]).toMatchObject({ isCurrent: true });
    expect(list).toHaveLength(3);
    expect(list).toContainEqual(
      expect.objectContaining({ browser: "Firefox", system: "Windows", isProgram: false, isCurrent: false }),
    );
    expect(list).toContainEqual(expect.objectContaining({ browser: undefined, isProgram: true }));
    for (const secret of [sessionToken, opened.value.sessionToken, program.value.sessionToken])
      expect(JSON.stringify(list)).not.toContain(secret);
  });

  it("signs out one of the user's own devices, or all others, but no device of other users", async () => {
    const { email, sessionToken } = await registered(ctx);
    const stranger = await findVisitor(ctx, { token: (await registered(ctx)).sessionToken });
    const others = await Promise.all([1, 2].map(() => signIn(ctx, { email, password: PASSWORD }, DEVICE)));
    const [one, two] = others.map((opened) => (opened.ok ? opened.value.sessionToken : ""));
    const headers = cookieOf(sessionToken);
    const isAlive = async (token = "") => (await findVisitor(ctx, { token })) !== undefined;

    await call(devices.action, "/devices", form({ id: stranger?.sessionId ?? "" }, headers));
    expect(await findVisitor(ctx, { id: stranger?.sessionId ?? "" })).toBeDefined();
    const first = await findVisitor(ctx, { token: one ?? "" });
    const ended = await call(devices.action, "/devices", form({ id: first?.sessionId ?? "" }, headers));
    expect(ended).toMatchObject({ to: "/profile?tab=security", cookies: [expect.stringMatching(/^flash=deviceEnded;/)] });
    expect([await isAlive(one), await isAlive(two), await isAlive(sessionToken)]).toEqual([false, true, true]);
    const all = await call(devices.action, "/devices", form({ others: "all" }, headers));
    expect([await isAlive(two), await isAlive(sessionToken)]).toEqual([false, false]);
    const flash = all.cookies.find((each) => each.startsWith("flash=")) ?? "";
    expect(readFlash(ctx, "en", flash)?.text).toBe("Your other devices are signed out");
    const own = all.cookies.find((each) => each.startsWith("session=")) ?? "";
    expect(await readSession(ctx, new Headers({ cookie: own.split(";")[0] ?? "" }))).toMatchObject({ email });
    expect(await call(devices.action, "/devices", form({ others: "all" }))).toMatchObject({
      to: "/login?next=%2Fprofile%3Ftab%3Dsecurity",
    });
  });
});
