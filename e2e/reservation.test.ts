/** Buyers who leave the payment page can return to it, release the tickets, or choose again. */
import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { makeDraw, ticketsLeft, withDatabase } from "./books.fixture.ts";
import { answerAndOrder, arriveSignedIn, type Language, WORDS } from "./buyer.fixture.ts";
import { waitForHydration } from "./hydration.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { variants } from "./variants.fixture.ts";

const shop = inject("shop");

/** On every screen the controls receive clicks, and no hero covers them. */
async function expectInReach(page: Page, language: Language): Promise<void> {
  const { pay, release_other } = WORDS[language].common.holds;
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  for (const each of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width: each, height });
    for (const control of [
      page.getByRole("link", { name: pay, exact: true }),
      page.getByRole("button", { name: release_other, exact: true }),
      ...(await page.locator("header :is(a, button):visible").all()),
    ]) {
      const covering = await control.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const met = document.elementFromPoint(left + width / 2, top + height / 2);
        return element.contains(met) ? undefined : met?.outerHTML.slice(0, 100);
      });
      expect(covering, `${each} px: ${await control.innerText()}`).toBeUndefined();
    }
  }
  await page.setViewportSize({ width, height });
}

/** Runs in the browser, before any page script: records the heading's position in each frame. */
function collectTops(): void {
  const tops: number[] = [];
  const look = () => {
    const heading = document.querySelector("main h1");
    if (heading) tops.push(heading.getBoundingClientRect().top);
    requestAnimationFrame(look);
  };
  look();
  Object.assign(window, { tops });
}

describe("a reservation", () => {
  journey.for(
    variants([
      ["fr", 390, "485,84\u00a0£", "149,95\u00a0£", "18 tickets pour ", " vous sont réservés jusqu’à "],
      ["en", 1440, "£485.84", "£149.95", "18 tickets for ", " are reserved for you until "],
    ] as const),
  )("is shown on every page, in %s at %i px", async ([language, width, sum, smaller, before, after], { visit }) => {
    const { common, lottery } = WORDS[language];
    const draw = await makeDraw(shop, { title: `Left for a moment (${language})` });
    const page = await visit({ language, width });
    // The first render of a process sends this part last, and moves it into place.
    const reserved = page.locator("#content").getByText(`${before}${draw.title}${after}`);
    await arriveSignedIn(page, `/quiz/${draw.id}?quantity=18`, language);
    await answerAndOrder(page, { answer: "Porsche", sum, language });
    for (const path of ["/", `/quiz/${draw.id}?quantity=18`, "/profile", `/lottery/${draw.id}`]) {
      await page.goto(path);
      await reserved.waitFor();
      if (path === "/") await expectInReach(page, language);
    }
    await page.getByRole("link", { name: common.holds.pay, exact: true }).click();
    await page.waitForURL(/\/c\/pay\//);

    await page.goto(`/quiz/${draw.id}?quantity=5`);
    await reserved.waitFor();
    await answerAndOrder(page, { answer: "Porsche", sum: smaller, language });
    expect(await ticketsLeft(shop, draw)).toBe(995);

    const stranger = await visit({ language, width });
    await stranger.goto(`/lottery/${draw.id}`);
    await stranger.getByText(lottery.sold.held_other.replace("{{n}}", "5"), { exact: true }).waitFor();

    await page.goto(`/lottery/${draw.id}`);
    await waitForHydration(page);
    await page.getByRole("button", { name: common.holds.release_other, exact: true }).click();
    await page.getByRole("status").filter({ hasText: common.holds.released }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: common.holds.release_other, exact: true }).count()).toBe(0);
    expect(await ticketsLeft(shop, draw)).toBe(1000);
  });

  journey.for(
    variants([
      ["fr", 390],
      ["en", 390],
      ["en", 1440],
    ] as const),
  )("moves nothing on the pages after it was made, in %s at %i px", async ([language, width], { visit }) => {
    const draw = await makeDraw(shop, { title: "Stands still" });
    const page = await visit({ language, width });
    await arriveSignedIn(page, `/quiz/${draw.id}?quantity=5`, language);
    await answerAndOrder(page, { answer: "Porsche", sum: { en: "£149.95", fr: "149,95\u00a0£" }[language], language });
    await page.context().addInitScript(collectTops);
    for (const path of ["/contact", `/lottery/${draw.id}`]) {
      await page.goto(path);
      await page.getByRole("link", { name: WORDS[language].common.holds.pay, exact: true }).waitFor();
      const tops = (await page.evaluate(() => (window as Window & { tops?: number[] }).tops)) ?? [];
      expect(Math.max(...tops) - Math.min(...tops), path).toBeLessThan(10);
    }
  });

  journey("of the last tickets leaves the draw open to its holder, for fewer", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "The last five", available: 5 });
    const page = await visit();
    await arriveSignedIn(page, `/quiz/${draw.id}?quantity=5`);
    await answerAndOrder(page, { answer: "Porsche", sum: "£149.95", language: "en" });
    await page.goto(`/lottery/${draw.id}?quantity=2`);
    await page.getByRole("heading", { name: WORDS.en.lottery.panel.title, exact: true }).waitFor();
    await page.goto(`/quiz/${draw.id}?quantity=2`);
    await answerAndOrder(page, { answer: "Porsche", sum: "£59.98", language: "en" });
    expect(await ticketsLeft(shop, draw)).toBe(3);
  });

  journey("that one person may not make says why, and how many are left", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Ten a person" });
    await withDatabase(shop, (db) =>
      db.updateTable("lotteries").set({ max_tickets_per_person: 10 }).where("id", "=", draw.id).execute(),
    );
    const page = await visit();
    await arriveSignedIn(page, `/lottery/${draw.id}?quantity=11`);
    await page.getByText("You can choose up to 10.").waitFor();
    await page.getByRole("textbox", { name: "Or enter a number" }).fill("10");
    await page.getByText("Up to 10 per person in this draw.").waitFor();
    await page.goto(`/quiz/${draw.id}?quantity=11`);
    await page.getByText("This draw has a limit of 10 per person. You can still choose 10.").waitFor();
  });
});
