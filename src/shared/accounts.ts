/** The accounts of the double-entry journal (`journal_entries`), by the names that the database stores. */
import { words } from "./text/words.ts";

/**
 * `clearing`: paid, not yet paid out by the provider. `held`: by open disputes. `elsewhere`: movements of
 * no order of this shop.
 */
export const ACCOUNTS = [
  ...words("sales discounts refunds chargebacks dispute_fees provider_fees prize_costs vat clearing held provider bank"),
  ...words("owed_to_buyers owed_for_prizes elsewhere charity owed_to_charities"),
];
export type Account = (typeof ACCOUNTS)[number];
