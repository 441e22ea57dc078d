/** A visitor with a browser of their own. Whatever the browser complains of fails the journey, and a failed journey leaves a picture. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContextOptions, Page, Response } from "playwright-core";
import { afterAll, test as base, beforeAll, expect, inject } from "vitest";
import { launchChromium } from "./launch-chromium.ts";

export type Visit = {
  readonly language?: "en" | "fr";
  /** 1440 is a desk, 390 a hand. */
  readonly width?: number;
  readonly scripts?: boolean;
  readonly reducedMotion?: boolean;
  readonly forcedColors?: boolean;
  /** Has neither said their age nor answered about cookies. Everybody else did both, and rejected what is optional. */
  readonly firstVisit?: boolean;
  /** Complaints that belong to the journey, such as a refusal's status on the console. */
  readonly tolerate?: readonly RegExp[];
};

type Visitor = { readonly page: Page; readonly complaints: string[]; readonly tolerate: readonly RegExp[] };

const shop = inject("shop");
const PICTURES = join(import.meta.dirname, "../test-results");

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium(inject("chromiumPath"));
});
afterAll(() => browser.close());

/** `visit()` opens a fresh browser window, as often as there are people in the journey. */
export const journey = base.extend("visit", async ({ task }, { onCleanup }) => {
  const visitors: Visitor[] = [];
  onCleanup(async () => {
    const failed = task.result?.state === "fail";
    for (const [i, { page }] of visitors.entries()) {
      if (failed) await takePicture(page, `${task.name}${i > 0 ? ` ${i + 1}` : ""}`);
      await page.context().close();
    }
    if (!failed) expect(visitors.flatMap(unexpected), "what the browser complained of").toEqual([]);
  });
  return async (options: Visit = {}): Promise<Page> => {
    const visitor = await openWindow(browser, options);
    visitors.push(visitor);
    return visitor.page;
  };
});

const cookie = (name: string, value: string) => ({
  name,
  value,
  domain: new URL(shop.url).hostname,
  path: "/",
  expires: Date.now() / 1000 + 86_400,
  httpOnly: false,
  secure: false,
  sameSite: "Lax" as const,
});

/** What a browser holds whose owner has been asked everything that the shop asks once. */
const ANSWERED = {
  cookies: [
    cookie("cookie-consent", "true"),
    cookie("cookie-settings", encodeURIComponent(JSON.stringify({ essential: true, analytics: false, marketing: false }))),
  ],
  origins: [{ origin: shop.url, localStorage: [{ name: "age-verified", value: "true" }] }],
};

function unexpected({ complaints, tolerate }: Visitor): string[] {
  return complaints.filter((line) => !tolerate.some((known) => known.test(line)));
}

async function openWindow(
  browser: Browser,
  {
    language = "en",
    width = 1440,
    scripts = true,
    reducedMotion = false,
    forcedColors = false,
    firstVisit = false,
    tolerate = [],
  }: Visit,
): Promise<Visitor> {
  const [major] = browser.version().split(".");
  const options: BrowserContextOptions = {
    baseURL: shop.url,
    locale: language === "fr" ? "fr-FR" : "en-GB",
    timezoneId: "Europe/London",
    viewport: { width, height: width < 600 ? 844 : 900 },
    isMobile: width < 600,
    hasTouch: width < 600,
    javaScriptEnabled: scripts,
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
    forcedColors: forcedColors ? "active" : "none",
    ...(!firstVisit && { storageState: ANSWERED }),
    // React Router gives whole pages to those who name themselves headless.
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
  };
  const context = await browser.newContext(options);
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  goAgainWhenDropped(page);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(`script: ${error.message}`));
  page.on("response", (reply) => {
    if (reply.status() >= 400 && isOwn(reply.url()))
      complaints.push(`reply: ${reply.status()} ${reply.request().method()} ${reply.url()}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // A page that is left takes its unfinished requests with it; a browser without scripts fetches none.
    const expected = reason === "net::ERR_ABORTED" || (!scripts && reason === "csp");
    if (isOwn(request.url()) && !expected) complaints.push(`request: ${reason} ${request.url()}`);
  });
  return { page, complaints, tolerate };
}

/**
 * Once in hundreds of times a busy Chromium drops a navigation that nothing followed (`net::ERR_ABORTED`). Where it had no answer from the
 * shop yet, it is sent once more; with an answer, whatever its status, the journey fails.
 */
function goAgainWhenDropped(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (...going) => {
    let answered = false;
    const hear = (reply: Response) => {
      answered ||= reply.request().isNavigationRequest();
    };
    page.on("response", hear);
    try {
      return await goto(...going);
    } catch (error) {
      if (answered || !String(error).includes("net::ERR_ABORTED")) throw error;
      process.stderr.write(`Dropped by the browser, sent again: ${going[0]}\n`);
      return await goto(...going);
    } finally {
      page.off("response", hear);
    }
  };
}

function isOwn(url: string): boolean {
  return url.startsWith(`${shop.url}/`);
}

async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  const file = `${name
    .replace(/[^a-z0-9]+/gi, "-")
    .toLowerCase()
    .slice(0, 80)}.png`;
  await page.screenshot({ path: join(PICTURES, file), fullPage: true }).catch(() => undefined);
}

/** No violation of any of axe's rules, and nothing that scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours are measured where they end up, not on their way there.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.target.join(" ")) }));
  expect(found, `axe on ${page.url()}`).toEqual([]);
  await expectNoSidewaysScroll(page);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth, `width of ${page.url()}`).toBeLessThanOrEqual(clientWidth);
}
