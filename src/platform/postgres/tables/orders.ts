import { ALL, columns, FORM_KEY, GROWS, NEVER_CHANGES, NEVER_GOES, OWN_SECRET, type Tables } from "./table.ts";

export const orders = {
  orders: {
    rights: NEVER_GOES,
    wipe: "goes",
    about: "A purchase, or a free entry.",
    exported:
      "id order_number lottery_id user_id kind state quantity pack unit_price_pence percent_off discount_pence total_pence promotion_id answer first_ticket_number captured_pence refunded_pence returning_pence disputed_pence charged_back_pence provider payment_intent_id payment_session_id card_funding credit_blocked terms_version locale pay_by created_at settled_at ended_at",
    notes: {
      kind: "`paid` or `free`",
      state:
        "`reserved`, `awaiting_payment`, `expired`, `paid`, `refund_due`, `refunded`, `charged_back`; free entries: `free` or `void`",
      pack: "`bronze`, `gold` or `platinum`, if any",
      unit_price_pence: "price of one ticket at that time",
      percent_off: "discount of pack or code",
      answer: "the option that was chosen",
      first_ticket_number: "the lowest of its tickets",
      returning_pence: "what is on its way back",
      disputed_pence: "what banks hold while they decide",
      card_funding: "`credit`, `debit` or another word of the provider's",
      credit_blocked: "whether credit cards were refused",
      terms_version: "the terms that were accepted",
      locale: "the language of its mails",
      pay_by: "until when the tickets were held",
      settled_at: "when it was paid for",
    },
    without: {
      request_key: FORM_KEY,
      page_request: "What the payment page was opened with.",
      payment_url: "Opens a payment page.",
      capturing: "Which payment was asked for; it stands in payment_intent_id once it was taken.",
      network: OWN_SECRET,
      is_test: "The same of all orders of a shop: it is in test mode or it is not.",
      by_newcomer: "Limits what is held while people pay.",
      promotion_mailbox: OWN_SECRET,
      promotion_person: OWN_SECRET,
    },
  },
  network_holds: {
    rights: ALL,
    wipe: "goes",
    notExported: "Payments under way.",
  },
  // From the freeze on a trigger refuses the rest.
  tickets: {
    rights: { insert: true, update: columns("void_at suspended_at") },
    wipe: "goes",
    about: "Every ticket ever given, paid and free.",
    exported: "lottery_id ticket_number order_id user_id tag purchase_date suspended_at void_at",
    notes: {
      ticket_number: "from 1 in each draw",
      tag: "the private tag in the entry list, in hex",
      suspended_at: "since when a bank holds its payment",
      void_at: "when it left the draw",
    },
  },
  participants: {
    rights: NEVER_GOES,
    wipe: "goes",
    notExported: "Counts the valid tickets of each person and draw.",
  },
  payment_events: {
    rights: { insert: true, update: columns("processed_at order_id") },
    wipe: "goes",
    notExported: "What the provider's webhooks said; the provider keeps them.",
  },
  refunds: {
    rights: NEVER_GOES,
    wipe: "goes",
    about: "Money that goes back.",
    exported:
      "id order_id amount_pence reason state by_shop provider_refund_id created_at sent_at done_at failed_at failure_reason attempts refusals last_error",
    notes: {
      reason: "why, such as `sold_out`, `cancelled`, `staff` or `dispute`",
      state: "`due`, `pending`, `requires_action`, `succeeded`, `failed` or `cancelled`",
      by_shop: "whether the shop sent it",
      provider_refund_id: "its name at the provider",
      sent_at: "when the provider took it over",
      failure_reason: "why, in the provider's word",
      refusals: "tries that the provider refused",
      last_error: "what was said at the last of them",
    },
  },
  // Whose payment it is about stays as the provider told it.
  disputes: {
    rights: {
      insert: true,
      update: columns(
        "standing status reason amount_pence withdrawn_pence fee_pence due_by is_submitted after_freeze checked_at closed_at opened_at",
      ),
    },
    wipe: "goes",
    about: "Payments that a bank asks about or takes back.",
    exported:
      "id order_id provider_id standing status reason amount_pence withdrawn_pence fee_pence opened_at due_by is_submitted after_freeze checked_at closed_at",
    notes: {
      provider_id: "its name at the provider",
      standing: "what it means here: `inquiry`, `open`, `won`, `lost` or `closed`",
      due_by: "until when evidence is taken",
      after_freeze: "whether the entry list was sealed before",
      checked_at: "when the provider was last asked",
    },
  },
  postal_cards: {
    rights: NEVER_CHANGES,
    wipe: "goes",
    retentionMonths: 6,
    about: "What was written on the cards of postal entries.",
    exported: "order_id first_name last_name address county birth_date email phone posted_on received_on keyed_at keyed_by",
    notes: {
      email: "address, if any",
      phone: "number, if any",
      received_on: "day on which it arrived",
      keyed_at: "when it was keyed in",
      keyed_by: "by whom of the staff",
    },
    without: {
      request_key: FORM_KEY,
    },
  },
  // What was seen, and what was done, goes with its case.
  care_cases: {
    rights: { insert: true, update: columns("closed_at outcome"), delete: true },
    wipe: "goes",
    retentionMonths: 24,
    about: "Signs of harm that staff look into.",
    exported: "id user_id opened_at closed_at outcome",
    notes: {
      outcome: "`no_concern`, `talked`, `limit` or `rest`",
    },
  },
  care_signs: {
    rights: { insert: true, update: columns("found against found_at"), delete: true },
    wipe: "goes",
    about: "What was seen.",
    exported: "case_id kind found against found_at",
    notes: {
      kind: "`limit_reached`, `limit_raises`, `spend_rise`, `many_orders` or `declines`",
      found: "how much, or how many; sums in pence",
      against: "what that is measured by",
    },
  },
  care_steps: {
    rights: NEVER_CHANGES,
    wipe: "goes",
    about: "What staff did.",
    exported: "id case_id kind words taken_by at",
    notes: {
      kind: "`note`, `message` or `end`",
    },
  },
  new_order_splits: {
    rights: GROWS,
    wipe: "stays",
    about: "Which payment provider took new orders, a row for each version.",
    exported: "version rules stopped saved_at saved_by",
    notes: {
      version: "from 1; the newest counts",
      rules: "of each: `provider`, its `share`, and `from` how many pence on",
      stopped: "who took none, whatever the rules say",
      saved_by: "by whom of the staff",
    },
  },
  provider_troubles: {
    rights: NEVER_GOES,
    wipe: "goes",
    notExported: "Who opened no payment page lately.",
  },
} satisfies Tables;
