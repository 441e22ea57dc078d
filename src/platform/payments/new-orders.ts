/** Chooses the provider of an order by the providers' shares, the order's total, and availability. Pure. */
import { type Pence, pence } from "#shared/money/money.ts";
import { PAYMENT_PROVIDERS, type PaymentProviderName } from "#shared/states.ts";

/**
 * A provider's part of the new orders. `share`: its weight among the rules with the same `from`; 0: only if
 * others fail. `from`: the smallest total.
 */
export type NewOrderRule = { readonly provider: PaymentProviderName; readonly share: number; readonly from: Pence };

const RULE = /^(\w+)=(\d{1,3})(?:@(\d{1,6}))?$/;

/**
 * Parses `stripe=70,checkout=30,checkout=100@100`: provider, share, and from which total in pounds.
 * Undefined if malformed.
 */
export function parseNewOrders(text: string): readonly NewOrderRule[] | undefined {
  const rules: NewOrderRule[] = [];
  for (const part of text.split(",")) {
    const [, name, share, from = "0"] = RULE.exec(part.trim()) ?? [];
    const provider = PAYMENT_PROVIDERS.find((each) => each === name);
    if (!provider) return undefined;
    rules.push({ provider, share: Number(share), from: pence(Number(from) * 100) });
  }
  return rules.some(({ share, from }) => share > 0 && from === 0) ? rules : undefined;
}

/**
 * `fallback`: the rules if no chosen provider has keys. `providers`: those with keys. `stopped`: those that
 * staff have stopped.
 */
type Availability = {
  readonly fallback: readonly NewOrderRule[];
  readonly providers: readonly PaymentProviderName[];
  readonly stopped: readonly PaymentProviderName[];
};

/** The rules of providers that have keys and are not stopped. Empty if the shop takes no money. */
export function rulesInForce(
  rules: readonly NewOrderRule[],
  { fallback, providers, stopped }: Availability,
): readonly NewOrderRule[] {
  const keyed = rules.filter(({ provider }) => providers.includes(provider));
  return (keyed.length > 0 ? keyed : fallback).filter(({ provider }) => !stopped.includes(provider));
}

/** The rules in force, and the providers that failed within the last minute. */
export type Steering = {
  readonly rules: readonly NewOrderRule[];
  isAvoided(provider: PaymentProviderName): boolean;
  /** @param agoMs milliseconds since the failure; 0 by default */
  markFailed(provider: PaymentProviderName, agoMs?: number): void;
};

const AVOIDED_MS = 60_000;

/** Remembers failed providers for a minute. */
export function steerBy(rules: () => readonly NewOrderRule[], now: () => number = Date.now): Steering {
  const avoidedUntil = new Map<PaymentProviderName, number>();
  return {
    get rules() {
      return rules();
    },
    isAvoided: (provider) => (avoidedUntil.get(provider) ?? 0) > now(),
    markFailed(provider, agoMs = 0) {
      avoidedUntil.set(provider, Math.max(avoidedUntil.get(provider) ?? 0, now() + AVOIDED_MS - agoMs));
    },
  };
}

/** `random`: a number from 0 to 1 that decides among providers by their shares. */
type OrderToRoute = {
  readonly total: Pence;
  readonly isDown: (provider: PaymentProviderName) => boolean;
  readonly random: number;
};

/**
 * Among the rules that apply to the total, those with the highest `from` share the orders. Skips providers
 * that are down, unless all are.
 */
export function chooseProvider(
  rules: readonly NewOrderRule[],
  { total, isDown, random }: OrderToRoute,
): PaymentProviderName | undefined {
  const available = rules.filter(({ provider }) => !isDown(provider));
  const applicable = available.filter(({ share, from }) => share > 0 && from <= total);
  const highestFrom = Math.max(...applicable.map(({ from }) => from));
  const candidates = applicable.filter(({ from }) => from === highestFrom);
  let remaining = random * candidates.reduce((sum, { share }) => sum + share, 0);
  for (const { provider, share } of candidates) {
    remaining -= share;
    if (remaining < 0) return provider;
  }
  return (available[0] ?? rules[0])?.provider;
}
