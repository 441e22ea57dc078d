/** A batch of journal entries: numbers are consecutive, and entries of closed months move to the open one. */
import type { Tx } from "#platform/postgres/db.server.ts";
import { type Day, londonDate } from "#shared/dates/dates.ts";
import type { DocumentKind } from "#shared/states.ts";
import { bookedOn } from "../../rules/month.ts";
import type { VatRate } from "../../rules/rates.ts";
import { findClosedThrough, insertEntries, listVatRates, lockJournal, type NewEntry, type Numbers } from "./journal-store.ts";

export type Booked = { readonly found: number; readonly after?: () => Promise<void> };

export class Page {
  readonly rates: readonly VatRate[];
  readonly #tx: Tx;
  readonly #closed: Day | undefined;
  #last: Numbers;
  #entries: NewEntry[] = [];

  constructor(tx: Tx, given: { last: Numbers; closed: Day | undefined; rates: readonly VatRate[] }) {
    this.#tx = tx;
    this.rates = given.rates;
    this.#closed = given.closed;
    this.#last = given.last;
  }

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
    const { document, ...rest } = entry;
    if (document) this.#last = { ...this.#last, [document.kind]: this.#last[document.kind] + 1 };
    this.#entries.push({
      ...rest,
      number,
      day: bookedOn(londonDate(entry.at), this.#closed),
      document: document && { ...document, number: this.#last[document.kind] },
    });
    return number;
  }
}

export async function openPage(tx: Tx): Promise<Page> {
  const last = await lockJournal(tx);
  return new Page(tx, { last, closed: await findClosedThrough(tx), rates: await listVatRates(tx) });
}
