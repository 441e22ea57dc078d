/** Newcomers see their limit where they choose tickets, and on the quiz page also how to lift it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { LOCALES } from "#shared/language/locale.ts";
import { publicPage, textOf } from "../tests/public-page.fixture.tsx";

let ctx: TestCtx;
let draw: string;
let cookie: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  draw = await makeLottery(ctx, { tickets_available: 20 });
  const picture = { width: 800, height: 500, widths: [800], placeholder: "data:," };
  await ctx.db
    .insertInto("lottery_images")
    .values({ ...picture, lottery_id: draw, image_url: "/media/car", display_order: 0 })
    .execute();
  cookie = sessionCookie(ctx, (await registered(ctx)).sessionToken).split(";")[0] ?? "";
});
// Its picture is a row without files.
afterAll(() => ctx.close({ broken: ["pictures-exist"] }));

const FIVE = { en: "You can choose up to 5 at a time", fr: "Vous pouvez en choisir 5 au plus à la fois" };

it.each(LOCALES.flatMap((locale) => [5, 20].map((quantity) => [locale, quantity] as const)))(
  "in %s, of the last 20 tickets, for %d",
  async (locale, quantity) => {
    const address = `/lottery/${draw}?quantity=${quantity}`;
    const panel = textOf((await publicPage(ctx, "/lottery/:lotteryId?", { address, locale, cookie })) ?? "");
    expect(panel.includes(FIVE[locale])).toBe(quantity > 5);
    const at = { address: `/quiz/${draw}?quantity=${quantity}`, locale, cookie };
    const question = (await publicPage(ctx, "/quiz/:lotteryId", at)) ?? "";
    expect(textOf(question).includes(FIVE[locale])).toBe(quantity > 5);
    expect(question.includes('href="/verify-email"')).toBe(quantity > 5);
  },
);
