/** The result page of a payment that the visitor did not make. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Ten attempts on a manual clock, then one message; secrets never appear. */
export async function expectNothing(page: Page, address: string, secrets: readonly string[]): Promise<void> {
  let looks = 0;
  page.on("request", (request) => {
    if (/\/success\.data/.test(request.url())) looks += 1;
  });
  await page.clock.install();
  await page.goto(address);
  await page.getByRole("status").filter({ hasText: "Attempt 1 of 10" }).waitFor();
  await rememberMessages(page);
  const over = page.getByRole("heading", { level: 1, name: "Your tickets are on their way" });
  const turnOn = async () => {
    await page.clock.fastForward(10_000);
    return over.isVisible();
  };
  await expect.poll(turnOn, { timeout: 60_000, interval: 100 }).toBe(true);
  expect(looks).toBe(10);
  await expect
    .poll(() => shownMessages(page))
    .toEqual(["We found no tickets for this payment. Your tickets are on their way. You don’t need to do anything."]);
  const text = await page.content();
  for (const secret of secrets) expect(text).not.toContain(secret);
}

/** With a manual clock a message may vanish early, so each is recorded as it appears. */
async function rememberMessages(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: string[] = [];
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes])) {
        const alert = node instanceof Element ? (node.matches("[role=alert]") ? node : node.querySelector("[role=alert]")) : null;
        if (alert) seen.push(alert.textContent ?? "");
      }
    }).observe(document.body, { childList: true, subtree: true });
    Object.assign(window, { shownMessages: seen });
  });
}

const shownMessages = (page: Page) => page.evaluate(() => (window as Window & { shownMessages?: string[] }).shownMessages);
