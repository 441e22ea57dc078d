/** Each lazily loaded script may fail. The page stays, keeps typed text, and reports the failure. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import type {} from "#app/shell/after-load.ts";
import { makeDraw } from "./books.fixture.ts";
import { answerAndOrder, arriveSignedIn, type Language, WORDS } from "./buyer.fixture.ts";
import { waitForHydration } from "./hydration.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";
import { variants } from "./variants.fixture.ts";

const shop = inject("shop");
const ASSETS = join(import.meta.dirname, "../build/client/assets");
/** The page on which a journey below blocks it. */
const BLOCKED_ON = {
  "after-load": "/contact",
  "back-to-top": "/",
  "command-palette": "/admin",
  "cookie-dialog": "/contact",
  "hold-bar": "/contact",
  "keep-session": "/contact",
  "passkey-browser": "/login",
  toaster: "/contact",
  "top-bar": "/contact",
} as const;
/** Blocked in `e2e/failing.test.ts`, which has the shop that shows them, and in `e2e/live-draw.test.ts`. */
const BLOCKED_THERE = ["coming-soon", "own-faq", "repeat-draw"];
const FRAME = [
  ["after-load", "cookie-dialog"],
  ["top-bar", "hold-bar", "keep-session", "toaster", "back-to-top"],
] as const;
const TOLERATE = [
  /ERR_FAILED/,
  /dynamically imported module/,
  /Error loading route module/,
  /Minified React error/,
  /NotLoaded|TypeError/,
];

const OPENER = { en: "Cookie settings", fr: "Paramètres des cookies" } as const;

const scriptOf = (name: string) => `**/assets/${name}-*.js*`;

/** @returns the number of requests, and a function that ends the block */
async function block(page: Page, address: string) {
  let count = 0;
  await page.route(address, (route) => {
    count += 1;
    return route.abort();
  });
  return { count: () => count, end: () => page.unroute(address) };
}

