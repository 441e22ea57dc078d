/** Checkout.com, for the registry. */
import { createHash } from "node:crypto";
import { startCheckoutSimulator } from "#checkout-simulator";
import { PROVIDER_NAMES } from "#shared/states.ts";
import type { ProviderKind } from "../provider-kind.server.ts";
import { connectCheckout } from "./checkout.server.ts";

export const checkout: ProviderKind = {
  label: PROVIDER_NAMES.checkout,
  folder: "checkout-payments",
  webhookPath: "/api/payments/webhook/checkout",
  configured: ({ checkout: settings }) => settings,
  demoKeys: ({ stripeKey, webhookSecret }) => ({
    secretKey: `sk_sbox_${derive(stripeKey)}`,
    webhookSecret: derive(webhookSecret),
  }),
  startSimulator: ({ baseUrl: _, channel: __, ...options }) => startCheckoutSimulator(options),
  connect: connectCheckout,
};

/** A demonstration that has run before has no secrets of a second provider. */
function derive(secret: string): string {
  return createHash("sha256").update(`checkout ${secret}`).digest("hex");
}
