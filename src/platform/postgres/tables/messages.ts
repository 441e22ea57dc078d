import { ALL, columns, FORM_KEY, NEVER_GOES, type Tables } from "./table.ts";

export const messages = {
  contact_messages: {
    rights: ALL,
    wipe: "goes",
    retentionMonths: 24,
    about: "What people wrote with the contact form.",
    exported: "id name email subject message locale is_doubtful created_at read_at done_at",
    notes: {
      locale: "`en` or `fr`",
      is_doubtful: "whether its hidden field was filled in, as programs do",
    },
    without: {
      request_key: FORM_KEY,
    },
  },
  // They go with their messages. Its number, and until when it is answered, stay as they were told.
  complaints: {
    rights: { insert: true, update: columns("acknowledged_at answered_at outcome answer") },
    wipe: "goes",
    about: "Messages that are complaints.",
    exported: "id number message_id made_at acknowledge_by acknowledged_at answer_by answered_at outcome answer",
    notes: {
      acknowledge_by: "until when it is acknowledged",
      answer_by: "until when it is answered",
      outcome: "`upheld`, `partly_upheld`, `not_upheld` or `withdrawn`",
    },
  },
  mails: {
    rights: ALL,
    wipe: "goes",
    about: "Every mail: to whom, about what and what came of it; not its words.",
    exported:
      "id message recipient user_id campaign_id is_marketing consent_checked_at state attempts last_error created_at sent_at",
    notes: {
      message: "the kind of mail, and what it was about",
      consent_checked_at: "when it was last looked for",
      state: "`queued`, `sending`, `sent`, `failed`, `unknown`, `suppressed` or `cancelled`",
      last_error: "what was said at the last of them",
    },
    without: {
      message_id: "The mail server's own name of it.",
      claimed_at: "Sending under way.",
      not_before: "Sending under way.",
    },
  },
  mail_pace: {
    rights: { update: columns("free_at") },
    wipe: "stays",
    notExported: "When the next mail may leave.",
  },
  campaigns: {
    rights: NEVER_GOES,
    wipe: "goes",
    about: "Mass mails.",
    exported:
      "id template subject content lottery_id promotion_id state created_by created_at started_at worked_at ended_at refused",
    notes: {
      state: "`draft`, `sending`, `paused`, `cancelled` or `done`",
      worked_at: "when it last went on",
      refused: "how many addresses were refused",
    },
    without: {
      request_key: FORM_KEY,
    },
  },
} satisfies Tables;
