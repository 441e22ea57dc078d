/** The parts of one running simulator, as its calls, pages and controls see them. */
import type { Knobs } from "./knobs.ts";
import type { Clock } from "./ledger/clock.ts";
import type { Change, Ledger } from "./ledger/ledger.ts";
import type { EventRecord } from "./ledger/records.ts";
import type { Wire } from "./wire/wire.ts";

export type Log = (level: "info" | "warn" | "error", message: string, facts?: Readonly<Record<string, unknown>>) => void;

export type Simulation = {
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly knobs: Knobs;
  readonly wire: Wire;
  readonly log: Log;
  /** Makes the changes at once; when they are safe on disk, sends their events off and resolves. */
  commit(changes: readonly Change[]): Promise<void>;
  /** Sends an event to the webhook `times` more, delivered or not. */
  resend(event: EventRecord, times: number): void;
};
