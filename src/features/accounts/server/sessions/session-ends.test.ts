import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { DEVICE, PASSWORD, registered, requestContext } from "../accounts.fixture.ts";
import { listDevices } from "../devices/list-devices.ts";
import { forgetExpired } from "../forget-expired.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { requireAdmin, visitorOf } from "./find-visitor.ts";
import type { SignedIn } from "./new-session.ts";
import { readSession } from "./read-session.ts";
import { refreshSession } from "./refresh-session.ts";
import { sessionCookie } from "./session-cookie.ts";
import { openTokens } from "./session-object.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());
beforeEach(() => ctx.setNow(NOON));

const at = (ms: number) => ctx.setNow(new Date(NOON.getTime() + ms));
const cookie = ({ sessionToken }: Pick<SignedIn, "sessionToken">) => ({
  cookie: sessionCookie(ctx, sessionToken).split(";")[0] ?? "",
});
const isIn = async (session: SignedIn) => (await readSession(ctx, new Headers(cookie(session)))) !== undefined;
async function administrator(): Promise<SignedIn & { email: string }> {
  const person = await registered(ctx);
  await ctx.db.insertInto("admin_user").values({ id: person.userId }).execute();
  return person;
}

it("a player's session lasts 90 days if it is used", async () => {
  const player = await registered(ctx);
  for (const day of [29, 58, 87]) {
    at(day * DAY);
    expect(await isIn(player)).toBe(true);
  }
  at(90 * DAY - 1);
  expect(await isIn(player)).toBe(true);
  at(90 * DAY);
  expect(await isIn(player)).toBe(false);
});

it("an administrator's ends after half an hour without use", async () => {
  const boss = await administrator();
  for (const minute of [29, 58, 87]) {
    at(minute * MINUTE);
    expect(await isIn(boss)).toBe(true);
  }
  at((87 + 30) * MINUTE);
  expect(await isIn(boss)).toBe(false);
});

it.each([
  ...["/admin/draw", "/admin/draw.data?page=2", "/admin/emails/3f2b8f2e", "/admin/lotteries/3f2b8f2e/queue.data"],
  ...["/draws/3f2b8f2e", "/mailbox", "/api/session"],
])("an administrator's is not prolonged by %s, which polls, but by other requests", async (path) => {
  const boss = await administrator();
  const send = (method: string) =>
    visitorOf(requestContext(ctx), new Request(`http://localhost:3000${path}`, { method, headers: cookie(boss) }));
  at(20 * MINUTE);
  expect(await send("GET")).toBeDefined();
  at(29 * MINUTE);
  expect(await send("POST")).toBeDefined();
  at(58 * MINUTE);
  expect(await send("GET")).toBeDefined();
  at(59 * MINUTE);
  expect(await send("GET")).toBeUndefined();
});

it("an administrator's ends after twelve hours of use", async () => {
  const boss = await administrator();
  for (let minute = 20; minute < 12 * 60; minute += 20) {
    at(minute * MINUTE);
    expect(await isIn(boss)).toBe(true);
  }
  at(12 * HOUR);
  expect(await isIn(boss)).toBe(false);
});

it("polling pages do not count as use", async () => {
  const boss = await administrator();
  for (const path of ["/api/session", "/admin/session"]) {
    at(29 * MINUTE);
    const request = new Request(`http://localhost:3000${path}`, { headers: cookie(boss) });
    expect(await visitorOf(requestContext(ctx), request)).toBeDefined();
  }
  at(30 * MINUTE);
  expect(await isIn(boss)).toBe(false);
});

it("API tokens end with their session", async () => {
  const { email } = await administrator();
  const signedIn = await signIn(ctx, { email, password: PASSWORD }, DEVICE);
  if (!signedIn.ok) throw new Error(signedIn.error);
  let pair = await openTokens(ctx, signedIn.value);
  for (let minute = 20; minute < 12 * 60; minute += 20) {
    at(minute * MINUTE);
    const next = await refreshSession(ctx, pair.refresh_token ?? "");
    if (!next.ok) throw new Error(`ended after ${minute} minutes`);
    pair = next.value;
  }
  at(12 * HOUR);
  expect(await readSession(ctx, new Headers({ authorization: `Bearer ${pair.access_token}` }))).toBeUndefined();
  expect(await refreshSession(ctx, pair.refresh_token ?? "")).toEqual({ ok: false, error: "sessionEnded" });
});

it("a new administrator has to sign in again if the session is older than an administrator's may be", async () => {
  const person = await registered(ctx);
  at(13 * HOUR);
  expect(await isIn(person)).toBe(true);
  await ctx.db.insertInto("admin_user").values({ id: person.userId }).execute();
  expect(await isIn(person)).toBe(false);
});

it("ended sessions are neither listed nor stored", async () => {
  const boss = await administrator();
  at(31 * MINUTE);
  expect(await listDevices(ctx, { id: boss.userId, sessionId: boss.userId })).toEqual([]);
  await forgetExpired(ctx);
  const rows = await ctx.db.selectFrom("sessions").select("id").where("user_id", "=", boss.userId).execute();
  expect(rows).toEqual([]);
});

it("an ended session sends an administrator to sign in and back, and strangers home", async () => {
  const boss = await administrator();
  const destinationFor = async (headers: Record<string, string>, method = "GET") => {
    const request = new Request("http://localhost:3000/admin/orders?q=x", { headers, method });
    const thrown = await requireAdmin(requestContext(ctx), request).catch((reply: unknown) => reply);
    return thrown instanceof Response ? thrown.headers.get("Location") : "let in";
  };
  expect(await destinationFor(cookie(boss))).toBe("let in");
  at(31 * MINUTE);
  expect(await destinationFor(cookie(boss))).toBe("/login?next=%2Fadmin%2Forders%3Fq%3Dx");
  expect(await destinationFor(cookie(boss), "POST")).toBe("/");
  expect(await destinationFor({})).toBe("/");
  expect(await destinationFor(cookie(await registered(ctx)))).toBe("/");
});
