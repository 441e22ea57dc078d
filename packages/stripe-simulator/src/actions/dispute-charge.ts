/** The cardholder's bank asks for the money back. */
import type { Change } from "../ledger/ledger.ts";
import { newId } from "../ledger/new-id.ts";
import type { ChargeRecord, DisputeRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { recordEvent } from "./record-event.ts";

/** Opens a dispute of what is left of a successful charge. `reason` is one of Stripe's, such as `fraudulent`. */
export function disputeCharge(
  sim: Simulation,
  charge: ChargeRecord,
  reason: string,
): { dispute: DisputeRecord; changes: readonly Change[] } {
  const dispute: DisputeRecord = {
    id: newId("dp"),
    created: sim.clock.seconds(),
    charge: charge.id,
    intent: charge.intent,
    amount: charge.amount - charge.refunded,
    currency: charge.currency,
    reason,
    card: charge.card,
  };
  return {
    dispute,
    changes: [
      ["charge", { ...charge, disputed: true }],
      ["dispute", dispute],
      recordEvent(sim, "charge.dispute.created", { kind: "dispute", record: dispute }),
    ],
  };
}
