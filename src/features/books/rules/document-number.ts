/** Numbers of receipts, credit notes and debit notes as people read them. */
import type { DocumentKind } from "#shared/states.ts";

const FRONTS: Readonly<Record<DocumentKind, string>> = { receipt: "R", credit_note: "CN", debit_note: "DN" };

/** "R-000137": each kind counts for itself, from 1 and without gaps. */
export function documentNumber(kind: DocumentKind, number: number): string {
  return `${FRONTS[kind]}-${String(number).padStart(6, "0")}`;
}
