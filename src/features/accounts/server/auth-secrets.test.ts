/** Changing the secret that signs sessions, tokens and links signs nobody out, as long as the last one is still named. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { readAccessToken, signAccessToken } from "./access-token.ts";
import { linkAddress, linkIdOf } from "./mail-links.ts";
import { sessionCookie, sessionTokenOf } from "./session-cookie.ts";

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

describe.each([
  ["a session's cookie", async (by: TestCtx, to: TestCtx) => sessionTokenOf(to, cookieOf(by)) === "abc"],
  ["an access token", async (by: TestCtx, to: TestCtx) => (await readAccessToken(to, await tokenOf(by))) !== undefined],
  ["a link in a mail", async (by: TestCtx, to: TestCtx) => linkIdOf(to, linkOf(by)) === ID],
])("%s", (_what, isBelieved) => {
  it("is believed while its secret is the one before, and no longer", async () => {
    expect(await isBelieved(before, before)).toBe(true);
    expect(await isBelieved(before, during)).toBe(true);
    expect(await isBelieved(before, after)).toBe(false);
  });

  it("is signed with the new secret from the first moment", async () => {
    expect(await isBelieved(during, after)).toBe(true);
    expect(await isBelieved(during, before)).toBe(false);
  });
});
