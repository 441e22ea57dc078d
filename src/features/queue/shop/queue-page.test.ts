/** The waiting room: leaving it, and taking a place by a program, except for excluded players. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { pausePlay } from "#features/player-protection/server/change-safer-play.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { takePlace } from "../server/enter.ts";
import { lotteryOf, queuedDraw } from "../server/queue.fixture.ts";
import * as live from "./live-route.ts";
import { action, loader } from "./queue-page.tsx";

let ctx: TestCtx;
let player: { id: string; cookie: string };
beforeAll(async () => {
  ctx = await testCtx();
  const { userId, sessionToken } = await registered(ctx);
  player = { id: userId, cookie: sessionCookie(ctx, sessionToken).split(";")[0] ?? "" };
});
afterAll(() => ctx.close());

const leave = (lotteryId: string) => {
  const address = `http://localhost:3000/lottery/${encodeURIComponent(lotteryId)}/queue`;
  const init = { method: "POST", headers: { cookie: player.cookie }, body: new URLSearchParams({ intent: "leave" }) };
  return action({ request: new Request(address, init), context: requestContext(ctx), params: { lotteryId } } as never).then(
    (reply: { init?: ResponseInit | null }) => reply.init?.status,
    (thrown: unknown) => (thrown instanceof Response ? [thrown.status, thrown.headers.get("Location")] : String(thrown)),
  );
};

it("leads back to the draw, and the place is gone", async () => {
  const lottery = await queuedDraw(ctx);
  expect(await takePlace(ctx, await lotteryOf(ctx, lottery), player.id)).toMatchObject({ number: 1 });
  expect(await leave(lottery)).toEqual([303, `/lottery/${lottery}`]);
  const left = await ctx.db.selectFrom("waiting_places").select("left_at").where("lottery_id", "=", lottery).executeTakeFirst();
  expect(left?.left_at).toBeInstanceOf(Date);
});

it("of a cancelled draw leads to its page, which says why", async () => {
  const lottery = await queuedDraw(ctx);
  const cancelled = { status: "cancelled", sales_state: "cancelled", cancel_reason: "prize_lost" } as const;
  await ctx.db.updateTable("lotteries").set(cancelled).where("id", "=", lottery).execute();
  const request = new Request(`http://localhost:3000/lottery/${lottery}/queue`, { headers: { cookie: player.cookie } });
  const loading = loader({ request, context: requestContext(ctx), params: { lotteryId: lottery } } as never);
  const thrown = await loading.catch((reply: unknown) => reply);
  expect(thrown instanceof Response && thrown.headers.get("Location")).toBe(`/lottery/${lottery}`);
});

it.each(["ł", "a; Domain=example.com", "a\r\nb", "7"])("says of %j that there is none", async (lotteryId) => {
  expect(await leave(lotteryId)).toBe(404);
});

it("excluded players take no place by the address for programs", async () => {
  const lottery = await queuedDraw(ctx);
  const take = async () => {
    const request = new Request(`http://localhost:3000/lottery/${lottery}/queue.json`, {
      method: "POST",
      headers: { cookie: player.cookie },
    });
    const reply: Response = await live.post({ request, context: requestContext(ctx), params: { lotteryId: lottery } } as never);
    return [reply.status, await reply.json()];
  };
  await pausePlay(ctx, player.id, "day");
  expect(await take()).toEqual([403, { error: "paused", message: expect.stringContaining("taking a break until") }]);
  expect(await ctx.db.selectFrom("waiting_places").selectAll().where("lottery_id", "=", lottery).execute()).toEqual([]);
  await ctx.owner.query("DELETE FROM player_limits WHERE user_id = $1", [player.id]);
  expect(await take()).toMatchObject([200, { number: 1 }]);
});

it.each(["en", "fr"] as const)("in %s, the next visitor is not told that 0 people are ahead", (locale) => {
  const t = ctx.messages[locale].getFixedT(null, "queue");
  for (const text of [t("titleAhead", { count: 0, n: "0" }), t("news", { count: 0, n: "0", wait: "1" })]) {
    expect(text).toContain(t("waiting.next"));
    expect(text).not.toContain("0");
  }
});
