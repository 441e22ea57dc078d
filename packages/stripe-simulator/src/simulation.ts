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
  /** Makes the changes at once; when they are safe on disk, sends their events off and resolves. */
  commit(changes: readonly Change[]): Promise<void>;
  resend(event: EventRecord, times: number): void;
};
