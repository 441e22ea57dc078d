/** Table catalogue: tables of the feature access. */
import { ALL, columns, type Tables } from "./table.ts";

export const access = {
  // Locking a row requires the right to update one of its columns.
  admin_user: {
    rights: { insert: true, update: columns("role role_since"), delete: true },
    wipe: "stays",
    exported: "id role role_since created_at",
  },
  rate_limits: {
    rights: ALL,
    wipe: "goes",
    notExported: "Attempts of the last minutes.",
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
} satisfies Tables;
