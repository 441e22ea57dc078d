/** Steps of a visitor in Firefox and WebKitGTK. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { newPerson, WORDS } from "./buyer.fixture.ts";
import { type OtherBrowser, openFirefox, openWebKit } from "./other-browsers.fixture.ts";

const shop = inject("shop");
const { firefox, webkit } = inject("otherBrowsers");
const PICTURES = join(import.meta.dirname, "../test-results");
const { auth } = WORDS.en;
/** For a busy machine: both browsers start cold. */
const SLOW_MS = 60_000;

/** In each browser that is installed. */
export function journeyInOthers(title: string, walk: (browser: OtherBrowser, name: string) => Promise<void>): void {
  const inBrowser = (name: string, openBrowser: () => Promise<OtherBrowser>) =>
    test(title, { timeout: 300_000 }, async () => {
      const browser = await openBrowser();
      try {
        await walk(browser, name);
      } catch (error) {
        await mkdir(PICTURES, { recursive: true });
        await browser.screenshot(join(PICTURES, `other-browsers-${name.toLowerCase()}.png`)).catch(() => undefined);
        throw error;
      } finally {
        await browser.close();
      }
    });
  describe.skipIf(!firefox)("Firefox", () => inBrowser("Firefox", () => openFirefox(firefox ?? "")));
  describe.skipIf(!webkit)("WebKitGTK", () => inBrowser("WebKitGTK", () => openWebKit(webkit as NonNullable<typeof webkit>)));
}

/** A new account, made without the form. */
export async function signUp() {
  const person = newPerson();
  const form = { ...person, phone: "07700 900456", birthDate: "1990-05-17", confirmPassword: person.password };
  const reply = await fetch(`${shop.url}/register`, { method: "POST", redirect: "manual", body: new URLSearchParams(form) });
  expect(reply.status).toBe(302);
  return person;
}

export async function signIn(browser: OtherBrowser, { email, password }: { email: string; password: string }): Promise<void> {
  await open(browser, "/login");
  await browser.type(email, field, auth.field.email);
  await browser.type(password, field, auth.field.password);
  await press(browser, auth.login.submit);
  await expect.poll(() => browser.evaluate(() => location.pathname).catch(() => "/login")).not.toBe("/login");
}

export async function open(browser: OtherBrowser, path: string): Promise<void> {
  await browser.goto(`${shop.url}${path}`);
  await awake(browser);
}

/** Like `waitForHydration`: the outermost component has run its effects. */
export async function awake(browser: OtherBrowser): Promise<void> {
  const isAwake = () =>
    browser.evaluate(() => document.readyState !== "loading" && window.history.scrollRestoration === "manual").catch(() => false);
  await expect.poll(isAwake, { message: "the scripts take the page over", timeout: SLOW_MS }).toBe(true);
}

export async function press(browser: OtherBrowser, name: string): Promise<void> {
  await until(browser, button, name);
  await browser.click(button, name);
}

export async function until(browser: OtherBrowser, find: (name: string) => Element | undefined, name: string): Promise<void> {
  const isThere = () => browser.evaluate(isFound(find), name).catch(() => false);
  await expect.poll(isThere, { message: `${name} is there`, timeout: SLOW_MS }).toBe(true);
}

/** A self-contained function, as browsers need. */
function isFound(find: (name: string) => Element | undefined): (name: string) => boolean {
  const inPage = () => true;
  inPage.toString = () => `(name) => Boolean((${find})(name))`;
  return inPage;
}

// The functions below run in the page.

export function button(name: string): Element | undefined {
  return [...document.querySelectorAll<HTMLElement>("button, a")].find(
    (each) =>
      each.checkVisibility() &&
      !each.closest("[inert]") &&
      (each.getAttribute("aria-label") ?? each.innerText).trim().startsWith(name),
  );
}

export function label(name: string): Element | undefined {
  return [...document.querySelectorAll("label")].find((each) => {
    const text = [each.control?.getAttribute("aria-label"), each.textContent].join(" ").replace(/\s+/g, " ");
    return each.checkVisibility() && text.includes(name);
  });
}

export function field(name: string): HTMLInputElement | undefined {
  const labels = [...document.querySelectorAll("label")];
  return labels.find((each) => each.textContent?.trim() === name)?.control as HTMLInputElement | undefined;
}

export function heading(name: string): Element | undefined {
  return [...document.querySelectorAll("h1, h2, h3")].find((each) => each.textContent?.trim() === name);
}
