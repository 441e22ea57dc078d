/** First visits: the age gate and the cookie bar. */
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { expectAccessible } from "./accessible.fixture.ts";
import { WORDS } from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { variants } from "./variants.fixture.ts";

const shop = inject("shop");
const GATE = { en: "Are you 18 or over?", fr: "Avez-vous 18\u00a0ans ou plus\u00a0?" } as const;
const OVER = { en: "I am 18 or over", fr: "J’ai 18\u00a0ans ou plus" } as const;

const gate = (page: Page, language: "en" | "fr" = "en") => page.getByRole("dialog", { name: GATE[language], exact: true });
const over18 = (page: Page, language: "en" | "fr" = "en") => page.getByRole("button", { name: OVER[language], exact: true });
const bar = (page: Page) => page.getByRole("region", { name: "Cookies", exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }));

/** The page's focusable controls: none while it is inert. */
function reachable(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((controls) =>
    controls
      .filter((control) => {
        (control as HTMLElement).focus();
        return document.activeElement === control;
      })
      .map((control) => control.outerHTML),
  );
}

/** The two cookies of the specification, as the browser stores them. */
async function consent(page: Page) {
  const cookies = await page.context().cookies(shop.url);
  const known = (name: string) => cookies.find((cookie) => cookie.name === name);
  const settings = known("cookie-settings");
  return {
    given: known("cookie-consent")?.value,
    settings: settings && JSON.parse(decodeURIComponent(settings.value)),
    paths: [known("cookie-consent")?.path, settings?.path],
    days: [known("cookie-consent"), settings].map((cookie) => Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)),
  };
}

