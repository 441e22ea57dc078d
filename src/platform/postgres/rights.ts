/** What the shop's own database role may do with each table; everything else belongs to the owner's role alone (docs/decisions/0028). */

/** Reading goes without saying. A list names the columns; `true` means all of them. */
export type Rights = {
  readonly insert?: true | readonly string[];
  readonly update?: true | readonly string[];
  readonly delete?: true;
};

const ALL: Rights = { insert: true, update: true, delete: true };
/** Rows come, and neither change nor go. */
const GROWS: Rights = { insert: true };
const NEVER_GOES: Rights = { insert: true, update: true };
const NEVER_CHANGES: Rights = { insert: true, delete: true };

/** A line for each table of `migrations/`; a test compares it with the catalogue. Nothing is granted to a table without a line. */
export const RIGHTS: Readonly<Record<string, Rights>> = {
  migrations: {},

  users: NEVER_GOES,
  // A row is locked by whoever may update one of its columns.
  admin_user: { insert: true, update: ["role", "role_since"], delete: true },
  staff_invitations: ALL,
  credentials: ALL,
  sessions: ALL,
  refresh_tokens: ALL,
  verifications: ALL,
  second_factors: ALL,
  recovery_codes: ALL,
  // Whose it is, and which key, stays.
  passkeys: { insert: true, update: ["counter", "used_at", "name"], delete: true },
  rate_limits: ALL,
  consents: GROWS,
  // Its numbers are the database's own, so that no line is slipped in between two others.
  audit_log: { insert: ["at", "actor_id", "actor", "action", "subject_type", "subject_id", "before", "after", "reason"] },

  // Its trigger makes the rest.
  audit_chain: { insert: ["audit_id"] },

  // What happened and to whom stays as it was told first.
  alerts: {
    insert: true,
    update: ["times", "facts", "last_raised_at", "mailed_at", "seen_at", "seen_by", "handled_at", "handled_by", "note"],
  },

  practice_reviews: GROWS,
  operator_statements: GROWS,
  shop_brands: GROWS,
  // What was saved stays as it was.
  site_texts: { insert: true, update: ["held_at"] },
  new_order_splits: GROWS,
  provider_troubles: NEVER_GOES,
  owner_links: ALL,
  shop_checks: NEVER_GOES,
  // Once written the mode is the owner's role's to change.
  shop_modes: { insert: true, update: ["asked_at", "asked_by"] },
  // Opened once, for good.
  shop_openings: GROWS,
  // Known once, for good.
  shop_secrets: GROWS,

  lotteries: ALL,
  lottery_images: ALL,
  focal_points: ALL,
  prize_improvements: GROWS,
  // Whoever wins instead has a row of their own; name and county follow the profile.
  winner_records: { insert: true, update: ["first_name", "last_name", "county"], delete: true },

  // As the files of another platform tell of them.
  past_draws: ALL,
  past_tickets: { insert: true, update: ["user_id", "is_forgotten"], delete: true },

  // The seed of the order stays what was committed to.
  waiting_rooms: {
    insert: true,
    delete: true,
    update: [
      ...[
        "is_on",
        "is_paused",
        "opens_at",
        "gather_minutes",
        "per_minute",
        "most_inside",
        "places",
        "drawn",
        "admitted",
        "credit",
      ],
      ...["moved_at", "sample_at", "sample_admitted", "before_at", "before_admitted"],
    ],
  },
  waiting_places: ALL,

  promotions: GROWS,
  orders: NEVER_GOES,
  network_holds: ALL,
  // From the freeze on a trigger refuses the rest.
  tickets: { insert: true, update: ["void_at", "suspended_at"] },
  participants: NEVER_GOES,
  payment_events: { insert: true, update: ["processed_at", "order_id"] },
  refunds: NEVER_GOES,
  // Whose payment it is about stays as the provider told it.
  disputes: {
    insert: true,
    update: [
      ...[
        "standing",
        "status",
        "reason",
        "amount_pence",
        "withdrawn_pence",
        "fee_pence",
        "due_by",
        "is_submitted",
        "after_freeze",
      ],
      ...["checked_at", "closed_at"],
      // When an inquiry becomes a dispute.
      "opened_at",
    ],
  },
  postal_cards: NEVER_CHANGES,

  // What the provider told stays, but how far its money is, and where the books have it.
  payouts: { insert: true, update: ["state", "arrives_on"] },
  balance_moves: { insert: true, update: ["payout_id", "entry"] },
  closed_months: GROWS,
  vat_rates: GROWS,
  account_charts: GROWS,
  agreed_fees: GROWS,
  prize_costs: GROWS,
  journal_entries: GROWS,
  journal_lines: GROWS,
  documents: GROWS,
  booked_orders: { insert: true, update: ["refunded_pence", "held_pence", "lost_pence", "fees_pence"] },
  booked_parts: NEVER_GOES,
  open_differences: NEVER_GOES,
  journal_numbers: { update: ["entry", "receipt", "credit_note", "debit_note"] },

  // What was committed to has no column here; a trigger keeps the result once it is there.
  draws: {
    insert: true,
    update: [
      ...["beacon_signature", "beacon_randomness", "seed", "drawn_at"],
      ...["prize_contacted_at", "prize_confirmed_at", "prize_delivered_at"],
      ...["prize_checked_at", "prize_check_document", "prize_checked_by"],
    ],
  },
  draw_blocks: GROWS,
  draw_log: GROWS,
  draw_timestamps: GROWS,
  draw_picks: GROWS,
  draw_requests: GROWS,
  winner_changes: GROWS,
  proposals: { insert: true, update: ["state", "decided_by", "decided_at", "note", "payload"] },
  retained_contacts: NEVER_CHANGES,

  // What a key may, and whose it is, is said once.
  api_keys: { insert: true, update: ["expires_at", "last_used_at", "revoked_at"] },
  webhook_endpoints: NEVER_GOES,
  // With its deliveries and their log.
  webhook_events: { insert: ["type", "subject_id", "data"], delete: true },
  webhook_deliveries: { insert: true, update: ["state", "tries", "next_at", "claimed_until"] },
  webhook_attempts: GROWS,

  // What was seen, and what was done, goes with its case.
  care_cases: { insert: true, update: ["closed_at", "outcome"], delete: true },
  care_signs: { insert: true, update: ["found", "against", "found_at"], delete: true },
  care_steps: NEVER_CHANGES,

  contact_messages: ALL,
  // They go with their messages. Its number, and until when it is answered, stay as they were told.
  complaints: { insert: true, update: ["acknowledged_at", "answered_at", "outcome", "answer"] },
  mails: ALL,
  mail_suppressions: { insert: true, update: ["reason", "at"] },
  mail_refused_topics: NEVER_CHANGES,
  mail_pace: { update: ["free_at"] },
  campaigns: NEVER_GOES,

  player_limits: NEVER_GOES,
  player_limit_changes: GROWS,
  kept_exclusions: ALL,
  closed_accounts: NEVER_GOES,
};

/**
 * Of the queue's own schema: columns from which its owner's role makes statements when it migrates. Whoever could write them would have that
 * role do anything.
 */
export const QUEUE_OWNERS_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  bam: ["*"],
  queue: ["name", "policy", "partition", "table_name"],
  version: ["version"],
};
