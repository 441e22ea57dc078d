/** The form that splits new orders between payment providers: shares in percent, by the sum of the order. */
import { type Pence, pence } from "#shared/money/money.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import { type NumberRule, POUNDS, readNumber } from "#shared/text/typed-number.ts";

/** As in `NEW_ORDERS`: a share of the orders from this sum on. With share 0 a provider is only a fallback. */
type Rule = { readonly provider: PaymentProviderName; readonly share: number; readonly from: Pence };

/** A line of the form as typed: a sum in pounds from which it applies, and a share for each provider. */
export type SplitLine = {
  readonly from: string;
  readonly shares: Readonly<Partial<Record<PaymentProviderName, string>>>;
};

/** `line` counts from 0. */
export type SplitProblem = {
  readonly line: number;
  /**
   * `from_twice`: another line has this sum. `no_share`: no provider has a share above 0. `no_base`: the
   * first line has none. `all_stopped`: all named providers are stopped, so none would take orders.
   */
  readonly problem: "bad_share" | "bad_from" | "from_twice" | "no_share" | "no_base" | "all_stopped";
  readonly provider?: PaymentProviderName;
};

/** The most lines of the form. */
export const MOST_LINES = 5;
/** In percent. */
export const SHARE: NumberRule = { decimals: 0, unit: "percent", most: 100 };
/** In whole pounds. */
export const FROM_SUM: NumberRule = { ...POUNDS, decimals: 0, least: 1, most: 100_000 };

type ProviderShare = Pick<Rule, "provider" | "share">;

/** Undefined for an empty line other than the first. */
function readLine(
  { from, shares }: SplitLine,
  providers: readonly PaymentProviderName[],
  isFirst: boolean,
): Omit<SplitProblem, "line"> | { readonly from: number; readonly shares: readonly ProviderShare[] } | undefined {
  const typed = providers.flatMap((provider) => {
    const text = shares[provider]?.trim() ?? "";
    return text === "" ? [] : [{ provider, share: readNumber(text, SHARE) }];
  });
  if (!isFirst && typed.length === 0 && from.trim() === "") return undefined;
  const invalid = typed.find(({ share }) => !share.ok);
  if (invalid) return { problem: "bad_share", provider: invalid.provider };
  const read = typed.flatMap(({ provider, share }) => (share.ok ? [{ provider, share: share.value }] : []));
  const sharing = read.filter(({ share }) => share > 0);
  if (isFirst) return sharing.length === 0 ? { problem: "no_base" } : { from: 0, shares: read };
  const pounds = readNumber(from, FROM_SUM);
  if (!pounds.ok) return { problem: "bad_from" };
  // The fallback is set once, in the first line.
  return sharing.length === 0 ? { problem: "no_share" } : { from: pounds.value, shares: sharing };
}

/** Reads the form; the first line applies to all sums. */
export function readSplit(
  lines: readonly SplitLine[],
  providers: readonly PaymentProviderName[],
): { readonly rules: readonly Rule[] } | { readonly problem: SplitProblem } {
  const rules: Rule[] = [];
  const sums = new Set<number>();
  for (const [line, typed] of lines.slice(0, MOST_LINES).entries()) {
    const read = readLine(typed, providers, line === 0);
    if (!read) continue;
    if ("problem" in read) return { problem: { line, ...read } };
    if (sums.has(read.from)) return { problem: { line, problem: "from_twice" } };
    sums.add(read.from);
    rules.push(...read.shares.map((share) => ({ ...share, from: pence(read.from * 100) })));
  }
  return { rules };
}

/** The lines of the form for the stored rules. */
export function splitLines(rules: readonly Rule[]): readonly SplitLine[] {
  const sums = [...new Set([0, ...rules.map(({ from }) => from)])].toSorted((a, b) => a - b);
  return sums.map((sum) => ({
    from: sum === 0 ? "" : String(sum / 100),
    shares: Object.fromEntries(rules.filter(({ from }) => from === sum).map(({ provider, share }) => [provider, String(share)])),
  }));
}

/** The shares of orders from one sum until below the next, in percent. */
export type Band = {
  readonly from: Pence;
  readonly until: Pence | undefined;
  readonly shares: readonly { readonly provider: PaymentProviderName; readonly percent: number }[];
};

/** The shares in force by order sum. Empty if no provider takes orders. */
export function bandsOf(rules: readonly Rule[]): readonly Band[] {
  const [first] = rules;
  if (!first) return [];
  const sums = [...new Set([0, ...rules.filter(({ share }) => share > 0).map(({ from }) => from)])].toSorted((a, b) => a - b);
  return sums.map((sum, index) => {
    const reached = rules.filter(({ share, from }) => share > 0 && from <= sum);
    const top = Math.max(...reached.map(({ from }) => from));
    const sharing = reached.filter(({ from }) => from === top);
    const all = sharing.reduce((total, { share }) => total + share, 0);
    const next = sums[index + 1];
    return {
      from: pence(sum),
      until: next === undefined ? undefined : pence(next),
      shares:
        sharing.length === 0
          ? [{ provider: first.provider, percent: 100 }]
          : sharing.map(({ provider, share }) => ({ provider, percent: Math.round((share * 100) / all) })),
    };
  });
}

/**
 * `share`: takes orders of some sum; `stands_in`: takes them if others fail; `none`: not named; `stopped`:
 * by staff.
 */
export type ProviderRole = "share" | "stands_in" | "none" | "stopped";

/** The role of a provider under these rules. */
export function providerRole(
  provider: PaymentProviderName,
  { rules, stopped }: { readonly rules: readonly Rule[]; readonly stopped: readonly PaymentProviderName[] },
): ProviderRole {
  if (stopped.includes(provider)) return "stopped";
  const own = rules.filter((rule) => rule.provider === provider);
  if (own.length === 0) return "none";
  // Without any share, the first named provider takes all orders.
  const takes = bandsOf(rules).some(({ shares }) => shares.some((share) => share.provider === provider));
  return takes ? "share" : "stands_in";
}
