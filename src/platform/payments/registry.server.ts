/** Every payment provider that the shop can work with: one line each. */
import { PAYMENT_PROVIDERS, type PaymentProviderName } from "#shared/states.ts";
import { traceProvider } from "../tracing/traced.server.ts";
import type { Tracing } from "../tracing/tracing.server.ts";
import { checkout } from "./checkout/checkout-kind.server.ts";
import type { Steering } from "./new-orders.ts";
import { type Payments, paymentsOf } from "./payments.server.ts";
import type { ProviderKind } from "./provider-kind.server.ts";
import type { ProviderSettings } from "./provider-settings.ts";
import { stripe } from "./stripe/stripe-kind.server.ts";

export const PROVIDER_KINDS: Readonly<Record<PaymentProviderName, ProviderKind>> = {
  stripe,
  checkout,
};

export type PaymentSettings = Readonly<Partial<Record<PaymentProviderName, ProviderSettings>>>;

/** Those that are named, in the order in which they count. */
export function namesOf(settings: PaymentSettings): readonly PaymentProviderName[] {
  return PAYMENT_PROVIDERS.filter((name) => settings[name] !== undefined);
}

/** Connects to those that are named. Nothing is asked of them yet. */
export function connectPayments(
  settings: PaymentSettings,
  { tracing, steering }: { readonly tracing?: Tracing | undefined; readonly steering?: Steering | undefined } = {},
): Payments {
  const [first, ...more] = PAYMENT_PROVIDERS.flatMap((name) => {
    const own = settings[name];
    if (!own) return [];
    const provider = PROVIDER_KINDS[name].connect(own);
    return [tracing ? traceProvider(provider, tracing) : provider];
  });
  if (!first) throw new Error("The shop has no payment provider");
  return paymentsOf([first, ...more], { steering });
}
