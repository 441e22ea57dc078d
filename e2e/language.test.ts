/** Everything is read in the visitor's language, from the first byte on; another is a click away, with scripts and without. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { launchChromium } from "./launch-chromium.ts";

const shop = inject("shop");
/** React Router waits for whole pages where it takes the visitor for a robot. */
const userAgent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium(inject("chromiumPath"));
});
afterAll(() => browser.close());

/** A visitor with an empty browser. Whatever its console complains of fails the test. */
async function newVisitor(options: BrowserContextOptions & { stored?: string; complains?: string } = {}) {
  const { stored, complains, ...rest } = options;
  const context = await browser.newContext({ userAgent, locale: "en-GB", viewport: { width: 1440, height: 900 }, ...rest });
  if (stored)
    await context.addInitScript(
      (value) => localStorage.setItem("i18nextLng", localStorage.getItem("i18nextLng") ?? value),
      stored,
    );
  const page = await context.newPage();
  const complaints: string[] = [];
  const fetchedWords: string[] = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => request.url().includes("/locales/") && fetchedWords.push(new URL(request.url()).pathname));
  onTestFinished(async () => {
    await context.close();
    expect(complaints.filter((text) => !complains || !text.includes(complains))).toEqual([]);
    if (complains) expect(complaints).not.toEqual([]);
  });
  return { context, page, fetchedWords };
}

const visit = (page: Page, path: string) => page.goto(shop.url + path, { waitUntil: "networkidle" });
const language = (page: Page) => page.getAttribute("html", "lang");
const logInLink = (page: Page) => page.locator("header").getByRole("link", { name: /^(Log in|Se connecter)$/ });
const opener = (page: Page) => page.locator("header summary").filter({ visible: true });

async function choose(page: Page, name: "English" | "Français"): Promise<void> {
  await opener(page).click();
  await page.locator("header").getByRole("link", { name, exact: true }).filter({ visible: true }).click();
}

describe("a visitor", () => {
  it.each([
    ["en-GB", "en", "Log in"],
    ["fr-FR", "fr", "Se connecter"],
    ["de-DE", "en", "Log in"],
  ])("with a browser in %s reads %s at once, and no words are fetched", async (locale, expected, link) => {
    const { page, fetchedWords } = await newVisitor({ locale });
    const reply = await visit(page, "/");
    expect(await reply?.text()).toContain(`<html lang="${expected}"`);
    expect(await logInLink(page).textContent()).toBe(link);
    expect(fetchedWords).toEqual([]);
  });

  it("switches in place: nothing is loaded anew, texts, title, numbers and the server's next words follow, and it is kept", async () => {
    const { page, context } = await newVisitor();
    await visit(page, "/");
    const title = await page.title();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));

    await choose(page, "Français");
    await page.waitForFunction(() => document.documentElement.lang === "fr");
    expect(await logInLink(page).textContent()).toBe("Se connecter");
    expect(await page.title()).not.toBe(title);
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
    expect(new URL(page.url()).search).toBe("");

    expect(await page.evaluate(() => localStorage.getItem("i18nextLng"))).toBe("fr");
    const cookie = (await context.cookies()).find(({ name }) => name === "lang");
    expect(cookie).toMatchObject({ value: "fr", path: "/", sameSite: "Lax" });
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 86_400);

    const reply = await visit(page, "/login");
    expect(await reply?.text()).toContain('<html lang="fr"');
  });

  it("never sees a key on the way to a page whose words are not there yet", async () => {
    const { page, fetchedWords } = await newVisitor();
    await visit(page, "/");
    await page.evaluate(() => {
      const seen: string[] = [];
      const look = () => seen.push(document.querySelector("h1")?.textContent ?? "");
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
      Object.assign(window, { seen });
    });
    await logInLink(page).click();
    await page.waitForURL("**/login");
    await page.getByRole("button", { name: /log in|sign in/i }).waitFor();
    expect(fetchedWords).toEqual(["/locales/en/auth.json"]);
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen.filter((text) => /^[a-z]+\.[a-zA-Z.]+$/.test(text))).toEqual([]);
  });

  it("uses the switch by keyboard: Escape closes it and gives the focus back", async () => {
    const { page } = await newVisitor();
    await visit(page, "/");
    const isOpen = () => page.locator("header details").filter({ visible: true }).first().getAttribute("open");
    await opener(page).focus();
    await page.keyboard.press("Enter");
    expect(await isOpen()).not.toBeNull();
    await page.keyboard.press("Escape");
    expect(await isOpen()).toBeNull();
    expect(await opener(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.documentElement.lang === "fr");
    expect(await opener(page).getAttribute("aria-label")).toBe("Langue\u00a0: Français");
  });

  it("finds the switch in the menu of a small screen", async () => {
    const { page } = await newVisitor({ viewport: { width: 390, height: 844 } });
    await visit(page, "/");
    await page.getByRole("button", { name: "Open menu" }).click();
    await choose(page, "Français");
    await page.waitForFunction(() => document.documentElement.lang === "fr");
    expect(await page.getByRole("dialog", { name: "Menu" }).isVisible()).toBe(true);
  });
});

