/** The home page below its hero: figures, questions and links. */
import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { expectAccessible } from "./accessible.fixture.ts";
import { withDatabase } from "./books.fixture.ts";
import { arriveSignedIn, newPerson, signUp, WORDS } from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { variants } from "./variants.fixture.ts";

const shop = inject("shop");
const LANGUAGES = ["en", "fr"] as const;
const TIMEOUTS = { timeout: 20_000 };
const FIGURES = { en: "en-GB", fr: "fr-FR" } as const;

describe("home", () => {
  journey.for(variants(LANGUAGES))(
    "explains how it works, what it avoids, and the latest winner, in %s",
    async (language, { visit }) => {
      const page = await visit({ language });
      await page.goto("/");
      const { home } = WORDS[language];
      const main = page.getByRole("main");
      for (const step of ["choose", "answer", "watch"] as const)
        await main.getByRole("heading", { level: 3, name: home.steps[step], exact: true }).waitFor();
      for (const card of ["open", "payments", "delivery", "support"] as const)
        await main.getByRole("heading", { level: 3, name: home.features[card], exact: true }).waitFor();

      const { issued, won } = await withDatabase(shop, async (db) => ({
        issued: await db.selectFrom("lotteries").select("last_ticket_number").where("status", "!=", "draft").execute(),
        won: await db
          .selectFrom("lotteries")
          .innerJoin("users", "users.id", "winner_id")
          .select(["first_name", "last_name"])
          .where("status", "=", "completed")
          .orderBy("end_date", "desc")
          .executeTakeFirstOrThrow(),
      }));
      // Other buyers may buy during this test.
      const shown = await main.locator(".home-figure").first().innerText();
      const count = issued.reduce((sum, row) => sum + row.last_ticket_number, 0);
      expect(Math.abs(Number(shown.replace(/\D/g, "")) - count)).toBeLessThan(500);
      expect(shown).toBe(
        new Intl.NumberFormat(FIGURES[language]).format(Number(shown.replace(/\D/g, ""))).replace("\u202f", "\u00a0"),
      );
      const winner = main.locator("section", { has: page.getByRole("heading", { name: home.winner.title, exact: true }) });
      await winner.getByText(`${won.first_name} ${won.last_name}`, { exact: true }).waitFor();
      await winner.getByRole("link", { name: home.winner.all }).click();
      await page.waitForURL("**/past-draws");
    },
  );

  journey.for(variants([320, 360, 390]))("counts down on one line, in French at %i px", async (width, { visit }) => {
    const page = await visit({ language: "fr", width });
    await page.goto("/");
    // The fallback font is wider.
    await page.evaluate(() => document.fonts.ready);
    const cells = await page
      .getByRole("timer")
      .first()
      .locator("> span")
      .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect().top));
    expect([cells.length, new Set(cells).size]).toEqual([4, 1]);
  });

  journey("answers six questions, by keyboard, in French", async ({ visit }) => {
    const language = "fr";
    const page = await visit({ language });
    await page.goto("/");
    const { faq } = WORDS[language].home;
    await expect.poll(() => page.locator("#faq details").count()).toBe(6);
    const answer = page.getByText(faq.odds.answer, { exact: true });
    expect(await answer.isVisible()).toBe(false);
    await page.locator("#faq summary", { hasText: faq.odds.question }).focus();
    await page.keyboard.press("Enter");
    await answer.waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Space");
    await answer.waitFor({ state: "hidden" });
  });

  journey("invites only signed-out visitors to open an account", async ({ visit }) => {
    const language = "en";
    const page = await visit({ language });
    await page.goto("/");
    const { title, action } = WORDS[language].home.signUp;
    const band = page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) });
    expect(await band.getByRole("link", { name: action, exact: true }).getAttribute("href")).toBe("/register");
    await arriveSignedIn(page, "/", language);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await band.waitFor({ state: "detached" });
  });
});

