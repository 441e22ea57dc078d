/** `delayMs` is a time; other knobs are shares from 0 to 1; `duplicateWebhooks` above 1 is that many extra copies. */
export type CommonKnobs = {
  /** The call is carried out, then the connection breaks without an answer. */
  readonly dropReplies: number;
  readonly delayMs: number;
  /** The call is refused with a 500 before anything happens. */
  readonly refuse: number;
  readonly duplicateWebhooks: number;
  /** A webhook waits up to half a second, so that later ones overtake it. */
  readonly shuffleWebhooks: number;
  /** A webhook is never sent; its event can still be listed. */
  readonly dropWebhooks: number;
};

export const COMMON_STILL: CommonKnobs = {
  dropReplies: 0,
  delayMs: 0,
  refuse: 0,
  duplicateWebhooks: 0,
  shuffleWebhooks: 0,
  dropWebhooks: 0,
};

export type Knobs<Settings extends CommonKnobs = CommonKnobs> = {
  readonly settings: Settings;
  /** Turns the named knobs and leaves the others. Returns the first name or value that makes no sense, having turned none. */
  turn(wanted: Readonly<Record<string, unknown>>): string | undefined;
  strikes(share: number): boolean;
};

/** @param still all knobs, each where nothing happens */
export function createKnobs<Settings extends CommonKnobs>(still: Settings): Knobs<Settings> {
  let settings = still;
  return {
    get settings() {
      return settings;
    },
    turn(wanted) {
      for (const [name, value] of Object.entries(wanted)) {
        if (!Object.hasOwn(still, name)) return name;
        if (typeof value !== "number" || !Number.isFinite(value) || value < 0) return name;
      }
      settings = { ...settings, ...wanted };
      return undefined;
    },
    strikes: (share) => share > 0 && Math.random() < share,
  };
}
