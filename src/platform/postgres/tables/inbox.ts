/** Table catalogue: tables of the feature inbox. */
import { ALL, columns, NEVER_CHANGES, type Tables } from "./table.ts";

export const inbox = {
  contact_messages: {
    rights: ALL,
    wipe: "goes",
    retentionMonths: 24,
    exported:
      "id number name email user_id subject message locale is_doubtful started_by assigned_to created_at read_at answered_at reopened_at done_at",
  },
  // Deleted with their messages. Number and deadline are immutable.
  complaints: {
    rights: { insert: true, update: columns("acknowledged_at answered_at answered_by outcome answer") },
    wipe: "goes",
    exported: "id number message_id made_at acknowledge_by acknowledged_at answer_by answered_at answered_by outcome answer",
  },
  // Deleted with their messages.
  conversation_entries: {
    rights: NEVER_CHANGES,
    wipe: "goes",
    exported: "id message_id kind name email subject text author_id at",
  },
  answer_templates: {
    rights: ALL,
    wipe: "stays",
    exported: "id name text text_fr changed_at",
  },
} satisfies Tables;
