/** Attacks on the two-step sign-in, by requests of a thief with the password, a cookie or the mailbox. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { decide } from "#features/draws/admin/approvals/approvals.server.ts";
import { countWaiting } from "#features/orders/server/orders.fixture.ts";
import { proposeFactorReset } from "#features/staff/server/team/reset-second-factor.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { stepAt } from "../../rules/sign-in/second-factor.ts";
import * as sessionRoute from "../../shop/sessions/session-route.ts";
import * as codePage from "../../shop/sign-in/login-code-page.tsx";
import * as loginPage from "../../shop/sign-in/login-page.tsx";
import * as factorPage from "../../shop/sign-in/second-factor-page.tsx";
import { DEVICE, PASSWORD, reauthedAdmin, registered, requestContext } from "../accounts.fixture.ts";
import { deviceCookie } from "../devices/device-cookie.ts";
import { readSession } from "../sessions/read-session.ts";
import { sessionCookie } from "../sessions/session-cookie.ts";
import { appCodeAt, newAppSecret, sealSecret } from "../sign-in/app-codes.ts";
import { changePassword } from "../sign-in/change-password.ts";
import { lockAccount } from "../sign-in/credential-store.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { insertSecondFactor } from "./second-factor-store.ts";
import { findFactorSecret, withSecondFactor } from "./second-factor.fixture.ts";
import { showSecondFactor } from "./set-second-factor.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const HALF_MINUTE = 30_000;
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const NEWER_FIREFOX = FIREFOX.replaceAll("140", "141");
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());
beforeEach(() => ctx.setNow(NOON));

type Page = { readonly action: (args: never) => unknown };
type Jar = Map<string, string>;
const advanceClock = (ms: number) => ctx.setNow(new Date(ctx.now().getTime() + ms));
const freshCode = async (userId: string) => {
  advanceClock(HALF_MINUTE);
  return appCodeAt(await findFactorSecret(ctx, userId), stepAt(ctx.now()));
};

/**
 * Submits a form like a browser with these cookies, and stores the ones it gets. @returns status and location
 */
async function send(page: Page, path: string, form: Record<string, string>, jar: Jar, agent = FIREFOX) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, "user-agent": agent };
  const request = new Request(new URL(path, ctx.publicUrl), { method: "POST", body: new URLSearchParams(form), headers });
  const args = { request, context: requestContext(ctx), params: {} };
  const reply: unknown = await Promise.resolve()
    .then(() => page.action(args as never))
    .catch((thrown: unknown) => thrown);
  const got = reply instanceof Response ? reply : new Response(null, (reply as { init?: ResponseInit }).init ?? {});
  for (const set of got.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (value === "") jar.delete(name);
    else jar.set(name, value);
  }
  return { status: got.status, to: got.headers.get("Location") };
}
const givePassword = (email: string, jar: Jar, agent?: string) =>
  send(loginPage as Page, "/login", { email, password: PASSWORD }, jar, agent);
const giveCode = (code: string, jar: Jar, agent?: string, more = {}) =>
  send(codePage as Page, "/login/code", { intent: "code", code, ...more }, jar, agent);
