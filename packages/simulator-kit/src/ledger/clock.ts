/** The simulator's time: the machine's, or a given one, moved ahead at will and never backward. */

export type Clock = {
  /** Now, in Unix seconds. Never less than what it said before. */
  seconds(): number;
  /** Sets how far this clock runs ahead of its source, in seconds. */
  setAhead(seconds: number): void;
  ahead(): number;
  /** Says that a time has been seen (in a replayed ledger), so that nothing later is dated before it. */
  noticed(seconds: number): void;
};

/** A clock over `source`, which gives the present time. */
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
