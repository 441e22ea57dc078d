/** The frame around every page, and what stands there when a picture, a draw or the shop's books cannot be had. */

import { sql } from "kysely";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject } from "vitest";
import { expectAccessible } from "./accessible.fixture.ts";
import { type Draw, makeDraw, withDatabase } from "./books.fixture.ts";
import { WORDS } from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { startShop } from "./shop.fixture.ts";

const shop = inject("shop");
const LANGUAGES = ["en", "fr"] as const;
let draw: Draw;
beforeAll(async () => {
  draw = await makeDraw(shop, { title: "Without pictures" });
});

describe("the frame around a page", () => {
  journey.for(LANGUAGES)(
    "leads to draws and winners, names the ways to pay, the beacon and the profile, in %s",
    async (language, { visit }) => {
      const page = await visit({ language });
      const { nav } = WORDS[language].common;
      await page.goto("/about");
      const header = page.getByRole("banner").getByRole("navigation", { name: nav.main, exact: true });
      for (const [text, path] of [
        [nav.liveDraws, "/prize"],
        [nav.pastWinners, "/past-draws"],
        [nav.howToWin, "/how-to-win"],
        [nav.faq, "/#faq"],
      ] as const)
        expect(await header.getByRole("link", { name: text, exact: true }).first().getAttribute("href")).toBe(path);
      const footer = page.getByRole("contentinfo");
      expect(
        await footer
          .getByRole("listitem")
          .allInnerTexts()
          .then((all) => all.map((each) => each.replace(/\s+/g, " ").trim())),
      ).toEqual([expect.stringContaining("Visa"), expect.stringContaining("Mastercard"), expect.stringContaining("Apple Pay")]);
      expect(await footer.getByRole("link", { name: "drand", exact: true }).getAttribute("href")).toBe("https://drand.love");
      expect(await footer.getByRole("link", { name: "instagram.com/concours" }).getAttribute("href")).toBe(
        "https://www.instagram.com/concours",
      );
    },
  );
});

describe("a picture that does not come", () => {
  const placeholders = (page: Page) => page.getByRole("main").getByText(WORDS.en.common.imageNotAvailable, { exact: true });

  journey("is replaced by a drawing that says so, when it fails while the page is looked at", async ({ visit }) => {
    const page = await visit({ tolerate: [/media/, /ERR_FAILED/] });
    await page.goto("/");
    await page.route("**/media/**", (route) => route.abort());
    await page.getByRole("banner").getByRole("link", { name: WORDS.en.common.nav.liveDraws, exact: true }).first().click();
    await page.waitForURL("**/prize");
    await page.getByRole("article").first().waitFor();
    await expect.poll(() => placeholders(page).count()).toBeGreaterThan(0);
  });

  journey("and when it has failed before the page's scripts came", async ({ visit }) => {
    const page = await visit({ tolerate: [/media/, /ERR_FAILED/] });
    let arrive = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route("**/assets/*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.route("**/media/**", (route) => route.abort());
    const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/media/"));
    await page.goto(`/lottery/${draw.id}`, { waitUntil: "commit" });
    await failed;
    expect(await placeholders(page).count()).toBe(0);
    arrive();
    await expect.poll(() => placeholders(page).count()).toBeGreaterThan(0);
  });
});

describe("a draw that cannot be shown", () => {
  journey.for(LANGUAGES)("says why, in %s", async (language, { visit }) => {
    const page = await visit({ language, tolerate: [/40[04]/] });
    const { problem } = WORDS[language].lottery;
    for (const [path, status, text] of [
      ["/lottery", 400, problem.idRequired],
      ["/lottery/00000000-0000-4000-8000-000000000000", 404, problem.notFound],
    ] as const) {
      const reply = await page.goto(path);
      expect(reply?.status()).toBe(status);
      await page.getByRole("heading", { level: 1, name: text, exact: true }).waitFor();
    }
  });
});

describe("a shop that cannot read its books", () => {
  journey("says so on home, in a message as well, and on the page of a draw", { timeout: 180_000 }, async ({ visit }) => {
    const broken = await startShop();
    try {
      const { id } = await makeDraw(broken, { title: "Lost" });
      await withDatabase(broken, (db) => sql`ALTER TABLE lotteries RENAME TO lotteries_away`.execute(db));
      for (const language of LANGUAGES) {
        const page = await visit({ at: broken.url, language, tolerate: [/50[03]/] });
        const { home, common, lottery } = WORDS[language];
        await page.goto("/");
        await page.getByRole("heading", { level: 1, name: common.error.title, exact: true }).waitFor();
        await page.getByRole("alert").filter({ hasText: home.failedToLoadLotteries }).waitFor();
        await page.getByRole("button", { name: common.error.reload, exact: true }).waitFor();
        await expectAccessible(page);
        const reply = await page.goto(`/lottery/${id}`);
        expect(reply?.status()).toBe(500);
        await page.getByRole("heading", { level: 1, name: lottery.problem.loadFailed, exact: true }).waitFor();
        await expectAccessible(page);
      }
    } finally {
      await broken.stop();
    }
  });
});