const isIn = async (jar: Jar) =>
  (await readSession(ctx, new Headers({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") }))) !== undefined;
const TO_PASSWORD = { status: 302, to: "/login" };

describe("the ticket between password and code", () => {
  it("is used up by the first correct code, also concurrently", async () => {
    const { userId, email, codes } = await withSecondFactor(ctx);
    const jar: Jar = new Map();
    expect(await givePassword(email, jar)).toMatchObject({ to: "/login/code" });
    const stolen: Jar = new Map(jar);
    const code = await freshCode(userId);
    const copies: Jar[] = [jar, new Map(jar), new Map(jar)];
    await Promise.all([
      giveCode(code, copies[0] as Jar),
      giveCode(codes[0] ?? "", copies[1] as Jar),
      giveCode(codes[1] ?? "", copies[2] as Jar),
    ]);
    expect((await Promise.all(copies.map(isIn))).filter(Boolean)).toHaveLength(1);
    expect(await giveCode(await freshCode(userId), stolen)).toMatchObject(TO_PASSWORD);
  });

  it("is invalid in another browser, after ten minutes and after a new password", async () => {
    const { userId, email, sessionToken } = await withSecondFactor(ctx);
    const jar: Jar = new Map();
    await givePassword(email, jar);
    expect(await giveCode(await freshCode(userId), new Map(jar), SAFARI)).toMatchObject(TO_PASSWORD);
    const visitor = await readSession(ctx, new Headers({ cookie: sessionCookie(ctx, sessionToken).split(";")[0] ?? "" }));
    if (!visitor) throw new Error("no visitor is signed in");
    const passwords = { currentPassword: PASSWORD, password: "Green8Meadow", confirmPassword: "Green8Meadow" };
    expect(await changePassword(ctx, visitor, passwords)).toMatchObject({ ok: true });
    expect(await giveCode(await freshCode(userId), new Map(jar))).toMatchObject(TO_PASSWORD);
    const other = await withSecondFactor(ctx);
    const late: Jar = new Map();
    await givePassword(other.email, late);
    advanceClock(10 * 60_000);
    expect(await giveCode(await freshCode(other.userId), late)).toMatchObject(TO_PASSWORD);
    expect(await isIn(late)).toBe(false);
  });
});

it("counts guesses over all tickets, browsers and processes, and limits a stolen device cookie to sixty a day", async () => {
  const { userId, email } = await withSecondFactor(ctx);
  const statuses = [];
  for (const agent of [FIREFOX, SAFARI, NEWER_FIREFOX]) {
    const jar: Jar = new Map();
    await givePassword(email, jar, agent);
    for (let i = 0; i < 2; i += 1) statuses.push((await giveCode("000000", jar, agent)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  const [name = "", value = ""] = (deviceCookie(ctx, null, userId).split(";")[0] ?? "").split("=");
  let tries = 0;
  for (let round = 0; round < 10; round += 1) {
    const jar: Jar = new Map([[name, value]]);
    await givePassword(email, jar);
    for (let i = 0; i < 9; i += 1) if ((await giveCode("000000", jar)).status === 401) tries += 1;
    advanceClock(15 * 60_000);
  }
  expect(tries).toBe(60);
});

it("a recovery code and an app's code open one session each, also concurrently", async () => {
  const { userId, email, codes } = await withSecondFactor(ctx);
  for (const code of [codes[0] ?? "", await freshCode(userId)]) {
    const jars = [0, 1, 2].map((): Jar => new Map());
    for (const jar of jars) await givePassword(email, jar);
    await Promise.all(jars.map((jar) => giveCode(code, jar)));
    expect((await Promise.all(jars.map(isIn))).filter(Boolean)).toHaveLength(1);
  }
});

describe("a trusted browser", () => {
  const remembered = async (email: string, userId: string) => {
    const jar: Jar = new Map();
    await givePassword(email, jar);
    await giveCode(await freshCode(userId), jar, FIREFOX, { remember: "on" });
    return new Map([...jar].filter(([name]) => name === "trusted"));
  };

  it("is recognised by its cookie, also in a later version, but not in another browser", async () => {
    const { userId, email } = await withSecondFactor(ctx);
    const jar = await remembered(email, userId);
    expect(await givePassword(email, new Map(jar), NEWER_FIREFOX)).toMatchObject({ to: "/" });
    expect(await givePassword(email, new Map(jar), SAFARI)).toMatchObject({ to: "/login/code" });
  });

  it("is forgotten after the second factor was reset and set up again", async () => {
    const person = await withSecondFactor(ctx);
    const jar = await remembered(person.email, person.userId);
    const [one, two] = [await staff(), await staff()];
    expect(await proposeFactorReset(ctx, one, { userId: person.userId, reason: "called back" })).toMatchObject({ ok: true });
    const { id } = await ctx.db
      .selectFrom("proposals")
      .select("id")
      .where("subject_id", "=", person.userId)
      .executeTakeFirstOrThrow();
    // Confirmed by another administrator than the proposer, as on the page of approvals.
    const deciding = { id, decision: "confirm", note: "" } as const;
    expect(await decide(ctx, one, deciding)).toMatchObject({ ok: false });
    expect(await decide(ctx, two, deciding)).toMatchObject({ ok: true });
    expect(await showSecondFactor(ctx, person.userId)).toBeUndefined();
    const again = await signIn(ctx, { email: person.email, password: PASSWORD }, DEVICE);
    if (!again.ok) throw new Error(again.error);
    advanceClock(1000);
    await withSecondFactor(ctx, { ...again.value, email: person.email });
    expect(await givePassword(person.email, jar)).toMatchObject({ to: "/login/code" });
  });
});

describe("a stolen session", () => {
  it("cannot set up a second factor without the password, not even with a key encrypted elsewhere", async () => {
    const [owner, thief] = [await registered(ctx), await registered(ctx)];
    const [name = "", value = ""] = (sessionCookie(ctx, owner.sessionToken).split(";")[0] ?? "").split("=");
    const jar: Jar = new Map([[name, value]]);
    const secret = newAppSecret(ctx);
    const code = appCodeAt(secret, stepAt(ctx.now()));
    const sealed = sealSecret(ctx, thief.userId, JSON.stringify([secret, ctx.now().getTime()]));
    const forms: Record<string, string>[] = [
      { intent: "begin", password: "" },
      { intent: "begin", password: "Wrong7Harbour" },
      { intent: "confirm", sealed, code },
      { intent: "confirm", sealed: "", code },
    ];
    for (const form of forms) {
      expect((await send(factorPage as Page, "/second-factor", form, jar)).status).toBeGreaterThanOrEqual(400);
    }
    expect(await showSecondFactor(ctx, owner.userId)).toBeUndefined();
  });

  it("can neither turn it off nor get new recovery codes without a code", async () => {
    const { userId, sessionToken } = await withSecondFactor(ctx);
    const [name = "", value = ""] = (sessionCookie(ctx, sessionToken).split(";")[0] ?? "").split("=");
    const before = await showSecondFactor(ctx, userId);
    for (const form of [
      { intent: "off", code: "" },
      { intent: "off", code: PASSWORD },
      { intent: "codes", code: "000000" },
    ])
      expect((await send(factorPage as Page, "/second-factor", form, new Map([[name, value]]))).status).toBeGreaterThanOrEqual(
        400,
      );
    expect(await showSecondFactor(ctx, userId)).toEqual(before);
  });
});

it("a session opened by the password alone while the second factor is turned on does not stay", async () => {
  const { userId, email } = await registered(ctx);
  const turningOn = await ctx.db.startTransaction().execute();
  await lockAccount(turningOn, userId);
  const secret = sealSecret(ctx, userId, newAppSecret(ctx));
  await insertSecondFactor(turningOn, userId, { secret, step: 0, at: ctx.now() });
  const thief = signIn(ctx, { email, password: PASSWORD }, DEVICE);
  try {
    // Hashing a password takes time.
    await expect.poll(() => countWaiting(ctx), { timeout: 20_000 }).toBe(1);
  } finally {
    await turningOn.commit().execute();
  }
  expect(await thief).toMatchObject({ ok: false, error: "codeNeeded" });
  expect(await ctx.db.selectFrom("sessions").select("id").where("user_id", "=", userId).execute()).toHaveLength(1);
});

it("an API client gets no token by the password alone, nor by a ticket instead of the code", async () => {
  const { email } = await withSecondFactor(ctx);
  const jar: Jar = new Map();
  await givePassword(email, jar);
  for (const code of [undefined, "", "000000", [...jar.values()][0]]) {
    const body = JSON.stringify({ email, password: PASSWORD, code });
    const request = new Request(new URL("/api/session", ctx.publicUrl), { method: "POST", body });
    const reply = await sessionRoute.post({ request, context: requestContext(ctx), params: {} } as never);
    expect(reply.ok).toBe(false);
    expect(await reply.text()).not.toContain("access_token");
  }
});

async function staff() {
  const { userId } = await registered(ctx);
  await ctx.db.insertInto("admin_user").values({ id: userId }).execute();
  return reauthedAdmin(ctx, userId);
}
