/** All payment providers: how each is configured, connected, and simulated for the demonstration. */
import { createHash } from "node:crypto";
import { startCheckoutSimulator } from "@concours/checkout-simulator";
import { startStripeSimulator } from "@concours/stripe-simulator";
import { PAYMENT_PROVIDERS, type PaymentProviderName, PROVIDER_NAMES } from "#shared/states.ts";
import type { Env } from "../env/env.server.ts";
import type { Secrets } from "../secrets.server.ts";
import { traceProvider } from "../tracing/traced.server.ts";
import type { Tracing } from "../tracing/tracing.server.ts";
import { connectCheckout } from "./checkout/checkout.server.ts";
import type { Steering } from "./new-orders.ts";
import { type PaymentProvider, type Payments, paymentsOf } from "./payments.server.ts";
import type { ProviderSettings } from "./provider-settings.ts";
import { connectStripe } from "./stripe/stripe.server.ts";

const stripe: ProviderKind = {
  label: PROVIDER_NAMES.stripe,
  folder: "payments",
  webhookPath: "/api/payments/webhook",
  configured: ({ stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret, stripeApiUrl: baseUrl }) =>
    secretKey === undefined || webhookSecret === undefined ? undefined : { secretKey, webhookSecret, baseUrl },
  demoKeys: ({ stripeKey: secretKey, webhookSecret }) => ({ secretKey, webhookSecret }),
  startSimulator: ({ baseUrl: _, channel: __, ...options }) => startStripeSimulator(options),
  connect: connectStripe,
};

const checkout: ProviderKind = {
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

/**
 * A secret derived from Stripe's: the secrets file of an older demonstration lacks those of a second
 * provider.
 */
function derive(secret: string): string {
  return createHash("sha256").update(`checkout ${secret}`).digest("hex");
}

export const PROVIDER_KINDS: Readonly<Record<PaymentProviderName, ProviderKind>> = { stripe, checkout };

/** The settings of the configured providers. */
export type PaymentSettings = Readonly<Partial<Record<PaymentProviderName, ProviderSettings>>>;

/** The configured providers. */
export function namesOf(settings: PaymentSettings): readonly PaymentProviderName[] {
  return PAYMENT_PROVIDERS.filter((name) => settings[name] !== undefined);
}

/** Connects the configured providers. Throws if there are none. */
export function connectPayments(
  settings: PaymentSettings,
  { tracing, steering }: { readonly tracing?: Tracing | undefined; readonly steering?: Steering | undefined } = {},
): Payments {
  const [first, ...more] = PAYMENT_PROVIDERS.flatMap((name) => {
    const providerSettings = settings[name];
    if (!providerSettings) return [];
    const provider = PROVIDER_KINDS[name].connect(providerSettings);
    return [tracing ? traceProvider(provider, tracing) : provider];
  });
  if (!first) throw new Error("The shop has no payment provider");
  return paymentsOf([first, ...more], { steering });
}

/** A running simulator. */
type Running = { readonly url: string; readonly port: number; stop(): Promise<void> };

/** Settings of a simulator. Without `webhookUrl` it sends no events. */
type SimulatorOptions = ProviderSettings & { readonly dataDir: string; readonly webhookUrl?: string; readonly port: number };

/**
 * `folder`: the simulator's within the data folder. `configured`: the settings, unless keys are missing.
 * `demoKeys`: keys for the simulator.
 */
type ProviderKind = {
  readonly label: string;
  readonly folder: string;
  readonly webhookPath: string;
  configured(env: Env): ProviderSettings | undefined;
  demoKeys(secrets: Secrets): ProviderSettings;
  startSimulator(options: SimulatorOptions): Promise<Running>;
  connect(settings: ProviderSettings): PaymentProvider;
};
