/** Counts restyled elements after a small change: a rule such as `html:has(…) …` can restyle all. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Chromium's trace format, as far as needed; `ts` in µs. */
type TraceEvent = { readonly name: string; readonly ts: number; readonly args: { readonly elementCount?: number } };
const FEW = 20;

export async function expectLittleRestyled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => document.querySelectorAll("body *").length)).toBeGreaterThan(10 * FEW);
  const restyled = await countRestyled(page, () => {
    const word = document.querySelector("main")?.appendChild(document.createElement("span")) as HTMLElement;
    for (const text of ["one", "two", "three"]) {
      word.textContent = text;
      word.getBoundingClientRect();
    }
    word.remove();
  });
  expect(restyled.length, "the changes were seen").toBeGreaterThanOrEqual(3);
  expect(Math.max(...restyled.slice(1, 3)), `elements restyled for a word on ${page.url()}: ${restyled.join()}`).toBeLessThan(
    FEW,
  );
}

/** @returns the number of restyled elements of each style recalculation while `change` ran */
async function countRestyled(page: Page, change: () => void): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page has no browser");
  const session = await browser.newBrowserCDPSession();
  const looks: { readonly ts: number; readonly count: number }[] = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const { name, ts, args } of value as unknown as TraceEvent[])
      if (name === "UpdateLayoutTree" && args.elementCount !== undefined) looks.push({ ts, count: args.elementCount });
  });
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline"] },
  });
  await page.evaluate(change);
  const ended = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await ended;
  await session.detach();
  return looks.sort((a, b) => a.ts - b.ts).map(({ count }) => count);
}
