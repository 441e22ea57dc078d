/**
 * Public pages in both languages: the wording that the operator chose, the free entry beside prices, and the
 * deadline of the handover.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { HANDOVER_DAYS } from "#features/lotteries/rules/prize/handover.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { insertBrand } from "#features/settings/server/brand-store.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { freeEntryPath } from "#shared/free-entry-path.ts";
import { LOCALES, type Locale } from "#shared/language/locale.ts";
import { BY_CHANCE, NOT_BY_CHANCE } from "#ui/i18n/not-by-chance.fixture.ts";
import { requiredTexts, UNTRANSLATED } from "../../../e2e/reading.fixture.ts";
import common from "../../../public/locales/en/common.json" with { type: "json" };
import commonFr from "../../../public/locales/fr/common.json" with { type: "json" };
import { FOUND_PAGES } from "../http/files/sitemap.ts";
import { PUBLIC_PATHS, publicPage, textOf } from "../tests/public-page.fixture.tsx";

type Shop = { readonly ctx: TestCtx; readonly ids: Readonly<Record<string, string>>; readonly cookie: string };
const SIGNED_IN = [
  "/quiz/:lotteryId",
  "/success",
  "/profile",
  "/profile/receipts/:orderId",
  "/confirm-password",
  "/second-factor",
];
/** The demonstration's mailbox, which has its own tests, and the page for unknown addresses. */
const LEFT_OUT = ["/demo/tour", "/mailbox", "/mailbox/:id", "/*"];
const PATHS = PUBLIC_PATHS.filter((path) => !LEFT_OUT.includes(path));

async function open(settings: Record<string, string>): Promise<Shop> {
  const ctx = await testCtx({ RATE_LIMITS: "off", ...settings });
  const lottery = await makeLottery(ctx, { title: "Valmont" });
  const paidOnly = await makeLottery(ctx, { title: "Corvane", takes_free_entries: false });
  const cancelled = await makeLottery(ctx, { title: "Ostrava", status: "cancelled", sales_state: "cancelled" });
  const player = await registered(ctx);
  const bought = await order(ctx, lottery, 1, { id: player.userId, email: player.email });
  await pay(ctx, bought.sessionId);
  await settleOrder(ctx, bought.sessionId);
  const cookie = sessionCookie(ctx, player.sessionToken).split(";")[0] ?? "";
  return { ctx, ids: { lotteryId: lottery, orderId: bought.orderId, session: bought.sessionId, paidOnly, cancelled }, cookie };
}
let specified: Shop;
let byChance: Shop;
beforeAll(async () => {
  [specified, byChance] = await Promise.all([open({}), open({ WORDING: "by-chance" })]);
});
afterAll(() => Promise.all([specified.ctx.close(), byChance.ctx.close()]));

function look({ ctx, ids, cookie }: Shop, path: string, locale: Locale): Promise<string | undefined> {
  const filled = path.replace(/:(\w+)\??/, (_, name: string) => ids[name] ?? "");
  const address = path === "/success" ? `${filled}?success=true&session_id=${ids.session}` : filled;
  return publicPage(ctx, path, { address, locale, cookie: SIGNED_IN.includes(path) ? cookie : undefined });
}

async function said(shop: Shop, path: string, locale: Locale): Promise<string | undefined> {
  const html = await look(shop, path, locale);
  return html === undefined ? undefined : textOf(html);
}

/** The texts and addresses of the links in a part of a page. */
const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g)].map(
    ([, href, text = ""]) => `${textOf(text).trim()}: ${href}`,
  );

describe("the frame around a page", () => {
  it.each(LOCALES)("leads to draws and winners, names the ways to pay, the beacon and the profile, in %s", async (locale) => {
    const { nav } = { en: common, fr: commonFr }[locale];
    const html = (await look(specified, "/about", locale)) ?? "";
    const [header = "", , footer = ""] = html.split(/<main|<footer/);
    expect(linksIn(header)).toEqual(
      expect.arrayContaining([
        `${nav.liveDraws}: /prize`,
        `${nav.pastWinners}: /past-draws`,
        `${nav.howToWin}: /how-to-win`,
        `${nav.faq}: /#faq`,
      ]),
    );
    const listed = [...footer.matchAll(/<li[^>]*>([\s\S]*?)<\/li>/g)].map(([, item = ""]) => textOf(item));
    expect(listed).toEqual([
      expect.stringContaining("Visa"),
      expect.stringContaining("Mastercard"),
      expect.stringContaining("Apple Pay"),
    ]);
    expect(linksIn(footer)).toEqual(
      expect.arrayContaining(["drand: https://drand.love", "instagram.com/concours: https://www.instagram.com/concours"]),
    );
    const { name, address, companyNumber, email } = readEnv({ NODE_ENV: "test" }).trader;
    const terms = (await said(specified, "/terms", locale)) ?? "";
    for (const text of [textOf(footer), terms])
      expect([name, address, companyNumber, email].filter((detail) => !text.replaceAll("\u00a0", " ").includes(detail))).toEqual(
        [],
      );
  });
});

