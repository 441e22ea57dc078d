/** Fields of audit log entries and their values that have words in `admin-log.json`. */
import type { ActionKey } from "#features/access/rules/audit-actions.ts";
import { ROLES } from "#features/access/rules/rights.ts";
import {
  CANCEL_REASONS,
  COMPLAINT_OUTCOMES,
  DISPUTE_STANDINGS,
  LOTTERY_STATUSES,
  ORDER_STATES,
  SALES_STATES,
} from "#shared/states.ts";
import { words } from "#shared/text/words.ts";
import { PROPOSAL_KINDS } from "./proposals.ts";

/** Names of columns and facts in `before` and `after`. */
const AUDIT_FIELDS = [
  ...words(
    "title title_fr description description_fr price_per_ticket price_value tickets_available max_tickets_per_person packs",
  ),
  ...words(
    "start_date start_time end_date end_time status quiz quiz_right_option images focus pictures note note_fr cancel_reason cancel_note_fr",
  ),
  ...words("further_prizes one_prize_a_person further_winners prize"),
  ...words("sales_state draws_by_itself commitment round n sequence left_out asked_at is_early winner_id ticket_number"),
  ...words("reason_code winner_photo_url prize_contacted_at prize_confirmed_at prize_checked_at prize_delivered_at"),
  ...words("prize_check_document opens_at gather_minutes per_minute most_inside is_paused places admitted width height state"),
  ...words("void_tickets amount_pence alone proposal_id lottery_id new_person dispute provider_id mail new_orders stopped"),
  ...words("role invited_by invitation_id by_link sessions_ended token_used_twice kind subject_id erased for_good"),
  ...words("pause_until exclusion_until asked outcome browser system network subject template recipients mails because"),
  ...words("number received_on created_at read_at done_at name scopes prefix expires_at old_until url events paused delivery"),
  ...words("last_entry not_told day format part rate_points fixed_pence from_day code untaxed file sha256 new changed there"),
  ...words("refused rows files searched action draw provider from to sales discounts refunds chargebacks dispute_fees"),
  ...words("provider_fees prize_costs vat clearing held bank owed_to_buyers owed_for_prizes elsewhere version language"),
  ...words(
    "publishAt mode accent ground typeface ticketFront statementWord languages switchedOff logo logoOnLight social traderName traderAddress",
  ),
  ...words("companyNumber vatNumber email postalEntryAddress adrScheme orders tickets people messages codes draws_kept"),
  ...words(
    "draws_anew car publish_at cash_alternative cash_choice_days prize_choice prize_cash_reference charity owed_to_charities",
  ),
  ...words("video_url copied_from ticket_numbers"),
  ...words("assigned_to topic sent_on"),
];
type AuditField = (typeof AUDIT_FIELDS)[number];

/** Whether the field has a word. */
export function isAuditField(name: string): name is AuditField {
  return AUDIT_FIELDS.some((each) => each === name);
}

/** Possible values of fields. Words: `admin-log.json` (`auditValues`). */
const AUDIT_VALUES = {
  status: LOTTERY_STATUSES,
  sales_state: SALES_STATES,
  role: ROLES,
  // Of orders, campaigns and proposals.
  state: [...ORDER_STATES, "draft", "sending", "paused", "cancelled", "done", "open", "confirmed", "refused", "withdrawn"],
  kind: PROPOSAL_KINDS,
  dispute: DISPUTE_STANDINGS,
  // Of complaints, and of cases of harm.
  outcome: [...COMPLAINT_OUTCOMES, "no_concern", "talked", "limit", "rest"],
  cancel_reason: CANCEL_REASONS,
  reason_code: ["unreachable", "declined", "ineligible", "terms_broken", "payment_reversed"],
  prize_choice: ["prize", "cash"],
  prize_check_document: ["passport", "driving_licence", "identity_card"],
  asked: ["email", "phone", "post", "in_person"],
  // Of campaigns and endpoints that a job has stopped.
  because: [
    ...(["draw_cancelled", "draw_over", "sold_out", "draw_gone", "code_over"] as const),
    ...(["starter_gone", "unwritten", "keeper_gone"] as const),
  ],
} as const;
type ListedField = keyof typeof AUDIT_VALUES;
type ValueKey = {
  [Field in ListedField]: `auditValues.${Field}.${ActionKey<(typeof AUDIT_VALUES)[Field][number]>}`;
}[ListedField];

/** The key of a value's word. Undefined if it is not listed or from a newer version. */
export function auditValueKey(field: string, value: string): ValueKey | undefined {
  const known: readonly string[] = Object.hasOwn(AUDIT_VALUES, field) ? AUDIT_VALUES[field as ListedField] : [];
  return known.includes(value) ? (`auditValues.${field}.${value.replace("-", "_")}` as ValueKey) : undefined;
}
