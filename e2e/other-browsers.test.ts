/** Buying, the proof of a draw and the administrator's form in Firefox and WebKitGTK, if installed. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { PAGE_WORDS } from "@concours/simulator-kit/page/page-texts";
import { describe, expect, inject, test } from "vitest";
import { makeDraw, withDatabase } from "./books.fixture.ts";
import { CARDS, newPerson, WORDS } from "./buyer.fixture.ts";
import { type OtherBrowser, openFirefox, openWebKit } from "./other-browsers.fixture.ts";
import { ADMIN } from "./sign-in.fixture.ts";

const shop = inject("shop");
const { firefox, webkit } = inject("otherBrowsers");
const PICTURES = join(import.meta.dirname, "../test-results");
const { auth, common, lottery, pastdraws, success } = WORDS.en;

describe.skipIf(!firefox)("Firefox", () => journeys("Firefox", () => openFirefox(firefox ?? "")));
describe.skipIf(!webkit)("WebKitGTK", () => journeys("WebKitGTK", () => openWebKit(webkit as NonNullable<typeof webkit>)));

function journeys(name: string, open: () => Promise<OtherBrowser>): void {
  test("a visitor says their age, signs in, buys 15 tickets and checks a draw; an administrator makes a draw with pictures", async () => {
    const browser = await open();
    try {
      await buy(browser, `For ${name}`);
      await checkDraw(browser);
      await makeDrawWithPictures(browser, `Made in ${name}`);
    } catch (error) {
      await mkdir(PICTURES, { recursive: true });
      await browser.screenshot(join(PICTURES, `other-browsers-${name.toLowerCase()}.png`)).catch(() => undefined);
      throw error;
    } finally {
      await browser.close();
    }
  });
}

async function buy(browser: OtherBrowser, title: string): Promise<void> {
  const draw = await makeDraw(shop, { title, pricePence: 1000 });
  const person = await signUp();
  await open(browser, `/lottery/${draw.id}`);
  await press(browser, "I am 18 or over");
  await press(browser, common.consent.rejectAll);
  expect(await browser.evaluate(underlines), "how thick underlines are").toEqual(["1px"]);
  await signIn(browser, person);

  await open(browser, `/lottery/${draw.id}`);
  await browser.click(label, "Bronze, 15 tickets");
  await press(browser, lottery.panel.continue);
  await until(browser, label, "Porsche");
  await browser.click(label, "Porsche");
  await press(browser, "Pay £135.00");

  const { labels, pay } = PAGE_WORDS.en;
  await until(browser, field, labels.cardNumber);
  await browser.type(CARDS.pays, field, labels.cardNumber);
  await browser.type("1234", field, labels.cardExpiry);
  await browser.type("123", field, labels.cardCvc);
  await browser.type("Amelia Hart", field, labels.billingName);
  await press(browser, pay("£135.00"));
  await until(browser, heading, success.tickets.title_other.replace("{{n}}", "15"));
  await awake(browser);
  await press(browser, success.tickets.more_other.split("{{n}}")[0] ?? "");
  const numbers = () => browser.evaluate(() => new Set(document.body.innerText.match(/CONC-\d{4}-\d+/g)).size);
  await expect.poll(numbers).toBe(15);
}

async function checkDraw(browser: OtherBrowser): Promise<void> {
  const first = await withDatabase(shop, (db) =>
    db.selectFrom("draw_log").select("lottery_id").where("sequence", "=", 1).executeTakeFirstOrThrow(),
  );
  await open(browser, `/draws/${first.lottery_id}`);
  await press(browser, pastdraws.check.start);
  const says = () => browser.evaluate((text) => document.body.innerText.includes(text), pastdraws.check.yes);
  await expect.poll(says, { timeout: 60_000 }).toBe(true);
}

async function makeDrawWithPictures(browser: OtherBrowser, title: string): Promise<void> {
  await open(browser, "/profile");
  await press(browser, common.account.signOut);
  await expect.poll(() => browser.evaluate(() => location.pathname).catch(() => "/profile")).not.toBe("/profile");
  await signIn(browser, ADMIN);
  await open(browser, "/admin/lotteries");
  await press(browser, "New Lottery");
  await until(browser, field, "Title");
  await browser.evaluate(dropPictures);
  await until(browser, button, "Remove Picture 2");
  await browser.type(title, field, "Title");
  await browser.type("One of one.", field, "Description");
  await browser.evaluate(setDate, "End date", "2099-01-01");
  await press(browser, "Create draw");
  const pictures = () =>
    withDatabase(shop, async (db) => {
      const saved = db
        .selectFrom("lotteries")
        .innerJoin("lottery_images", "lotteries.id", "lottery_images.lottery_id")
        .select("image_url")
        .where("title", "=", title);
      return (await saved.execute()).length;
    });
  await expect.poll(pictures, { message: "pictures of the saved draw" }).toBe(2);
}

/** A new account, made without the form. */
async function signUp() {
  const person = newPerson();
  const form = { ...person, phone: "07700 900456", birthDate: "1990-05-17", confirmPassword: person.password };
  const reply = await fetch(`${shop.url}/register`, { method: "POST", redirect: "manual", body: new URLSearchParams(form) });
  expect(reply.status).toBe(302);
  return person;
}

