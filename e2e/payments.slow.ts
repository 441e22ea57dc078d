/** Forms of the back office that are typed into while they change. */
import { beforeAll, expect } from "vitest";
import paymentsEn from "../public/locales/en/admin-payments.json" with { type: "json" };
import { untilIdle } from "./cut-off.fixture.ts";
import { journey } from "./journey.fixture.ts";
import type { ShopAddress } from "./shop.fixture.ts";
import { DESK, staffShop, TEAM_WORDS, visitAs } from "./team.fixture.ts";

let shop: ShopAddress;
beforeAll(async () => {
  shop = await staffShop();
}, 120_000);

journey("shares that a colleague changed meanwhile are a conflict, even after a stop is cancelled", async ({ visit }) => {
  const { page: owner } = await visitAs("owner", { visit, shop, look: DESK, tolerate: [/409|422/] });
  await owner.goto("/admin/payments");
  const share = (provider: string) => owner.locator(`[name="share_${provider}_0"]`);
  const save = () => owner.getByRole("button", { name: paymentsEn.split.save, exact: true }).click();
  const press = (of: string, name: string) =>
    owner
      .locator(".admin-card")
      .filter({ has: owner.getByRole("heading", { level: 2, name: of, exact: true }) })
      .getByRole("button", { name, exact: true })
      .click();
  await press("Checkout.com", paymentsEn.stop);
  await owner.getByRole("status").filter({ hasText: paymentsEn.stopped }).waitFor();
  await owner.goto("/admin/payments");
  const form = await owner
    .locator("form", { has: share("stripe") })
    .evaluate((element) => [...new FormData(element as HTMLFormElement)].map(([name, value]) => [name, String(value)]));
  const theirs = { ...Object.fromEntries(form), intent: "split", share_stripe_0: "60", share_checkout_0: "40" };
  const saved = await owner.request.post("/admin/payments", { form: theirs, headers: { Origin: shop.url } });
  expect(saved.status()).toBe(200);
  await share("stripe").fill("80");
  await share("checkout").fill("20");
  await press("Stripe", paymentsEn.stop);
  await owner.getByRole("alert").getByText(paymentsEn.lastOne.text, { exact: true }).waitFor();
  await save();
  await owner.getByRole("alert").getByText(paymentsEn.changed_meanwhile, { exact: true }).waitFor();
  expect([await share("stripe").inputValue(), await share("checkout").inputValue()]).toEqual(["80", "20"]);
  await save();
  await owner.getByRole("status").filter({ hasText: paymentsEn.saved }).waitFor();
  await press("Checkout.com", paymentsEn.resume);
  await owner.getByRole("status").filter({ hasText: paymentsEn.resumed }).waitFor();
  await share("stripe").fill("100");
  await share("checkout").fill("0");
  await save();
  await owner.getByText(/^Stripe 100\s?%$/).waitFor();
});

const { admin: words } = TEAM_WORDS.en;
const FORMS = [
  { path: "/admin/payments", name: "share_stripe_0", button: paymentsEn.split.save, saved: paymentsEn.saved },
  { path: "/admin/payments", name: "fixed", button: paymentsEn.fees.set, saved: paymentsEn.feeSaved },
  { path: "/admin/shop", name: "companyNumber", button: words.shop.save, saved: words.shop.saved },
  { path: "/admin/texts?document=footer", name: "lead", button: words.texts.save, saved: words.texts.saved },
] as const;

journey("what is typed after a form is saved, while the page loads its data again, stays and can be saved", async ({ visit }) => {
  const { page } = await visitAs("owner", { visit, shop, look: DESK });
  for (const { path, name, button, saved } of FORMS) {
    await page.goto(path);
    const field = page.locator(`[name="${name}"]`).first();
    const save = async () => {
      // The message of the first save may still stand when the second begins.
      const reply = page.waitForResponse((response) => response.request().method() === "POST");
      await page.getByRole("button", { name: button, exact: true }).click();
      await reply;
      await page.getByRole("status").filter({ hasText: saved }).waitFor();
    };
    if (name === "fixed") await page.locator('[name="rate"]').fill("1.4");
    await field.fill("17");
    const typed = Promise.withResolvers<void>();
    await page.route(/\.data/, async (route) => {
      if (route.request().method() === "GET") await typed.promise;
      await route.continue();
    });
    await save();
    await field.fill("25");
    typed.resolve();
    await untilIdle(page);
    expect(await field.inputValue()).toBe("25");
    await page.unrouteAll({ behavior: "wait" });
    await save();
    await untilIdle(page);
    await page.reload();
    if (name !== "fixed") expect(await field.inputValue()).toBe("25");
  }
});