it("every script that is fetched later is blocked in a journey", async () => {
  const names = (await readdir(ASSETS)).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(names.map((name) => readFile(join(ASSETS, name), "utf8")));
  const later = texts.flatMap((text) =>
    [...text.matchAll(/\bimport\([`"']\.\/([\w.-]+?)-[\w-]{8}\.js/g)].map(([, name]) => name),
  );
  expect([...new Set(later)].sort()).toEqual([...Object.keys(BLOCKED_ON), ...BLOCKED_THERE].sort());
});

describe("a script that does not arrive", () => {
  journey.for(variants(FRAME))("takes neither the frame nor what was typed: %s", async (names, { visit }) => {
    const language = "fr";
    const { common } = WORDS[language];
    const page = await visit({ language, tolerate: TOLERATE });
    const draw = await makeDraw(shop, { title: "Reserved" });
    await arriveSignedIn(page, `/quiz/${draw.id}?quantity=2`, language);
    await answerAndOrder(page, { answer: "Porsche", sum: "59,98\u00a0£", language });
    for (const name of names) {
      const blocked = await block(page, scriptOf(name));
      await page.goto(BLOCKED_ON[name], { waitUntil: "domcontentloaded" });
      await page.waitForLoadState("load");
      const typed = page.locator("#content textarea, #content input[name=email]").first();
      if (BLOCKED_ON[name] === "/contact") await typed.fill("Typed before");
      await openCookieSettings(page, language);
      await expect.poll(blocked.count, { message: name }).toBeGreaterThan(0);
      if (name === "cookie-dialog") {
        await page.getByRole("alert").filter({ hasText: common.part.notOpened }).waitFor();
        await blocked.end();
        await page.getByRole("contentinfo").getByRole("button", { name: OPENER[language], exact: true }).click();
      }
      const settings = page.getByRole("dialog", { name: common.consent.title, exact: true });
      await settings.waitFor();
      await settings.getByRole("button", { name: common.consent.cancel, exact: true }).click();
      await settings.waitFor({ state: "hidden" });
      expect(await page.getByRole("banner").isVisible(), name).toBe(true);
      await page.getByRole("link", { name: new RegExp(`${common.holds.pay}$`) }).waitFor();
      if (BLOCKED_ON[name] === "/contact") expect(await typed.inputValue(), name).toBe("Typed before");
      await blocked.end();
    }
  });

  journey("leaves the back office without its search, and says so", async ({ visit }) => {
    const page = await visit({ tolerate: TOLERATE });
    await signIn(page, shop);
    await page.goto("/admin");
    await waitForHydration(page);
    const blocked = await block(page, scriptOf("command-palette"));
    await page.keyboard.press("Control+k");
    await page.getByRole("alert").getByText(WORDS.en.common.part.notOpened, { exact: true }).waitFor();
    expect(blocked.count()).toBeGreaterThan(0);
    await blocked.end();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").waitFor();
  });

  journey("says so where a passkey is asked for", async ({ visit }) => {
    const page = await visit({ language: "fr", tolerate: TOLERATE });
    const { auth, common } = WORDS.fr;
    await page.goto("/login");
    const blocked = await block(page, scriptOf("passkey-browser"));
    const email = page.getByRole("main").getByLabel(auth.field.email, { exact: true });
    await email.fill("amelia@example.com");
    await page.getByRole("button", { name: auth.passkey.signIn, exact: true }).click();
    await page.getByRole("alert").getByText(common.part.notOpened, { exact: true }).waitFor();
    expect(blocked.count()).toBeGreaterThanOrEqual(3);
    expect(await email.inputValue()).toBe("amelia@example.com");
  });
});

describe("the scripts of another page", () => {
  journey("that do not arrive have the browser open it as a document", async ({ visit }) => {
    const page = await visit({ tolerate: TOLERATE });
    await page.goto("/about");
    const paths = await page
      .locator("header nav a[href^='/'], footer a[href^='/']")
      .evaluateAll((links) => [...new Set(links.map((link) => (link as HTMLAnchorElement).pathname))]);
    // One with data of its own, and two with texts only.
    for (const path of ["/prize", "/terms", "/how-to-win"]) {
      expect(paths).toContain(path);
      await page.goto("/about");
      const blocked = await block(page, `**${await moduleOf(page, path)}`);
      const loaded = page.waitForEvent("request", (request) => request.isNavigationRequest() && request.url().includes(path));
      await page.locator(`a[href='${path}']:visible`).first().click();
      await loaded;
      await page.waitForURL(`**${path}`, { waitUntil: "domcontentloaded" });
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.getByRole("banner").waitFor();
      await blocked.end();
    }
  });

  journey("leave the page and what is typed there, where the shop cannot be reached", async ({ visit }) => {
    const page = await visit({ language: "fr", tolerate: TOLERATE });
    await page.goto("/contact");
    const text = page.locator("#content textarea");
    await text.fill("Typed before");
    await block(page, `**${await moduleOf(page, "/about")}`);
    await block(page, "**/about*");
    for (let press = 0; press < 2; press++) {
      await page.getByRole("contentinfo").locator("a[href='/about']").click();
      await page.getByRole("alert").filter({ hasText: WORDS.fr.common.cutOff.unreachable }).waitFor();
    }
    expect(new URL(page.url()).pathname).toBe("/contact");
    expect(await text.inputValue()).toBe("Typed before");
  });
});

async function openCookieSettings(page: Page, language: Language): Promise<void> {
  const { consent, part } = WORDS[language].common;
  const opened = page.getByRole("dialog", { name: consent.title, exact: true });
  const outcome = opened.or(page.getByRole("alert").filter({ hasText: part.notOpened }));
  // Pressed again if the page was not hydrated yet.
  const press = async () => {
    await page.getByRole("contentinfo").getByRole("button", { name: OPENER[language], exact: true }).click();
    return outcome
      .first()
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => false,
      );
  };
  for (let attempt = 0; attempt < 5; attempt++) if (await press()) return;
}

/** The address of its script. The router discovers a link's page a moment after the link renders. */
async function moduleOf(page: Page, path: string): Promise<string> {
  const find = () =>
    page.evaluate((path) => {
      const id = window.__reactRouterDataRouter?.match(path)?.at(-1)?.route.id ?? "";
      return id.endsWith("not-found-page") ? undefined : window.__reactRouterManifest?.routes[id]?.module;
    }, path);
  await expect.poll(find, { message: path }).toMatch(/^\/assets\//);
  return (await find()) ?? "";
}
