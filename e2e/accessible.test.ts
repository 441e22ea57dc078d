/** Every public page and every step of buying, in both languages: content, axe, scrolling and target size. */
import { beforeAll, describe, expect, inject } from "vitest";
import { FOUND_PAGES } from "#app/http/files/sitemap.ts";
import {
  expectAccessible,
  expectAccessibleInBoth,
  expectColumnsByLetters,
  expectLargeTargets,
  expectNoSidewaysScroll,
  expectRoomForLetters,
  expectRoomForSpacing,
} from "./accessible.fixture.ts";
import { type Draw, makeDraw, withDatabase } from "./books.fixture.ts";
import { answerAndOrder, arriveSignedIn, CARDS, goToQuestion, logIn, payWithCard, readNumbers, WORDS } from "./buyer.fixture.ts";
import { goWithin } from "./hydration.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { expectWhole } from "./reading.fixture.ts";
import { expectLittleRestyled } from "./restyle.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");
const LANGUAGES = ["en", "fr"] as const;
const RESTYLED = ["/", "/prize", "/contact"];
let draw: Draw;
beforeAll(async () => {
  draw = await makeDraw(shop, { title: "For everybody" });
});

/** The demo draw that was won first. */
async function firstWonDraw(): Promise<string> {
  const find = (db: Parameters<Parameters<typeof withDatabase>[1]>[0]) =>
    db.selectFrom("draw_log").select("lottery_id").where("sequence", "=", 1).executeTakeFirstOrThrow();
  return (await withDatabase(shop, find)).lottery_id;
}

const pages = async () => [
  ...FOUND_PAGES,
  `/lottery/${draw.id}`,
  `/draws/${await firstWonDraw()}`,
  "/success?canceled=true",
  "/mailbox",
  "/no-such-page",
  "/lottery/no-such-draw",
];

