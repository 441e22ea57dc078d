import { COMMON_STILL, type CommonKnobs } from "@concours/simulator-kit/knobs";

/** Every knob is a share from 0 (never) to 1 (always), as the common ones are. */
export type KnobSettings = CommonKnobs & {
  /** The provider keeps 1.5 % and 20p of a payment. */
  readonly takeFees: number;
  /** A refund is pending for two seconds before it succeeds. */
  readonly pendRefunds: number;
  /** A refund fails two seconds after it seemed to go well. */
  readonly failRefunds: number;
  /** A refund waits for an action, until somebody turns it. */
  readonly askRefunds: number;
  /** Two seconds after a payment its bank wants it back. */
  readonly disputePayments: number;
  /** Two seconds after a refund the bank wants the whole payment back all the same. */
  readonly disputeRefunds: number;
  /** Of what banks do by these knobs: about half of the amount only. */
  readonly partDisputes: number;
  /** Of what banks do by these knobs: it begins with an inquiry. */
  readonly inquireFirst: number;
  /** Two seconds after it began a dispute is won, or an inquiry closed. */
  readonly winDisputes: number;
  /** Two seconds after it began a dispute is lost, or an inquiry becomes one. */
  readonly loseDisputes: number;
  /** With a payment comes a card network's warning that it may be fraud. */
  readonly warnPayments: number;
};

export const STILL: KnobSettings = {
  ...COMMON_STILL,
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
