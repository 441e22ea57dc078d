/** The accounts of the journal, by the names that are stored. */
import { words } from "./text/words.ts";

export const ACCOUNTS = [
  ...words("sales discounts refunds chargebacks dispute_fees provider_fees prize_costs vat clearing held provider bank"),
  ...words("owed_to_buyers owed_for_prizes elsewhere"),
];
export type Account = (typeof ACCOUNTS)[number];
