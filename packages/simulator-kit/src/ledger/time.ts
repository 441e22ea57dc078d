/** The simulator's time: a clock, the machine's or a given one, moved ahead at will and never backward; and an agenda of what falls due by itself. */

export type Due<Kind extends string> = { readonly at: number; readonly kind: Kind; readonly id: string };

export class Agenda<Kind extends string> {
  readonly #heap: Due<Kind>[] = [];

  add(due: Due<Kind>): void {
    const heap = this.#heap;
    let place = heap.push(due) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#at(parent) <= due.at) break;
      this.#swap(place, parent);
      place = parent;
    }
  }

  /** Takes out the next entry that is due at `now` (Unix seconds), if there is one. */
  take(now: number): Due<Kind> | undefined {
    const top = this.#heap[0];
    if (top === undefined || top.at > now) return undefined;
    const last = this.#heap.pop();
    if (last !== undefined && this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink();
    }
    return top;
  }

  #sink(): void {
    for (let place = 0; ; ) {
      const left = 2 * place + 1;
      const least = this.#at(left + 1) < this.#at(left) ? left + 1 : left;
      if (this.#at(least) >= this.#at(place)) return;
      this.#swap(place, least);
      place = least;
    }
  }

  #at(place: number): number {
    return this.#heap[place]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swap(a: number, b: number): void {
    const [first, second] = [this.#heap[a], this.#heap[b]];
    if (first === undefined || second === undefined) return;
    this.#heap[a] = second;
    this.#heap[b] = first;
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
