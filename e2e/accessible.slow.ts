/** More languages, windows and colours than accessible.test.ts. */
import { beforeAll, describe, expect, inject } from "vitest";
import { expectEveryPageWhole, walkToTheNumbers } from "./accessible-pages.fixture.ts";
import { expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll } from "./accessible.fixture.ts";
import { type Draw, makeDraw } from "./books.fixture.ts";
import { WORDS } from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");
let draw: Draw;
beforeAll(async () => {
  draw = await makeDraw(shop, { title: "For everybody" });
});

journey("axe finds nothing on the way to the numbers, in both windows and their colours", async ({ visit }) => {
  await walkToTheNumbers(await visit({ language: "fr", width: 390 }), draw, expectAccessibleInBoth);
});

describe("every public page", () => {
  journey("is whole and accessible in English, too, from a phone's window on", async ({ visit }) => {
    await expectEveryPageWhole(await visit({ language: "en", width: 390, tolerate: [/404/] }), draw, "en");
  });

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
