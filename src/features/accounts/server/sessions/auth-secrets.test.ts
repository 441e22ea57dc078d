import { createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { registered } from "../accounts.fixture.ts";
import { linkAddress, linkIdOf } from "../sign-in/mail-links.ts";
import { readAccessToken, signAccessToken } from "./access-token.ts";
import { acceptedKeys, signingKey } from "./auth-secrets.ts";
import { refreshSession } from "./refresh-session.ts";
import { sessionCookie, sessionTokenOf } from "./session-cookie.ts";
import { openTokens } from "./session-object.ts";

const ID = "3f2b8f2e-0000-4000-8000-000000000001";
let before: TestCtx;
let during: TestCtx;
let after: TestCtx;
beforeAll(async () => {
  before = await testCtx();
  const authSecret = "the next secret, as long as it has to be";
  during = { ...before, authSecret, previousAuthSecret: before.authSecret };
  after = { ...before, authSecret };
});
afterAll(() => before.close());

const tokenOf = (ctx: TestCtx) =>
  signAccessToken(ctx, { userId: ID, sessionId: ID, expiresAt: Math.floor(Date.now() / 1000) + 300 });
const cookieOf = (ctx: TestCtx) => sessionCookie(ctx, "abc").split(";")[0] ?? "";
const linkOf = (ctx: TestCtx) => new URL(linkAddress(ctx, "reset-password", ID)).searchParams.get("token") ?? "";

/** Values signed with the undivided AUTH_SECRET, before it was divided into keys. */
const undivided = {
  cookie: (ctx: TestCtx) =>
    `session=${encodeURIComponent(`abc.${createHmac("sha256", ctx.authSecret).update("abc").digest("base64")}`)}`,
  token: (ctx: TestCtx) =>
    new SignJWT({ sid: ID })
      .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
      .setSubject(ID)
      .setExpirationTime(Math.floor(Date.now() / 1000) + 300)
      .sign(new TextEncoder().encode(ctx.authSecret)),
  link: (ctx: TestCtx) => `${ID}.${createHmac("sha256", ctx.authSecret).update(`link:${ID}`).digest("base64url")}`,
};

it("accepts signatures of the undivided secret, so that nobody is signed out", async () => {
  for (const to of [before, during]) {
    expect(sessionTokenOf(to, undivided.cookie(before))).toBe("abc");
    expect(readAccessToken(to, await undivided.token(before))).toMatchObject({ userId: ID });
    expect(linkIdOf(to, undivided.link(before))).toBe(ID);
  }
  expect(sessionTokenOf(after, undivided.cookie(before))).toBeUndefined();
});

it("has a key for each purpose, which accepts no signature of another", () => {
  const purposes = ["session-cookie", "access-token", "refresh-token", "mail-link", "device-cookie"] as const;
  expect(new Set(purposes.map((purpose) => signingKey(before, purpose))).size).toBe(purposes.length);
  for (const purpose of purposes) {
    expect(acceptedKeys(during, purpose).slice(0, 2)).toEqual([signingKey(during, purpose), signingKey(before, purpose)]);
    for (const other of purposes.filter((each) => each !== purpose))
      expect(acceptedKeys(during, purpose)).not.toContain(signingKey(during, other));
  }
  expect(acceptedKeys(during, "device-cookie")).not.toContain(during.authSecret);
});

it("refreshes an API session that was refreshed under the previous secret a moment ago", async () => {
  const { sessionToken, userId } = await registered(before);
  const first = (await openTokens(before, { userId, sessionToken })).refresh_token ?? "";
  const lost = await refreshSession(before, first);
  const again = await refreshSession(during, first);
  expect(again).toMatchObject({ ok: true, value: { refresh_token: lost.ok ? lost.value.refresh_token : "" } });
});

describe.each([
  ["a session's cookie", async (by: TestCtx, to: TestCtx) => sessionTokenOf(to, cookieOf(by)) === "abc"],
  ["an access token", async (by: TestCtx, to: TestCtx) => readAccessToken(to, await tokenOf(by)) !== undefined],
  ["a link in a mail", async (by: TestCtx, to: TestCtx) => linkIdOf(to, linkOf(by)) === ID],
])("%s", (_what, isBelieved) => {
  it("is accepted under the previous secret, and no longer than that", async () => {
    expect(await isBelieved(before, before)).toBe(true);
    expect(await isBelieved(before, during)).toBe(true);
    expect(await isBelieved(before, after)).toBe(false);
  });

  it("is signed with the new secret at once", async () => {
    expect(await isBelieved(during, after)).toBe(true);
    expect(await isBelieved(during, before)).toBe(false);
  });
});