describe.each(["en", "fr"] as const)("in %s", (locale) => {
  it.each(FOUND_PAGES)("%s says what it must under one main heading, and shows no key, tag or placeholder", async (path) => {
    const html = (await look(specified, path, locale)) ?? "";
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    const text = textOf(html.split("<main")[1]?.split("</main>")[0] ?? "");
    expect(text).not.toMatch(UNTRANSLATED);
    expect(requiredTexts(path, locale).filter((required) => !text.includes(required.replaceAll(/\s+/g, " ")))).toEqual([]);
  });

  it.each(PATHS)("by chance, %s calls a draw nothing else", async (path) => {
    expect((await said(byChance, path, locale))?.match(NOT_BY_CHANCE[locale]) ?? null).toBeNull();
  });

  it("as specified, the terms call them games of skill, and no other page does; one setting calls them draws by chance", async () => {
    const told = await Promise.all(PATHS.map(async (path) => [path, await said(specified, path, locale)] as const));
    const skilled = told.flatMap(([path, text]) => (text !== undefined && NOT_BY_CHANCE[locale].test(text) ? [path] : []));
    expect(skilled).toEqual(["/terms"]);
    const chanced = told.flatMap(([path, text]) => (text !== undefined && BY_CHANCE[locale].test(text) ? [path] : []));
    expect(chanced).toEqual([]);
    expect(await said(byChance, "/lottery/:lotteryId?", locale)).toMatch(BY_CHANCE[locale]);
    const terms = await said(byChance, "/terms", locale);
    expect(terms).toContain({ en: "the winner is drawn by chance", fr: "le gagnant est désigné par le hasard" }[locale]);
    // Most pages render a text and do not redirect.
    expect(told.filter(([, text]) => text !== undefined && text.length > 200).length).toBeGreaterThan(20);
  });

  it("the free way stands beside the price in the bar of a draw's page and for search engines, and is not offered beside what is paid", async () => {
    const { lotteryId = "" } = specified.ids;
    const way = `href="${freeEntryPath(lotteryId)}"`;
    const free = { en: "or free by post", fr: "ou gratuit par courrier" }[locale];
    const draw = (await look(specified, "/lottery/:lotteryId?", locale)) ?? "";
    const [, bar = ""] = draw.split('class="sticky-bar"');
    expect([bar.includes(way), textOf(bar).includes(free)]).toEqual([true, true]);
    expect(draw).toMatch(/"@type":"Offer","url":"[^"]+","description":"(?:No purchase is needed|Aucun achat n’est nécessaire)/);
    for (const path of ["/profile/receipts/:orderId", "/success"]) {
      const html = (await look(specified, path, locale)) ?? "";
      expect([path, html.includes(way), textOf(html).includes(free)]).toEqual([path, false, false]);
    }
    // Without a free entry, no page mentions it.
    const paid = { ...specified, ids: { lotteryId: specified.ids.paidOnly ?? "" } };
    expect(await look(paid, "/lottery/:lotteryId?", locale)).not.toMatch(
      /href="\/enter-free#|"@type":"Offer","url":"[^"]+","description"/,
    );
  });

  it("a draw's page, how to win and the terms say until when a prize is handed over", async () => {
    const within = { en: `within ${HANDOVER_DAYS} days`, fr: `${HANDOVER_DAYS}[ \u00a0]jours` }[locale];
    for (const path of ["/lottery/:lotteryId?", "/how-to-win", "/terms"])
      expect([path, await said(specified, path, locale)]).toEqual([path, expect.stringMatching(within)]);
  });

  it("the page of a cancelled draw says why, and neither what is sold nor when it would have been drawn", async () => {
    const cancelled = { ...specified, ids: { lotteryId: specified.ids.cancelled ?? "" } };
    const text = (await said(cancelled, "/lottery/:lotteryId?", locale)) ?? "";
    expect(text).toContain({ en: "This draw was cancelled", fr: "Ce tirage a été annulé" }[locale]);
    expect(text).not.toMatch(
      { en: /\d sold|Sales close|Draw date|within 30 days/, fr: /Vendus|Clôture le|Date du tirage|30\s?jours/ }[locale],
    );
  });
});

describe("under another name", () => {
  it("no page says the demonstration's", async () => {
    const { ctx } = specified;
    const trader = {
      name: "Aurora Cars Ltd",
      address: "1 Aurora Street",
      email: "help@aurora.example",
      postalEntryAddress: "2 Aurora Street",
    };
    const socialUrls = ["https://social.example/aurora"];
    const choice = { name: "Aurora", socialUrls, trader };
    await ctx.db.transaction().execute((tx) => insertBrand(tx, { version: 1, choice, at: ctx.now(), by: undefined }));
    await ctx.brand.refresh();
    for (const path of PATHS)
      for (const locale of LOCALES) {
        const html = (await look(specified, path, locale)) ?? "";
        // A ticket's number starts with it in every wording.
        expect([
          path,
          locale,
          /.{0,20}(?:Concours(?!e)|concours\.test).{0,20}/.exec(html.replaceAll(/[\w.+-]+@example\.com/g, ""))?.[0],
        ]).toEqual([...[path, locale, undefined]]);
      }
    expect(await said(specified, "/", "en")).toContain("Aurora");
  });
});

it.each(LOCALES)(
  "only a draw whose tickets cost less than a stamp says how many entries a card brings, in %s",
  async (locale) => {
    const { ctx } = specified;
    const brings = { en: /One card brings (\d) entries/g, fr: /Une carte donne droit à (\d) participations/g }[locale];
    const rule = { en: "One entry per card. You can", fr: "Une participation par carte. Vous" }[locale];
    const before = (await said(specified, "/enter-free", locale)) ?? "";
    expect([...before.matchAll(brings)]).toEqual([]);
    expect(before).toContain(rule);

    const cheap = await makeLottery(ctx, { title: "Halden", price_per_ticket_pence: 50 });
    const after = (await said(specified, "/enter-free", locale)) ?? "";
    expect([...after.matchAll(brings)].map(([, n]) => n)).toEqual(["3"]);
    expect(after).not.toContain(rule);
    await ctx.db.deleteFrom("lotteries").where("id", "=", cheap).execute();
  },
);
