/** Everything that ever happened, in memory and in the journal: a group of changes is stored whole or not at all. */
import { Agenda } from "../../simulator-kit/src/ledger/agenda.ts";
import type { Clock } from "../../simulator-kit/src/ledger/clock.ts";
import type { DataFolder } from "../../simulator-kit/src/ledger/data-folder.ts";
import { type Journal, memoryJournal, openJournal } from "../../simulator-kit/src/ledger/journal.ts";
import { Table } from "../../simulator-kit/src/ledger/table.ts";
import type { ActionRecord, Change, DisputeRecord, EventRecord, KeyRecord, PageRecord, PaymentRecord } from "./records.ts";

const KEYS_LIVE = 86_400;

export class Ledger {
  readonly pages = new Table<PageRecord>();
  readonly payments = new Table<PaymentRecord>();
  readonly actions = new Table<ActionRecord>();
  readonly disputes = new Table<DisputeRecord>();
  readonly events = new Table<EventRecord>();
  /** What is decided by itself in a while. */
  readonly agenda = new Agenda<"action">();
  /** Events that no webhook has brought to their receiver yet, oldest first. */
  readonly undelivered = new Map<string, EventRecord>();
  readonly #keys = new Map<string, KeyRecord>();
  readonly #clock: Clock;
  #journal: Journal = memoryJournal();

  private constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Opens the ledger of a folder, or one in memory that ends with the process. */
  static async open(clock: Clock, folder?: DataFolder): Promise<Ledger> {
    const ledger = new Ledger(clock);
    if (folder !== undefined)
      ledger.#journal = await openJournal({
        path: folder.journalPath,
        replay: (line) => ledger.#apply(JSON.parse(line) as Change[], 0),
        snapshot: () => ledger.#lines(),
      });
    return ledger;
  }

  /** Makes the changes at once; resolves when they would survive the death of the process and of the machine. */
  commit(changes: readonly Change[]): Promise<void> {
    const write = this.#journal.append(JSON.stringify(changes));
    this.#apply(changes, write);
    return this.#journal.durable(write);
  }

  /** Makes changes that may be lost in a crash without harm. */
  note(changes: readonly Change[]): void {
    this.#apply(changes, this.#journal.append(JSON.stringify(changes)));
  }

  /** The answer kept for an idempotency key, for a day. */
  key(id: string): KeyRecord | undefined {
    const key = this.#keys.get(id);
    return key !== undefined && key.created > this.#clock.seconds() - KEYS_LIVE ? key : undefined;
  }

  /** What was done with a payment, newest first. */
  actionsOf(payment: string): readonly ActionRecord[] {
    return [...this.actions.values()].filter((action) => action.payment === payment).toReversed();
  }

  close(): Promise<void> {
    return this.#journal.close();
  }

  #apply(changes: readonly Change[], write: number): void {
    for (const change of changes) {
      const [kind, value] = change;
      if (kind === "delivered") this.undelivered.delete(value);
      else if (kind === "ahead") this.#clock.setAhead(value);
      else {
        this.#clock.noticed(value.created);
        this.#put(change as Exclude<Change, readonly ["delivered" | "ahead", unknown]>, write);
      }
    }
  }

  #put([kind, record]: Exclude<Change, readonly ["delivered" | "ahead", unknown]>, write: number): void {
    switch (kind) {
      case "page":
        this.pages.put(record, write);
        break;
      case "payment":
        this.payments.put(record, write);
        break;
      case "action":
        if (record.dueAt !== null) this.agenda.add({ at: record.dueAt, kind, id: record.id });
        this.actions.put(record, write);
        break;
      case "dispute":
        this.disputes.put(record, write);
        break;
      case "event":
        this.undelivered.set(record.id, record);
        this.events.put(record, write);
        break;
      case "key":
        this.#keys.set(record.id, record);
        break;
    }
  }

  *#lines(): Iterable<string> {
    const line = (...changes: Change[]) => JSON.stringify(changes);
    yield line(["ahead", this.#clock.ahead()]);
    for (const record of this.pages.values()) yield line(["page", record]);
    for (const record of this.payments.values()) yield line(["payment", record]);
    for (const record of this.actions.values()) yield line(["action", record]);
    for (const record of this.disputes.values()) yield line(["dispute", record]);
    for (const record of this.#keys.values()) if (this.key(record.id)) yield line(["key", record]);
    for (const record of this.events.values())
      yield this.undelivered.has(record.id) ? line(["event", record]) : line(["event", record], ["delivered", record.id]);
  }
}
