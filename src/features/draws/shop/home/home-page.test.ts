/** The order of draws on the home page. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { dayFrom, makeLottery } from "#demo/makers.ts";
import { requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { loader } from "./home-page.tsx";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
  ctx.setNow(new Date("2026-11-22T12:00:00Z"));
});
afterAll(() => ctx.close());

it("the home page shows the newest draw on sale, else an announced one, else one that awaits its winner", async () => {
  const now = ctx.now();
  const makeDraw = (title: string, day: number, change: object = {}) =>
    makeLottery(ctx, { title, created_at: new Date(Date.UTC(2026, 9, day)), ...change });
  await makeDraw("Selling for long", 1);
  await makeDraw("Selling", 2);
  await makeDraw("Announced", 3, { start_date: dayFrom(now, 5) });
  await makeDraw("Over", 5, { start_date: dayFrom(now, -9), end_date: dayFrom(now, -1) });
  const request = new Request("http://localhost:3000/");
  const reply = (await loader({ request, context: requestContext(ctx), params: {} } as never)) as {
    data: { shop: { draws: { title: string }[] } };
  };
  expect(reply.data.shop.draws.map(({ title }) => title)).toEqual(["Selling", "Selling for long", "Announced", "Over"]);
});
