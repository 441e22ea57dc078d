import { ALL, columns, GROWS, NEVER_CHANGES, NEVER_GOES, OWN_SECRET, PEOPLE, type Tables } from "./table.ts";

export const accounts = {
  // Present and former staff, and people named in rows that stay.
  users: {
    rights: NEVER_GOES,
    wipe: "partly",
    exported:
      "id email email_verified contact_email joined_to first_name last_name former_names phone birth_date county locale marketing_opt_in full_name_public name_hidden created_at updated_at erased_at",
  },
  // Locking a row requires the right to update one of its columns.
  admin_user: {
    rights: { insert: true, update: columns("role role_since"), delete: true },
    wipe: "stays",
    exported: "id role role_since created_at",
  },
  credentials: {
    rights: ALL,
    wipe: PEOPLE,
    notExported: "Hashes of passwords. People choose a new one with “forgot password”.",
  },
  sessions: {
    rights: ALL,
    wipe: PEOPLE,
    notExported: "Who is signed in now.",
  },
  refresh_tokens: {
    rights: ALL,
    wipe: "partly",
    notExported: "Who is signed in now, in programs.",
  },
  verifications: {
    rights: ALL,
    wipe: "goes",
    notExported: "Links of mails that still work.",
  },
  rate_limits: {
    rights: ALL,
    wipe: "goes",
    notExported: "Attempts of the last minutes.",
  },
  consents: {
    rights: GROWS,
    wipe: PEOPLE,
    exported: "id user_id kind given source at",
  },
  // The database numbers its lines, so that none can be inserted between others.
  audit_log: {
    rights: { insert: columns("at actor_id actor action subject_type subject_id before after reason") },
    wipe: "stays",
    exported: "id at actor_id actor action subject_type subject_id before after reason",
  },
  // A trigger writes the other columns.
  audit_chain: {
    rights: { insert: columns("audit_id") },
    wipe: "stays",
    exported: "audit_id seq digest hash",
  },
  // The fact and its recipient are immutable.
  alerts: {
    rights: {
      insert: true,
      update: columns("times facts last_raised_at mailed_at seen_at seen_by handled_at handled_by note"),
    },
    wipe: "goes",
    exported:
      "id kind subject_type subject_id facts times raised_at last_raised_at mailed_at seen_at seen_by handled_at handled_by note",
  },
  proposals: {
    rights: { insert: true, update: columns("state decided_by decided_at note payload") },
    wipe: "goes",
    exported: "id kind subject_id payload reason proposed_by proposed_at expires_at state decided_by decided_at note",
  },
  retained_contacts: {
    rights: NEVER_CHANGES,
    wipe: "goes",
    exported: "user_id first_name last_name email phone county kept_at",
  },
  player_limits: {
    rights: NEVER_GOES,
    wipe: "goes",
    exported:
      "user_id monthly_limit_pence limit_since next_limit_pence next_limit_from paused_until excluded_until matched_until match_cleared_until asked_at skipped",
  },
  player_limit_changes: {
    rights: GROWS,
    wipe: "goes",
    exported: "id user_id kind limit_pence until asked at",
  },
  kept_exclusions: {
    rights: ALL,
    wipe: "goes",
    notExported: OWN_SECRET,
  },
  closed_accounts: {
    rights: NEVER_GOES,
    wipe: "goes",
    notExported: OWN_SECRET,
  },
  practice_reviews: {
    rights: GROWS,
    wipe: "stays",
    exported: "id note reviewed_at reviewed_by",
  },
  operator_statements: {
    rights: GROWS,
    wipe: "stays",
    exported: "id key is_confirmed text_en text_fr stated_at stated_by",
  },
  mail_suppressions: {
    rights: { insert: true, update: columns("reason at") },
    wipe: "goes",
    exported: "email_hash reason at",
  },
  mail_refused_topics: {
    rights: NEVER_CHANGES,
    wipe: PEOPLE,
    exported: "user_id topic at",
  },
  second_factors: {
    rights: ALL,
    wipe: PEOPLE,
    notExported: "Secrets of second factors.",
  },
  recovery_codes: {
    rights: ALL,
    wipe: PEOPLE,
    notExported: "Hashes of recovery codes.",
  },
  // Owner and key are immutable.
  passkeys: {
    rights: { insert: true, update: columns("counter used_at name"), delete: true },
    wipe: PEOPLE,
    notExported: "They work under this shop's address alone.",
  },
  staff_invitations: {
    rights: ALL,
    wipe: "stays",
    notExported: "Links of mails that still work.",
  },
  owner_links: {
    rights: ALL,
    wipe: "stays",
    notExported: "The link that makes the first owner, while it works.",
  },
  shop_checks: {
    rights: NEVER_GOES,
    wipe: "partly",
    notExported: "What was looked at here; another shop looks for itself.",
  },
  shop_brands: {
    rights: GROWS,
    wipe: "stays",
    exported: "version choice saved_at saved_by",
  },
  // Saved versions are immutable.
  site_texts: {
    rights: { insert: true, update: columns("held_at") },
    wipe: "stays",
    exported: "document version bodies publish_at held_at saved_at saved_by",
  },
} satisfies Tables;
