/** Table catalogue: tables of the feature inbox. */
import { ALL, columns, type Tables } from "./table.ts";

export const inbox = {
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
} satisfies Tables;
