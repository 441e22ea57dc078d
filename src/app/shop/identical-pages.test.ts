/** Cached public pages contain nothing personal: players, staff and strangers get the same bytes. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { LOCALES } from "#shared/language/locale.ts";
import { parametersRead } from "#shared/page-parameters.ts";
import { PUBLIC_PATHS, publicPage } from "../tests/public-page.fixture.tsx";

let ctx: TestCtx;
let draw = "";
const cookies: string[] = [];
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  ctx.setNow(ctx.now());
  draw = await makeLottery(ctx, { title: "Valmont", max_tickets_per_person: 9 });
  const [player, boss] = [await registered(ctx, { firstName: "Zenobia" }), await registered(ctx, { firstName: "Zenobia" })];
  const buyer = { id: player.userId, email: player.email };
  const { sessionId } = await order(ctx, draw, 3, buyer);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  await order(ctx, draw, 2, buyer);
  await ctx.db.insertInto("admin_user").values({ id: boss.userId }).execute();
  for (const { sessionToken } of [player, boss])
    cookies.push(`${sessionCookie(ctx, sessionToken).split(";")[0]}; flash=welcomeBack`);
});
afterAll(() => ctx.close());

const addressOf = (path: string) => path.replace(":lotteryId?", draw);
const CACHED = PUBLIC_PATHS.filter((path) => parametersRead(path.replace(":lotteryId?", "3f2b8f2e-0000-4000-8000-000000000001")));

it("are those of the list", () => {
  expect(CACHED).toEqual(["/", "/prize", "/past-draws", "/lottery/:lotteryId?"]);
});

it.each(CACHED)("%s", async (path) => {
  for (const locale of LOCALES) {
    const render = (cookie?: string) => publicPage(ctx, path, { address: addressOf(path), locale, cookie });
    // The first renderings load lazy imports.
    let signedOut = await render();
    await expect
      .poll(async () => {
        const before = signedOut;
        signedOut = await render();
        return before === signedOut;
      })
      .toBe(true);
    expect(signedOut).toContain("<h1");
    expect(signedOut).not.toContain("Zenobia");
    for (const cookie of cookies) expect(await render(cookie)).toBe(signedOut);
  }
});
