/** After a payment: stable ticket numbers, and no data of other buyers. */
import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { makeDraw, ordersOf, readLedger, sessionIdOf, ticketsLeft } from "./books.fixture.ts";
import { arriveSignedIn, atThePaymentPage, bought, CARDS, payWithCard, readNumbers, WORDS } from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { expectNothing } from "./unpaid-result.fixture.ts";

const shop = inject("shop");

describe("after the payment", () => {
  journey("a reload issues nothing twice", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Loaded again" });
    const page = await visit();
    await atThePaymentPage(page, draw);
    await payWithCard(page, CARDS.pays, "en");
    await bought(page).waitFor();
    const numbers = await readNumbers(page, 1, "en");
    await copiesByHand(page);
    for (let i = 0; i < 3; i++) {
      await page.reload();
      expect(await readNumbers(page, 1, "en")).toEqual(numbers);
    }
    expect(await ordersOf(shop, draw)).toEqual([{ id: expect.anything(), state: "paid" }]);
    expect(await ticketsLeft(shop, draw)).toBe(999);
  });

  journey("the payment page of a paid order takes no second payment", async ({ visit }) => {
    const page = await visit();
    await atThePaymentPage(page, await makeDraw(shop, { title: "Paid already" }));
    const paymentPage = page.url();
    await payWithCard(page, CARDS.pays, "en");
    await bought(page).waitFor();
    await page.goto(paymentPage);
    await page.getByRole("heading", { name: "You’ve already paid" }).waitFor();
    const { sessions } = await readLedger(shop);
    expect(sessions.filter((session) => session.id === sessionIdOf(paymentPage))).toHaveLength(1);
  });

  journey("another's payment shows a stranger nothing, and the tries end with one message", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Not yours" });
    const page = await visit();
    await atThePaymentPage(page, draw);
    await payWithCard(page, CARDS.pays, "en");
    await bought(page).waitFor();
    const [number = ""] = await readNumbers(page, 1, "en");
    const address = new URL(page.url());

    const stranger = await visit();
    await arriveSignedIn(stranger, "/");
    await expectNothing(stranger, address.pathname + address.search, [number, draw.title]);
  });

  journey("an address that names no payment says what it can", async ({ visit }) => {
    const page = await visit();
    await arriveSignedIn(page, "/");
    for (const [path, title, toast] of [
      ["/success", "We can’t show this payment", undefined],
      ["/success?success=maybe", "We can’t show this payment", undefined],
      ["/success?success=true", "We can’t show this payment", "We can’t show this payment"],
      ["/success?canceled=true", "You haven’t paid anything", undefined],
    ] as const) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      if (toast === undefined) continue;
      await page.getByRole("alert").filter({ hasText: toast }).waitFor();
      expect(await page.getByRole("alert").filter({ hasText: toast }).count()).toBe(1);
    }
  });

  journey("signed out, /success leads to signing in and back", async ({ visit }) => {
    const page = await visit();
    await page.goto("/success?success=true&session_id=cs_test_any");
    await page.waitForURL(/\/login\?next=/);
    expect(new URL(page.url()).searchParams.get("next")).toBe("/success?success=true&session_id=cs_test_any");
  });
});

/** Without a clipboard or `execCommand`, the number is shown selected. */
async function copiesByHand(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
    document.execCommand = () => false;
  });
  const copy = page.getByRole("button", { name: /^Copy ticket number / }).first();
  const number = (await copy.getAttribute("aria-label"))?.replace("Copy ticket number ", "");
  await copy.click();
  await page.getByText(WORDS.en.common.copyByHand, { exact: true }).waitFor();
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe(number);
  await page.evaluate(() => {
    document.execCommand = () => true;
  });
  await copy.click();
  await page.getByRole("status").filter({ hasText: WORDS.en.common.copied }).waitFor({ state: "attached" });
}
