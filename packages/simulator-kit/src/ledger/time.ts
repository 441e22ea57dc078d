/** The simulator's clock, and an agenda of due times. */

export type Due<Kind extends string> = { readonly at: number; readonly kind: Kind; readonly id: string };

/** A min-heap of times. */
export class Agenda<Kind extends string> {
  readonly #entries: Due<Kind>[] = [];

  add(due: Due<Kind>): void {
    this.#entries.splice(this.#entries.findLastIndex(({ at }) => at <= due.at) + 1, 0, due);
  }

  /** Removes and returns the next entry due at `now` (Unix seconds). */
  take(now: number): Due<Kind> | undefined {
    const [next] = this.#entries;
    return next !== undefined && next.at <= now ? this.#entries.shift() : undefined;
  }
}

export type Clock = {
  /** Unix seconds, never less than before. */
  seconds(): number;
  /** Sets the offset to the source, in seconds. */
  setAhead(seconds: number): void;
  ahead(): number;
  /** Records a time from a replayed ledger, so that nothing later is dated before it. */
  notBefore(seconds: number): void;
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
    notBefore(seconds) {
      latest = Math.max(latest, seconds);
    },
  };
}
