/** Which provider takes the next order: by share, by the order's sum, and by who opens pages. Pure. */
import { type Pence, pence } from "#shared/money.ts";
import { PAYMENT_PROVIDERS, type PaymentProviderName } from "#shared/states.ts";

/** `share`: of the orders from this sum on, beside the others of the same sum; with 0 it only stands in where another cannot open a page. */
export type NewOrderRule = { readonly provider: PaymentProviderName; readonly share: number; readonly from: Pence };

const RULE = /^(\w+)=(\d{1,3})(?:@(\d{1,6}))?$/;

/** Reads `stripe=70,checkout=30,checkout=100@100`: the share of each, and from how many pounds on. Undefined for anything else. */
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

/** What of the rules counts: nobody without keys, and nobody who was stopped. None where the shop takes no money. */
export function rulesInForce(rules: readonly NewOrderRule[], { instead, providers, stopped }: InForce): readonly NewOrderRule[] {
  const keyed = rules.filter(({ provider }) => providers.includes(provider));
  return (keyed.length > 0 ? keyed : instead).filter(({ provider }) => !stopped.includes(provider));
}

/** The rules in force, and who has just failed and is left alone for a minute. */
export type Steering = {
  readonly rules: readonly NewOrderRule[];
  isLeftAlone(provider: PaymentProviderName): boolean;
  /** @param agoMs when it failed, in milliseconds; just now without */
  leaveAlone(provider: PaymentProviderName, agoMs?: number): void;
};

const LEFT_ALONE_MS = 60_000;

export function steerBy(rules: () => readonly NewOrderRule[], now: () => number = Date.now): Steering {
  const until = new Map<PaymentProviderName, number>();
  return {
    get rules() {
      return rules();
    },
    isLeftAlone: (provider) => (until.get(provider) ?? 0) > now(),
    leaveAlone(provider, agoMs = 0) {
      until.set(provider, Math.max(until.get(provider) ?? 0, now() + LEFT_ALONE_MS - agoMs));
    },
  };
}

type Choice = {
  readonly total: Pence;
  readonly isDown: (provider: PaymentProviderName) => boolean;
  readonly roll: number;
};

/** The rules with the highest sum that the order reaches share it. Whoever is down is passed over, unless all are. Undefined without rules. */
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
