/** A provider is stopped while orders are open: new orders go to the other one, open ones are completed. */

import type { Locator } from "playwright-core";
import { beforeAll, expect } from "vitest";
import liveEn from "../public/locales/en/admin-live.json" with { type: "json" };
import ordersEn from "../public/locales/en/admin-orders.json" with { type: "json" };
import paymentsEn from "../public/locales/en/admin-payments.json" with { type: "json" };
import liveFr from "../public/locales/fr/admin-live.json" with { type: "json" };
import ordersFr from "../public/locales/fr/admin-orders.json" with { type: "json" };
import paymentsFr from "../public/locales/fr/admin-payments.json" with { type: "json" };
import { expectInvariantsHold, makeDraw, withDatabase } from "./books.fixture.ts";
import { answerAndOrder, arriveSignedIn, CARDS, ONE_TICKET, payWithCard, readNumbers } from "./buyer.fixture.ts";
import { expectAccessibleInBoth, journey } from "./journey.fixture.ts";
import type { ShopAddress } from "./shop.fixture.ts";
import { DESK, HAND, staffShop, TEAM_WORDS, visitAs } from "./team.fixture.ts";

let shop: ShopAddress;
beforeAll(async () => {
  shop = await staffShop();
}, 120_000);

const TEXTS = {
  en: { ...paymentsEn, live: liveEn, orders: ordersEn },
  fr: { ...paymentsFr, live: liveFr, orders: ordersFr },
} as const;
/** Checkout.com's test cards: without funds, debit. */
const CHECKOUT_CARDS = { declines: "4544249167673670", pays: "4659105569051157" } as const;