describe("axe finds nothing, and nothing scrolls horizontally", () => {
  journey("on the way to the numbers", async ({ visit }) => {
    const language = "fr";
    const page = await visit({ language, width: 390 });
    await page.goto("/register");
    await page.getByRole("main").getByRole("button", { name: WORDS[language].auth.register.submit, exact: true }).click();
    await page.getByRole("alert").first().waitFor();
    await expectAccessibleInBoth(page);

    await arriveSignedIn(page, `/lottery/${draw.id}?quantity=2`, language);
    await expectAccessibleInBoth(page);
    await goToQuestion(page, language);
    await page.getByRole("radio", { name: "Porsche", exact: true }).waitFor();
    await expectAccessibleInBoth(page);
    await expectRoomForLetters(page);
    await expectColumnsByLetters(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await answerAndOrder(page, { answer: "Porsche", sum: "59,98\u00a0£", language });
    await expectAccessibleInBoth(page);
    await payWithCard(page, CARDS.pays, language);
    expect(await readNumbers(page, 2, language)).toHaveLength(2);
    await expectAccessibleInBoth(page);
    for (const query of ["canceled=true", "success=true&session_id=cs_unknown", "nothing"]) {
      await page.goto(`/success?${query}`);
      await expectAccessibleInBoth(page);
    }
  });
});

describe("every public page", () => {
  journey.for(LANGUAGES)(
    "is whole and accessible, has a title of its own, and fits a hand and its thumb, a window of 320 px, twice its size, letters twice as large, and set wider apart, in %s",
    async (language, { visit }) => {
      // French in a desktop window, which is then narrowed.
      const [width, height] = language === "en" ? [390, 844] : [1440, 900];
      const page = await visit({ language, width, tolerate: [/404/] });
      const titles = new Set<string>();
      for (const path of await pages()) {
        await page.setViewportSize({ width, height });
        await (path === "/mailbox" ? page.goto(path) : goWithin(page, path));
        if (path !== "/mailbox") {
          const title = await expectWhole(page, path, language);
          // Others redirect, as /success does when signed out.
          if (FOUND_PAGES.includes(path)) titles.add(title);
        }
        await expectAccessible(page);
        if (language === "fr" && RESTYLED.includes(path)) await expectLittleRestyled(page);
        await page.setViewportSize({ width: 390, height: 844 });
        await expectLargeTargets(page);
        await expectRoomForLetters(page);
        // 1440 × 900, enlarged to 200 %.
        await page.setViewportSize({ width: 720, height: 450 });
        await expectNoSidewaysScroll(page);
        await page.setViewportSize({ width: 320, height: 640 });
        await expectNoSidewaysScroll(page);
        await expectRoomForSpacing(page);
        // 390 px, enlarged to 200 %.
        await page.setViewportSize({ width: 195, height: 422 });
        await expectNoSidewaysScroll(page);
        if (language === "fr") await expectColumnsByLetters(page);
      }
      expect(titles.size, "each page has a title of its own").toBe(FOUND_PAGES.length);
      // A player with hundreds of tickets.
      await page.goto("/login");
      await logIn(page, { email: "player@concours.test", password: "Player-demo-1" }, language);
      await page.getByRole("status").filter({ hasText: WORDS[language].auth.welcomeBack }).waitFor();
      await page.goto("/profile");
      await page.getByRole("heading", { level: 1, name: "Amelia Reed", exact: true }).waitFor();
      await expectNoSidewaysScroll(page);
      if (language === "fr") await expectColumnsByLetters(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expectRoomForLetters(page);
    },
  );

  journey("says everything that it says with forced colours, too", async ({ visit }) => {
    const page = await visit({ forcedColors: true });
    for (const path of ["/", `/lottery/${draw.id}`, "/login"]) {
      await page.goto(path);
      // Forced colours are the reader's own, which axe does not know.
      await expectAccessible(page, { except: ["color-contrast"] });
      const flat = await page
        .locator("main .btn, main .chip")
        .evaluateAll(
          (all) =>
            all.filter((each) => each.checkVisibility() && Number.parseFloat(getComputedStyle(each).borderTopWidth) < 1).length,
        );
      expect(flat, `buttons without an edge on ${path}`).toBe(0);
    }
  });

  journey("with forced colours, what cannot be pressed now looks so", async ({ visit }) => {
    const page = await visit({ forcedColors: true });
    await page.goto(`/lottery/${draw.id}`);
    const colours = await page
      .locator(".stepper button")
      .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).color));
    expect(colours).toHaveLength(2);
    expect(colours[0], "fewer than one ticket").not.toBe(colours[1]);
  });

  journey("with forced colours, it is seen which part of a page is open", async ({ visit }) => {
    const page = await visit({ forcedColors: true, width: 1440 });
    await signIn(page, shop);
    for (const [path, all] of [
      ["/profile?tab=details", ".tab"],
      ["/admin/disputes", "main nav a"],
      ["/admin/disputes", ".admin-side nav .admin-link"],
    ] as const) {
      await page.goto(path);
      await page.locator(`${all}[aria-current]`).waitFor();
      const looks = await page.locator(all).evaluateAll((links) =>
        links.map((link) => {
          const { borderBottomColor, outlineStyle } = getComputedStyle(link);
          return { isCurrent: link.hasAttribute("aria-current"), look: `${borderBottomColor} ${outlineStyle}` };
        }),
      );
      const ofOthers = looks.filter(({ isCurrent }) => !isCurrent).map(({ look }) => look);
      const current = looks.filter(({ isCurrent }) => isCurrent).map(({ look }) => look);
      expect(current).toHaveLength(1);
      expect(ofOthers, `${all} on ${path}`).not.toContain(current[0]);
    }
  });
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

journey("a draw whose name is one long word, and a large sum, fit every window", async ({ visit }) => {
  const long = await makeDraw(shop, { title: "Granturismolimousinenspezialausgabe".repeat(2), pricePence: 9_999_999 });
  const page = await visit({ language: "fr", width: 390 });
  await signIn(page, shop);
  for (const path of ["/", "/prize", `/lottery/${long.id}`, "/enter-free", "/admin", "/admin/lotteries", "/admin/draw"]) {
    await page.goto(path);
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
  }
  // The page hides content beyond its edge.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/lottery/${long.id}`);
  const edge = await page.locator(".sticky-bar .btn").evaluate((button) => button.getBoundingClientRect().right);
  expect(edge).toBeLessThanOrEqual(320);
  // Opaque without a filter, which not every browser renders.
  expect(await page.locator(".sticky-bar").evaluate((bar) => getComputedStyle(bar).backgroundColor)).toMatch(/^rgb\(/);
  // 390 px, enlarged to 200 %.
  await page.setViewportSize({ width: 195, height: 422 });
  const menu = page.getByRole("button", { name: WORDS.fr.common.nav.openMenu, exact: true });
  expect(await menu.evaluate((button) => button.getBoundingClientRect().right)).toBeLessThanOrEqual(195);
});

journey("tables of the back office fit every width between a hand and a desk, and break no name to do so", async ({ visit }) => {
  const page = await visit({ language: "fr", width: 1440 });
  await signIn(page, shop);
  for (const path of ["/admin", "/admin/orders", "/admin/draw"]) {
    await page.goto(path);
    await page.locator("main .table td[data-title]").first().waitFor();
    for (const width of [768, 1024, 1280, 1366, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      const broken = await page.locator(".table tbody td").evaluateAll(
        (cells) =>
          cells
            .flatMap((cell) =>
              (cell.textContent ?? "").includes("Continental")
                ? [...cell.querySelectorAll("span, a"), cell].flatMap((element) =>
                    [...element.childNodes].filter(
                      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.includes("Continental"),
                    ),
                  )
                : [],
            )
            .filter((text) => {
              const word = document.createRange();
              const start = text.nodeValue?.indexOf("Continental") ?? 0;
              word.setStart(text, start);
              word.setEnd(text, start + "Continental".length);
              return word.getClientRects().length > 1;
            }).length,
      );
      expect(broken, `names broken on ${path} at ${width} px`).toBe(0);
    }
  }
  // 1440 px less a scrollbar of 17 px: every column of Draw Management still fits.
  await page.setViewportSize({ width: 1423, height: 800 });
  for (const header of await page.locator(".draws-table th").all()) expect(await header.isVisible()).toBe(true);
  await expectNoSidewaysScroll(page);
});

journey("a message that has the focus shows it", async ({ visit }) => {
  const page = await visit();
  await page.goto("/login");
  await logIn(page, { email: "player@concours.test", password: "Player-demo-1" }, "en");
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