describe("where a page stands", () => {
  journey(
    "the link to the questions goes home from anywhere, waits half a second, and scrolls there smoothly",
    async ({ visit }) => {
      const page = await visit({ reducedMotion: false });
      await page.goto("/prize");
      await recordScrolling(page);
      const begin = Date.now();
      await page.getByRole("banner").getByRole("link", { name: "FAQ", exact: true }).first().click();
      await page.waitForURL("**/#faq");
      await expectAt(page, "#faq");
      expect(Date.now() - begin).toBeGreaterThan(500);
      expect((await positions(page)).size).toBeGreaterThan(3);
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("faq");
    },
  );

  journey("with reduced motion it jumps there", async ({ visit }) => {
    const page = await visit({ reducedMotion: true });
    await page.goto("/prize");
    await recordScrolling(page);
    await page.getByRole("banner").getByRole("link", { name: "FAQ", exact: true }).first().click();
    await expectAt(page, "#faq");
    expect((await positions(page)).size).toBeLessThanOrEqual(2);
  });

  journey("a target that a link carried is gone to as well", async ({ visit }) => {
    const page = await visit();
    await page.goto("/");
    await page.evaluate(() => window.history.replaceState({ usr: { scrollTo: "faq" }, key: "carried", idx: 0 }, ""));
    await page.reload();
    await expectAt(page, "#faq");
  });

  journey.for(variants([390, 1440]))(
    "every change of path begins at the top, and the way back ends where one was, at %i px",
    async (width, { visit }) => {
      const page = await visit({ width, reducedMotion: false });
      await page.goto("/prize");
      const last = page.getByRole("main").getByRole("link").last();
      await last.scrollIntoViewIfNeeded();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
      const place = await page.evaluate(() => window.scrollY);
      await last.click();
      await page.waitForURL("**/lottery/**");
      await page.locator("aside h2, .panel").first().waitFor();
      await expectAtTop(page);
      await page.goBack();
      await page.waitForURL("**/prize");
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
      // A new path starts at the top, from any position.
      await page.locator('footer a[href="/terms"]').click();
      await page.waitForURL("**/terms");
      await expectAtTop(page);
    },
  );

  journey("a button leads back to the top once the first screen is out of sight, in French", async ({ visit }) => {
    const language = "fr";
    const page = await visit({ language, reducedMotion: false });
    await page.goto("/");
    const button = page.getByRole("button", { name: WORDS[language].home.toTop, exact: true });
    expect(await button.isVisible()).toBe(false);
    await page.locator("#faq").scrollIntoViewIfNeeded();
    await button.click();
    await expectAtTop(page);
    await button.waitFor({ state: "hidden" });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
  });

  journey("also works if the page was scrolled before its scripts loaded", async ({ visit }) => {
    const page = await visit();
    let arrive = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route("**/assets/*.js*", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/", { waitUntil: "commit" });
    await page.locator("#faq").scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(900);
    expect(await page.evaluate(() => window.history.scrollRestoration)).toBe("auto");
    arrive();
    await page.getByRole("button", { name: WORDS.en.home.toTop, exact: true }).click();
    await expectAtTop(page);
  });
});

journey("a page that comes back from the browser's cache is read again; a page over the network is not", async ({ visit }) => {
  const page = await visit();
  const asked: string[] = [];
  page.on("request", (request) => /\/_\.data/.test(request.url()) && asked.push(request.url()));
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  await page.goto("/robots.txt");
  const person = newPerson();
  await signUp(page, person);
  await page.goBack();
  await page.locator("header").getByText(person.firstName).filter({ visible: true }).first().waitFor();
  expect(asked.length).toBe(1);
});

/** Records every scroll position during rendering. */
async function recordScrolling(page: Page): Promise<void> {
  await page.evaluate(() => {
    const places: number[] = [];
    Object.assign(window, { places });
    window.addEventListener("scroll", () => places.push(Math.round(window.scrollY)));
  });
}

async function positions(page: Page): Promise<Set<number>> {
  return new Set(await page.evaluate(() => (window as unknown as { places: number[] }).places));
}

/** Smooth scrolling takes its time on a busy machine. */
const expectAtTop = (page: Page) => expect.poll(() => page.evaluate(() => window.scrollY), TIMEOUTS).toBe(0);

/** Resolves when the element's top rests near the top of the window. */
async function expectAt(page: Page, selector: string): Promise<void> {
  await expect
    .poll(() => page.locator(selector).evaluate((element) => Math.abs(element.getBoundingClientRect().top)), TIMEOUTS)
    .toBeLessThan(60);
}
