/** The simulator's time: a clock, the machine's or a given one, moved ahead at will and never backward; and an agenda of what falls due by itself. */

export type Due<Kind extends string> = { readonly at: number; readonly kind: Kind; readonly id: string };

/** What falls due, the nearest first. Most entries come last, so that looking from the end is quick. */
export class Agenda<Kind extends string> {
  readonly #entries: Due<Kind>[] = [];

  add(due: Due<Kind>): void {
    this.#entries.splice(this.#entries.findLastIndex(({ at }) => at <= due.at) + 1, 0, due);
  }

  /** Takes out the next entry that is due at `now` (Unix seconds), if there is one. */
  take(now: number): Due<Kind> | undefined {
    const [next] = this.#entries;
    return next !== undefined && next.at <= now ? this.#entries.shift() : undefined;
  }
}

export type Clock = {
  /** Now, in Unix seconds. Never less than what it said before. */
  seconds(): number;
  /** Sets how far this clock runs ahead of its source, in seconds. */
  setAhead(seconds: number): void;
  ahead(): number;
  /** Says that a time has been seen (in a replayed ledger), so that nothing later is dated before it. */
  noticed(seconds: number): void;
};

export function createClock(source: () => Date): Clock {
  let ahead = 0;
  let latest = 0;
  return {
    seconds() {
      latest = Math.max(latest, Math.floor(source().getTime() / 1000) + ahead);
      return latest;
    },
    setAhead(seconds) {
      ahead = seconds;
    },
    ahead: () => ahead,
    noticed(seconds) {
      latest = Math.max(latest, seconds);
    },
  };
}
