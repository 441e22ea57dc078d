import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { hintBeside, lacksHint, sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { signOut } from "#features/accounts/server/sessions/sign-out.ts";
import { order } from "#features/orders/server/orders.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { Me } from "#shared/me.ts";
import { meReply } from "./me-reply.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());

async function ask(cookie: string, query = "") {
  const reply = await meReply(ctx, new Request(`http://localhost:3000/api/me${query}`, { headers: { cookie } }));
  expect(reply.headers.get("Cache-Control")).toBe("no-store");
  return { me: (await reply.json()) as Me, set: reply.headers.getSetCookie().map((each) => each.replace(/; Path.*/, "")) };
}
const player = async () => {
  const { userId, sessionToken, email } = await registered(ctx, { firstName: "Ada" });
  return { id: userId, email, cookie: sessionCookie(ctx, sessionToken).split(";")[0] ?? "" };
};

it("returns the visitor, and corrects the hint for the next page", async () => {
  const { cookie } = await player();
  const { me, set } = await ask(cookie);
  expect(me).toEqual({
    visitor: { name: "Ada", isStaff: false },
    holds: [],
    own: { held: 0, bought: 0, entries: 0 },
    draw: null,
    flash: null,
    now: expect.any(Number),
  });
  expect(set).toEqual(["signed-in=1"]);
  expect((await ask(`${cookie}; signed-in=1`)).set).toEqual([]);
});

it("with a reservation, sets the hint that reserves space for it", async () => {
  const ada = await player();
  const lottery = await makeLottery(ctx);
  await order(ctx, lottery, 2, ada);
  const { me, set } = await ask(`${ada.cookie}; signed-in=1`, `?draw=${lottery}&lng=fr`);
  expect([me.draw, me.own.held, me.holds.length, set]).toEqual([lottery, 2, 1, ["signed-in=2"]]);
  expect((await ask(`${ada.cookie}; signed-in=2`, "?draw=x")).me.draw).toBeNull();
});

it.each([
  ["without a session, the hint goes", "signed-in=1", ["signed-in="]],
  ["without either, nothing is set", "lang=fr", []],
])("%s", async (_when, cookie, set) => {
  expect(await ask(cookie)).toMatchObject({ me: { visitor: null }, set });
});

it("after a session has ended, sets the hint that stops requests", async () => {
  const { cookie } = await player();
  await signOut(ctx, new Headers({ cookie }));
  expect(await ask(`${cookie}; signed-in=1`)).toMatchObject({ me: { visitor: null }, set: ["signed-in=0"] });
  expect(await ask(`${cookie}; signed-in=0`)).toMatchObject({ me: { visitor: null }, set: [] });
  expect(lacksHint(`${cookie}; signed-in=0`)).toBe(false);
});

it("returns a message in the language of the page, and leaves its cookie to the page", async () => {
  const { me, set } = await ask("flash=welcomeBack; lang=en", "?lng=fr");
  expect([me.flash, set]).toEqual([{ id: "welcomeBack", tone: "success", text: "Heureux de vous revoir\u00a0!" }, []]);
});

it("the hint follows the session's cookie, wherever that is set, and scripts can read it", () => {
  const [session, ended] = [sessionCookie(ctx, "token"), "session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"];
  expect(hintBeside(ctx, ["flash=x", session])).toMatch(/^signed-in=1; Path=\/; Max-Age=34128000; SameSite=Lax$/);
  expect(hintBeside(ctx, [ended])).toBe("signed-in=; Path=/; Max-Age=0; SameSite=Lax");
  expect(hintBeside(ctx, [ended, session])).toMatch(/^signed-in=1/);
  expect(hintBeside(ctx, ["flash=x", "device=y"])).toBeUndefined();
  expect([
    lacksHint("session=a"),
    lacksHint("x=1; __Host-session=a"),
    lacksHint("session=a; signed-in=1"),
    lacksHint("lang=fr"),
  ]).toEqual([true, true, false, false]);
});
