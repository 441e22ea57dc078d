/** Every public page and every step of buying: content, axe, scrolling and target size. */
import { beforeAll, describe, expect, inject } from "vitest";
import { expectEveryPageWhole, walkToTheNumbers } from "./accessible-pages.fixture.ts";
import { expectAccessible } from "./accessible.fixture.ts";
import { type Draw, makeDraw } from "./books.fixture.ts";
import { arriveSignedIn, logIn, WORDS } from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { PLAYER } from "./sign-in.fixture.ts";

const shop = inject("shop");
let draw: Draw;
beforeAll(async () => {
  draw = await makeDraw(shop, { title: "For everybody" });
});

describe("axe finds nothing, and nothing scrolls horizontally", () => {
  journey("on the way to the numbers, on a phone", async ({ visit }) => {
    await walkToTheNumbers(await visit({ language: "fr", width: 390 }), draw, expectAccessible);
  });
});

describe("every public page", () => {
  // French in a desktop window, which is then narrowed; English in accessible.slow.ts.
  journey.for(["fr"] as const)(
    "is whole and accessible, has a title of its own, and fits a hand and its thumb, a window of 320 px, twice its size, letters twice as large, and set wider apart, in %s",
    async (language, { visit }) => {
      await expectEveryPageWhole(await visit({ language, width: 1440, tolerate: [/404/] }), draw, language);
    },
  );
});

journey("a mistake in a header that was right a moment ago is found", async ({ visit }) => {
  const page = await visit();
  await page.goto("/about");
  await expectAccessible(page);
  await page
    .locator("header a")
    .first()
    .evaluate((link) => link.append(document.createElement("img")));
  await expect(expectAccessible(page)).rejects.toThrow("image-alt");
});

journey("a message that has the focus shows it", async ({ visit }) => {
  const page = await visit();
  await page.goto("/login");
  await logIn(page, PLAYER, "en");
  const message = page.locator("[data-sonner-toast]");
  await message.waitFor();
  await page.keyboard.press("Tab");
  await message.focus();
  expect(await message.locator(".toast").evaluate((toast) => getComputedStyle(toast).outlineStyle)).toBe("solid");
});

journey("no fact about a draw touches the line beside it, in French at a desk", async ({ visit }) => {
  const page = await visit({ language: "fr", width: 1440 });
  await page.goto("/prize");
  await page.getByRole("main").getByRole("link", { name: "Valmont GT-10", exact: true }).first().click();
  const facts = page.getByRole("main").locator("dl.facts").first();
  await facts.getByText("148\u00a0000\u00a0£", { exact: true }).waitFor();
  const room = await facts.evaluate((list) =>
    [...list.querySelectorAll("div")].map((fact) => {
      const text = document.createRange();
      text.selectNodeContents(fact);
      return fact.getBoundingClientRect().right - text.getBoundingClientRect().right;
    }),
  );
  expect(Math.min(...room)).toBeGreaterThanOrEqual(12);
});

journey(
  "following a link by keyboard moves the focus to the next page's heading, and page titles are unique",
  async ({ visit }) => {
    const page = await visit({ width: 390 });
    const focused = () => page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);
    await page.goto("/prize");
    await page.getByRole("main").getByRole("link", { name: draw.title, exact: true }).press("Enter");
    await expect.poll(focused).toBe(`H1 ${draw.title}`);
    await page.keyboard.press("Tab");
    expect(await focused()).not.toContain(WORDS.en.common.skipToContent);
    // By a footer link, and by the menu, which returns its focus as it closes.
    await page.getByRole("contentinfo").getByRole("link", { name: "About", exact: true }).press("Enter");
    await expect.poll(focused).toMatch(/^H1 /);
    await page.getByRole("button", { name: WORDS.en.common.nav.openMenu, exact: true }).press("Enter");
    await page.getByRole("dialog").getByRole("link", { name: WORDS.en.common.nav.liveDraws, exact: true }).press("Enter");
    await page.waitForURL("**/prize");
    await expect.poll(focused).toMatch(/^H1 /);

    await arriveSignedIn(page, "/profile", "en");
    const titles = new Set<string>();
    for (const tab of ["tickets", "details", "security", "play"]) {
      await page.goto(`/profile?tab=${tab}`);
      titles.add(await page.title());
    }
    expect(titles.size).toBe(4);
  },
);

describe("a countdown", () => {
  journey("can be read by screen readers, and is not announced each second", async ({ visit }) => {
    const page = await visit();
    await page.goto("/");
    const timer = page.getByRole("timer", { name: WORDS.en.home.hero.countdown, exact: true });
    const seconds = () => timer.locator("b").last().innerText();
    // A timer is not announced, and neither is its container.
    expect(
      await timer.evaluate((element) => element.closest("[aria-live]:not([aria-live=off]), [role=status], [role=alert]")),
    ).toBe(null);
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement;
          const live = element?.closest("[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]");
          if (live) said.push(live.outerHTML.slice(0, 100));
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const before = await seconds();
    await expect.poll(seconds).not.toBe(before);
    const later = await seconds();
    await expect.poll(seconds).not.toBe(later);
    expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([]);
    expect(await timer.ariaSnapshot()).toMatch(/days|hours/);
  });
});
