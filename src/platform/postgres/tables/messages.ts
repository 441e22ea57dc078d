import { ALL, columns, NEVER_GOES, type Tables } from "./table.ts";

export const messages = {
  contact_messages: {
    rights: ALL,
    wipe: "goes",
    retentionMonths: 24,
    exported: "id name email subject message locale is_doubtful created_at read_at done_at",
  },
  // Deleted with their messages. Number and deadline are immutable.
  complaints: {
    rights: { insert: true, update: columns("acknowledged_at answered_at outcome answer") },
    wipe: "goes",
    exported: "id number message_id made_at acknowledge_by acknowledged_at answer_by answered_at outcome answer",
  },
  mails: {
    rights: ALL,
    wipe: "goes",
    exported:
      "id message recipient user_id campaign_id is_marketing consent_checked_at state attempts last_error created_at sent_at",
  },
  mail_pace: {
    rights: { update: columns("free_at") },
    wipe: "stays",
    notExported: "When the next mail may leave.",
  },
  campaigns: {
    rights: NEVER_GOES,
    wipe: "goes",
    exported:
      "id template subject content lottery_id promotion_id state created_by created_at started_at worked_at ended_at refused",
  },
} satisfies Tables;
