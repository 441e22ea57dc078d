/** The accounts as the operator's accountant sees them: what kind each is, and the code and the name that files for their software carry. */
import type { Account } from "#shared/accounts.ts";

/** `sign`: what makes the account grow is shown above zero; income and debts stand on the credit side. */
export type AccountFacts = { readonly code: string; readonly name: string; readonly sign: 1 | -1 };

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
