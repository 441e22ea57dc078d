/** Stripe, for the registry. */
import { startStripeSimulator } from "@concours/stripe-simulator";
import { PROVIDER_NAMES } from "#shared/states.ts";
import type { ProviderKind } from "../provider-kind.server.ts";
import { connectStripe } from "./stripe.server.ts";

export const stripe: ProviderKind = {
  label: PROVIDER_NAMES.stripe,
  folder: "payments",
  webhookPath: "/api/payments/webhook",
  configured: ({ stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret, stripeApiUrl: baseUrl }) =>
    secretKey === undefined || webhookSecret === undefined ? undefined : { secretKey, webhookSecret, baseUrl },
  demoKeys: ({ stripeKey: secretKey, webhookSecret }) => ({ secretKey, webhookSecret }),
  startSimulator: ({ baseUrl: _, channel: __, ...options }) => startStripeSimulator(options),
  connect: connectStripe,
};
