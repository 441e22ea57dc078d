import type { Change } from "../ledger/ledger.ts";
import { newId } from "../ledger/new-id.ts";
import type { EventRecord, EventType, Snapshot } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";

/** The API call behind an action; `null` for a payer or the clock. */
export type Cause = EventRecord["request"];

/** `previous` holds the earlier values of the changed fields, with the API's names. */
export function recordEvent(
  sim: Simulation,
  type: EventType,
  snapshot: Snapshot,
  { cause = null, previous = null }: { cause?: Cause; previous?: EventRecord["previous"] } = {},
): Change {
  return ["event", { id: newId("evt"), created: sim.clock.seconds(), type, snapshot, previous, request: cause }];
}