async function signIn(browser: OtherBrowser, { email, password }: { email: string; password: string }): Promise<void> {
  await open(browser, "/login");
  await browser.type(email, field, auth.field.email);
  await browser.type(password, field, auth.field.password);
  await press(browser, auth.login.submit);
  await expect.poll(() => browser.evaluate(() => location.pathname).catch(() => "/login")).not.toBe("/login");
}

async function open(browser: OtherBrowser, path: string): Promise<void> {
  await browser.goto(`${shop.url}${path}`);
  await awake(browser);
}

/** Like `waitForHydration`: the outermost component has run its effects. */
async function awake(browser: OtherBrowser): Promise<void> {
  const isAwake = () =>
    browser.evaluate(() => document.readyState !== "loading" && window.history.scrollRestoration === "manual").catch(() => false);
  await expect.poll(isAwake, { message: "the scripts take the page over" }).toBe(true);
}

async function press(browser: OtherBrowser, name: string): Promise<void> {
  await until(browser, button, name);
  await browser.click(button, name);
}

async function until(browser: OtherBrowser, find: (name: string) => Element | undefined, name: string): Promise<void> {
  const isThere = () => browser.evaluate(isFound(find), name).catch(() => false);
  await expect.poll(isThere, { message: `${name} is there` }).toBe(true);
}

/** A self-contained function, as browsers need. */
function isFound(find: (name: string) => Element | undefined): (name: string) => boolean {
  const inPage = () => true;
  inPage.toString = () => `(name) => Boolean((${find})(name))`;
  return inPage;
}

// The functions below run in the page.

function button(name: string): Element | undefined {
  return [...document.querySelectorAll<HTMLElement>("button, a")].find(
    (each) =>
      each.checkVisibility() &&
      !each.closest("[inert]") &&
      (each.getAttribute("aria-label") ?? each.innerText).trim().startsWith(name),
  );
}

function label(name: string): Element | undefined {
  return [...document.querySelectorAll("label")].find((each) => {
    const text = [each.control?.getAttribute("aria-label"), each.textContent].join(" ").replace(/\s+/g, " ");
    return each.checkVisibility() && text.includes(name);
  });
}

function field(name: string): HTMLInputElement | undefined {
  const labels = [...document.querySelectorAll("label")];
  return labels.find((each) => each.textContent?.trim() === name)?.control as HTMLInputElement | undefined;
}

function heading(name: string): Element | undefined {
  return [...document.querySelectorAll("h1, h2, h3")].find((each) => each.textContent?.trim() === name);
}

function underlines(): string[] {
  const styles = [...document.querySelectorAll("a")].map((link) => getComputedStyle(link));
  const underlined = styles.filter(({ textDecorationLine }) => textDecorationLine === "underline");
  return [...new Set(underlined.map(({ textDecorationThickness }) => textDecorationThickness))];
}

function setDate(name: string, day: string): void {
  const input = [...document.querySelectorAll("label")].find((each) => each.textContent?.trim() === name)?.control;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, day);
  input?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Fills the drop zone's file field with two pictures. */
function dropPictures(): void {
  const files = new DataTransfer();
  for (const name of ["front.png", "rear.png"]) {
    const canvas = Object.assign(document.createElement("canvas"), { width: 160, height: 100 });
    const pen = canvas.getContext("2d");
    for (let x = 0; pen && x < 160; x += 4) {
      pen.fillStyle = `hsl(${Math.random() * 360} 60% 50%)`;
      pen.fillRect(x, 0, 4, 100);
    }
    const bytes = Uint8Array.from(atob(canvas.toDataURL("image/png").split(",")[1] ?? ""), (char) => char.charCodeAt(0));
    files.items.add(new File([bytes], name, { type: "image/png" }));
  }
  const input = document.querySelector<HTMLInputElement>("#picture-files");
  if (!input) throw new Error("There is no field for pictures");
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