describe("what was chosen before", () => {
  it("wins over the browser's language, and the server learns of it", async () => {
    const { page } = await newVisitor({ stored: "fr" });
    await visit(page, "/");
    await page.waitForFunction(() => document.documentElement.lang === "fr");
    const reply = await visit(page, "/login");
    expect(await reply?.text()).toContain('<html lang="fr"');
  });

  it("gives way to an address that asks for a language; choosing again takes that out of the address", async () => {
    const { page } = await newVisitor({ stored: "en" });
    await visit(page, "/login?lng=fr&next=%2F");
    expect(await language(page)).toBe("fr");
    expect(await page.evaluate(() => localStorage.getItem("i18nextLng"))).toBe("fr");
    await choose(page, "English");
    await page.waitForFunction(() => document.documentElement.lang === "en");
    await page.waitForFunction(() => location.search === "?next=%2F");
  });
});

describe("when something is missing", () => {
  it("without scripts the switch is a link, and the choice is kept", async () => {
    const { page } = await newVisitor({ javaScriptEnabled: false });
    await visit(page, "/login");
    await choose(page, "Français");
    await page.waitForURL("**/login?lng=fr");
    expect(await language(page)).toBe("fr");
    await visit(page, "/");
    expect(await language(page)).toBe("fr");
  });

  it("when words do not arrive, the server is asked for the whole page", async () => {
    const { page } = await newVisitor({ complains: "WordsFailure: Failed parsing /locales/fr/" });
    await visit(page, "/");
    await page.route("**/locales/**", (route) => route.fulfill({ status: 200, body: "<!doctype html>" }));
    await choose(page, "Français");
    await page.waitForURL("**/?lng=fr");
    await logInLink(page).waitFor();
    expect(await logInLink(page).textContent()).toBe("Se connecter");
  });
});

describe("for programs and search engines", () => {
  it.each(["de/common", "en/nothing", "en/..%2f..%2fpackage"])("there are no words in %s: a 404 in JSON", async (name) => {
    const reply = await fetch(`${shop.url}/locales/${name}.json`);
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ error: expect.any(String) });
  });

  it("words are JSON that need not be sent twice", async () => {
    const reply = await fetch(`${shop.url}/locales/fr/common.json`);
    expect(reply.headers.get("Content-Type")).toContain("application/json");
    expect(reply.headers.get("Cache-Control")).toBe("no-cache");
    expect(await reply.json()).toHaveProperty("nav");
    const again = await fetch(`${shop.url}/locales/fr/common.json`, {
      headers: { "If-None-Match": reply.headers.get("ETag") ?? "" },
    });
    expect(again.status).toBe(304);
  });

  it("a page names itself in both languages", async () => {
    const html = await (await fetch(`${shop.url}/login?next=%2F`)).text();
    expect(html.match(/hrefLang="[\w-]+" href="[^"]+"/g)).toEqual([
      `hrefLang="en" href="${shop.url}/login?lng=en"`,
      `hrefLang="fr" href="${shop.url}/login?lng=fr"`,
      `hrefLang="x-default" href="${shop.url}/login"`,
    ]);
  });
});
