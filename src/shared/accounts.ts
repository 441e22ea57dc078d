/** The accounts of the journal, by the names that are stored. */
export const ACCOUNTS = [
  "sales",
  "discounts",
  "refunds",
  "chargebacks",
  "dispute_fees",
  "provider_fees",
  "prize_costs",
  "vat",
  "clearing",
  "held",
  "provider",
  "bank",
  "owed_to_buyers",
  "owed_for_prizes",
  "elsewhere",
] as const;
export type Account = (typeof ACCOUNTS)[number];
