/** Pages are painted before their scripts have taken them over. What a journey does on a page waits until they have. */
import type { Page, Response } from "playwright-core";
import { expect } from "vitest";
import type {} from "#app/shell/after-load.ts";

const TIMEOUT_MS = 30_000;

/** The pages that the scripts of the shop take over: not the payment provider's, nor what is read without scripts. */
export async function waitForHydration(page: Page): Promise<void> {
  // Looked at inside the browser: a question from here each time would cost as much as the page itself.
  await page.waitForFunction(isTakenOver, undefined, { timeout: TIMEOUT_MS, polling: 25 }).catch((error: unknown) => {
    throw new Error(`the scripts of ${page.url()} never took the page over`, { cause: error });
  });
}

/** Runs in the browser. The outermost component says how the browser scrolls, in an effect: those of all the others have run by then. */
function isTakenOver(): boolean {
  if (document.readyState === "loading") return false;
  return !("__reactRouterContext" in window) || window.history.scrollRestoration === "manual";
}

/**
 * Has whatever goes to another page wait for its scripts. To do something earlier than they come, a journey goes with
 * `waitUntil: "commit"` or `"domcontentloaded"`.
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
 * Once in hundreds of times a busy Chromium drops a navigation that nothing followed (`net::ERR_ABORTED`). Where it had no answer from the
 * shop yet, it is sent once more; with an answer, whatever its status, the journey fails.
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
 * Goes where a link of the page would lead: the document stays, with what a journey brought into it. By its address, where there is no such
 * document yet. The heading of the next page must be another one.
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
