/** The records of a provider, in memory and in a journal. A group of changes is stored atomically. */
import type { DataFolder } from "./data-folder.ts";
import { type Journal, openJournal } from "./journal.ts";
import { Table } from "./table.ts";
import type { Clock } from "./time.ts";

type Stored = { readonly id: string; readonly created: number };
/** Record types by kind; every provider has events and answers by idempotency key. */
type Kinds = { readonly event: Stored; readonly key: Stored };
type Own<K extends Kinds> = Exclude<keyof K, keyof Kinds>;

type Put<K, N extends keyof K = keyof K> = { readonly [Each in N]: readonly [kind: Each, record: K[Each]] }[N];

export type ChangeOf<K extends Kinds> = Put<K> | readonly ["delivered", string] | readonly ["ahead", number];
export type OwnPut<K extends Kinds> = Put<K, Own<K>>;

const DAY = 86_400;
const KEYS_LIVE = DAY;
const EVENTS_LIVE = 30 * DAY;

export abstract class JournalledLedger<K extends Kinds> {
  readonly events = new Table<K["event"]>();
  /** Events without a successful delivery, oldest first. */
  readonly undelivered = new Map<string, K["event"]>();
  readonly #keys = new Map<string, K["key"]>();
  readonly #clock: Clock;
  #journal: Journal | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The provider's own records by kind, in the order of a rewritten journal. */
  protected abstract readonly tables: { readonly [N in Own<K>]: Table<K[N] & Stored> };
  /** Called before a record is put, to index it and schedule its due time. */
  protected abstract take(put: OwnPut<K>): void;

  /** Replays a folder's journal and continues it. Without a folder, the records live in memory only. */
  async openFolder(folder: DataFolder | undefined): Promise<this> {
    if (folder !== undefined)
      this.#journal = await openJournal({
        path: folder.journalPath,
        replay: (line) => this.#apply(JSON.parse(line) as ChangeOf<K>[], 0),
        snapshot: () => this.#lines(),
      });
    return this;
  }

  /** Applies the changes at once; resolves when they are on disk. */
  commit(changes: readonly ChangeOf<K>[]): Promise<void> {
    const write = this.#append(changes);
    this.#apply(changes, write);
    return this.#durable(write);
  }

  /** Applies changes that a crash may lose without harm. */
  note(changes: readonly ChangeOf<K>[]): void {
    this.#apply(changes, this.#append(changes));
  }

  /** Resolves when the record's last change is on disk, so that it can be shown. */
  settled(table: { lastWrite(id: string): number }, id: string): Promise<void> {
    return this.#durable(table.lastWrite(id));
  }

  /** The stored answer of an idempotency key, valid for a day. */
  key(id: string): K["key"] | undefined {
    const key = this.#keys.get(id);
    return key !== undefined && key.created > this.#clock.seconds() - KEYS_LIVE ? key : undefined;
  }

  async close(): Promise<void> {
    await this.#journal?.close();
  }

  #append(changes: readonly ChangeOf<K>[]): number {
    return this.#journal?.append(JSON.stringify(changes)) ?? 0;
  }

  async #durable(write: number): Promise<void> {
    await this.#journal?.durable(write);
  }

  #apply(changes: readonly ChangeOf<K>[], write: number): void {
    for (const [kind, value] of changes) {
      if (kind === "delivered") this.undelivered.delete(value as string);
      else if (kind === "ahead") this.#clock.setAhead(value as number);
      else this.#put(kind, value as Stored, write);
    }
  }

  #put(kind: keyof K, record: Stored, write: number): void {
    this.#clock.notBefore(record.created);
    if (kind === "key") this.#keys.set(record.id, record);
    else if (kind === "event") {
      this.undelivered.set(record.id, record);
      this.events.put(record, write);
    } else {
      this.take([kind, record] as unknown as OwnPut<K>);
      (this.tables[kind as Own<K>] as Table<Stored>).put(record, write);
    }
  }

  *#lines(): Iterable<string> {
    const oldest = this.#clock.seconds() - EVENTS_LIVE;
    yield JSON.stringify([["ahead", this.#clock.ahead()]]);
    for (const [kind, table] of Object.entries(this.tables) as [string, Table<Stored>][])
      for (const record of table.values()) yield JSON.stringify([[kind, record]]);
    for (const record of this.#keys.values()) if (this.key(record.id)) yield JSON.stringify([["key", record]]);
    for (const record of this.events.values()) {
      const waits = this.undelivered.has(record.id);
      if (waits) yield JSON.stringify([["event", record]]);
      else if (record.created > oldest)
        yield `[${JSON.stringify(["event", record])},${JSON.stringify(["delivered", record.id])}]`;
    }
  }
}
