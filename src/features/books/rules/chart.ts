/** The chart of accounts: the kind of each account, and its code and name in exported files. */
import { ACCOUNTS, type Account } from "#shared/accounts.ts";

/** An account's code and name in exported files. */
export type AccountLabel = { readonly code: string; readonly name: string };
/** The labels of all accounts, which the operator may change. */
export type Labels = {
  readonly accounts: Readonly<Record<Account, AccountLabel>>;
  /** Xero's name of the tax rate that adds no tax. */
  readonly untaxed: string;
};

/** `sign`: 1 for debit accounts, -1 for credit accounts (income and debts). */
type AccountFacts = AccountLabel & { readonly sign: 1 | -1 };

/** The accounts with their default labels, in the order of exports. */
export const CHART: Readonly<Record<Account, AccountFacts>> = {
  sales: { code: "200", name: "Ticket sales", sign: -1 },
  discounts: { code: "201", name: "Discounts", sign: 1 },
  refunds: { code: "202", name: "Refunds", sign: 1 },
  chargebacks: { code: "203", name: "Lost disputes", sign: 1 },
  prize_costs: { code: "310", name: "Prizes", sign: 1 },
  charity: { code: "311", name: "Paid to charities", sign: 1 },
  provider_fees: { code: "404", name: "Payment fees", sign: 1 },
  dispute_fees: { code: "405", name: "Dispute fees", sign: 1 },
  provider: { code: "611", name: "Balance at the payment provider", sign: 1 },
  clearing: { code: "612", name: "Payments on their way", sign: 1 },
  held: { code: "613", name: "Held by banks", sign: 1 },
  bank: { code: "614", name: "Payouts to the bank", sign: 1 },
  elsewhere: { code: "619", name: "Not this shop's", sign: -1 },
  vat: { code: "820", name: "VAT", sign: -1 },
  owed_to_buyers: { code: "815", name: "Owed to buyers", sign: -1 },
  owed_for_prizes: { code: "816", name: "Owed for prizes", sign: -1 },
  owed_to_charities: { code: "817", name: "Owed to charities", sign: -1 },
};

/** The labels until the operator changes them. */
export const OWN_LABELS: Labels = { accounts: CHART, untaxed: "No VAT" };

/** In characters. Xero's codes have at most ten. */
export const LONGEST_LABEL = { code: 10, name: 60 } as const;
/** Both patterns exclude line ends and texts that a spreadsheet reads as a formula. */
const CODE = /^[A-Za-z0-9][A-Za-z0-9.-]*$/;
const NAME = /^[\p{L}\p{N}][^\p{C}<>"]*$/u;

/**
 * Reads the fields `code_sales`, `name_sales` and so on. Several accounts may share a code.
 * @returns undefined if a label is empty, too long or has other characters
 */
export function readLabels(textOf: (name: string) => string): Labels | undefined {
  const isValid = ({ code, name }: AccountLabel) =>
    code.length <= LONGEST_LABEL.code && CODE.test(code) && name.length <= LONGEST_LABEL.name && NAME.test(name);
  const accounts = ACCOUNTS.map(
    (account) => [account, { code: textOf(`code_${account}`), name: textOf(`name_${account}`) }] as const,
  );
  const untaxed = textOf("untaxed");
  if (!accounts.every(([, label]) => isValid(label)) || !isValid({ code: "0", name: untaxed })) return undefined;
  return { accounts: Object.fromEntries(accounts) as Labels["accounts"], untaxed };
}
