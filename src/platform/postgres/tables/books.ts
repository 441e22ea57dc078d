/** Table catalogue: tables of the feature books. */
import { columns, GROWS, NEVER_GOES, type Tables } from "./table.ts";

export const books = {
  // The provider's data is immutable, except for the state and the booking.
  payouts: {
    rights: { insert: true, update: columns("state arrives_on") },
    wipe: "goes",
    exported: "provider id amount_pence state is_told created_at arrives_on",
  },
  balance_moves: {
    rights: { insert: true, update: columns("payout_id entry") },
    wipe: "goes",
    exported: "provider id kind amount_pence fee_pence at description order_id payout_id entry",
  },
  closed_months: {
    rights: GROWS,
    wipe: "goes",
    exported: "month closed_at closed_by last_entry",
  },
  vat_rates: {
    rights: GROWS,
    wipe: "stays",
    exported: "id applies_to code rate_points from_day set_at set_by",
  },
  account_charts: {
    rights: GROWS,
    wipe: "stays",
    exported: "version accounts untaxed set_at set_by",
  },
  agreed_fees: {
    rights: GROWS,
    wipe: "stays",
    exported: "id provider rate_points fixed_pence from_day set_at set_by",
  },
  prize_costs: {
    rights: GROWS,
    wipe: "goes",
    exported: "id lottery_id amount_pence day note is_cash entered_at entered_by",
  },
  charity_payments: {
    rights: GROWS,
    wipe: "goes",
    exported: "id lottery_id amount_pence paid_on reference entered_at entered_by",
  },
  journal_entries: {
    rights: GROWS,
    wipe: "goes",
    exported: "number day happened_at kind source order_id lottery_id provider corrects lines made_at",
  },
  journal_lines: {
    rights: GROWS,
    wipe: "goes",
    exported: "entry account amount_pence vat_code",
  },
  documents: {
    rights: GROWS,
    wipe: "goes",
    exported: "kind number entry order_id amount_pence vat_pence vat_code vat_points",
  },
  booked_orders: {
    rights: { insert: true, update: columns("refunded_pence held_pence lost_pence fees_pence") },
    wipe: "goes",
    notExported: "How far the journal has come; it follows from the entries.",
  },
  booked_parts: {
    rights: NEVER_GOES,
    wipe: "goes",
    notExported: "How far the journal has come; it follows from the entries.",
  },
  open_differences: {
    rights: NEVER_GOES,
    wipe: "goes",
    notExported: "How far the journal has come; it follows from the entries.",
  },
  journal_numbers: {
    rights: { update: columns("entry receipt credit_note debit_note") },
    wipe: "partly",
    notExported: "The last numbers given; they follow from the entries.",
  },
} satisfies Tables;
