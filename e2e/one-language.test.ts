/** An owner switches French off and on again, at a shop of its own. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { withDatabase } from "./books.fixture.ts";
import { expectAccessible, journey } from "./journey.fixture.ts";
import { button } from "./second-factor.fixture.ts";
import { type Shop, startShop } from "./shop.fixture.ts";
import { DESK, HAND, TEAM_WORDS, visitAs, visitTeam } from "./team.fixture.ts";

const words = TEAM_WORDS.en.admin.shop;
let shop: Shop;
const TITLE = "Valmont in one language";
beforeAll(async () => {
  shop = await startShop();
  const english = { title: TITLE, title_fr: null, description_fr: null };
  await withDatabase(shop, (db) => makeLottery({ db, now: () => new Date() }, english));
}, 180_000);
afterAll(() => shop.stop());

const choice = (page: Page) => page.getByLabel(words.switchedOff, { exact: true });
/** The languages that the open page has. */
const languagesAre = (page: Page, expected: readonly string[]) =>
  expect
    .poll(async () => {
      const written = await page.getAttribute("html", "data-languages");
      return (JSON.parse(written ?? "[]") as { locale: string }[]).map(({ locale }) => locale);
    })
    .toEqual(expected);
/** The language in which the shop answers a visitor who asks for French. */
const frenchBecomes = (page: Page, language: "en" | "fr") =>
  expect
    .poll(async () => {
      await page.goto("/how-to-win?lng=fr");
      return page.getAttribute("html", "lang");
    })
    .toBe(language);

journey("an owner switches French off, then on again after the list of what is missing", async ({ visit }) => {
  const { page } = await visitAs("owner", { visit, shop, look: DESK, tolerate: [/422/] });
  await page.goto("/admin/shop");
  // A repeated run may find it switched off.
  if ((await choice(page).inputValue()) !== "fr") {
    await choice(page).selectOption("fr");
    await button(page, words.save).click();
  }
  await languagesAre(page, ["en"]);
  await page.goto("/admin/lotteries?form=new");
  await page.locator("#title").waitFor();
  expect(await page.locator('[name$="_fr"]').count()).toBe(0);

  const visitor = await visitTeam(visit, shop, HAND);
  await frenchBecomes(visitor, "en");
  expect(await visitor.locator("head link[hreflang]").count()).toBe(0);
  expect(await visitor.locator("header").getByRole("link", { name: "Français", includeHidden: true }).count()).toBe(0);

  await page.goto("/admin/shop");
  await choice(page).selectOption("");
  await page.getByRole("link", { name: TITLE, exact: true }).waitFor();
  await button(page, words.save).click();
  await page.getByText(words.problems.gaps_unconfirmed, { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByLabel(words.confirmGaps, { exact: true }).check();
  await button(page, words.save).click();
  await languagesAre(page, ["en", "fr"]);
  await frenchBecomes(visitor, "fr");
});
