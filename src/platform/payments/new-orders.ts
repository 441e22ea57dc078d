/** Chooses the provider of an order by share, by the order's total, and by availability. Pure. */
import { type Pence, pence } from "#shared/money/money.ts";
import { PAYMENT_PROVIDERS, type PaymentProviderName } from "#shared/states.ts";

/** `share`: weight among the rules with the same `from`; 0 is a fallback only. */
export type NewOrderRule = { readonly provider: PaymentProviderName; readonly share: number; readonly from: Pence };

const RULE = /^(\w+)=(\d{1,3})(?:@(\d{1,6}))?$/;

/** Parses `stripe=70,checkout=30,checkout=100@100`: the share, and from which total in pounds. */
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

type InForce = {
  readonly instead: readonly NewOrderRule[];
  readonly providers: readonly PaymentProviderName[];
  readonly stopped: readonly PaymentProviderName[];
};

/** Leaves out providers without keys and stopped ones. Empty if the shop takes no money. */
export function rulesInForce(rules: readonly NewOrderRule[], { instead, providers, stopped }: InForce): readonly NewOrderRule[] {
  const keyed = rules.filter(({ provider }) => providers.includes(provider));
  return (keyed.length > 0 ? keyed : instead).filter(({ provider }) => !stopped.includes(provider));
}

/** The rules in force, and the providers that failed within the last minute. */
export type Steering = {
  readonly rules: readonly NewOrderRule[];
  isLeftAlone(provider: PaymentProviderName): boolean;
  /** @param agoMs milliseconds since the failure; 0 by default */
  markFailed(provider: PaymentProviderName, agoMs?: number): void;
};

const LEFT_ALONE_MS = 60_000;

export function steerBy(rules: () => readonly NewOrderRule[], now: () => number = Date.now): Steering {
  const until = new Map<PaymentProviderName, number>();
  return {
    get rules() {
      return rules();
    },
    isLeftAlone: (provider) => (until.get(provider) ?? 0) > now(),
    markFailed(provider, agoMs = 0) {
      until.set(provider, Math.max(until.get(provider) ?? 0, now() + LEFT_ALONE_MS - agoMs));
    },
  };
}

type Choice = {
  readonly total: Pence;
  readonly isDown: (provider: PaymentProviderName) => boolean;
  readonly roll: number;
};

/** The rules with the highest `from` reached share orders. Skips providers that are down, unless all are. */
export function chooseProvider(rules: readonly NewOrderRule[], { total, isDown, roll }: Choice): PaymentProviderName | undefined {
  const up = rules.filter(({ provider }) => !isDown(provider));
  const fitting = up.filter(({ share, from }) => share > 0 && from <= total);
  const top = Math.max(...fitting.map(({ from }) => from));
  const sharing = fitting.filter(({ from }) => from === top);
  let left = roll * sharing.reduce((sum, { share }) => sum + share, 0);
  for (const { provider, share } of sharing) {
    left -= share;
    if (left < 0) return provider;
  }
  return (up[0] ?? rules[0])?.provider;
}
