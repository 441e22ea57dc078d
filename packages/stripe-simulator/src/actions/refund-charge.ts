/** Giving money back, in part or in whole, and what becomes of it later. */
import { badParameter, badState, StripeError } from "../api/stripe-error.ts";
import type { Change } from "../ledger/ledger.ts";
import { newId } from "../ledger/new-id.ts";
import type { ChargeRecord, Metadata, RefundRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { formatAmount } from "../wire/format-amount.ts";
import { type Cause, recordEvent } from "./record-event.ts";

/** How long a refund takes that does not end well, or not at once, in seconds. */
const TURN_AFTER = 2;

export type RefundRequest = {
  /** Minor units; absent for all that is left. */
  readonly amount?: number | undefined;
  readonly reason?: RefundRecord["reason"] | undefined;
  readonly metadata?: Metadata;
  readonly cause?: Cause;
};

/**
 * Refunds a charge.
 *
 * @throws StripeError as Stripe does: `charge_already_refunded`, `charge_disputed`, an amount above what is left
 */
export function refundCharge(
  sim: Simulation,
  charge: ChargeRecord,
  request: RefundRequest,
): { refund: RefundRecord; changes: readonly Change[] } {
  const { cause = null } = request;
  const left = charge.amount - charge.refunded;
  if (left === 0) throw badState(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
  if (charge.disputed) throw badState(`Charge ${charge.id} has been charged back; cannot issue a refund.`, "charge_disputed");
  const amount = request.amount ?? left;
  if (amount > left) {
    const sums = [formatAmount(amount, charge.currency, "en"), formatAmount(left, charge.currency, "en")];
    const message = `Refund amount (${sums[0]}) is greater than unrefunded amount on charge (${sums[1]})`;
    throw new StripeError(400, { ...badParameter("amount", "amount_too_large", message).body }, true);
  }

  const now = sim.clock.seconds();
  const refund: RefundRecord = {
    id: newId("re"),
    created: now,
    charge: charge.id,
    intent: charge.intent,
    amount,
    currency: charge.currency,
    reason: request.reason ?? null,
    status: charge.fate === "refund_pends" ? "pending" : "succeeded",
    metadata: request.metadata ?? {},
    turn: turnOf(charge, now),
  };
  const after: ChargeRecord = { ...charge, refunded: charge.refunded + amount };
  const previous = { amount_refunded: charge.refunded, ...(after.refunded === after.amount && { refunded: false }) };
  return {
    refund,
    changes: [
      ["refund", refund],
      ["charge", after],
      recordEvent(sim, "refund.created", { kind: "refund", record: refund }, { cause }),
      recordEvent(sim, "charge.refunded", { kind: "charge", record: after }, { cause, previous }),
    ],
  };
}

function turnOf({ fate }: ChargeRecord, now: number): RefundRecord["turn"] {
  if (fate === "refund_pends") return { at: now + TURN_AFTER, to: "succeeded" };
  return fate === "refund_fails" ? { at: now + TURN_AFTER, to: "failed" } : null;
}

/** A refund reaches its end: the money has arrived, or comes back to the seller. Nothing for one that has no turn to take. */
export function turnRefund(sim: Simulation, id: string): readonly Change[] {
  const refund = sim.ledger.refunds.get(id);
  const charge = sim.ledger.charges.get(refund?.charge ?? "");
  if (refund?.turn == null || charge === undefined) return [];
  const turned: RefundRecord = { ...refund, status: refund.turn.to, turn: null };
  const previous = { status: refund.status };
  const changes: Change[] = [
    ["refund", turned],
    recordEvent(sim, "refund.updated", { kind: "refund", record: turned }, { previous }),
  ];
  if (turned.status === "failed") {
    changes.push(["charge", { ...charge, refunded: charge.refunded - refund.amount }]);
    changes.push(recordEvent(sim, "refund.failed", { kind: "refund", record: turned }, { previous }));
  }
  return changes;
}
