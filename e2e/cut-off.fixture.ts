/** Fills in every form of a page, sends it without a connection, and checks it again. */
import type { Page, Route } from "playwright-core";
import { expect } from "vitest";
import type {} from "#app/shell/after-load.ts";
import { type Language, WORDS } from "./buyer.fixture.ts";

/** Console messages of failing requests. */
export const TOLERATED = [/Failed to load resource/, /reply: 50[02]/, /CONNECTION_FAILED/, /ERR_FAILED/];

/** No reply, or one of another server. */
const FAILURES = {
  cut: (route: Route) => route.abort("connectionfailed"),
  broken: (route: Route) => route.fulfill({ status: 500, contentType: "text/plain", body: "Internal Server Error" }),
  proxy: (route: Route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
  portal: (route: Route) => route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Welcome to our wifi</h1>" }),
} as const;
type Failure = keyof typeof FAILURES;
/** One failure per language. */
export const FAILURE: Record<Language, Failure> = { en: "cut", fr: "broken" };

/** The common sentence; the quiz and postal entries have their own, and one screen is always French. */
export function saidIn(language: Language): RegExp {
  const { common, quiz } = WORDS[language];
  const own = { en: "Failed to key in the card", fr: "Impossible de saisir la carte" };
  const texts = [common.cutOff.kept, quiz.errors.not_sent, own[language], "La boutique est injoignable pour le moment"];
  return new RegExp(texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"));
}

/**
 * Sends every form of these pages, and those of their dialogs, into a failure; buttons of the layout on the
 * first page only.
 * @returns the paths to which forms were sent
 */
export async function expectFormsKeep(page: Page, paths: readonly string[], language: Language): Promise<string[]> {
  const sentTo: string[] = [];
  let isFirst = true;
  for (const path of paths) {
    // In the shop, wait for the reservation's bar and its button.
    await page.goto(path, { waitUntil: path.startsWith("/admin") ? "load" : "networkidle" });
    await untilIdle(page);
    if (/^\/passkeys$|^\/lottery\/.*\/queue$|^\/admin\/(?:complaints|care|messages|messages\/templates)$/.test(path))
      await page.locator("main summary").last().click();
    const { posted, end } = await cutOff(page, FAILURE[language]);
    const expected = { said: saidIn(language), posted };
    await expectNothingLost(page, expected, isFirst ? 0 : await countFrameButtons(page));
    await expectDialogsKeep(page, expected);
    await end();
    sentTo.push(...posted);
    isFirst = false;
  }
  return sentTo;
}

/** Blocks requests of pages to the shop. @returns the paths of sent forms, and a function that ends it */
export async function cutOff(page: Page, failure: Failure) {
  const posted: string[] = [];
  const fail = async (route: Route) => {
    const request = route.request();
    if (request.method() === "POST") posted.push(new URL(request.url()).pathname.replace(/(?:\/_)?\.data$/, ""));
    return FAILURES[failure](route);
  };
  const data = (url: URL) => url.pathname.endsWith(".data");
  await page.route(data, fail);
  // Blocks passkey requests, too: a browser that can ask for a passkey would wait for a minute.
  const question = "**/passkeys/question";
  await page.route(question, (route) => route.abort());
  const end = async () => {
    await page.unroute(data, fail);
    await page.unroute(question);
  };
  return { posted, end };
}

/** Runs in the browser. Values and ticks of all fields. */
function readTyped(): string[] {
  return [...document.forms].flatMap((form) =>
    [...form.elements].flatMap((field) => {
      if (field instanceof HTMLInputElement) {
        if (field.type === "hidden" || field.type === "file") return [];
        return [`${field.name} ${["radio", "checkbox"].includes(field.type) ? `${field.value} ${field.checked}` : field.value}`];
      }
      return field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement ? [`${field.name} ${field.value}`] : [];
    }),
  );
}

/**
 * Runs in the browser: fills in the form of the `index`th button and presses it
 * @returns the button's name
 */
function fillAndSend(index: number): string | undefined {
  const dialog = [...document.querySelectorAll(".dialog")].at(-1);
  const seen = new Set<string>();
  const buttons = [...(dialog ?? document).querySelectorAll<HTMLButtonElement>('button[type="submit"]')].filter((button) => {
    if (button.form?.method !== "post" || !button.checkVisibility()) return false;
    // Buttons of the layout are counted, and each is different.
    if (!button.closest("main, .dialog")) return true;
    const look = `${button.name} ${button.title || button.innerText} ${button.className} ${button.form.getAttribute("action")}`;
    if (seen.has(look)) return false;
    seen.add(look);
    return true;
  });
  const button = buttons[index];
  if (!button?.form) return undefined;
  const SAMPLES: Record<string, string> = {
    word: "DELETE",
    birthDate: "1990-05-17",
    website: "",
    email: "zoe.typed@example.com",
    url: "https://example.com/typed",
    tel: "07700 900123",
    password: "Typed4Harbour",
    date: "",
    time: "",
    number: "",
    "datetime-local": "",
  };
  // React overrides the field's own setter, so use the prototype's.
  const type = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  for (const field of button.form.elements) {
    if (field.matches(":disabled, :read-only:not(select, [type=checkbox], [type=radio])")) continue;
    if (field instanceof HTMLTextAreaElement) type(field, `Typed in ${field.name}, not to be lost`);
    else if (field instanceof HTMLSelectElement) {
      const last = [...field.options].findLast((option) => !option.disabled);
      if (last && field.name !== "status") type(field, last.value);
    } else if (field instanceof HTMLInputElement) {
      if (field.type === "radio" || field.type === "checkbox") {
        if (!field.checked) field.click();
      } else if (field.type !== "file" && field.type !== "hidden") {
        const value = SAMPLES[field.name] ?? SAMPLES[field.type] ?? `Typed ${field.name}`;
        if (value !== "") type(field, value);
      }
    }
  }
  button.focus();
  button.click();
  return button.innerText.trim() || button.getAttribute("aria-label") || button.name;
}

type Expected = { readonly said: RegExp; readonly posted: readonly string[] };

/** Sends every form by each of its buttons. Each shows a message and keeps all fields. */
async function expectNothingLost(page: Page, { said, posted }: Expected, from = 0): Promise<void> {
  for (let index = from; ; index++) {
    await forgetAlerts(page);
    const sent = posted.length;
    const [button, typed] = (await page.evaluate(
      `(() => { const button = (${fillAndSend})(${index}); return [button, (${readTyped})()]; })()`,
    )) as [string | undefined, string[]];
    if (button === undefined) return;
    const what = `“${button}” of ${page.url()}`;
    await expect.poll(() => posted.length, { message: `${what} is sent`, interval: 15 }).toBeGreaterThan(sent);
    await expectSaid(page, said, what);
    // The buyer can press the same button again, which still has the focus.
    await untilIdle(page);
    expect(await page.evaluate(`(${readTyped})()`), `what was typed, after ${what}`).toEqual(typed);
    const hasFocus = await page.evaluate(() => document.activeElement !== document.body);
    expect(hasFocus, `the focus after ${what}`).toBe(true);
  }
}

async function expectSaid(page: Page, said: RegExp, what: string): Promise<void> {
  await expect
    .poll(() => newAlerts(page), { message: `${what} says that it was not sent`, interval: 15 })
    .toEqual(expect.arrayContaining([expect.stringMatching(said)]));
}

/** Waits until no request is pending. */
export async function untilIdle(page: Page): Promise<void> {
  const isIdle = () => {
    const { navigation, fetchers } = window.__reactRouterDataRouter?.state ?? {};
    const isStill = [...(fetchers?.values() ?? [])].every(({ state }) => state === "idle");
    return isStill && navigation?.state === "idle" && document.querySelector('[aria-busy="true"]') === null;
  };
  await page.waitForFunction(isIdle, undefined, { polling: 25 });
}

async function forgetAlerts(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const alert of document.querySelectorAll('[role="alert"]')) alert.setAttribute("data-old", "");
  });
}

