import { ALL, columns, GROWS, NEVER_CHANGES, NEVER_GOES, OWN_SECRET, PEOPLE, type Tables } from "./table.ts";

export const accounts = {
  // Staff, former staff, and whoever is named in what stays.
  users: {
    rights: NEVER_GOES,
    wipe: "partly",
    about: "A person: whoever registered, entered by post, or was imported. An erased one keeps its `id` and nothing else.",
    exported:
      "id email email_verified contact_email joined_to first_name last_name former_names phone birth_date county locale marketing_opt_in full_name_public name_hidden created_at updated_at erased_at",
    notes: {
      email: "in lower case; empty for people who came by post without one, and for erased ones",
      email_verified: "whether they followed a link that went there",
      contact_email: "an address on a postal card that belongs to another account or to none; it opens nothing",
      joined_to: "the account that a person from a postal card turned out to be",
      former_names: "earlier names, oldest first, each with `until`; receipts show the name of their day",
      phone: "in E.164, such as `+447700900123`",
      county: 'told with a win ("Amelia R., Kent")',
      locale: "`en` or `fr`",
      marketing_opt_in: "whether they want mail about new draws; `consents` has the history",
      full_name_public: "whether a win is told with the full name",
      name_hidden: "whether a win is told without any name",
      created_at: "when the account was made",
      updated_at: "when it was last changed",
    },
    without: {
      image: "Nothing writes it.",
      search_text: "Computed from the other columns.",
      two_factor_enabled: "Follows from the second factors, which stay here.",
    },
  },
  // A row is locked by whoever may update one of its columns.
  admin_user: {
    rights: { insert: true, update: columns("role role_since"), delete: true },
    wipe: "stays",
    about: "Who works here.",
    exported: "id role role_since created_at",
    notes: {
      id: "the person in `users`",
      role: "`owner`, `draws`, `support`, `finance`, `marketing` or `read-only`",
      role_since: "since when they have that role",
      created_at: "since when they work here",
    },
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
    about: "Each yes and each no, in order.",
    exported: "id user_id kind given source at",
    notes: {
      kind: "`marketing`, `full_name_public` or `name_hidden`",
      source: "where it was said, such as `profile`, `registration` or `import`",
    },
  },
  // Its numbers are the database's own, so that no line is slipped in between two others.
  audit_log: {
    rights: { insert: columns("at actor_id actor action subject_type subject_id before after reason") },
    wipe: "stays",
    about: "What was changed, by whom and why.",
    exported: "id at actor_id actor action subject_type subject_id before after reason",
    notes: {
      actor: "what acted, such as `administrator` or `command line`",
      action: "what was done, such as `order.refund`",
      subject_type: "to what kind of thing",
      before: "what changed, before",
      after: "what changed, after",
    },
  },
  // Its trigger makes the rest.
  audit_chain: {
    rights: { insert: columns("audit_id") },
    wipe: "stays",
    about: "The chain that shows that no line of the log was changed ([0037](decisions/0037-the-audit-log-is-a-chain.md)).",
    exported: "audit_id seq digest hash",
    notes: {
      seq: "its place in the chain, from 1",
      digest: "of the line, in hex",
      hash: "of the chain up to it, in hex",
    },
  },
  // What happened and to whom stays as it was told first.
  alerts: {
    rights: {
      insert: true,
      update: columns("times facts last_raised_at mailed_at seen_at seen_by handled_at handled_by note"),
    },
    wipe: "goes",
    about: "What staff were alerted to.",
    exported:
      "id kind subject_type subject_id facts times raised_at last_raised_at mailed_at seen_at seen_by handled_at handled_by note",
    notes: {
      subject_type: "about what kind of thing",
      facts: "what its sentence says in figures",
      seen_by: "by whom of the staff",
      handled_by: "by whom of the staff",
    },
  },
  proposals: {
    rights: { insert: true, update: columns("state decided_by decided_at note payload") },
    wipe: "goes",
    about: "Decisions that take two people.",
    exported: "id kind subject_id payload reason proposed_by proposed_at expires_at state decided_by decided_at note",
    notes: {
      kind: "what is to be done",
      state: "`open`, `confirmed`, `refused`, `withdrawn` or `expired`",
    },
  },
  retained_contacts: {
    rights: NEVER_CHANGES,
    wipe: "goes",
    about: "How to reach people who are erased, while a draw or a refund still needs it.",
    exported: "user_id first_name last_name email phone county kept_at",
    notes: {
      kept_at: "since when it is kept apart",
    },
  },
  player_limits: {
    rights: NEVER_GOES,
    wipe: "goes",
    about: "Safer play: the limit, pause and self-exclusion of a person as they stand.",
    exported:
      "user_id monthly_limit_pence limit_since next_limit_pence next_limit_from paused_until excluded_until matched_until match_cleared_until asked_at skipped",
    notes: {
      monthly_limit_pence: "most that may be spent in a calendar month; empty: no limit",
      next_limit_pence: "a higher limit that waits; empty with a time: the limit ends then",
      next_limit_from: "from when that one holds",
      matched_until: "until when an exclusion under another account of this person holds",
      match_cleared_until: "exclusions until then are another person’s, as staff found",
      asked_at: "when they were first asked for a limit",
      skipped: "the last moment at which they skipped the question: `start`, `bought` or `again`",
    },
  },
  player_limit_changes: {
    rights: GROWS,
    wipe: "goes",
    about: "What players asked for, in order.",
    exported: "id user_id kind limit_pence until asked at",
    notes: {
      kind: "`limit`, `limit_later`, `limit_kept`, `no_limit`, `pause` or `exclusion`",
      until: "when a pause ends or a later limit begins",
      asked: "how staff were asked for it (`email`, `phone`, `post`, `in_person`); empty: on the site",
    },
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
    about: "When the code of practice was last gone through.",
    exported: "id note reviewed_at reviewed_by",
    notes: {
      reviewed_by: "by whom of the staff",
    },
  },
  operator_statements: {
    rights: GROWS,
    wipe: "stays",
    about: "What the operator has confirmed of the shop or withdrawn. The newest row of a `key` counts.",
    exported: "id key is_confirmed text_en text_fr stated_at stated_by",
    notes: {
      key: "which statement of the page “Our promise”; `help`: the organisations that help were checked",
      text_en: "the operator’s own words in English; none where those that come with the software were confirmed",
      stated_by: "by whom of the staff",
    },
  },
  mail_suppressions: {
    rights: { insert: true, update: columns("reason at") },
    wipe: "goes",
    about: "Addresses that get no advertising, whichever account has them.",
    exported: "email_hash reason at",
    notes: {
      email_hash: "SHA-256 of the address in lower case, in hex",
      reason: "why, such as `complained`",
    },
  },
  mail_refused_topics: {
    rights: NEVER_CHANGES,
    wipe: PEOPLE,
    about: "Kinds of mail that a person has unsubscribed from, while other kinds go on.",
    exported: "user_id topic at",
    notes: {
      topic: "`draws`, `weekly` or `offers`",
    },
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
  // Whose it is, and which key, stays.
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
    about: "The shop's name, look and trader, a row for each version.",
    exported: "version choice saved_at saved_by",
    notes: {
      version: "from 1; the newest counts",
      saved_by: "by whom of the staff",
    },
  },
  // What was saved stays as it was.
  site_texts: {
    rights: { insert: true, update: columns("held_at") },
    wipe: "stays",
    about: "Texts that staff have written instead of the shop's own, a row for each version.",
    exported: "document version bodies publish_at held_at saved_at saved_by",
    notes: {
      document: "which: `terms`, `privacy`, `faq` and so on",
      version: "from 1; the highest that is due is shown",
      bodies: "the text by language; none goes back to the shop's own",
      publish_at: "from when it is shown; none for a draft",
      held_at: "since when it is not, whatever its time",
      saved_by: "by whom of the staff",
    },
  },
} satisfies Tables;
