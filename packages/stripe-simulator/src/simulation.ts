import type { Knobs } from "@concours/simulator-kit/knobs";
import type { Clock } from "@concours/simulator-kit/ledger/time";
import type { Log } from "@concours/simulator-kit/serve";
import type { KnobSettings } from "./knobs.ts";
import type { Change, Ledger } from "./ledger/ledger.ts";
import type { EventRecord } from "./ledger/records.ts";
import type { Wire } from "./wire/wire.ts";

export type Simulation = {
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly knobs: Knobs<KnobSettings>;
  readonly wire: Wire;
  readonly log: Log;
  /** Applies the changes at once. Sends their events and resolves when they are on disk. */
  commit(changes: readonly Change[]): Promise<void>;
  resend(event: EventRecord, times: number): void;
};
