/** Configurable faults: lost replies, refused calls, and duplicate, shuffled or dropped webhooks. */
export type CommonKnobs = {
  /** The call runs, then the connection breaks without an answer. */
  readonly dropReplies: number;
  readonly delayMs: number;
  /** The call is refused with a 500 before it runs. */
  readonly refuse: number;
  readonly duplicateWebhooks: number;
  /** A webhook is delayed by up to half a second, so that later ones overtake it. */
  readonly shuffleWebhooks: number;
  /** A webhook is never sent, but its event is listed. */
  readonly dropWebhooks: number;
};

export const COMMON_NO_FAULTS: CommonKnobs = {
  dropReplies: 0,
  delayMs: 0,
  refuse: 0,
  duplicateWebhooks: 0,
  shuffleWebhooks: 0,
  dropWebhooks: 0,
};

export type Knobs<Settings extends CommonKnobs = CommonKnobs> = {
  readonly settings: Settings;
  /** Sets the given knobs. Returns the first invalid name or value, having changed nothing. */
  set(wanted: Readonly<Record<string, unknown>>): string | undefined;
  strikes(share: number): boolean;
};

/** @param initial all knobs at their values without faults */
export function createKnobs<Settings extends CommonKnobs>(initial: Settings): Knobs<Settings> {
  let settings = initial;
  return {
    get settings() {
      return settings;
    },
    set(wanted) {
      for (const [name, value] of Object.entries(wanted)) {
        if (!Object.hasOwn(initial, name)) return name;
        if (typeof value !== "number" || !Number.isFinite(value) || value < 0) return name;
      }
      settings = { ...settings, ...wanted };
      return undefined;
    },
    strikes: (share) => share > 0 && Math.random() < share,
  };
}
