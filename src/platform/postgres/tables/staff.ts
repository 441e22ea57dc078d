/** Table catalogue: tables of the feature staff. */
import { ALL, columns, type Tables } from "./table.ts";

export const staff = {
  proposals: {
    rights: { insert: true, update: columns("state decided_by decided_at note payload") },
    wipe: "goes",
    exported: "id kind subject_id payload reason proposed_by proposed_at expires_at state decided_by decided_at note",
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
} satisfies Tables;
