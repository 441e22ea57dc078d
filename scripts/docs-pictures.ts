/**
 * `npm run docs:pictures`: takes the documents' screenshots from a demonstration that it starts.
 * `npm run docs:pictures -- draw-page winners` takes only these.
 */
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import sharp from "sharp";
import { ADMIN } from "#demo/people.ts";
import { launchChromium } from "../e2e/launch-chromium.ts";
import { startDemoShop } from "./demo-shop.ts";
import { findChromium } from "./find-chromium.ts";

const ROOT = join(import.meta.dirname, "..");
const DESKTOP = { viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1.5 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** `name`: the file's. `act` prepares the page for the picture. `device`: a desktop by default. */
type Picture = {
  readonly name: string;
  readonly path: string;
  readonly who?: typeof ADMIN;
  readonly act?: (page: Page) => Promise<void>;
  readonly device?: typeof DESKTOP | typeof PHONE;
};

const PICTURES: readonly Picture[] = [
  { name: "draw-page", path: "/prize", act: (page) => open(page, page.locator('a[href^="/lottery/"]'), "**/lottery/*") },
  { name: "draws-phone", path: "/prize", device: PHONE },
  { name: "draw-record", path: "/past-draws", act: checkDraw },
  { name: "dashboard", path: "/admin", who: ADMIN },
  { name: "winners", path: "/admin/winners", who: ADMIN },
  { name: "journal", path: "/admin/journal", who: ADMIN },
  { name: "brand", path: "/admin/shop", who: ADMIN },
];

const names = process.argv.slice(2);
const shop = await startDemoShop();
try {
  const browser = await launchChromium((await findChromium(console.error)).path);
  for (const picture of PICTURES) if (names.length === 0 || names.includes(picture.name)) await take(browser, picture);
  await browser.close();
} finally {
  await shop.stop();
}

async function take(browser: Browser, { name, path, who, act, device = DESKTOP }: Picture): Promise<void> {
  const context = await browser.newContext({
    baseURL: shop.url,
    ...device,
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  await context.addInitScript(() => localStorage.setItem("age-verified", "true"));
  await context.addCookies([
    { name: "cookie-consent", value: "true", url: shop.url },
    {
      name: "cookie-settings",
      value: encodeURIComponent(JSON.stringify({ essential: true, analytics: false, marketing: false })),
      url: shop.url,
    },
  ]);
  const page = await context.newPage();
  if (who) await signIn(page, who);
  await page.goto(path, { waitUntil: "networkidle" });
  await act?.(page);
  // Lazy pictures out of sight may never load.
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, left, width } = image.getBoundingClientRect();
      return image.complete || width === 0 || top >= innerHeight || left >= innerWidth;
    }),
  );
  await page.waitForLoadState("networkidle");
  const shot = await page.screenshot({ animations: "disabled" });
  await sharp(shot)
    .webp({ quality: 82, effort: 6 })
    .toFile(join(ROOT, "docs/pictures", `${name}.webp`));
  console.info(name);
  await context.close();
}

async function signIn(page: Page, { email, password }: typeof ADMIN): Promise<void> {
  await page.goto("/login");
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(password);
  await page.locator("form button[type=submit]").first().click();
  await page.waitForURL((to) => to.pathname !== "/login");
}

async function open(page: Page, link: Locator, address: string): Promise<void> {
  await link.first().click();
  await page.waitForURL(address);
  await page.waitForLoadState("networkidle");
}

async function checkDraw(page: Page): Promise<void> {
  await open(page, page.getByRole("link", { name: /Check/ }), "**/draws/*");
  await page.getByRole("button", { name: "Check it yourself" }).first().click();
  const verdict = page.getByText("All six steps match what we published.").first();
  await verdict.scrollIntoViewIfNeeded();
  await verdict.waitFor();
}
