/** The payment providers by their settings: which are complete, and which receives new orders. */
import { isSandboxKey, type ProviderSettings } from "../payments/provider-settings.ts";
import type { Vars } from "./env-schema.server.ts";
import { isGuessable } from "./secret-strength.ts";

const SHORTEST_WEBHOOK_SECRET = 16;
const CHECKOUT = ["CHECKOUT_SECRET_KEY", "CHECKOUT_WEBHOOK_SECRET"] as const;
const CHECKOUT_MORE = ["CHECKOUT_PROCESSING_CHANNEL", "CHECKOUT_API_URL"] as const;

/** One sentence for each missing setting of a provider that is partly configured. */
export function findPaymentGaps(vars: Vars): string[] {
  const isBegun = [...CHECKOUT, ...CHECKOUT_MORE].some((key) => vars[key] !== undefined);
  const gaps = CHECKOUT.filter((key) => isBegun && vars[key] === undefined).map(
    (key) => `${key}: missing, though other settings of Checkout.com are there`,
  );
  const has = { stripe: vars.STRIPE_SECRET_KEY !== undefined, checkout: vars.CHECKOUT_SECRET_KEY !== undefined };
  // Without any keys the demonstration simulates all providers.
  if (!has.stripe && !has.checkout) return gaps;
  const without = new Set(vars.NEW_ORDERS?.filter(({ provider }) => !has[provider]).map(({ provider }) => provider));
  return [...gaps, ...[...without].map((provider) => `NEW_ORDERS: names ${provider}, of which there are no keys`)];
}

/** The settings of Checkout.com; undefined if it is not configured. */
export function checkoutOf(vars: Vars): ProviderSettings | undefined {
  const { CHECKOUT_SECRET_KEY: secretKey, CHECKOUT_WEBHOOK_SECRET: webhookSecret } = vars;
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  return { secretKey, webhookSecret, channel: vars.CHECKOUT_PROCESSING_CHANNEL, baseUrl: vars.CHECKOUT_API_URL };
}

/** Whether Stripe may be missing: another provider is configured, and none of Stripe's settings is set. */
export function mayLackStripe(vars: Vars): boolean {
  return checkoutOf(vars) !== undefined && vars.STRIPE_SECRET_KEY === undefined && vars.STRIPE_WEBHOOK_SECRET === undefined;
}

/** Whether Checkout.com is configured with its sandbox. */
export function isCheckoutTest(vars: Vars): boolean {
  return hasSandboxKey(vars) || isSandboxAddress(vars);
}

function hasSandboxKey({ CHECKOUT_SECRET_KEY: key }: Vars): boolean {
  return key !== undefined && isSandboxKey(key);
}

function isSandboxAddress({ CHECKOUT_API_URL: url }: Vars): boolean {
  return url !== undefined && /(^|\.)sandbox\.checkout\.com$/.test(new URL(url).hostname);
}

/** Whether key and address belong to sandbox and live API: neither accepts the other's keys. */
export function hasMixedCheckout(vars: Vars): boolean {
  return vars.CHECKOUT_API_URL !== undefined && !isCheckoutElsewhere(vars) && hasSandboxKey(vars) !== isSandboxAddress(vars);
}

function isStripeTest({ STRIPE_SECRET_KEY: key }: Vars): boolean {
  return key !== undefined && /^[rs]k_test_/.test(key);
}

/** Whether any provider has test keys. */
export function isTestMode(vars: Vars): boolean {
  return isStripeTest(vars) || (checkoutOf(vars) !== undefined && isCheckoutTest(vars));
}

/**
 * Whether one provider has test keys and the other live ones: the same tickets would be sold for real and
 * for test money.
 */
export function hasMixedKeys(vars: Vars): boolean {
  return vars.STRIPE_SECRET_KEY !== undefined && checkoutOf(vars) !== undefined && isStripeTest(vars) !== isCheckoutTest(vars);
}

/** Whether the configured address is not one of Checkout.com's own. */
export function isCheckoutElsewhere({ CHECKOUT_API_URL: url }: Vars): boolean {
  return url !== undefined && !/^https:\/\/([\w-]+\.)*checkout\.com$/.test(new URL(url).origin);
}

/** Whether the key has the form of a secret key of Checkout.com. */
export function isCheckoutKey({ CHECKOUT_SECRET_KEY: key }: Vars): boolean {
  return key === undefined || /^sk_\w+$/.test(key.replaceAll("-", "_"));
}

/** Whether a webhook key can be guessed, which allows forged payment events. */
export function isCheckoutForgeable({ CHECKOUT_WEBHOOK_SECRET: secrets }: Vars): boolean {
  return (
    secrets?.split(",").some((secret) => secret.trim().length < SHORTEST_WEBHOOK_SECRET || isGuessable(secret.trim())) === true
  );
}
