/** Slow and failing pages: what is shown meanwhile and instead, in the shop and in the back office. */
import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import adminEn from "../public/locales/en/admin.json" with { type: "json" };
import adminFr from "../public/locales/fr/admin.json" with { type: "json" };
import { WORDS } from "./buyer.fixture.ts";
import { cutOff } from "./cut-off.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";
import { variants } from "./variants.fixture.ts";

const shop = inject("shop");
const ADMIN_WORDS = { en: adminEn, fr: adminFr } as const;
const TOLERATED = [/Failed to load resource/, /reply: 50[02]/, /CONNECTION_FAILED/];
const isOnItsWay = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute("data-on-its-way"));

journey("a page that is on its way shows a bar after a moment, until it is there", async ({ visit }) => {
  const page = await visit({ reducedMotion: false });
  await page.goto("/about");
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/prize\.data/, async (route) => {
    await held;
    await route.continue();
  });
  await page.locator('footer a[href="/terms"]').waitFor();
  await page.getByRole("banner").getByRole("link", { name: WORDS.en.common.nav.liveDraws, exact: true }).first().click();
  await expect.poll(() => isOnItsWay(page)).toBe(true);
  const bar = await page.evaluate(() => {
    const { position, animationName, animationDelay } = getComputedStyle(document.body, "::before");
    return { position, animationName, animationDelay };
  });
  expect(bar).toEqual({ position: "fixed", animationName: "on-its-way", animationDelay: "0.15s" });
  await page.getByRole("status").filter({ hasText: WORDS.en.common.loading }).waitFor({ state: "attached" });
  arrive();
  await page.waitForURL("**/prize");
  await expect.poll(() => isOnItsWay(page)).toBe(false);
});

describe("a page that does not come", () => {
  journey.for(
    variants([
      ["fr", "proxy"],
      ["en", "cut"],
    ] as const),
  )("says what it could not show, in %s (%s)", async ([language, failure], { visit }) => {
    const page = await visit({ language, tolerate: TOLERATED });
    const { common } = WORDS[language];
    await signIn(page, shop);
    await page.goto("/prize");
    await page.goto("/about");
    const first = await cutOff(page, failure);
    await page.getByRole("banner").getByRole("link", { name: common.nav.liveDraws, exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: common.notLoaded.liveDraws, exact: true }).waitFor();
    await page.getByText(common.cutOff.unreachable, { exact: true }).waitFor();
    await first.end();
    // A search form keeps typed text, too.
    await page.goto("/admin/users");
    const { end } = await cutOff(page, failure);
    const search = page.getByRole("searchbox");
    await search.fill("nobody else");
    await search.press("Enter");
    await page.getByRole("alert").filter({ hasText: common.cutOff.notSent }).waitFor();
    expect(await search.inputValue()).toBe("nobody else");
    expect(new URL(page.url()).search).toBe("");
    await end();
    await search.press("Enter");
    await page.waitForURL(/[?&]q=nobody/);
    await page.goto("/admin");
    await cutOff(page, failure);
    await page.locator('.admin-shell a[href="/admin/users"]').first().click();
    await page.getByRole("heading", { level: 1, name: ADMIN_WORDS[language].notLoaded.users, exact: true }).waitFor();
    await page.getByText(common.cutOff.unreachable, { exact: true }).waitFor();
  });

  journey.for(variants(["en", "fr"] as const))(
    "says that the shop is closed for work, and blames no connection, in %s",
    async (language, { visit }) => {
      const page = await visit({ language, tolerate: [/Failed to load resource/, /reply: 503/] });
      const { common } = WORDS[language];
      await page.goto("/about");
      await page.route(/\.data(\?|$)/, (route) =>
        route.fulfill({ status: 503, contentType: "text/plain;charset=UTF-8", body: "downtime.maintenance" }),
      );
      await page.getByRole("banner").getByRole("link", { name: common.nav.liveDraws, exact: true }).first().click();
      await page.getByText(common.downtime.maintenance.text, { exact: true }).waitFor();
      expect(await page.getByText(common.cutOff.unreachable, { exact: true }).count()).toBe(0);
    },
  );
});
