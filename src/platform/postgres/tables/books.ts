import { columns, GROWS, NEVER_GOES, type Tables } from "./table.ts";

export const books = {
  // What the provider told stays, but how far its money is, and where the books have it.
  payouts: {
    rights: { insert: true, update: columns("state arrives_on") },
    wipe: "goes",
    about: "What the provider paid out.",
    exported: "provider id amount_pence state is_told created_at arrives_on",
    notes: {
      state: "`on_its_way`, `paid`, `failed` or `cancelled`",
      is_told: "whether the provider says what it is made of",
      arrives_on: "day on which it reaches the bank",
    },
  },
  balance_moves: {
    rights: { insert: true, update: columns("payout_id entry") },
    wipe: "goes",
    about: "What moved the balance at the provider.",
    exported: "provider id kind amount_pence fee_pence at description order_id payout_id entry",
    notes: {
      kind: "such as `charge`, `refund`, `dispute`, `fee` or `payout`",
      amount_pence: "before the fee; negative where it went",
      payout_id: "the payout that it is part of",
      entry: "its entry of the journal",
    },
  },
  closed_months: {
    rights: GROWS,
    wipe: "goes",
    about: "Months that take no more entries.",
    exported: "month closed_at closed_by last_entry",
    notes: {
      closed_by: "by whom of the staff",
      last_entry: "the last entry at that moment",
    },
  },
  vat_rates: {
    rights: GROWS,
    wipe: "stays",
    about: "The operator's VAT codes.",
    exported: "id applies_to code rate_points from_day set_at set_by",
    notes: {
      applies_to: "`sales`, `fees` or `prizes`",
      rate_points: "rate in hundredths of a per cent",
      set_by: "by whom of the staff",
    },
  },
  account_charts: {
    rights: GROWS,
    wipe: "stays",
    about: "What the operator's accounting software calls the accounts. The newest version counts.",
    exported: "version accounts untaxed set_at set_by",
    notes: {
      version: "number, from 1",
      accounts: "code and name of each account",
      untaxed: "Xero's name of the tax rate of a line that adds none",
      set_by: "by whom of the staff",
    },
  },
  agreed_fees: {
    rights: GROWS,
    wipe: "stays",
    about: "What payment providers charge for each payment, as entered by hand.",
    exported: "id provider rate_points fixed_pence from_day set_at set_by",
    notes: {
      rate_points: "share of the payment in hundredths of a per cent",
      set_by: "by whom of the staff",
    },
  },
  prize_costs: {
    rights: GROWS,
    wipe: "goes",
    about: "What prizes cost, as entered by hand.",
    exported: "id lottery_id amount_pence day note entered_at entered_by",
    notes: {
      entered_by: "by whom of the staff",
    },
  },
  journal_entries: {
    rights: GROWS,
    wipe: "goes",
    about: "An entry of the journal ([0061](decisions/0061-a-journal-of-two-sides.md)).",
    exported: "number day happened_at kind source order_id lottery_id provider corrects lines made_at",
    notes: {
      number: "from 1, without gaps",
      day: "the day on which it counts",
      kind: "such as `sale`, `refund`, `dispute`, `charge`, `provider_fee`, `payout` or `prize_cost`",
      source: "what it was made of",
      corrects: "the entry that it takes back or changes",
      lines: "how many lines it has",
    },
  },
  journal_lines: {
    rights: GROWS,
    wipe: "goes",
    about: "The lines of an entry; together they are nothing.",
    exported: "entry account amount_pence vat_code",
    notes: {
      amount_pence: "debit above zero, credit below",
      vat_code: "VAT code of the operator's own",
    },
  },
  documents: {
    rights: GROWS,
    wipe: "goes",
    about: "Receipts, credit notes and debit notes, numbered without gaps.",
    exported: "kind number entry order_id amount_pence vat_pence vat_code vat_points",
    notes: {
      kind: "`receipt`, `credit_note` or `debit_note`",
      number: "from 1 for each kind",
      entry: "the entry of the journal",
      vat_points: "rate in hundredths of a per cent",
    },
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
