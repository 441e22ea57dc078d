/** A visitor who has been here before: of age, and done with the question about cookies. */
import type { Page } from "playwright-core";

const SETTINGS = encodeURIComponent(JSON.stringify({ essential: true, analytics: false, marketing: false }));

/** Call before the first page is opened. */
export async function settle(page: Page): Promise<void> {
  await page.addInitScript(() => window.localStorage.setItem("age-verified", "true"));
  const here = { domain: "localhost", path: "/" };
  await page.context().addCookies([
    { ...here, name: "cookie-consent", value: "true" },
    { ...here, name: "cookie-settings", value: SETTINGS },
  ]);
}
