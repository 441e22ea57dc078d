import type { Knobs } from "@concours/simulator-kit/knobs";
import { randomText } from "@concours/simulator-kit/ledger/random-text";
import type { Clock } from "@concours/simulator-kit/ledger/time";
import type { Log } from "@concours/simulator-kit/serve";
import type { KnobSettings } from "./knobs.ts";
import type { Change, Ledger } from "./ledger.ts";

export type Simulation = {
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly knobs: Knobs<KnobSettings>;
  readonly log: Log;
  publicUrl(): string;
  /** Applies the changes at once. Sends their events and resolves when they are on disk. */
  commit(changes: readonly Change[]): Promise<void>;
};

const LENGTH = 26;

/** Such as `pay_…`: the provider's ids have 26 lower-case letters and digits after a prefix. */
export function newId(prefix: "hpp" | "pay" | "sid" | "act" | "dsp" | "evt" | "file"): string {
  return `${prefix}_${randomText(LENGTH).toLowerCase()}`;
}
