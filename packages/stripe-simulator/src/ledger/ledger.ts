/** Everything that ever happened, in memory and in the journal: a group of changes is stored whole or not at all. */
import { Agenda } from "../../../simulator-kit/src/ledger/agenda.ts";
import type { Clock } from "../../../simulator-kit/src/ledger/clock.ts";
import type { DataFolder } from "../../../simulator-kit/src/ledger/data-folder.ts";
import { type Journal, memoryJournal, openJournal } from "../../../simulator-kit/src/ledger/journal.ts";
import { Table } from "../../../simulator-kit/src/ledger/table.ts";
import type {
  ChargeRecord,
  DisputeRecord,
  EventRecord,
  IntentRecord,
  KeyRecord,
  PayoutRecord,
  RefundRecord,
  SessionRecord,
  WarningRecord,
} from "./records.ts";

type Kinds = {
  session: SessionRecord;
  intent: IntentRecord;
  charge: ChargeRecord;
  refund: RefundRecord;
  dispute: DisputeRecord;
  warning: WarningRecord;
  payout: PayoutRecord;
  event: EventRecord;
  key: KeyRecord;
};

/** One record put, one event delivered, or the clock set ahead by so many seconds. */
export type Change =
  | { readonly [K in keyof Kinds]: readonly [kind: K, record: Kinds[K]] }[keyof Kinds]
  | readonly ["delivered", string]
  | readonly ["ahead", number];

const DAY = 86_400;
const KEYS_LIVE = DAY;
const EVENTS_LIVE = 30 * DAY;

export class Ledger {
  readonly sessions = new Table<SessionRecord>();
  readonly intents = new Table<IntentRecord>();
  readonly charges = new Table<ChargeRecord>();
  readonly refunds = new Table<RefundRecord>();
  readonly disputes = new Table<DisputeRecord>();
  readonly warnings = new Table<WarningRecord>();
  readonly payouts = new Table<PayoutRecord>();
  readonly events = new Table<EventRecord>();
  /** What falls due: open sessions, promises that lapse, refunds and disputes that turn, and payments that a bank will dispute. */
  readonly agenda = new Agenda<"session" | "intent" | "refund" | "charge" | "dispute">();
  /** Events that no webhook has brought to their receiver yet, oldest first. */
  readonly undelivered = new Map<string, EventRecord>();
  readonly #clock: Clock;
  readonly #keys = new Map<string, KeyRecord>();
  readonly #refundsOf = new Map<string, readonly string[]>();
  readonly #disputesOf = new Map<string, readonly string[]>();
  #journal: Journal = memoryJournal();

  private constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Opens the ledger of a folder, or one in memory that ends with the process. */
  static async open(clock: Clock, folder?: DataFolder): Promise<Ledger> {
    const ledger = new Ledger(clock);
    if (folder !== undefined) {
      ledger.#journal = await openJournal({
        path: folder.journalPath,
        replay: (line) => ledger.#apply(JSON.parse(line) as Change[], 0),
        snapshot: () => ledger.#lines(),
      });
    }
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

  /** Resolves when a record that is about to be shown can no longer be forgotten. */
  settled(table: Pick<Table<SessionRecord>, "lastWrite">, id: string): Promise<void> {
    return this.#journal.durable(table.lastWrite(id));
  }

  /** The answer kept for an idempotency key, for a day. */
  key(id: string): KeyRecord | undefined {
    const key = this.#keys.get(id);
    return key !== undefined && key.created > this.#clock.seconds() - KEYS_LIVE ? key : undefined;
  }

  /** The refunds of a charge, oldest first. */
  refundsOf(charge: string): readonly RefundRecord[] {
    return (this.#refundsOf.get(charge) ?? []).flatMap((id) => this.refunds.get(id) ?? []);
  }

  /** The disputes of a charge, oldest first. */
  disputesOf(charge: string): readonly DisputeRecord[] {
    return (this.#disputesOf.get(charge) ?? []).flatMap((id) => this.disputes.get(id) ?? []);
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
      case "session":
        if (this.sessions.get(record.id) === undefined) this.agenda.add({ at: record.expiresAt, kind, id: record.id });
        this.sessions.put(record, write);
        break;
      case "refund":
        if (this.refunds.get(record.id) === undefined)
          this.#refundsOf.set(record.charge, [...(this.#refundsOf.get(record.charge) ?? []), record.id]);
        if (record.turn !== null) this.agenda.add({ at: record.turn.at, kind, id: record.id });
        this.refunds.put(record, write);
        break;
      case "event":
        this.undelivered.set(record.id, record);
        this.events.put(record, write);
        break;
      case "key":
        this.#keys.set(record.id, record);
        break;
      case "intent":
        if (record.lapsesAt !== undefined) this.agenda.add({ at: record.lapsesAt, kind, id: record.id });
        this.intents.put(record, write);
        break;
      case "charge":
        if (record.bank != null) this.agenda.add({ at: record.bank.at, kind, id: record.id });
        this.charges.put(record, write);
        break;
      case "payout":
        this.payouts.put(record, write);
        break;
      case "warning":
        this.warnings.put(record, write);
        break;
      case "dispute":
        if (record.turn != null) this.agenda.add({ at: record.turn.at, kind, id: record.id });
        if (this.disputes.get(record.id) === undefined)
          this.#disputesOf.set(record.charge, [...(this.#disputesOf.get(record.charge) ?? []), record.id]);
        // A ledger of before disputes had a course holds neither.
        this.disputes.put({ ...record, status: record.status ?? "needs_response", moves: record.moves ?? [] }, write);
        break;
    }
  }

  *#lines(): Iterable<string> {
    const now = this.#clock.seconds();
    const line = (change: Change) => JSON.stringify([change]);
    yield line(["ahead", this.#clock.ahead()]);
    for (const record of this.sessions.values()) yield line(["session", record]);
    for (const record of this.intents.values()) yield line(["intent", record]);
    for (const record of this.charges.values()) yield line(["charge", record]);
    for (const record of this.refunds.values()) yield line(["refund", record]);
    for (const record of this.disputes.values()) yield line(["dispute", record]);
    for (const record of this.warnings.values()) yield line(["warning", record]);
    for (const record of this.payouts.values()) yield line(["payout", record]);
    for (const record of this.#keys.values()) if (record.created > now - KEYS_LIVE) yield line(["key", record]);
    for (const record of this.events.values()) {
      const waits = this.undelivered.has(record.id);
      if (!waits && record.created <= now - EVENTS_LIVE) continue;
      yield JSON.stringify(
        waits
          ? [["event", record]]
          : [
              ["event", record],
              ["delivered", record.id],
            ],
      );
    }
  }
}
