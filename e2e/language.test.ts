/** Pages are in the visitor's language from the first byte; switching works with scripts and without. */
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { expectAccessible } from "./accessible.fixture.ts";
import { makeDraw } from "./books.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { variants } from "./variants.fixture.ts";

const shop = inject("shop");

const open = (page: Page, path: string) => page.goto(path);
const languageOf = (page: Page) => page.getAttribute("html", "lang");
const becomes = (page: Page, language: "en" | "fr") =>
  page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
const logInLink = (page: Page) => page.locator("header").getByRole("link", { name: /^(Sign in|Se connecter)$/ });
const opener = (page: Page) => page.locator("header summary").filter({ visible: true });

async function choose(page: Page, name: "English" | "Français"): Promise<void> {
  await opener(page).click();
  await page.locator("header").getByRole("link", { name, exact: true }).filter({ visible: true }).click();
}

function listenForWords(page: Page): string[] {
  const fetched: string[] = [];
  page.on("request", (request) => request.url().includes("/locales/") && fetched.push(new URL(request.url()).pathname));
  return fetched;
}

/** Stores the language of an earlier visit; a later choice replaces it. */
function remember(page: Page, language: "en" | "fr"): Promise<unknown> {
  const store = (value: string) => localStorage.setItem("i18nextLng", localStorage.getItem("i18nextLng") ?? value);
  return page.context().addInitScript(store, language);
}

describe("a visitor", () => {
  journey.for(
    variants([
      ["fr", "Se connecter"],
      ["en", "Sign in"],
    ] as const),
  )("with a browser in %s reads it at once, and no words are fetched", async ([language, link], { visit }) => {
    const page = await visit({ language });
    const fetched = listenForWords(page);
    const reply = await open(page, "/");
    expect(await reply?.text()).toContain(`<html lang="${language}"`);
    expect(await logInLink(page).textContent()).toBe(link);
    expect(fetched).toEqual([]);
  });

  journey("switches in place: without a reload, texts and title change, and the choice is stored", async ({ visit }) => {
    const page = await visit();
    await open(page, "/");
    const title = await page.title();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));

    await choose(page, "Français");
    await becomes(page, "fr");
    await expect.poll(() => logInLink(page).textContent()).toBe("Se connecter");
    await expect.poll(() => page.title()).not.toBe(title);
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
    await expect.poll(() => new URL(page.url()).search).toBe("");

    await expect.poll(() => page.evaluate(() => localStorage.getItem("i18nextLng"))).toBe("fr");
    const cookie = (await page.context().cookies()).find(({ name }) => name === "lang");
    expect(cookie).toMatchObject({ value: "fr", path: "/", sameSite: "Lax" });
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 86_400);

    const reply = await open(page, "/login");
    expect(await reply?.text()).toContain('<html lang="fr"');
  });

  journey("keeps the tickets that were chosen when the language changes", async ({ visit }) => {
    // Its own draw: others may be sold out or have a waiting room.
    const draw = await makeDraw(shop, { title: "Seven tickets" });
    const page = await visit();
    await open(page, `/lottery/${draw.id}`);
    const quantity = page.getByRole("spinbutton").or(page.locator("input[inputmode=numeric]")).first();
    await quantity.fill("7");
    await choose(page, "Français");
    await becomes(page, "fr");
    await page.getByText("Choisissez vos tickets").waitFor();
    expect(await quantity.inputValue()).toBe("7");
  });

  journey("never sees a key on the way to a page whose words are not there yet", async ({ visit }) => {
    const page = await visit();
    const fetched = listenForWords(page);
    await open(page, "/");
    await page.evaluate(() => {
      const seen: string[] = [];
      const look = () => seen.push(document.querySelector("h1")?.textContent ?? "");
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
      Object.assign(window, { seen });
    });
    await logInLink(page).click();
    await page.waitForURL("**/login");
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(fetched).toEqual(["/locales/en/auth.json"]);
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen.filter((text) => /^[a-z]+\.[a-zA-Z.]+$/.test(text))).toEqual([]);
  });

  journey("uses the switch by keyboard: Escape closes it and gives the focus back", async ({ visit }) => {
    const page = await visit();
    await open(page, "/");
    const isOpen = () => opener(page).evaluate((element) => element.closest("details")?.open);
    await opener(page).focus();
    await page.keyboard.press("Enter");
    await expect.poll(isOpen).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect.poll(isOpen).toBe(false);
    await expect.poll(() => opener(page).evaluate((element) => element === document.activeElement)).toBe(true);
    for (const key of ["Enter", "Tab", "Tab", "Enter"]) await page.keyboard.press(key);
    await becomes(page, "fr");
    await expect.poll(() => opener(page).getAttribute("aria-label")).toBe("FR, langue\u00a0: Français");
  });

  journey("finds the switch in the menu of a small screen", async ({ visit }) => {
    const page = await visit({ width: 390 });
    await open(page, "/");
    await page.getByRole("button", { name: "Open menu" }).click();
    await choose(page, "Français");
    await becomes(page, "fr");
    expect(await page.getByRole("dialog", { name: "Menu" }).isVisible()).toBe(true);
  });
});

describe("what was chosen before", () => {
  journey("wins over the browser's language, and the server learns of it", async ({ visit }) => {
    const page = await visit();
    await remember(page, "fr");
    await open(page, "/");
    await becomes(page, "fr");
    const reply = await open(page, "/login");
    expect(await reply?.text()).toContain('<html lang="fr"');
  });

  journey("gives way to an address that asks for a language; choosing again takes that out of the address", async ({ visit }) => {
    const page = await visit();
    await remember(page, "en");
    await open(page, "/login?lng=fr&next=%2F");
    expect(await languageOf(page)).toBe("fr");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("i18nextLng"))).toBe("fr");
    await choose(page, "English");
    await becomes(page, "en");
    await page.waitForFunction(() => location.search === "?next=%2F");
  });
});

describe("when something is missing", () => {
  journey("without scripts the switch is a link, and the choice is kept", async ({ visit }) => {
    const page = await visit({ scripts: false, tolerate: [/^request: csp .*\.js$/] });
    await open(page, "/");
    await choose(page, "Français");
    await page.waitForURL("**/?lng=fr&lng=keep");
    expect(await languageOf(page)).toBe("fr");
    await open(page, "/prize");
    expect(await languageOf(page)).toBe("fr");
  });

  journey("when words do not arrive, that is reported, and the server is asked for the whole page", async ({ visit }) => {
    const page = await visit({ tolerate: [/Failed parsing \/locales\/fr\/[\w-]+\.json to JSON/] });
    const reports: string[] = [];
    page.on("pageerror", (error) => reports.push(error.name));
    await open(page, "/");
    await page.route("**/locales/**", (route) => route.fulfill({ status: 200, body: "<!doctype html>" }));
    await choose(page, "Français");
    await page.waitForURL("**/?lng=fr");
    await page.getByRole("link", { name: "Se connecter" }).waitFor();
    await expect.poll(() => reports).toContain("MessagesFailure");
  });
});

describe("for API clients and search engines", () => {
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
