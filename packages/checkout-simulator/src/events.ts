import type { Change } from "./ledger.ts";
import { balancesOf, sourceOf } from "./payment-state.ts";
import type { ActionRecord, DisputeRecord, PaymentRecord } from "./records.ts";
import { newId, type Simulation } from "./simulation.ts";

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Approved and declined events contain the card, but no balances. */
export function authorisationEvent(sim: Simulation, payment: PaymentRecord, action: ActionRecord): Change {
  return event(sim, action.approved ? "payment_approved" : "payment_declined", payment.id, {
    ...aboutAction(payment, action),
    source: sourceOf(sim, payment, "last_4"),
  });
}

const ACTION_EVENTS = { Capture: ["captured", "capture"], Void: ["voided", "void"], Refund: ["refunded", "refund"] } as const;

/** The amount is that of the action; the totals are in the balances. */
export function actionEvent(sim: Simulation, payment: PaymentRecord, action: ActionRecord): Change {
  if (action.type === "Authorization") return authorisationEvent(sim, payment, action);
  const [done, verb] = ACTION_EVENTS[action.type];
  const type =
    action.approved === null ? `payment_${verb}_pending` : action.approved ? `payment_${done}` : `payment_${verb}_declined`;
  return event(sim, type, payment.id, { ...aboutAction(payment, action), balances: balancesOf(payment) });
}

export function disputeEvent(sim: Simulation, payment: PaymentRecord, dispute: DisputeRecord): Change {
  const name = dispute.status === "evidence_under_review" ? "evidence_submitted" : dispute.status;
  return event(sim, `dispute_${name}`, payment.id, {
    ...disputeFacts(dispute, payment),
    payment_reference: payment.reference,
  });
}

const WEEK = 7 * 86_400;

/** Unix seconds until which evidence is taken. */
export function evidenceDueBy({ created }: DisputeRecord): number {
  return created + WEEK;
}

export function disputeFacts(dispute: DisputeRecord, payment: PaymentRecord) {
  return {
    id: dispute.id,
    category: "fraudulent",
    status: dispute.status,
    amount: dispute.amount,
    currency: payment.currency,
    reason_code: "10.4",
    payment_id: payment.id,
    received_on: iso(dispute.created),
    evidence_required_by: iso(evidenceDueBy(dispute)),
  };
}

function aboutAction(payment: PaymentRecord, action: ActionRecord) {
  return {
    id: payment.id,
    action_id: action.id,
    reference: action.reference ?? payment.reference,
    amount: action.amount,
    currency: payment.currency,
    response_code: action.code,
    response_summary: action.approved === false ? "Declined" : "Approved",
    processed_on: iso(action.created),
    metadata: { ...payment.metadata, ...action.metadata },
  };
}

function event(sim: Simulation, type: string, payment: string, data: Readonly<Record<string, unknown>>): Change {
  return ["event", { id: newId("evt"), created: sim.clock.seconds(), type, payment, data }];
}
