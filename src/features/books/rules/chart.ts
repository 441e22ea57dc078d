/** The accounts as the operator's accountant sees them: what kind each is, and the code and the name that files for their software carry. */
import { ACCOUNTS, type Account } from "#shared/accounts.ts";

export type AccountLabel = { readonly code: string; readonly name: string };
export type Labels = {
  readonly accounts: Readonly<Record<Account, AccountLabel>>;
  /** Xero's name of the tax rate that adds nothing to a line. */
  readonly untaxed: string;
};

/** `sign`: what makes the account grow is shown above zero; income and debts stand on the credit side. */
type AccountFacts = AccountLabel & { readonly sign: 1 | -1 };

export const CHART: Readonly<Record<Account, AccountFacts>> = {
  sales: { code: "200", name: "Ticket sales", sign: -1 },
  discounts: { code: "201", name: "Discounts", sign: 1 },
  refunds: { code: "202", name: "Refunds", sign: 1 },
  chargebacks: { code: "203", name: "Lost disputes", sign: 1 },
  prize_costs: { code: "310", name: "Prizes", sign: 1 },
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
};

/** Until the operator has said otherwise. */
export const OWN_LABELS: Labels = { accounts: CHART, untaxed: "No VAT" };

/** Characters. Xero takes codes of ten. */
export const LONGEST_LABEL = { code: 10, name: 60 } as const;
/** Nothing that a spreadsheet would compute, and nothing that ends a line. */
const CODE = /^[A-Za-z0-9][A-Za-z0-9.-]*$/;
const NAME = /^[\p{L}\p{N}][^\p{C}<>"]*$/u;

/** What a form says, `code_sales`, `name_sales` and so on. Several accounts may bear one code: they then come together in the operator's books. */
export function readLabels(textOf: (name: string) => string): Labels | undefined {
  const isFit = ({ code, name }: AccountLabel) =>
    code.length <= LONGEST_LABEL.code && CODE.test(code) && name.length <= LONGEST_LABEL.name && NAME.test(name);
  const accounts = ACCOUNTS.map(
    (account) => [account, { code: textOf(`code_${account}`), name: textOf(`name_${account}`) }] as const,
  );
  const untaxed = textOf("untaxed");
  if (!accounts.every(([, label]) => isFit(label)) || !isFit({ code: "0", name: untaxed })) return undefined;
  return { accounts: Object.fromEntries(accounts) as Labels["accounts"], untaxed };
}
