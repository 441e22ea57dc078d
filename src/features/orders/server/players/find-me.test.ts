/** One statement for many visitors returns each one's session, holds and tickets of the draw. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { readSession } from "#features/accounts/server/sessions/read-session.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { signOut } from "#features/accounts/server/sessions/sign-out.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { Locale } from "#shared/language/locale.ts";
import { lapse, order, pay } from "../orders.fixture.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { findMe } from "./find-me.ts";
import type { MeRequest } from "./me-store.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());

const buyer = async (firstName: string) => {
  const { userId, sessionToken, email } = await registered(ctx, { firstName });
  return { id: userId, token: sessionToken, email };
};
const find = async (request: MeRequest, locale: Locale) => {
  const found = await findMe(ctx, request, locale);
  if (found === "unknown") throw new Error("the session's state is unknown");
  return found;
};
const headersOf = (token: string) => new Headers({ cookie: sessionCookie(ctx, token).split(";")[0] ?? "" });

it("visitors of many kinds are told apart, however many requests arrive at once", async () => {
  const lottery = await makeLottery(ctx, { title: "Valmont", title_fr: "Valmont en français" });
  const people = {
    nothing: await buyer("Nothing"),
    holds: await buyer("Holds"),
    lapsed: await buyer("Lapsed"),
    bought: await buyer("Bought"),
    gone: await buyer("Gone"),
    staff: await buyer("Staff"),
  };
  const held = await order(ctx, lottery, 2, people.holds);
  await lapse(ctx, (await order(ctx, lottery, 2, people.lapsed)).orderId);
  const { sessionId } = await order(ctx, lottery, 3, people.bought);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  await signOut(ctx, headersOf(people.gone.token));
  await ctx.db.insertInto("admin_user").values({ id: people.staff.id }).execute();

  const ask = (lotteryId: string | undefined) =>
    Promise.all(["unknown", ...Object.values(people).map(({ token }) => token)].map((token) => find({ token, lotteryId }, "fr")));
  const found = await ask(lottery);
  expect(found.map((me) => me?.visitor?.name ?? "-").join(" ")).toBe("- Nothing Holds Lapsed Bought - Staff");
  expect(found.map((me) => me?.visitor?.isStaff ?? false)).toEqual([false, false, false, false, false, false, true]);
  expect(found.map((me) => me && Object.values(me.own).join())).toEqual([
    undefined,
    "0,0,0",
    "2,0,0",
    expect.stringMatching(/^\d,0,0$/),
    "0,3,3",
    undefined,
    "0,0,0",
  ]);
  expect(found.map((me) => me?.holds.length ?? 0)).toEqual([0, 0, 1, 0, 0, 0, 0]);
  const { pay_by, payment_url } = await ctx.db
    .selectFrom("orders")
    .select(["pay_by", "payment_url"])
    .where("id", "=", held.orderId)
    .executeTakeFirstOrThrow();
  expect(found[2]?.holds).toEqual([
    {
      orderId: held.orderId,
      lotteryId: lottery,
      title: "Valmont en français",
      quantity: 2,
      until: pay_by?.getTime(),
      payUrl: payment_url,
    },
  ]);
  // Other pages ask about no draw.
  expect((await ask(undefined)).map((me) => me?.own.bought ?? 0)).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

it("a visitor whose role cannot be read is no staff", async () => {
  const boss = await buyer("Boss");
  await ctx.db.insertInto("admin_user").values({ id: boss.id }).execute();
  await ctx.owner.query("ALTER TABLE admin_user RENAME TO admin_user_away");
  const found = await find({ token: boss.token, lotteryId: undefined }, "en").finally(() =>
    ctx.owner.query("ALTER TABLE admin_user_away RENAME TO admin_user"),
  );
  expect(found?.visitor).toEqual({ name: "Boss", isStaff: false });
});

it("a session is not ended while roles cannot be read", async () => {
  const player = await buyer("Player");
  const lived = new Date(ctx.now().getTime() - 2 * 60 * MINUTE);
  await ctx.db.updateTable("sessions").set({ updated_at: lived }).where("token", "=", player.token).execute();
  const ask = () => findMe(ctx, { token: player.token, lotteryId: undefined }, "en");
  await ctx.owner.query("ALTER TABLE admin_user RENAME TO admin_user_away");
  const found = await ask().finally(() => ctx.owner.query("ALTER TABLE admin_user_away RENAME TO admin_user"));
  expect(found).toBe("unknown");
  expect(await ask()).toMatchObject({ visitor: { name: "Player" } });
});

it("the session is prolonged, but not with every request", async () => {
  const begun = ctx.now();
  ctx.setNow(begun);
  const player = await buyer("Player");
  const boss = await buyer("Boss");
  await ctx.db.insertInto("admin_user").values({ id: boss.id }).execute();
  const usedAfter = async (ms: number) => {
    ctx.setNow(new Date(begun.getTime() + ms));
    const used = [player, boss].map(async ({ token }) => {
      await findMe(ctx, { token, lotteryId: undefined }, "en");
      const { updated_at } = await ctx.db
        .selectFrom("sessions")
        .select("updated_at")
        .where("token", "=", token)
        .executeTakeFirstOrThrow();
      return updated_at.getTime() - begun.getTime();
    });
    return Promise.all(used);
  };
  expect(await usedAfter(MINUTE - 1)).toEqual([0, 0]);
  expect(await usedAfter(MINUTE)).toEqual([0, MINUTE]);
  const [used] = await usedAfter(DAY);
  expect(used).toBe(DAY);
  expect((await readSession(ctx, headersOf(player.token)))?.id).toBe(player.id);
});
