import { COMMON_STILL, type CommonKnobs } from "@concours/simulator-kit/knobs";

/** Every knob but `lagSeconds` is a share from 0 (never) to 1 (always), as the common ones are. */
export type KnobSettings = CommonKnobs & {
  /** A capture, void or refund is decided two seconds after its 202. */
  readonly pendActions: number;
  readonly failCaptures: number;
  /** A refund is declined, after its 202. */
  readonly failRefunds: number;
  /** A payment is found by its reference so many seconds late. */
  readonly lagSeconds: number;
  /** A card's type comes in another case, such as "Credit". */
  readonly mixCase: number;
  readonly hideType: number;
  /** An event has `timestamp` for `created_on`. */
  readonly oldEnvelope: number;
  readonly tooMany: number;
};

export const STILL: KnobSettings = {
  ...COMMON_STILL,
  pendActions: 0,
  failCaptures: 0,
  failRefunds: 0,
  lagSeconds: 0,
  mixCase: 0,
  hideType: 0,
  oldEnvelope: 0,
  tooMany: 0,
};
