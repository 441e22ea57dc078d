/** Table catalogue: tables of the feature queue. */
import { ALL, columns, type Tables } from "./table.ts";

export const queue = {
  // The committed seed is immutable.
  waiting_rooms: {
    rights: {
      insert: true,
      delete: true,
      update: columns(
        "is_on is_paused opens_at gather_minutes per_minute most_inside places drawn admitted credit moved_at sample_at sample_admitted before_at before_admitted",
      ),
    },
    wipe: "goes",
    notExported: "Queues, which are over with the opening of their draw.",
  },
  waiting_places: {
    rights: ALL,
    wipe: "goes",
    notExported: "Queues, which are over with the opening of their draw.",
  },
} satisfies Tables;
