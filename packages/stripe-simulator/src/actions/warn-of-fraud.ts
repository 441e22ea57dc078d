/** A card network warns that a payment may be fraud. No money moves. */
import type { Change } from "../ledger/ledger.ts";
import { newId } from "../ledger/new-id.ts";
import type { ChargeRecord, WarningRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { recordEvent } from "./record-event.ts";

export function warnOfFraud(
  sim: Simulation,
  charge: ChargeRecord,
  fraudType = "made_with_stolen_card",
): { readonly warning: WarningRecord; readonly changes: readonly Change[] } {
  const warning: WarningRecord = {
    id: newId("issfr"),
    created: sim.clock.seconds(),
    charge: charge.id,
    intent: charge.intent,
    fraudType,
    actionable: !charge.disputed && charge.refunded < charge.amount,
  };
  const snapshot = { kind: "warning" as const, record: warning };
  return { warning, changes: [["warning", warning], recordEvent(sim, "radar.early_fraud_warning.created", snapshot)] };
}
