import { COMMON_NO_FAULTS, type CommonKnobs } from "@concours/simulator-kit/knobs";

/** Every knob is a probability from 0 (never) to 1 (always). */
export type KnobSettings = CommonKnobs & {
  /** The provider keeps 1.5 % and 20p of a payment. */
  readonly takeFees: number;
  /** A refund is pending for two seconds before it succeeds. */
  readonly pendRefunds: number;
  /** A refund fails two seconds after it succeeded. */
  readonly failRefunds: number;
  /** A refund waits for an action until a control changes it. */
  readonly askRefunds: number;
  /** The bank disputes a payment after two seconds. */
  readonly disputePayments: number;
  /** The bank disputes the whole payment two seconds after a refund. */
  readonly disputeRefunds: number;
  /** A dispute by these knobs is about half of the amount. */
  readonly partDisputes: number;
  /** A dispute by these knobs begins as an inquiry. */
  readonly inquireFirst: number;
  /** After two seconds, a dispute is won or an inquiry closed. */
  readonly winDisputes: number;
  /** After two seconds, a dispute is lost or an inquiry becomes one. */
  readonly loseDisputes: number;
  /** A payment gets an early fraud warning. */
  readonly warnPayments: number;
};

export const NO_FAULTS: KnobSettings = {
  ...COMMON_NO_FAULTS,
  takeFees: 0,
  pendRefunds: 0,
  failRefunds: 0,
  askRefunds: 0,
  disputePayments: 0,
  disputeRefunds: 0,
  partDisputes: 0,
  inquireFirst: 0,
  winDisputes: 0,
  loseDisputes: 0,
  warnPayments: 0,
};
