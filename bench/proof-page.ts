/** Verifies a million entries in a real browser (after a build). `npm run bench -- proof-page [tickets]` */

import { createLog } from "#platform/log.server.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { launchChromium } from "../e2e/launch-chromium.ts";
import { findChromium } from "../scripts/find-chromium.ts";
import { makeFullDraw } from "./fill-draw.ts";
import { startBenchShop } from "./shop.ts";

const tickets = Number(process.argv[2] ?? 1_000_000);
const TIMEOUT_MS = 300_000;

const { path: chromium } = await findChromium(console.error);
const shop = await startBenchShop();
const pool = openPool(shop.databaseUrl, createLog("error"), 2);
const browser = await launchChromium(chromium);
try {
  const db = openDb(pool);
  const lotteryId = await makeFullDraw(db, tickets, { autoDraw: true });
  const isDrawn = async () =>
    (await db.selectFrom("lotteries").select("sales_state").where("id", "=", lotteryId).executeTakeFirstOrThrow()).sales_state ===
    "drawn";
  // The shop freezes it, waits for the round and draws by itself.
  for (const until = performance.now() + TIMEOUT_MS; !(await isDrawn()); await pause(500))
    if (performance.now() > until) throw new Error("the shop did not draw it");

  const page = await browser.newPage({ baseURL: shop.url, locale: "en-GB", reducedMotion: "reduce" });
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.addInitScript(() => localStorage.setItem("age-verified", "true"));
  const opened = await timed(async () => void (await page.goto(`/draws/${lotteryId}`, { waitUntil: "networkidle" })));
  await page.getByRole("button", { name: /reject all/i }).click();
  await page.evaluate(watchFrames);
  const checked = await timed(async () => {
    await page.getByRole("button", { name: /check it yourself/i }).click();
    await page
      .getByRole("status")
      .getByText(/all six steps match/i)
      .waitFor();
  });
  const { longestTaskMs, longestFrameMs } = await page.evaluate(() => (globalThis as unknown as Watched).watched);
  await page.getByLabel("Ticket number or private tag", { exact: true }).fill(String(tickets));
  const found = await timed(async () => {
    await page.keyboard.press("Enter");
    await page
      .getByText(new RegExp(`of ${tickets.toLocaleString("en-GB")}`))
      .first()
      .waitFor();
  });
  console.log(
    `${tickets} tickets: page ${opened} ms, checked in ${checked} ms, a ticket found in ${found} ms; ` +
      `meanwhile the page's longest task was ${longestTaskMs} ms and its longest frame ${longestFrameMs} ms`,
  );
} finally {
  await browser.close();
  await pool.end();
  await shop.stop();
}

type Watched = { watched: { longestTaskMs: number; longestFrameMs: number } };

/** Runs in the page: records long tasks (more than 50 ms) and the longest frame. */
function watchFrames(): void {
  const watched = { longestTaskMs: 0, longestFrameMs: 0 };
  (globalThis as unknown as Watched).watched = watched;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longestTaskMs = Math.max(watched.longestTaskMs, Math.round(duration));
  }).observe({ type: "longtask" });
  let last = performance.now();
  const frame = (now: number) => {
    watched.longestFrameMs = Math.max(watched.longestFrameMs, Math.round(now - last));
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

async function timed(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return Math.round(performance.now() - start);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
