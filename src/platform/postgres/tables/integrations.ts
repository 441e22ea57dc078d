import { columns, GROWS, NEVER_GOES, SECRET, type Tables } from "./table.ts";

export const integrations = {
  // What a key may, and whose it is, is said once.
  api_keys: {
    rights: { insert: true, update: columns("expires_at last_used_at revoked_at") },
    wipe: "stays",
    about: "Keys of programs, without what opens anything.",
    exported: "id name scopes made_by made_at expires_at last_used_at revoked_at",
    notes: {
      last_used_at: "when it was last used",
    },
    without: {
      hash: "Proves a secret.",
      prefix: "The beginning of a secret.",
    },
  },
  webhook_endpoints: {
    rights: NEVER_GOES,
    wipe: "stays",
    about: "Programs that are told what happens.",
    exported: "id url events made_by made_at paused_at pause_reason ended_at",
    notes: {
      paused_at: "since when it is paused",
      pause_reason: "`by_hand`, `failing` or `gone`",
    },
    without: {
      secret: SECRET,
      previous_secret: SECRET,
      previous_until: "How long the previous secret still counts.",
      between_secrets: SECRET,
    },
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
