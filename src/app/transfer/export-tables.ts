/** What an export holds of each table, and why it holds nothing of others. docs/export.md tells what each column says; a test compares the three. */
import { FACT_LIST } from "#features/lotteries/rules/facts.ts";

type Exported = {
  /** Separated by spaces, in the order of the file. */
  readonly columns: string;
  /** Columns that stay here, and why. */
  readonly without?: Readonly<Record<string, string>>;
};

const FORM_KEY = "Keeps a form that is sent twice from being carried out twice.";
const SECRET = "A secret.";
const OWN_SECRET = "Hashed with a secret of this shop, so nobody else can compare it.";

const DRAW =
  "id short_number title title_fr description description_fr status sales_state price_per_ticket_pence price_value_pence tickets_available tickets_sold tickets_held last_ticket_number max_tickets_per_person takes_free_entries start_date end_date opens_at closes_at quiz quiz_right_option draws_by_itself winner_id winner_photo_url cancel_reason cancel_note cancel_note_fr version created_at updated_at";
/** Fields that the form of a draw has gained since: they leave the shop without being named here. */
export const NEWER_FACTS = FACT_LIST.flatMap(([, { columns }]) => columns).filter((column) => !DRAW.split(" ").includes(column));

/** One file each, named like the table. */
export const EXPORTED: Readonly<Record<string, Exported>> = {
  users: {
    columns:
      "id email email_verified contact_email joined_to first_name last_name former_names phone birth_date county locale marketing_opt_in full_name_public name_hidden created_at updated_at erased_at",
    without: {
      image: "Nothing writes it.",
      search_text: "Computed from the other columns.",
      two_factor_enabled: "Follows from the second factors, which stay here.",
    },
  },
  consents: { columns: "id user_id kind given source at" },
  mail_refused_topics: { columns: "user_id topic at" },
  mail_suppressions: { columns: "email_hash reason at" },
  player_limits: {
    columns:
      "user_id monthly_limit_pence limit_since next_limit_pence next_limit_from paused_until excluded_until matched_until match_cleared_until asked_at skipped",
  },
  player_limit_changes: { columns: "id user_id kind limit_pence until asked at" },
  retained_contacts: { columns: "user_id first_name last_name email phone county kept_at" },
  admin_user: { columns: "id role role_since created_at" },
  care_cases: { columns: "id user_id opened_at closed_at outcome" },
  care_signs: { columns: "case_id kind found against found_at" },
  care_steps: { columns: "id case_id kind words taken_by at" },

  lotteries: {
    columns: [DRAW, ...NEWER_FACTS].join(" "),
    without: { request_key: FORM_KEY, held_by_newcomers: "Counts payments under way." },
  },
  lottery_images: { columns: "id lottery_id image_url display_order width height widths file_hashes placeholder" },
  focal_points: { columns: "picture_url x y" },
  prize_improvements: {
    columns: "id lottery_id kind from_pence to_pence image_url note_en note_fr by_admin at",
    without: { request_key: FORM_KEY },
  },
  promotions: { columns: "id code percent_off expires_at created_at" },
  draw_requests: { columns: "lottery_id asked_at by_admin early_reason early_reason_fr" },
  draws: {
    columns:
      "lottery_id algorithm chain_hash chain is_demo closed_at frozen_at entries_sha256 merkle_root n left_out prizes round commitment prize_document prize_sha256 early_reason beacon_signature beacon_randomness seed drawn_at prize_contacted_at prize_confirmed_at prize_delivered_at prize_checked_at prize_check_document prize_checked_by",
  },
  draw_log: { columns: "sequence lottery_id commitment at" },
  draw_timestamps: { columns: "lottery_id url authority stamped_at token" },
  draw_picks: { columns: "lottery_id pick ticket_number" },
  winner_changes: { columns: "id lottery_id ticket_number reason reason_fr reason_code by_admin at" },
  winner_records: { columns: "lottery_id user_id first_name last_name county won_at" },

  past_draws: {
    columns:
      "id reference platform title title_fr prize prize_fr prize_value_pence ticket_price_pence tickets last_ticket closed_on drawn_on winning_ticket winner_name evidence_url imported_at imported_from",
  },
  past_tickets: { columns: "past_draw_id ticket_number user_id is_forgotten" },

  orders: {
    columns:
      "id order_number lottery_id user_id kind state quantity pack unit_price_pence percent_off discount_pence total_pence promotion_id answer first_ticket_number captured_pence refunded_pence returning_pence disputed_pence charged_back_pence provider payment_intent_id payment_session_id card_funding credit_blocked terms_version locale pay_by created_at settled_at ended_at",
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
  tickets: { columns: "lottery_id ticket_number order_id user_id tag purchase_date suspended_at void_at" },
  postal_cards: {
    columns: "order_id first_name last_name address county birth_date email phone posted_on received_on keyed_at keyed_by",
    without: { request_key: FORM_KEY },
  },
  refunds: {
    columns:
      "id order_id amount_pence reason state by_shop provider_refund_id created_at sent_at done_at failed_at failure_reason attempts refusals last_error",
  },
  disputes: {
    columns:
      "id order_id provider_id standing status reason amount_pence withdrawn_pence fee_pence opened_at due_by is_submitted after_freeze checked_at closed_at",
  },

  journal_entries: { columns: "number day happened_at kind source order_id lottery_id provider corrects lines made_at" },
  journal_lines: { columns: "entry account amount_pence vat_code" },
  documents: { columns: "kind number entry order_id amount_pence vat_pence vat_code vat_points" },
  closed_months: { columns: "month closed_at closed_by last_entry" },
  vat_rates: { columns: "id applies_to code rate_points from_day set_at set_by" },
  account_charts: { columns: "version accounts untaxed set_at set_by" },
  agreed_fees: { columns: "id provider rate_points fixed_pence from_day set_at set_by" },
  prize_costs: { columns: "id lottery_id amount_pence day note entered_at entered_by" },
  payouts: { columns: "provider id amount_pence state is_told created_at arrives_on" },
  balance_moves: { columns: "provider id kind amount_pence fee_pence at description order_id payout_id entry" },

  contact_messages: {
    columns: "id name email subject message locale is_doubtful created_at read_at done_at",
    without: { request_key: FORM_KEY },
  },
  complaints: {
    columns: "id number message_id made_at acknowledge_by acknowledged_at answer_by answered_at outcome answer",
  },
  campaigns: {
    columns:
      "id template subject content lottery_id promotion_id state created_by created_at started_at worked_at ended_at refused",
    without: { request_key: FORM_KEY },
  },
  mails: {
    columns:
      "id message recipient user_id campaign_id is_marketing consent_checked_at state attempts last_error created_at sent_at",
    without: {
      message_id: "The mail server's own name of it.",
      claimed_at: "Sending under way.",
      not_before: "Sending under way.",
    },
  },

  audit_log: { columns: "id at actor_id actor action subject_type subject_id before after reason" },
  audit_chain: { columns: "audit_id seq digest hash" },
  alerts: {
    columns:
      "id kind subject_type subject_id facts times raised_at last_raised_at mailed_at seen_at seen_by handled_at handled_by note",
  },
  proposals: {
    columns: "id kind subject_id payload reason proposed_by proposed_at expires_at state decided_by decided_at note",
  },
  practice_reviews: { columns: "id note reviewed_at reviewed_by" },
  operator_statements: { columns: "id key is_confirmed text_en text_fr stated_at stated_by" },
  shop_brands: { columns: "version choice saved_at saved_by" },
  new_order_splits: { columns: "version rules stopped saved_at saved_by" },
  site_texts: { columns: "document version bodies publish_at held_at saved_at saved_by" },
  webhook_endpoints: {
    columns: "id url events made_by made_at paused_at pause_reason ended_at",
    without: {
      secret: SECRET,
      previous_secret: SECRET,
      previous_until: "How long the previous secret still counts.",
      between_secrets: SECRET,
    },
  },
  api_keys: {
    columns: "id name scopes made_by made_at expires_at last_used_at revoked_at",
    without: { hash: "Proves a secret.", prefix: "The beginning of a secret." },
  },
};

/** Tables of which nothing leaves the shop. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  credentials: "Hashes of passwords. People choose a new one with “forgot password”.",
  second_factors: "Secrets of second factors.",
  recovery_codes: "Hashes of recovery codes.",
  passkeys: "They work under this shop's address alone.",
  sessions: "Who is signed in now.",
  refresh_tokens: "Who is signed in now, in programs.",
  verifications: "Links of mails that still work.",
  staff_invitations: "Links of mails that still work.",
  owner_links: "The link that makes the first owner, while it works.",
  shop_checks: "What was looked at here; another shop looks for itself.",
  shop_modes: "Whether this shop is in test mode; another one has keys of its own.",
  shop_openings: "Since when this shop sells; another one is opened anew.",
  shop_secrets: "A mark of this shop's secret; another one has its own.",
  provider_troubles: "Who opened no payment page lately.",
  closed_accounts: OWN_SECRET,
  kept_exclusions: OWN_SECRET,
  rate_limits: "Attempts of the last minutes.",
  network_holds: "Payments under way.",
  participants: "Counts the valid tickets of each person and draw.",
  payment_events: "What the provider's webhooks said; the provider keeps them.",
  draw_blocks: "Computed from the tickets, to prove single ones quickly.",
  waiting_rooms: "Queues, which are over with the opening of their draw.",
  waiting_places: "Queues, which are over with the opening of their draw.",
  booked_orders: "How far the journal has come; it follows from the entries.",
  booked_parts: "How far the journal has come; it follows from the entries.",
  open_differences: "How far the journal has come; it follows from the entries.",
  journal_numbers: "The last numbers given; they follow from the entries.",
  mail_pace: "When the next mail may leave.",
  webhook_events: "What programs were told.",
  webhook_deliveries: "What programs were told.",
  webhook_attempts: "What programs were told.",
  migrations: "Which changes of the tables were made; the manifest names the last one.",
};

export const columnsOf = (table: string): readonly string[] => EXPORTED[table]?.columns.split(" ") ?? [];