function newAlerts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role="alert"]:not([data-old])')].map((alert) => alert.textContent?.trim() ?? ""),
  );
}

/** The number of submit buttons in the layout, which are only pressed on the first page. */
function countFrameButtons(page: Page): Promise<number> {
  return page.evaluate(() => {
    const posts = (button: HTMLButtonElement) => button.form?.method === "post" && button.checkVisibility();
    const all = [...document.querySelectorAll<HTMLButtonElement>('button[type="submit"]')].filter(posts);
    const first = all.findIndex((button) => button.closest("main"));
    return first === -1 ? all.length : first;
  });
}

/** Buttons that may open a dialog; without scripts some of them lead to a confirmation page. */
const OPENERS = 'main button[type="button"], main form:has(> input[name="ask"]) button[type="submit"]';

/** Opens each dialog of the page, one per look of its button, and sends its forms. */
async function expectDialogsKeep(page: Page, expected: Expected): Promise<void> {
  const openers = await page.evaluate((all) => {
    const seen = new Set<string>();
    return [...document.querySelectorAll<HTMLButtonElement>(all)].flatMap((button, index) => {
      const look = `${button.title || button.innerText} ${button.className} ${button.dataset.variant}`;
      if (!button.checkVisibility() || seen.has(look)) return [];
      seen.add(look);
      return [index];
    });
  }, OPENERS);
  for (const index of openers) {
    await forgetAlerts(page);
    const sent = expected.posted.length;
    await page.evaluate(([all, index]) => document.querySelectorAll<HTMLButtonElement>(all)[index]?.click(), [
      OPENERS,
      index,
    ] as const);
    await untilIdle(page);
    if (expected.posted.length > sent) await expectSaid(page, expected.said, `a button of ${page.url()}`);
    const dialog = page.getByRole("dialog");
    if ((await dialog.count()) === 0) continue;
    await expectNothingLost(page, expected);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
}