describe("the age gate", () => {
  journey.for(
    variants([
      ["en", 390],
      ["fr", 1440],
    ] as const),
  )("in %s at %i px stands before any page until it is passed, and never again", async ([language, width], { visit }) => {
    const page = await visit({ firstVisit: true, language, width });
    await page.goto("/login");
    await gate(page, language).waitFor();
    await expectAccessible(page);
    expect(await reachable(page, "header a, main input, footer a")).toEqual([]);

    await over18(page, language).click();
    await gate(page, language).waitFor({ state: "hidden" });
    expect(await stored(page)).toMatchObject({ "age-verified": "true" });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
    expect(await reachable(page, "main input")).not.toEqual([]);

    await page.goto("/");
    await page.getByRole("main").waitFor();
    expect(await gate(page, language).count()).toBe(0);
  });

  it.each(["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "HeadlessChrome/140.0", "curl/8.5.0", ""])(
    "stands before %j, too, and what is behind it is in the page",
    async (agent) => {
      const html = await (await fetch(`${shop.url}/prize`, { headers: { "User-Agent": agent } })).text();
      expect(html).toContain('class="gate"');
      expect(html).toMatch(/<h1[^>]*>[^<]+/);
      expect(html).toContain("/lottery/");
    },
  );

  journey("keeps the focus, and no key closes it", async ({ visit }) => {
    const page = await visit({ firstVisit: true });
    await page.goto("/");
    await gate(page).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const [over, under] = [OVER.en, "I am under 18"];
    await expect.poll(focused).toBe(over);
    for (const expected of [under, over, under]) {
      await page.keyboard.press("Tab");
      await expect.poll(focused).toBe(expected);
    }
    await page.keyboard.press("Shift+Tab");
    await expect.poll(focused).toBe(over);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    expect(await gate(page).isVisible()).toBe(true);
    await page.keyboard.press("Enter");
    await gate(page).waitFor({ state: "hidden" });
  });

  journey("works before the page's scripts have come, and moves nothing", async ({ visit }) => {
    const page = await visit({ firstVisit: true, reducedMotion: false, tolerate: [/assets\/.*\.js/] });
    await page.route("**/assets/*.js*", (route) => route.abort());
    await page.goto("/", { waitUntil: "commit" });
    await over18(page).click();
    expect(await stored(page)).toEqual({ "age-verified": "true" });
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(list.getEntries().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0)),
          ).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(0), 500);
        }),
    );
    expect(shift).toBeLessThanOrEqual(0.01);
  });

  journey("the page behind is laid out when it opens, and the place that the address names is gone to", async ({ visit }) => {
    const page = await visit({ firstVisit: true, width: 390 });
    await page.goto("/#faq");
    await gate(page).waitFor();
    const questions = page.locator("#faq");
    expect(await questions.isVisible()).toBe(false);
    await over18(page).click();
    await questions.waitFor();
    await expect.poll(() => questions.evaluate((section) => Math.abs(section.getBoundingClientRect().top))).toBeLessThan(200);
  });

  journey("sends minors to a web search, and stores nothing", async ({ visit }) => {
    const page = await visit({ firstVisit: true });
    await page.context().route("https://www.google.com/**", (route) => route.fulfill({ body: "a search engine" }));
    await page.goto("/");
    await gate(page).waitFor();
    await press(page, "I am under 18");
    await page.waitForURL("https://www.google.com/");
    const back = await page.context().newPage();
    await back.goto("/");
    await gate(back).waitFor();
    // The language is stored for all visitors.
    expect(Object.keys(await stored(back)).filter((key) => key !== "i18nextLng")).toEqual([]);
    expect((await page.context().cookies(shop.url)).map(({ name }) => name).filter((name) => name !== "lang")).toEqual([]);
  });

  journey("is never painted for visitors who have passed it", async ({ visit }) => {
    const page = await visit();
    await page.addInitScript(() => {
      const opened: string[] = [];
      const open = HTMLDialogElement.prototype.showModal;
      HTMLDialogElement.prototype.showModal = function showModal() {
        opened.push(this.className);
        open.call(this);
      };
      Object.assign(window, { opened });
    });
    await page.goto("/");
    expect(await page.evaluate(() => (window as unknown as { opened: string[] }).opened)).toEqual([]);
  });

  journey.for(
    variants([
      ["fr", 1440],
      ["en", 390],
    ] as const),
  )(
    "in %s at %i px is passed without scripts, too, and agrees with pages that have them",
    async ([language, width], { visit }) => {
      const page = await visit({ firstVisit: true, language, width, scripts: false });
      for (const path of ["/prize", "/login"]) {
        await page.goto(path);
        expect(await gate(page, language).isVisible()).toBe(true);
        expect(await page.getByRole("main").isVisible()).toBe(false);
      }
      await over18(page, language).click();
      await page.waitForURL("**/login", { waitUntil: "load" });
      expect(await gate(page, language).count()).toBe(0);
      expect(await page.getByRole("main").isVisible()).toBe(true);
      await page.goto("/prize");
      expect(await gate(page, language).count()).toBe(0);
      expect(await page.getByRole("main").isVisible()).toBe(true);

      const scripted = await visit({ firstVisit: true, language, width });
      await scripted.context().addCookies(await page.context().cookies());
      await scripted.goto("/prize");
      expect(await gate(scripted, language).count()).toBe(0);
      expect(await stored(scripted)).toMatchObject({ "age-verified": "true" });
      await scripted.context().clearCookies();
      await scripted.reload();
      expect((await scripted.context().cookies()).map(({ name }) => name)).toContain("age-verified");
    },
  );

  journey("sends minors to a web search without scripts, too, and stores nothing", async ({ visit }) => {
    const page = await visit({ firstVisit: true, scripts: false });
    await page.context().route("https://www.google.com/**", (route) => route.fulfill({ body: "a search engine" }));
    await page.goto("/");
    await press(page, "I am under 18");
    await page.waitForURL("https://www.google.com/", { waitUntil: "load" });
    expect((await page.context().cookies(shop.url)).map(({ name }) => name)).toEqual([]);
    await page.goto("/");
    expect(await gate(page).isVisible()).toBe(true);
  });
});

