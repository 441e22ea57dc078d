import { COMMON_NO_FAULTS, type CommonKnobs } from "@concours/simulator-kit/knobs";

/** Every knob except `lagSeconds` is a probability from 0 (never) to 1 (always). */
export type KnobSettings = CommonKnobs & {
  /** A capture, void or refund is decided two seconds after its 202. */
  readonly pendActions: number;
  readonly failCaptures: number;
  /** A refund is declined after its 202. */
  readonly failRefunds: number;
  /** Delay in seconds before a payment can be found by its reference. */
  readonly lagSeconds: number;
  /** The case of a card's type differs, such as "Credit". */
  readonly mixCase: number;
  readonly hideType: number;
  /** An event has `timestamp` instead of `created_on`. */
  readonly oldEnvelope: number;
  readonly tooMany: number;
};

export const NO_FAULTS: KnobSettings = {
  ...COMMON_NO_FAULTS,
  pendActions: 0,
  failCaptures: 0,
  failRefunds: 0,
  lagSeconds: 0,
  mixCase: 0,
  hideType: 0,
  oldEnvelope: 0,
  tooMany: 0,
};
