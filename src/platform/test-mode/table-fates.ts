/** What becomes of each table when a shop in test mode goes live (docs/decisions/0067). A line for each; a test compares it with the catalogue. */

/**
 * - `stays`: the shop as its staff has set it up.
 * - `goes`: whatever came of trying.
 * - `of people`: rows of whoever stays stay; `by` names the column that says whose they are.
 * - `partly`: `wipe-trials.server.ts` has a step for it.
 */
export type Fate = "stays" | "goes" | "partly" | { readonly by: string };

const PEOPLE: Fate = { by: "user_id" };

export const FATES: Readonly<Record<string, Fate>> = {
  migrations: "stays",
  shop_modes: "partly",
  shop_brands: "stays",
  site_texts: "stays",
  // It is opened anew, once every must is green with the live keys.
  shop_openings: "goes",
  shop_checks: "partly",
  // With it staff sign in, and programs call.
  shop_secrets: "stays",
  owner_links: "stays",

  // Staff, former staff, and whoever is named in what stays.
  users: "partly",
  admin_user: "stays",
  staff_invitations: "stays",
  credentials: PEOPLE,
  second_factors: PEOPLE,
  recovery_codes: PEOPLE,
  passkeys: PEOPLE,
  sessions: PEOPLE,
  refresh_tokens: "partly",
  consents: PEOPLE,
  mail_refused_topics: PEOPLE,
  verifications: "goes",
  rate_limits: "goes",
  player_limits: "goes",
  player_limit_changes: "goes",
  kept_exclusions: "goes",
  closed_accounts: "goes",
  retained_contacts: "goes",

  audit_log: "stays",
  audit_chain: "stays",
  alerts: "goes",
  proposals: "goes",
  practice_reviews: "stays",
  operator_statements: "stays",
  care_cases: "goes",
  care_signs: "goes",
  care_steps: "goes",

  // Draws that are still on sale stay, with nothing sold; those that are over begin anew as drafts.
  lotteries: "partly",
  lottery_images: "partly",
  focal_points: "stays",
  prize_improvements: "partly",
  waiting_rooms: "goes",
  waiting_places: "goes",
  draw_requests: "goes",
  draws: "goes",
  draw_blocks: "goes",
  draw_log: "goes",
  draw_timestamps: "goes",
  draw_picks: "goes",
  winner_changes: "goes",
  winner_records: "goes",

  // The people whose they are go, too: both are imported again.
  past_draws: "goes",
  past_tickets: "goes",

  orders: "goes",
  network_holds: "goes",
  tickets: "goes",
  participants: "goes",
  postal_cards: "goes",
  payment_events: "goes",
  refunds: "goes",
  disputes: "goes",
  // One that was made to try a purchase for nothing would be forgotten.
  promotions: "goes",

  payouts: "goes",
  balance_moves: "goes",
  closed_months: "goes",
  prize_costs: "goes",
  vat_rates: "stays",
  account_charts: "stays",
  agreed_fees: "stays",
  new_order_splits: "stays",
  provider_troubles: "goes",
  journal_entries: "goes",
  journal_lines: "goes",
  documents: "goes",
  booked_orders: "goes",
  booked_parts: "goes",
  open_differences: "goes",
  journal_numbers: "partly",

  contact_messages: "goes",
  complaints: "goes",
  campaigns: "goes",
  mails: "goes",
  mail_suppressions: "goes",
  mail_pace: "stays",

  api_keys: "stays",
  webhook_endpoints: "stays",
  webhook_events: "goes",
  webhook_deliveries: "goes",
  webhook_attempts: "goes",
};
