/** The page that writes to the buyers of a draw: whom its address chooses. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { checkout } from "#features/orders/server/orders.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { loader } from "./letters-page.tsx";

let ctx: TestCtx;
let cookie: string;
let lotteryId: string;
let buyerId: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const boss = await registered(ctx);
  await ctx.db.insertInto("admin_user").values({ id: boss.userId }).execute();
  cookie = sessionCookie(ctx, boss.sessionToken).split(";")[0] ?? "";
  lotteryId = await makeLottery(ctx, { price_per_ticket_pence: 0 });
  const buyers = [await makeUser(ctx), await makeUser(ctx)];
  for (const buyer of buyers) expect(await checkout(ctx, lotteryId, 1, buyer)).toMatchObject({ ok: true });
  buyerId = buyers[0]?.id ?? "";
});
afterAll(() => ctx.close());

it.each([
  ["all buyers", "", { isSelection: false, recipients: { all: 2 } }],
  ["the chosen ones", "?some=1&to={buyer}", { isSelection: true, recipients: { all: 1 } }],
  ["no one, if none were chosen", "?some=1", { isSelection: true, recipients: { all: 0 } }],
  ["no one, if the chosen are no ids", "?some=1&to=x", { isSelection: true, recipients: { all: 0 } }],
] as const)("writes to %s", async (_, query, shown) => {
  const request = new Request(`http://localhost:3000/admin/draw/${lotteryId}/write${query.replace("{buyer}", buyerId)}`, {
    headers: { cookie },
  });
  const args = { request, context: requestContext(ctx), params: { lotteryId } };
  expect(await loader(args as never)).toMatchObject({ data: { shown } });
});
