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
  /** Makes the changes at once; when they are safe on disk, sends their events off and resolves. */
  commit(changes: readonly Change[]): Promise<void>;
};

const LENGTH = 26;

/** Such as `pay_…`: the provider's identifiers are 26 small letters and digits after their prefix. */
export function newId(prefix: "hpp" | "pay" | "sid" | "act" | "dsp" | "evt"): string {
  return `${prefix}_${randomText(LENGTH).toLowerCase()}`;
}
