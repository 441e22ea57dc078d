import { badState } from "../api/stripe-error.ts";
import type { Change } from "../ledger/ledger.ts";
import type { ChargeRecord, IntentRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { bankAfterPayment, disputeCharge, warnOfFraud } from "./dispute-charge.ts";
import { type Cause, recordEvent } from "./record-event.ts";

/** In seconds. Source: docs.stripe.com/payments/place-a-hold-on-a-payment-method. */
export const LAPSES_AFTER = 7 * 86_400;

type Done = { readonly intent: IntentRecord; readonly changes: readonly Change[] };

/** The provider's fee in minor units, if the knob strikes. */
export function feeOf(sim: Simulation, { amount }: Pick<IntentRecord, "amount">): Pick<ChargeRecord, "fee"> {
  return sim.knobs.strikes(sim.knobs.settings.takeFees) ? { fee: Math.round(amount * 0.015) + 20 } : {};
}

export function afterTaking(sim: Simulation, charge: ChargeRecord): readonly Change[] {
  const { fate } = charge;
  const isDisputed = fate === "disputed" || fate === "inquired";
  const isWarned = fate === "warned" || sim.knobs.strikes(sim.knobs.settings.warnPayments);
  return [
    ...(isDisputed ? disputeCharge(sim, charge, { isInquiry: fate === "inquired" }).changes : []),
    ...(isWarned ? warnOfFraud(sim, charge).changes : []),
  ];
}

export function captureIntent(sim: Simulation, intent: IntentRecord, cause: Cause): Done {
  const { session, charge } = authorisedOf(sim, intent, "captured");
  const captured: ChargeRecord = {
    ...charge,
    capturedAt: sim.clock.seconds(),
    ...feeOf(sim, intent),
    ...bankAfterPayment(sim, intent),
  };
  const { lapsesAt: _, ...rest } = intent;
  const paid: IntentRecord = { ...rest, status: "succeeded" };
  const changes: Change[] = [
    ["session", { ...session, isPromised: false }],
    ["intent", paid],
    ["charge", captured],
    recordEvent(sim, "charge.captured", { kind: "charge", record: captured }, { cause }),
    recordEvent(sim, "payment_intent.succeeded", { kind: "intent", record: paid }, { cause }),
    ...afterTaking(sim, captured),
  ];
  return { intent: paid, changes };
}

export function cancelIntent(sim: Simulation, intent: IntentRecord, cause: Cause, why: "automatic" | "requested"): Done {
  const { charge } = authorisedOf(sim, intent, "canceled");
  const released: ChargeRecord = { ...charge, refunded: charge.amount };
  const { lapsesAt: _, ...rest } = intent;
  const canceled: IntentRecord = { ...rest, status: "canceled", canceledAt: sim.clock.seconds(), cancellation: why };
  const changes: Change[] = [
    ["intent", canceled],
    ["charge", released],
    recordEvent(sim, "charge.refunded", { kind: "charge", record: released }, { cause }),
    recordEvent(sim, "payment_intent.canceled", { kind: "intent", record: canceled }, { cause }),
  ];
  return { intent: canceled, changes };
}

export function runLapse(sim: Simulation, id: string): readonly Change[] {
  const intent = sim.ledger.intents.get(id);
  const isLapsed = intent?.status === "requires_capture" && (intent.lapsesAt ?? 0) <= sim.clock.seconds();
  return isLapsed ? cancelIntent(sim, intent, null, "automatic").changes : [];
}

function authorisedOf({ ledger }: Simulation, intent: IntentRecord, what: "captured" | "canceled") {
  const session = ledger.sessions.get(intent.session);
  const charge = ledger.charges.get(intent.latestCharge ?? "");
  if (intent.status !== "requires_capture" || session === undefined || charge === undefined)
    throw badState(
      `This PaymentIntent could not be ${what} because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${what}: requires_capture.`,
      "payment_intent_unexpected_state",
    );
  return { session, charge };
}
