/** Table catalogue: tables of the feature accounts. */
import { ALL, columns, GROWS, NEVER_CHANGES, NEVER_GOES, OWN_SECRET, PEOPLE, type Tables } from "./table.ts";

export const accounts = {
  // Present and former staff, and people named in rows that stay.
  users: {
    rights: NEVER_GOES,
    wipe: "partly",
    exported:
      "id email email_verified contact_email joined_to first_name last_name former_names phone birth_date county locale marketing_opt_in full_name_public name_hidden created_at updated_at erased_at",
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
  consents: {
    rights: GROWS,
    wipe: PEOPLE,
    exported: "id user_id kind given source at",
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
} satisfies Tables;