journey("a provider is stopped in mid-sale and nothing is lost", async ({ visit }) => {
  const look = HAND;
  const { language, width } = look;
  const texts = TEXTS[language];
  const order = { ...ONE_TICKET, sum: "29,99\u00a0£", language };
  const draw = await makeDraw(shop, { title: "Stopped in mid-sale" });
  const atProvider = async () => {
    const page = await visit({ at: shop.url, language, width, tolerate: [/402/] });
    await arriveSignedIn(page, `/quiz/${draw.id}?quantity=1`, language);
    await answerAndOrder(page, order);
    return page;
  };
  const early = await atProvider();
  expect(new URL(early.url()).pathname).toMatch(/^\/c\/pay\//);

  const { page: owner } = await visitAs("owner", { visit, shop, look, tolerate: [/409/] });
  await owner.goto("/admin/payments");
  const card = (name: string) =>
    owner.locator(".admin-card").filter({ has: owner.getByRole("heading", { level: 2, name, exact: true }) });
  await card("Checkout.com").getByText(texts.parts.stands_in, { exact: true }).waitFor();
  await expectAccessibleInBoth(owner);
  await card("Stripe").getByRole("button", { name: texts.stop, exact: true }).click();
  await owner.getByRole("status").filter({ hasText: texts.stopped }).waitFor();
  await card("Stripe").getByText(texts.parts.stopped, { exact: true }).waitFor();
  await card("Checkout.com").getByText(texts.parts.share, { exact: true }).waitFor();

  // Stopping the last provider asks for confirmation.
  await card("Checkout.com").getByRole("button", { name: texts.stop, exact: true }).click();
  await owner.getByRole("alert").getByText(texts.lastOne.text, { exact: true }).waitFor();
  await expectAccessibleInBoth(owner);

  const late = await atProvider();
  expect(new URL(late.url()).pathname).not.toMatch(/^\/c\/pay\//);
  await payWithCard(late, CHECKOUT_CARDS.declines, language);
  await late.getByRole("alert").first().waitFor();
  await payWithCard(late, CHECKOUT_CARDS.pays, language);
  await payWithCard(early, CARDS.pays, language);
  for (const page of [late, early]) {
    await page.getByRole("heading", { level: 1, name: "Bonne chance, Amelia.", exact: true }).waitFor();
    expect(await readNumbers(page, 1, language)).toHaveLength(1);
  }

  const { id } = await withDatabase(shop, (db) =>
    db
      .selectFrom("orders")
      .select("id")
      .where("lottery_id", "=", draw.id)
      .where("provider", "=", "stripe")
      .executeTakeFirstOrThrow(),
  );
  await owner.goto(`/admin/orders/${id}`);
  const refunded = () =>
    withDatabase(shop, (db) =>
      db.selectFrom("orders").select(["state", "refunded_pence"]).where("id", "=", id).executeTakeFirstOrThrow(),
    );
  const openRefund = () => owner.getByRole("button", { name: texts.orders.order.refund, exact: true }).click();
  const dialog = owner.getByRole("dialog");
  await openRefund();
  await dialog.locator('[name="part"][value="amount"]').check();
  await dialog.locator('[name="amount"]').fill("10");
  await dialog.locator('[name="reason"]').fill("Goodwill.");
  const partly = texts.orders.order.part.confirm.replace("{{amount}}", { en: "£10.00", fr: "10,00\u00a0£" }[language]);
  await dialog.getByRole("button", { name: partly, exact: true }).click();
  await expect.poll(refunded, { timeout: 20_000 }).toEqual({ state: "paid", refunded_pence: 1000 });

  await owner.reload();
  await openRefund();
  await dialog.getByRole("textbox").fill("The provider closes our account.");
  await dialog.getByRole("button", { name: texts.orders.order.refund, exact: true }).click();
  await expect.poll(refunded, { timeout: 20_000 }).toEqual({ state: "refunded", refunded_pence: 2999 });

  await owner.goto("/admin/payments");
  await card("Stripe").getByRole("button", { name: texts.resume, exact: true }).click();
  await owner.getByRole("status").filter({ hasText: texts.resumed }).waitFor();
  const again = await atProvider();
  expect(new URL(again.url()).pathname).toMatch(/^\/c\/pay\//);
  await expectInvariantsHold(shop);
});

journey("shares and fees are entered, and a mistake is said where it is", async ({ visit }) => {
  const look = DESK;
  const texts = TEXTS[look.language];
  const { page: owner } = await visitAs("owner", { visit, shop, look, tolerate: [/409|422/] });
  await owner.goto("/admin/payments");
  const share = (provider: string, line = 0) => owner.locator(`[name="share_${provider}_${line}"]`);
  const save = () => owner.getByRole("button", { name: texts.split.save, exact: true }).click();
  await share("stripe").fill("0");
  await save();
  await owner.getByText(texts.split.problems.no_base, { exact: true }).waitFor();
  await expectAccessibleInBoth(owner);
  const isFocused = (field: Locator) => expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true);
  await isFocused(share("stripe"));
  await share("stripe").fill("70");
  await share("checkout").fill("thirty");
  await save();
  await owner.getByText(texts.split.problems.bad_share, { exact: true }).waitFor();
  await isFocused(share("checkout"));
  await share("checkout").fill("30");
  // Testing a provider does not reset typed fields.
  await owner.getByRole("button", { name: texts.live.look, exact: true }).first().click();
  await owner.getByRole("status").filter({ hasText: texts.tested }).waitFor();
  expect([await share("stripe").inputValue(), await share("checkout").inputValue()]).toEqual(["70", "30"]);
  await owner.locator('[name="from_1"]').fill("100");
  await share("checkout", 1).fill("100");
  await owner.locator('[name="rate"]').fill("1.444");
  await save();
  await owner.getByRole("status").filter({ hasText: texts.saved }).waitFor();
  // The shares are saved, the fee is not.
  await owner.locator('a[href="/admin/winners"]').first().click();
  await owner.getByRole("button", { name: TEAM_WORDS[look.language].admin.kit.unsaved.stay, exact: true }).click();
  // The closing dialog returns its focus, which must not happen while typing.
  await owner.getByRole("dialog").waitFor({ state: "hidden" });
  await owner.getByText(/^Stripe 70\s?%, Checkout\.com 30\s?%$/).waitFor();
  await owner.getByText(/^Checkout\.com 100\s?%$/).waitFor();

  await owner.locator('[name="fixed"]').fill("20");
  await owner.getByLabel(texts.fees.provider, { exact: true }).selectOption("checkout");
  const set = () => owner.getByRole("button", { name: texts.fees.set, exact: true }).click();
  await set();
  await owner.getByText(texts.fees.problems.bad_rate, { exact: true }).waitFor();
  await isFocused(owner.locator('[name="rate"]'));
  await owner.locator('[name="rate"]').fill("1.44");
  await set();
  await owner.getByRole("status").filter({ hasText: texts.feeSaved }).waitFor();
  await owner.getByText(/^1\.44%/).waitFor();

  // Restores the former state for later tests.
  await share("stripe").fill("100");
  await share("checkout").fill("0");
  await owner.locator('[name="from_1"]').fill("");
  await share("checkout", 1).fill("");
  await save();
  await owner.getByText(/^Stripe 100\s?%$/).waitFor();
});
