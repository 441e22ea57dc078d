/** What axe, the window and its zoom say about a page for everybody. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Only what is wrong is put into words, and every frame is looked at by itself. */
const OPTIONS: RunOptions = { resultTypes: ["violations"], iframes: false };

/** No violation of any of axe's rules, and nothing that scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  await untilStill(page);
  const found = (await Promise.all(page.frames().map(violationsIn))).flat();
  expect(found, `axe on ${page.url()}`).toEqual([]);
  await expectNoSidewaysScroll(page);
}

/** Colours are measured where they end up, not on their way there. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
}

async function violationsIn(frame: Frame) {
  // The builder for Playwright would open a page of its own for each look, at four times the price.
  await frame.evaluate(AXE);
  const { violations } = await frame.evaluate(
    (options) => (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(options),
    OPTIONS,
  );
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.target.join(" ")) }));
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  await expect.poll(widths, { message: `how far ${page.url()} is wider than its window` }).toBeLessThanOrEqual(0);
}
