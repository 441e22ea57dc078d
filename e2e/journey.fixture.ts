/**
 * A visitor with a browser window. Browser errors fail the journey, and a failed journey leaves a picture.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { test as base, expect, inject } from "vitest";
import { waitForScripts } from "./hydration.fixture.ts";
import { launchChromium } from "./launch-chromium.ts";

export { expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll } from "./accessible.fixture.ts";

export type Visit = {
  readonly language?: "en" | "fr";
  /** 1440 is a desktop, 390 a phone. */
  readonly width?: number;
  readonly scripts?: boolean;
  /** Reduced motion is the default: endless animations cost more than the journey. */
  readonly reducedMotion?: boolean;
  readonly forcedColors?: boolean;
  /** No answers to age gate and cookie bar. By default both are answered, with optional cookies rejected. */
  readonly firstVisit?: boolean;
  /** Another shop than the shared one. */
  readonly at?: string;
  /** Expected errors, such as a refusal's status on the console. */
  readonly tolerate?: readonly RegExp[];
};

type Visitor = { readonly page: Page; readonly complaints: string[]; readonly tolerate: readonly RegExp[] };

const shop = inject("shop");
const PICTURES = join(import.meta.dirname, "../test-results");

let launched: Promise<Browser> | undefined;
async function getBrowser(): Promise<Browser> {
  launched ??= launchChromium(inject("chromiumPath"));
  const browser = await launched;
  if (browser.isConnected()) return browser;
  launched = undefined;
  return getBrowser();
}

/** `visit()` opens a fresh browser window for each visitor of the journey. */
export const journey = base.extend("visit", async ({ task }, { onCleanup }) => {
  const visitors: Visitor[] = [];
  onCleanup(async () => {
    const failed = task.result?.state === "fail";
    for (const [i, { page }] of visitors.entries()) {
      if (failed) await takePicture(page, `${task.name}${i > 0 ? ` ${i + 1}` : ""}`);
      await page.context().close();
    }
    if (failed)
      for (const { complaints } of visitors) for (const line of complaints) process.stderr.write(`${task.name}: ${line}\n`);
    if (!failed) expect(visitors.flatMap(unexpected), "what the browser complained of").toEqual([]);
  });
  return async (options: Visit = {}): Promise<Page> => {
    const visitor = await openWindow(await getBrowser(), options);
    visitors.push(visitor);
    return visitor.page;
  };
});

const cookie = (name: string, value: string) => ({
  name,
  value,
  domain: "localhost",
  path: "/",
  expires: Date.now() / 1000 + 86_400,
  httpOnly: false,
  secure: false,
  sameSite: "Lax" as const,
});

/** Stored answers to the age gate and the cookie bar. With scripts, `sayAge` stores the age as well. */
const ANSWERED = {
  cookies: [
    cookie("age-verified", "true"),
    cookie("cookie-consent", "true"),
    cookie("cookie-settings", encodeURIComponent(JSON.stringify({ essential: true, analytics: false, marketing: false }))),
  ],
  // With local storage here, Playwright would open a page to write it: a third of a short journey's time.
  origins: [],
};

function sayAge(origin: string): void {
  if (window === window.top && window.location.origin === origin) window.localStorage.setItem("age-verified", "true");
}

/** Chromium reports most violations on the console, but not those of a script that catches failed `eval`. */
function tellViolations(): void {
  window.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
    console.error(`against the page's policy (${violatedDirective}): ${blockedURI} at ${sourceFile}:${lineNumber}`);
  });
}

function unexpected({ complaints, tolerate }: Visitor): string[] {
  return complaints.filter((line) => !tolerate.some((known) => known.test(line)));
}

async function openWindow(
  browser: Browser,
  {
    language = "en",
    width = 1440,
    scripts = true,
    reducedMotion = true,
    forcedColors = false,
    firstVisit = false,
    at = shop.url,
    tolerate = [],
  }: Visit,
): Promise<Visitor> {
  const [major] = browser.version().split(".");
  const options: BrowserContextOptions = {
    baseURL: at,
    locale: language === "fr" ? "fr-FR" : "en-GB",
    timezoneId: "Europe/London",
    viewport: { width, height: width < 600 ? 844 : 900 },
    isMobile: width < 600,
    hasTouch: width < 600,
    javaScriptEnabled: scripts,
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
    forcedColors: forcedColors ? "active" : "none",
    ...(!firstVisit && { storageState: ANSWERED }),
    // A realistic user agent, which the list of devices shows.
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
  };
  const context = await browser.newContext(options);
  if (!firstVisit) await context.addInitScript(sayAge, at);
  await context.addInitScript(tellViolations);
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  if (scripts) waitForScripts(page);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(`script: ${error.message}`));
  page.on("response", (reply) => {
    if (reply.status() >= 400 && reply.url().startsWith(`${at}/`))
      complaints.push(`reply: ${reply.status()} ${reply.request().method()} ${reply.url()}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Leaving a page cancels its requests, and a browser without scripts fetches none.
    const expected = reason === "net::ERR_ABORTED" || (!scripts && reason === "csp");
    if (request.url().startsWith(`${at}/`) && !expected) complaints.push(`request: ${reason} ${request.url()}`);
  });
  return { page, complaints, tolerate };
}

async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  const file = `${name
    .replace(/[^a-z0-9]+/gi, "-")
    .toLowerCase()
    .slice(0, 80)}.png`;
  await page.screenshot({ path: join(PICTURES, file), fullPage: true }).catch(() => undefined);
}
