/** Table catalogue: tables of the feature integrations. */
import { columns, GROWS, NEVER_GOES, type Tables } from "./table.ts";

export const integrations = {
  // Permissions and owner of a key are immutable.
  api_keys: {
    rights: { insert: true, update: columns("expires_at last_used_at revoked_at") },
    wipe: "stays",
    exported: "id name scopes made_by made_at expires_at last_used_at revoked_at",
  },
  webhook_endpoints: {
    rights: NEVER_GOES,
    wipe: "stays",
    exported: "id url events made_by made_at paused_at pause_reason ended_at",
  },
  // With its deliveries and their log.
  webhook_events: {
    rights: { insert: columns("type subject_id data"), delete: true },
    wipe: "goes",
    notExported: "What programs were told.",
  },
  webhook_deliveries: {
    rights: { insert: true, update: columns("state tries next_at claimed_until") },
    wipe: "goes",
    notExported: "What programs were told.",
  },
  webhook_attempts: {
    rights: GROWS,
    wipe: "goes",
    notExported: "What programs were told.",
  },
} satisfies Tables;
