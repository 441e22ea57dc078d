/** One look for many readers says of each what three looks said: whose session it is, what they have of the draw, and whether the page has more of them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { readSession } from "#features/accounts/server/read-session.ts";
import { sessionCookie } from "#features/accounts/server/session-cookie.ts";
import { signOut } from "#features/accounts/server/sign-out.ts";
import { NO_TICKETS } from "#features/lotteries/rules/lottery.ts";
import { findOwnTickets } from "#features/lotteries/server/own-tickets.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { findPageReaders } from "./find-page-readers.ts";
import { listOwnHolds } from "./list-purchases.ts";
import { lapse, order, pay } from "./orders.fixture.ts";
import { settleOrder } from "./settle-order.ts";

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
const headersOf = (token: string) => new Headers({ cookie: sessionCookie(ctx, token).split(";")[0] ?? "" });

/** As it was asked in three looks. */
async function oneByOne(token: string, lotteryId: string | undefined) {
  const visitor = await readSession(ctx, headersOf(token), false);
  if (!visitor) return undefined;
  const holds = await listOwnHolds(ctx, visitor.id, "en");
  const own = lotteryId === undefined ? NO_TICKETS : await findOwnTickets(ctx, visitor.id, lotteryId);
  if (holds.length > 0 || own.held > 0) return undefined;
  return { firstName: visitor.firstName, isStaff: visitor.isStaff, own };
}

it("readers of many kinds are told apart, in the order in which they ask", async () => {
  const [lottery, other] = [await makeLottery(ctx), await makeLottery(ctx)];
  const people = {
    nothing: await buyer("Nothing"),
    holds: await buyer("Holds"),
    lapsed: await buyer("Lapsed"),
    bought: await buyer("Bought"),
    gone: await buyer("Gone"),
    staff: await buyer("Staff"),
  };
  await order(ctx, lottery, 2, people.holds);
  await lapse(ctx, (await order(ctx, lottery, 2, people.lapsed)).orderId);
  const { sessionId } = await order(ctx, lottery, 3, people.bought);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  await signOut(ctx, headersOf(people.gone.token));
  await ctx.db.insertInto("admin_user").values({ id: people.staff.id }).execute();

  const asked = [undefined, lottery, other].flatMap((lotteryId) =>
    ["unknown", ...Object.values(people).map(({ token }) => token)].map((token) => ({ token, lotteryId })),
  );
  const readers = await findPageReaders(ctx, asked);
  expect(readers).toEqual(await Promise.all(asked.map(({ token, lotteryId }) => oneByOne(token, lotteryId))));
  expect(readers.map((reader) => reader?.firstName.slice(0, 4) ?? "-").join(" ")).toBe(
    ["- Noth - Laps Boug - Staf", "- Noth - Laps Boug - Staf", "- Noth - Laps Boug - Staf"].join(" "),
  );
  expect(readers.map((reader) => reader?.own.bought ?? 0)).toEqual([
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    ...[0, 0, 0, 0, 3, 0, 0],
    ...[0, 0, 0, 0, 0, 0, 0],
  ]);
});

it("whose use is to be noted gets a page of their own, which notes it; later nobody", async () => {
  const begun = ctx.now();
  ctx.setNow(begun);
  const player = await buyer("Player");
  const boss = await buyer("Boss");
  await ctx.db.insertInto("admin_user").values({ id: boss.id }).execute();
  const found = async (ms: number) => {
    ctx.setNow(new Date(begun.getTime() + ms));
    const readers = await findPageReaders(
      ctx,
      [player, boss].map(({ token }) => ({ token, lotteryId: undefined })),
    );
    return readers.map((reader) => reader !== undefined);
  };
  expect(await found(MINUTE - 1)).toEqual([true, true]);
  expect(await found(MINUTE)).toEqual([true, false]);
  expect(await found(DAY)).toEqual([false, false]);
  await readSession(ctx, headersOf(player.token));
  expect(await found(DAY)).toEqual([true, false]);
});
