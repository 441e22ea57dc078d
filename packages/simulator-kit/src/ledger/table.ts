/** Records of one kind, found by id and paged by time; those of one second in the order of insertion. */

/** Bounds on `created`, in Unix seconds. */
export type CreatedRange = { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number };

export type PageRequest<R> = {
  readonly limit: number;
  readonly startingAfter?: string | undefined;
  readonly endingBefore?: string | undefined;
  readonly created?: CreatedRange | undefined;
  readonly where?: ((record: R) => boolean) | undefined;
};

export type Page<R> = { readonly data: readonly R[]; readonly hasMore: boolean };

export class Table<R extends { readonly id: string; readonly created: number }> {
  readonly #rows: R[] = [];
  readonly #places = new Map<string, number>();
  readonly #writes = new Map<string, number>();

  /** Adds a record, or replaces it in its position. `write` is the journal's number of this change. */
  put(record: R, write: number): void {
    const place = this.#places.get(record.id);
    if (place === undefined) this.#add(record);
    else this.#rows[place] = record;
    this.#writes.set(record.id, write);
  }

  /** Nearly always appends; only records dated in the past are inserted earlier. */
  #add(record: R): void {
    const after = (this.#rows.at(-1)?.created ?? 0) <= record.created ? this.#rows.length : this.#firstAt(record.created + 1);
    this.#rows.splice(after, 0, record);
    for (let place = after; place < this.#rows.length; place++) this.#places.set(this.#rows[place]?.id ?? "", place);
  }

  get(id: string): R | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#rows[place];
  }

  lastWrite(id: string): number {
    return this.#writes.get(id) ?? 0;
  }

  values(): readonly R[] {
    return this.#rows;
  }

  /** Newest first, as Stripe lists. The cursors must be ids of this table. */
  page({ limit, startingAfter, endingBefore, created = {}, where }: PageRequest<R>): Page<R> {
    const oldest = Math.max(this.#firstAt(created.gte), this.#firstAt(created.gt === undefined ? undefined : created.gt + 1));
    const newest = Math.min(
      this.#lastBefore(created.lt),
      this.#lastBefore(created.lte === undefined ? undefined : created.lte + 1),
    );
    const found: R[] = [];
    const wanted = (record: R | undefined): record is R => record !== undefined && (where === undefined || where(record));

    if (endingBefore !== undefined) {
      for (let place = Math.max(oldest, this.#place(endingBefore) + 1); place <= newest && found.length <= limit; place++) {
        const record = this.#rows[place];
        if (wanted(record)) found.push(record);
      }
      return { data: found.slice(0, limit).reverse(), hasMore: found.length > limit };
    }
    const from = startingAfter === undefined ? newest : Math.min(newest, this.#place(startingAfter) - 1);
    for (let place = from; place >= oldest && found.length <= limit; place--) {
      const record = this.#rows[place];
      if (wanted(record)) found.push(record);
    }
    return { data: found.slice(0, limit), hasMore: found.length > limit };
  }

  #place(id: string): number {
    return this.#places.get(id) ?? -1;
  }

  #lastBefore(seconds: number | undefined): number {
    return (seconds === undefined ? this.#rows.length : this.#firstAt(seconds)) - 1;
  }

  /** The first position created at `seconds` or later, by binary search. */
  #firstAt(seconds: number | undefined): number {
    if (seconds === undefined) return 0;
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#rows[middle]?.created ?? 0) < seconds) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
