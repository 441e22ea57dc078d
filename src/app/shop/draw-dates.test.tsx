/** Pages that show one of a draw's three dates show all three, as the rule computes them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayFrom, makeLottery } from "#demo/makers.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import { drawSharePicture } from "#features/lotteries/server/pictures/draw-share-picture.ts";
import { get as calendar } from "#features/lotteries/shop/closing-calendar-route.ts";
import { mailDrawOf } from "#features/mail/server/mail-draw.ts";
import { penIn } from "#features/mail/server/mails/pen.ts";
import { nextSteps } from "#features/mail/server/mails/tickets.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { localeKey } from "#platform/request/request.server.ts";
import { addDays, type Day, formatDate, londonDate } from "#shared/dates/dates.ts";
import { LOCALES, type Locale } from "#shared/language/locale.ts";
import { publicPage, textOf } from "../tests/public-page.fixture.tsx";

/** Days; later than any other date on a page. */
const CLOSES_IN = 40;

let ctx: TestCtx;
let cookie = "";
const ids = { draw: "", order: "", session: "" };
const ENDS = { endDate: "", endTime: "23:59", takesFreeEntries: true };

beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  ENDS.endDate = dayFrom(ctx.now(), CLOSES_IN);
  ids.draw = await makeLottery(ctx, { title: "Valmont", end_date: ENDS.endDate });
  await addPicture(ids.draw);
  const player = await registered(ctx);
  const bought = await order(ctx, ids.draw, 1, { id: player.userId, email: player.email });
  await pay(ctx, bought.sessionId);
  await settleOrder(ctx, bought.sessionId);
  [ids.order, ids.session] = [bought.orderId, bought.sessionId];
  cookie = sessionCookie(ctx, player.sessionToken).split(";")[0] ?? "";
});
// Its picture is a row without files.
afterAll(() => ctx.close({ broken: ["pictures-exist"] }));

async function addPicture(draw: string): Promise<void> {
  const picture = { width: 800, height: 500, widths: [800], placeholder: "data:,", image_url: "/media/car", display_order: 0 };
  await ctx.db
    .insertInto("lottery_images")
    .values({ ...picture, lottery_id: draw })
    .execute();
}

/** The days of the coming months that a text names, in any date format of the language. */
function daysIn(text: string, locale: Locale): Day[] {
  const plain = text.replaceAll("\u00a0", " ");
  const from = addDays(londonDate(ctx.now()), CLOSES_IN - 10);
  return Array.from({ length: 60 }, (_, i) => addDays(from, i)).filter((day) =>
    (["day", "long"] as const).some((style) => {
      const at = plain.search(new RegExp(`(?<!\\d)${formatDate(day, locale, style).replaceAll("\u00a0", " ")}`));
      return at >= 0;
    }),
  );
}

const theThree = (takesFreeEntries = true) => {
  const { closesOn, lastPostOn, drawnFrom } = drawDates({ ...ENDS, takesFreeEntries });
  return [closesOn, lastPostOn, drawnFrom].filter((day) => day !== undefined);
};

const PAGES = [
  ["/", "/"],
  ["/prize", "/prize"],
  ["/lottery/:lotteryId?", "/lottery/DRAW"],
  ["/draws/:lotteryId", "/draws/DRAW"],
  ["/enter-free", "/enter-free"],
  ["/quiz/:lotteryId", "/quiz/DRAW?quantity=2"],
  ["/success", "/success?success=true&session_id=SESSION"],
  ["/profile", "/profile"],
  ["/profile", "/profile?tab=security"],
  ["/profile/receipts/:orderId", "/profile/receipts/ORDER"],
] as const;

it.each(LOCALES.flatMap((locale) => PAGES.map(([path, address]) => [address, path, locale] as const)))(
  "%s names the three dates of the rule and no others (%s, %s)",
  async (address, path, locale) => {
    const at = address.replace("DRAW", ids.draw).replace("SESSION", ids.session).replace("ORDER", ids.order);
    const text = textOf((await publicPage(ctx, path, { address: at, locale, cookie })) ?? "");
    expect(daysIn(text, locale)).toEqual(theThree());
  },
);

it.each(LOCALES)("so do the calendar file and the mails that confirm an entry, in %s", async (locale) => {
  const context = requestContext(ctx);
  context.set(localeKey, locale);
  const request = new Request(`${ctx.publicUrl}/lottery/${ids.draw}/closing.ics`);
  const file = await calendar({ request, context, params: { lotteryId: ids.draw } } as never);
  expect(daysIn((await file.text()).replaceAll("\r\n ", "").replaceAll("\\", ""), locale)).toEqual(theThree());
  const lottery = await findLottery(ctx, ids.draw);
  if (!lottery) throw new Error("no draw");
  expect(daysIn(JSON.stringify(nextSteps(penIn(ctx, locale), mailDrawOf(lottery, locale))), locale)).toEqual(theThree());
});

describe.each(LOCALES)("a draw that takes no more entries, in %s", (locale) => {
  it.each([
    ["closed", { status: "active", start_date: "2026-10-01", end_date: "2026-11-01" }],
    ["cancelled", { status: "cancelled", sales_state: "cancelled" }],
  ] as const)("and is %s offers no ticket in its link, its picture and its calendar file", async (state, change) => {
    const id = await makeLottery(ctx, { title: "Ondine", ...change });
    const words = ctx.messages[locale].getFixedT(null, "lottery")(`state.${state}.title`);
    const html = await publicPage(ctx, "/lottery/:lotteryId?", { address: `/lottery/${id}`, locale });
    const [, described] = /name="description" content="([^"]*)/.exec(html ?? "") ?? [];
    expect(described).toContain(words);
    const sharePictures = { ...ctx.sharePictures, draw: async (drawn: string) => Buffer.from(drawn) };
    const drawn = await drawSharePicture({ ...ctx, sharePictures }, id, locale);
    expect(String(drawn)).toContain(words);
    for (const text of [described, String(drawn)]) expect(text).not.toContain("£");
    const context = requestContext(ctx);
    context.set(localeKey, locale);
    const request = new Request(`${ctx.publicUrl}/lottery/${id}/closing.ics`);
    const file = await (await calendar({ request, context, params: { lotteryId: id } } as never)).text();
    expect(file.includes("STATUS:CANCELLED")).toBe(state === "cancelled");
  });

  it.each([
    ["closed", { sales_state: "closing" }],
    ["cancelled", { status: "cancelled", sales_state: "cancelled" }],
  ] as const)("and is %s says so instead of the quiz", async (state, change) => {
    const id = await makeLottery(ctx, { title: "Ondine", ...change });
    await addPicture(id);
    const html = await publicPage(ctx, "/quiz/:lotteryId", { address: `/quiz/${id}?quantity=2`, locale, cookie });
    expect(textOf(html ?? "")).toContain(ctx.messages[locale].getFixedT(null, "quiz")(`over.${state}.title`));
    expect(html).not.toContain('name="answer"');
  });
});

it("a draw without postal entries names two, and the draw follows its closing", async () => {
  const only = await makeLottery(ctx, { title: "Corvane", end_date: ENDS.endDate, takes_free_entries: false });
  const html = await publicPage(ctx, "/lottery/:lotteryId?", { address: `/lottery/${only}`, locale: "en" });
  expect(daysIn(textOf(html ?? ""), "en")).toEqual(theThree(false));
});
