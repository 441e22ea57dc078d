/** Faults at will: how often replies are lost, calls refused, webhooks doubled, shuffled or dropped. */

/**
 * `delayMs` is a time. Every other knob is a share from 0 (never) to 1 (always); for `duplicateWebhooks` a whole number
 * above 1 is that many extra copies of each.
 */
export type KnobSettings = {
  /** The call is carried out, then the connection breaks without an answer. */
  readonly dropReplies: number;
  /** Each API call waits so long before it is carried out. */
  readonly delayMs: number;
  /** The call is refused with a 500 before anything happens. */
  readonly refuse: number;
  readonly duplicateWebhooks: number;
  /** A webhook waits up to half a second, so that later ones overtake it. */
  readonly shuffleWebhooks: number;
  /** A webhook is never sent; its event can still be listed. */
  readonly dropWebhooks: number;
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
  dropReplies: 0,
  delayMs: 0,
  refuse: 0,
  duplicateWebhooks: 0,
  shuffleWebhooks: 0,
  dropWebhooks: 0,
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

export type Knobs = {
  readonly settings: KnobSettings;
  /** Turns the named knobs and leaves the others. Returns the first name or value that makes no sense, having turned none. */
  turn(wanted: Readonly<Record<string, unknown>>): string | undefined;
  /** Throws the dice for a share. */
  strikes(share: number): boolean;
};

export function createKnobs(random: () => number = Math.random): Knobs {
  let settings = STILL;
  return {
    get settings() {
      return settings;
    },
    turn(wanted) {
      for (const [name, value] of Object.entries(wanted)) {
        if (!Object.hasOwn(STILL, name)) return name;
        if (typeof value !== "number" || !Number.isFinite(value) || value < 0) return name;
      }
      settings = { ...settings, ...wanted };
      return undefined;
    },
    strikes: (share) => share > 0 && random() < share,
  };
}
