/** Table catalogue: tables of the feature mail. */
import { ALL, columns, NEVER_CHANGES, NEVER_GOES, type Tables } from "./table.ts";

export const mail = {
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
  letters: {
    rights: NEVER_CHANGES,
    wipe: "goes",
    retentionMonths: 24,
    exported: "id lottery_id topic subject text subject_fr text_fr created_by created_at",
  },
  // Deleted with their letters.
  letter_recipients: {
    rights: NEVER_CHANGES,
    wipe: "goes",
    exported: "letter_id user_id",
  },
  campaigns: {
    rights: NEVER_GOES,
    wipe: "goes",
    exported:
      "id template subject content lottery_id promotion_id state created_by created_at started_at worked_at ended_at refused",
  },
} satisfies Tables;
