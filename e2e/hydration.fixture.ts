/** Pages are painted before they are hydrated; journeys wait until they are. */
import type { Page, Response } from "playwright-core";
import { expect } from "vitest";
import type {} from "#app/shell/after-load.ts";

const TIMEOUT_MS = 30_000;

/** Only pages that the shop's scripts hydrate: not the payment provider's, nor pages without scripts. */
export async function waitForHydration(page: Page): Promise<void> {
  // Polls inside the browser, because each round trip would cost as much as the page.
  await page.waitForFunction(isTakenOver, undefined, { timeout: TIMEOUT_MS, polling: 25 }).catch((error: unknown) => {
    throw new Error(`the scripts of ${page.url()} never took the page over`, { cause: error });
  });
}

/** Runs in the browser. The outermost component sets scroll behaviour in an effect, after all others. */
function isTakenOver(): boolean {
  if (document.readyState === "loading") return false;
  return !("__reactRouterContext" in window) || window.history.scrollRestoration === "manual";
}

/**
 * Makes every navigation wait for hydration. To act earlier, a journey navigates with `waitUntil: "commit"`
 * or `"domcontentloaded"`.
 */
export function waitForScripts(page: Page): void {
  const wraps = <Going extends unknown[], Gone>(go: (...going: Going) => Promise<Gone>) => {
    return async (...going: Going): Promise<Gone> => {
      const gone = await go(...going);
      if (!isEarly(going.at(-1))) await waitForHydration(page);
      return gone;
    };
  };
  page.goto = wraps(goAgainWhenDropped(page));
  page.reload = wraps(page.reload.bind(page));
  page.goBack = wraps(page.goBack.bind(page));
  page.waitForURL = wraps(page.waitForURL.bind(page));
}

function isEarly(options: unknown): boolean {
  const until = typeof options === "object" && options !== null && "waitUntil" in options ? options.waitUntil : undefined;
  return until === "commit" || until === "domcontentloaded";
}

/**
 * A busy Chromium occasionally aborts a navigation (`net::ERR_ABORTED`). Without a reply from the shop it is
 * repeated once; with a reply of any status the journey fails.
 */
function goAgainWhenDropped(page: Page): Page["goto"] {
  const goto = page.goto.bind(page);
  return async (...going) => {
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

/**
 * Navigates like a link of the page, within the document, or by its address without one. The next page must
 * have another heading.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  const heading = page.getByRole("heading", { level: 1 }).first();
  const isOurs = await page.evaluate(() => "__reactRouterDataRouter" in window);
  if (!isOurs) await page.goto(path);
  else {
    const before = await heading.innerText();
    await page.evaluate((path) => window.__reactRouterDataRouter?.navigate(path), path);
    await expect.poll(() => heading.innerText(), { interval: 25, message: `the heading of ${path}` }).not.toBe(before);
  }
  await heading.waitFor();
}
