/** Table catalogue: tables of the feature player-protection. */
import { columns, GROWS, NEVER_CHANGES, type Tables } from "./table.ts";

export const playerProtection = {
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
  // Findings and actions are deleted with their case.
  care_cases: {
    rights: { insert: true, update: columns("closed_at outcome"), delete: true },
    wipe: "goes",
    retentionMonths: 24,
    exported: "id user_id opened_at closed_at outcome",
  },
  care_signs: {
    rights: { insert: true, update: columns("found against found_at"), delete: true },
    wipe: "goes",
    exported: "case_id kind found against found_at",
  },
  care_steps: {
    rights: NEVER_CHANGES,
    wipe: "goes",
    exported: "id case_id kind words taken_by at",
  },
} satisfies Tables;
