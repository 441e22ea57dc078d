import { type ChangeOf, JournalledLedger, type OwnPut } from "@concours/simulator-kit/ledger/journalled-ledger";
import { Table } from "@concours/simulator-kit/ledger/table";
import { Agenda } from "@concours/simulator-kit/ledger/time";
import type {
  ChargeRecord,
  DisputeRecord,
  EventRecord,
  FileRecord,
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
  file: FileRecord;
  event: EventRecord;
  key: KeyRecord;
};
export type Change = ChangeOf<Kinds>;

export class Ledger extends JournalledLedger<Kinds> {
  readonly sessions = new Table<SessionRecord>();
  readonly intents = new Table<IntentRecord>();
  readonly charges = new Table<ChargeRecord>();
  readonly refunds = new Table<RefundRecord>();
  readonly disputes = new Table<DisputeRecord>();
  readonly warnings = new Table<WarningRecord>();
  readonly payouts = new Table<PayoutRecord>();
  readonly files = new Table<FileRecord>();
  /** Due times of open sessions, authorisations, refunds, disputes and planned disputes of charges. */
  readonly agenda = new Agenda<"session" | "intent" | "refund" | "charge" | "dispute">();
  readonly #refundsOf = new Map<string, readonly string[]>();
  readonly #disputesOf = new Map<string, readonly string[]>();
  protected readonly tables = {
    session: this.sessions,
    intent: this.intents,
    charge: this.charges,
    refund: this.refunds,
    dispute: this.disputes,
    warning: this.warnings,
    payout: this.payouts,
    file: this.files,
  };

  refundsOf(charge: string): readonly RefundRecord[] {
    return (this.#refundsOf.get(charge) ?? []).flatMap((id) => this.refunds.get(id) ?? []);
  }

  disputesOf(charge: string): readonly DisputeRecord[] {
    return (this.#disputesOf.get(charge) ?? []).flatMap((id) => this.disputes.get(id) ?? []);
  }

  protected take([kind, record]: OwnPut<Kinds>): void {
    const due = (at: number | undefined) => {
      if (at !== undefined && kind !== "warning" && kind !== "payout" && kind !== "file")
        this.agenda.add({ at, kind, id: record.id });
    };
    const find = (by: Map<string, readonly string[]>, table: Table<RefundRecord> | Table<DisputeRecord>, charge: string) => {
      if (table.get(record.id) === undefined) by.set(charge, [...(by.get(charge) ?? []), record.id]);
    };
    if (kind === "session" && this.sessions.get(record.id) === undefined) due(record.expiresAt);
    if (kind === "intent") due(record.lapsesAt);
    if (kind === "charge") due(record.bank?.at);
    if (kind === "refund") {
      find(this.#refundsOf, this.refunds, record.charge);
      due(record.turn?.at);
    }
    if (kind === "dispute") {
      find(this.#disputesOf, this.disputes, record.charge);
      due(record.turn?.at);
    }
  }
}
