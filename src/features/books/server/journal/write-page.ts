/**
 * A page of the journal: a batch of entries with consecutive numbers. Entries of closed months move to the
 * open one.
 */
import type { Tx } from "#platform/postgres/db.server.ts";
import { type Day, londonDate } from "#shared/dates/dates.ts";
import type { DocumentKind } from "#shared/states.ts";
import { bookedOn } from "../../rules/month.ts";
import type { VatRate } from "../../rules/rates.ts";
import { findClosedThrough, insertEntries, listVatRates, lockJournal, type NewEntry, type Numbers } from "./journal-store.ts";

/** `found`: how many events were booked; `after` marks them once their entries are written. */
export type Booked = { readonly found: number; readonly after?: () => Promise<void> };

/** Collects entries under the lock on the journal, and writes them. */
export class Page {
  readonly rates: readonly VatRate[];
  readonly #tx: Tx;
  /** The last closed month. */
  readonly #closed: Day | undefined;
  #last: Numbers;
  #entries: NewEntry[] = [];

  constructor(tx: Tx, start: { last: Numbers; closed: Day | undefined; rates: readonly VatRate[] }) {
    this.#tx = tx;
    this.rates = start.rates;
    this.#closed = start.closed;
    this.#last = start.last;
  }

  /** Collects the entries of `book`, writes them, and marks their events as booked. @returns their number */
  async write(now: Date, book: (tx: Tx, page: Page) => Promise<Booked>): Promise<number> {
    const { found, after } = await book(this.#tx, this);
    await insertEntries(this.#tx, this.#entries, { last: this.#last, now });
    this.#entries = [];
    await after?.();
    return found;
  }

  /** Returns the entry's number. `document` is its receipt, credit note or debit note. */
  add(
    entry: Omit<NewEntry, "number" | "day" | "document"> & {
      readonly document?: { kind: DocumentKind; amount: number; vat: number; vatPoints: number } | undefined;
    },
  ): number {
    const number = this.#last.entry + 1;
    this.#last = { ...this.#last, entry: number };
    const { document, ...facts } = entry;
    if (document) this.#last = { ...this.#last, [document.kind]: this.#last[document.kind] + 1 };
    this.#entries.push({
      ...facts,
      number,
      day: bookedOn(londonDate(entry.at), this.#closed),
      document: document && { ...document, number: this.#last[document.kind] },
    });
    return number;
  }
}

/** Locks the journal until the transaction ends. */
export async function openPage(tx: Tx): Promise<Page> {
  const last = await lockJournal(tx);
  return new Page(tx, { last, closed: await findClosedThrough(tx), rates: await listVatRates(tx) });
}
