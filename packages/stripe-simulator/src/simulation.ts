/** The parts of one running simulator, as its calls, pages and controls see them. */
import type { Knobs } from "../../simulator-kit/src/knobs.ts";
import type { Clock } from "../../simulator-kit/src/ledger/time.ts";
import type { Log } from "../../simulator-kit/src/serve.ts";
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
  /** Sends an event to the webhook `times` more, delivered or not. */
  resend(event: EventRecord, times: number): void;
};
