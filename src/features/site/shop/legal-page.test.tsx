/** The legal texts name the payment providers of the settings. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { publicPage } from "#app/tests/public-page.fixture.tsx";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { paymentsOf } from "#platform/payments/payments.server.ts";
import type { Locale } from "#shared/language/locale.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const STRIPE = '<a href="https://stripe.com/gb/privacy" class="text-link" rel="noreferrer">Stripe</a>';
const CHECKOUT = '<a href="https://www.checkout.com/legal/privacy-policy" class="text-link" rel="noreferrer">Checkout.com</a>';

it.each<[path: string, locale: Locale, or: string]>([
  ["/privacy", "en", "or"],
  ["/privacy", "fr", "ou"],
  ["/cookies", "en", "or"],
  ["/cookies", "fr", "ou"],
])("%s in %s names each payment provider that is set up, and no other", async (path, locale, or) => {
  const page = (payments = ctx.payments) => publicPage({ ...ctx, payments }, path, { address: path, locale });
  expect(await page()).toContain(STRIPE);
  expect(await page()).not.toContain("Checkout.com");
  const [stripe] = ctx.payments.all;
  const both = await page(paymentsOf([stripe, { ...stripe, name: "checkout" }]));
  expect(both).toContain(`${STRIPE} ${or} ${CHECKOUT}`);
});
