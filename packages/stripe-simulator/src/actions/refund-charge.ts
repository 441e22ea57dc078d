import { formatAmount } from "@concours/simulator-kit/page/language";
import { badParameter, badState, StripeError } from "../api/stripe-error.ts";
import type { Change } from "../ledger/ledger.ts";
import { newId } from "../ledger/new-id.ts";
import type { ChargeRecord, Metadata, RefundRecord, RefundStatus } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { bankAfterRefund, holdsMoney, lostOf } from "./dispute-charge.ts";
import { type Cause, recordEvent } from "./record-event.ts";

/** Seconds until a pending refund succeeds or a refund fails. */
const TURN_AFTER = 2;

export type RefundRequest = {
  /** Minor units; by default the whole rest. */
  readonly amount?: number | undefined;
  readonly reason?: RefundRecord["reason"] | undefined;
  readonly metadata?: Metadata;
  readonly cause?: Cause;
};

export function refundCharge(
  sim: Simulation,
  charge: ChargeRecord,
  request: RefundRequest,
): { refund: RefundRecord; changes: readonly Change[] } {
  const { cause = null } = request;
  if (charge.refunded === charge.amount)
    throw badState(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
  const left = charge.amount - charge.refunded - lostOf(sim, charge);
  const isUndecided = sim.ledger.disputesOf(charge.id).some(({ status }) => status !== "lost" && holdsMoney(status));
  if (isUndecided || left <= 0)
    throw badState(`Charge ${charge.id} has been charged back; cannot issue a refund.`, "charge_disputed");
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
    metadata: request.metadata ?? {},
    failure: null,
    ...courseOf(sim, charge, now),
  };
  const after: ChargeRecord = { ...charge, refunded: charge.refunded + amount, ...bankAfterRefund(sim) };
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

/** The card decides the course of its refunds; for other cards the knobs do. */
function courseOf({ knobs }: Simulation, { fate }: ChargeRecord, now: number): Pick<RefundRecord, "status" | "turn"> {
  const { pendRefunds, failRefunds, askRefunds } = knobs.settings;
  const to = (status: RefundStatus) => ({ at: now + TURN_AFTER, to: status });
  if (knobs.strikes(askRefunds)) return { status: "requires_action", turn: null };
  const pends = fate === "refund_pends" || knobs.strikes(pendRefunds);
  const fails = fate === "refund_fails" || knobs.strikes(failRefunds);
  if (fails) return { status: pends ? "pending" : "succeeded", turn: to("failed") };
  return pends ? { status: "pending", turn: to("succeeded") } : { status: "succeeded", turn: null };
}

/** Changes a due refund: the money arrives or comes back. */
export function runTurn(sim: Simulation, id: string): readonly Change[] {
  const refund = sim.ledger.refunds.get(id);
  return refund?.turn == null ? [] : turnRefund(sim, refund, refund.turn.to);
}

/** States in which the money is back and can be refunded again. */
const OVER: readonly RefundStatus[] = ["failed", "canceled"];

/** Changes a refund's state, as a bank would. Throws StripeError if the refund has ended. */
export function turnRefund(
  sim: Simulation,
  refund: RefundRecord,
  to: RefundStatus,
  { failure = "lost_or_stolen_card", cause = null }: { failure?: string; cause?: Cause } = {},
): readonly Change[] {
  const charge = sim.ledger.charges.get(refund.charge);
  if (charge === undefined || refund.status === to) return [];
  if (OVER.includes(refund.status)) throw badState(`Refund ${refund.id} is ${refund.status}.`);
  const now = sim.clock.seconds();
  const turned: RefundRecord = {
    ...refund,
    status: to,
    turn: null,
    failure: to === "failed" ? failure : null,
    ...(refund.status !== "succeeded" && { leftAt: now }),
    ...(to === "failed" && { failedAt: now }),
  };
  const snapshot = { kind: "refund" as const, record: turned };
  const about = { previous: { status: refund.status }, cause };
  const changes: Change[] = [["refund", turned]];
  if (OVER.includes(to)) changes.push(["charge", { ...charge, refunded: charge.refunded - refund.amount }]);
  changes.push(recordEvent(sim, "refund.updated", snapshot, about));
  if (to === "failed") changes.push(recordEvent(sim, "refund.failed", snapshot, about));
  return changes;
}
