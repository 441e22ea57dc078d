/** Table catalogue: tables of the feature site. */
import { columns, type Tables } from "./table.ts";

export const site = {
  // Saved versions are immutable.
  site_texts: {
    rights: { insert: true, update: columns("held_at") },
    wipe: "stays",
    exported: "document version bodies publish_at held_at saved_at saved_by",
  },
} satisfies Tables;
