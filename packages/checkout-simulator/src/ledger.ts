import { type ChangeOf, JournalledLedger, type OwnPut } from "@concours/simulator-kit/ledger/journalled-ledger";
import { Table } from "@concours/simulator-kit/ledger/table";
import { Agenda } from "@concours/simulator-kit/ledger/time";
import type { ActionRecord, DisputeRecord, FileRecord, Kinds, PageRecord, PaymentRecord } from "./records.ts";

export type Change = ChangeOf<Kinds>;

export class Ledger extends JournalledLedger<Kinds> {
  readonly pages = new Table<PageRecord>();
  readonly payments = new Table<PaymentRecord>();
  readonly actions = new Table<ActionRecord>();
  readonly disputes = new Table<DisputeRecord>();
  readonly files = new Table<FileRecord>();
  readonly agenda = new Agenda<"action">();
  protected readonly tables = {
    page: this.pages,
    payment: this.payments,
    action: this.actions,
    dispute: this.disputes,
    file: this.files,
  };

  actionsOf(payment: string): readonly ActionRecord[] {
    return [...this.actions.values()].filter((action) => action.payment === payment).toReversed();
  }

  protected take([kind, record]: OwnPut<Kinds>): void {
    if (kind === "action" && record.dueAt !== null) this.agenda.add({ at: record.dueAt, kind, id: record.id });
  }
}