describe("cookies", () => {
  async function arrive(page: Page, path = "/", language: "en" | "fr" = "en") {
    await page.goto(path);
    await over18(page, language).click();
    await bar(page).waitFor();
  }

  journey.for(
    variants([
      ["Accept all", true],
      ["Reject all", false],
    ] as const),
  )("%s is one press, and kept for 365 days", async ([choice, allowed], { visit }) => {
    const page = await visit({ firstVisit: true, width: 390 });
    await arrive(page);
    // Both choices are on the same bar.
    if (allowed) await expectAccessible(page);
    await press(page, choice);
    await bar(page).waitFor({ state: "hidden" });
    expect(await consent(page)).toEqual({
      given: "true",
      settings: { essential: true, analytics: allowed, marketing: allowed },
      paths: ["/", "/"],
      days: [365, 365],
    });
    await page.goto("/login");
    expect(await bar(page).count()).toBe(0);
  });

  journey.for(
    variants([
      ["customise", { essential: true, analytics: true, marketing: false }],
      ["rejectAll", { essential: true, analytics: false, marketing: false }],
      ["acceptAll", { essential: true, analytics: true, marketing: true }],
    ] as const),
  )("%s is chosen by a form without scripts", async ([choice, settings], { visit }) => {
    const page = await visit({ firstVisit: true, language: "fr", width: 390, scripts: false });
    const { consent: words } = WORDS.fr.common;
    await page.goto("/contact");
    await over18(page, "fr").click();
    await bar(page).waitFor();
    if (choice === "customise") {
      await bar(page).getByRole("link", { name: words.customise, exact: true }).click();
      await page.getByRole("checkbox", { name: words.analytics, exact: true }).check();
      await press(page, words.save);
    } else await press(page, words[choice]);
    await page.waitForURL("**/contact", { waitUntil: "load" });
    expect(await bar(page).isVisible()).toBe(false);
    expect(await consent(page)).toEqual({ given: "true", settings, paths: ["/", "/"], days: [365, 365] });
    // Changed later from the footer.
    await page.getByRole("contentinfo").getByRole("link", { name: "Paramètres des cookies", exact: true }).click();
    expect(await page.getByRole("checkbox", { name: words.analytics, exact: true }).isChecked()).toBe(settings.analytics);
  });

  journey("the choices weigh the same", async ({ visit }) => {
    const page = await visit({ firstVisit: true, width: 390 });
    await arrive(page);
    const looks = await Promise.all(
      ["Reject all", "Accept all"].map((name) =>
        page.getByRole("button", { name, exact: true }).evaluate((button) => {
          const { color, backgroundColor, borderTopColor, fontSize, fontWeight } = getComputedStyle(button);
          const { width, height } = button.getBoundingClientRect();
          return { color, backgroundColor, borderTopColor, fontSize, fontWeight, width: Math.round(width), height };
        }),
      ),
    );
    expect(looks[0]).toEqual(looks[1]);
  });

  journey("can be chosen one by one, by keyboard, and again from the footer", async ({ visit }) => {
    const page = await visit({ firstVisit: true, language: "fr" });
    const { consent: words } = WORDS.fr.common;
    await arrive(page, "/", "fr");
    const settings = page.getByRole("dialog", { name: words.title, exact: true });

    await press(page, words.customise);
    await settings.waitFor();
    await settings.getByText(words.required, { exact: true }).waitFor();
    await expect.poll(() => settings.getByRole("switch").count()).toBe(2);
    await expectAccessible(page);
    await settings.getByRole("switch", { name: words.marketing, exact: true }).press("Space");
    await settings.getByRole("button", { name: words.cancel, exact: true }).press("Enter");
    await settings.waitFor({ state: "hidden" });
    const hasFocus = (name: string) =>
      page.getByRole("button", { name, exact: true }).evaluate((button) => button === document.activeElement);
    await expect.poll(() => hasFocus(words.customise)).toBe(true);
    expect(await bar(page).isVisible()).toBe(true);
    expect((await consent(page)).given).toBeUndefined();

    await press(page, words.customise);
    expect(await settings.getByRole("switch", { name: words.marketing, exact: true }).isChecked()).toBe(false);
    await settings.getByRole("switch", { name: words.analytics, exact: true }).press("Space");
    await settings.getByRole("button", { name: words.save, exact: true }).press("Enter");
    await bar(page).waitFor({ state: "hidden" });
    expect((await consent(page)).settings).toEqual({ essential: true, analytics: true, marketing: false });

    await page.reload();
    await page.getByRole("contentinfo").getByRole("button", { name: "Paramètres des cookies", exact: true }).click();
    expect(await settings.getByRole("switch", { name: words.analytics, exact: true }).isChecked()).toBe(true);
    await page.keyboard.press("Escape");
    await settings.waitFor({ state: "hidden" });
    await expect.poll(() => hasFocus("Paramètres des cookies")).toBe(true);
    expect((await consent(page)).settings).toEqual({ essential: true, analytics: true, marketing: false });
  });

  journey("that cannot be read are reported once and allow nothing", async ({ visit }) => {
    const page = await visit({ tolerate: [/stored cookie settings cannot be read/] });
    const warnings: string[] = [];
    page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
    await page.context().addCookies([{ name: "cookie-settings", value: "%7Bbroken", url: shop.url }]);
    await page.goto("/");
    expect(await bar(page).count()).toBe(0);
    await expect.poll(() => warnings).toHaveLength(1);
    await page.getByRole("contentinfo").getByRole("button", { name: "Cookie settings", exact: true }).click();
    await page.getByRole("switch").first().waitFor();
    expect(await page.getByRole("switch", { checked: true }).count()).toBe(0);
  });

  journey("before a choice nothing is fetched from elsewhere, and only age and language are kept", async ({ visit }) => {
    const page = await visit({ firstVisit: true });
    const foreign: string[] = [];
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== shop.url) foreign.push(request.url());
    });
    await arrive(page);
    expect(foreign).toEqual([]);
    expect((await page.context().cookies()).map(({ name }) => name).sort()).toEqual(["age-verified", "lang"]);
    expect(await bar(page).getByRole("link", { name: "How we use your data", exact: true }).getAttribute("href")).toBe(
      "/privacy",
    );
  });

  journey("the bar stands above the buying bar and the demonstration's, which stay in reach", async ({ visit }) => {
    const page = await visit({ firstVisit: true, width: 390 });
    await page.goto("/");
    const path = await page.locator("main a[href^='/lottery/']").first().getAttribute("href");
    await arrive(page, path ?? "");
    const box = async (selector: string) => {
      const found = await page.locator(selector).boundingBox();
      if (!found) throw new Error(`There is no ${selector}`);
      return found;
    };
    await page.locator(".sticky-bar:not([data-hidden])").waitFor();
    await expect
      .poll(async () => {
        const [bar, buying] = [await box(".cookie-bar"), await box(".sticky-bar")];
        return Math.round(buying.y - (bar.y + bar.height));
      })
      .toBe(0);
    // The bar does not cover the footer.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const overlap = async () => {
      const [last, top] = [await box("footer"), await box(".cookie-bar")];
      return last.y + last.height - top.y;
    };
    await expect.poll(overlap).toBeLessThanOrEqual(1);
  });

  journey("controls stay distinguishable with forced colours and reduced motion", async ({ visit }) => {
    const page = await visit({ firstVisit: true, forcedColors: true, reducedMotion: true });
    await page.goto("/");
    await gate(page).waitFor();
    expect(await over18(page).evaluate((button) => getComputedStyle(button).borderTopWidth)).toBe("1px");
    await over18(page).click();
    await press(page, "Customise");
    const analytics = page.getByRole("switch", { name: "Analytics", exact: true });
    const look = () => analytics.evaluate((input) => getComputedStyle(input.nextElementSibling as Element).backgroundColor);
    const off = await look();
    await analytics.press("Space");
    await expect.poll(look).not.toBe(off);
  });
});
