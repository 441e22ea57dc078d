/** Pays a session: tries the card, asks the bank, takes the money once. Everything runs synchronously. */
import type { CardOutcome } from "../ledger/cards.ts";
import type { Change } from "../ledger/ledger.ts";
import { newId, newSecret } from "../ledger/new-id.ts";
import type { Card, ChargeRecord, Decline, Fate, IntentRecord, Payer, SessionRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { afterTaking, feeOf, LAPSES_AFTER } from "./capture-intent.ts";
import { bankAfterPayment } from "./dispute-charge.ts";
import { recordEvent } from "./record-event.ts";

export type Attempt = { readonly card: Card; readonly payer: Payer };

export type PayResult = { readonly changes: readonly Change[] } & (
  | { readonly kind: "paid"; readonly session: SessionRecord }
  | { readonly kind: "asks"; readonly session: SessionRecord }
  | { readonly kind: "refused"; readonly session: SessionRecord; readonly decline: Decline; readonly charge: string | null }
);

const REFUSED_BY_PAYER: Decline = {
  code: "payment_intent_authentication_failure",
  declineCode: null,
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

export function paySession(sim: Simulation, session: SessionRecord, attempt: Attempt, outcome: CardOutcome): PayResult {
  const intent = sim.ledger.intents.get(session.intent ?? "") ?? newIntent(session, { created: sim.clock.seconds() });
  const entered: SessionRecord = { ...session, intent: intent.id };
  if (outcome.kind === "refuses") return refuse(sim, entered, intent, attempt, outcome.decline);
  if (outcome.kind === "asks") {
    const asking: IntentRecord = {
      ...intent,
      status: "requires_action",
      paymentMethod: newId("pm"),
      awaiting: { ...attempt, fate: outcome.fate },
      refusal: null,
    };
    return {
      kind: "asks",
      session: entered,
      changes: [
        ["session", entered],
        ["intent", asking],
      ],
    };
  }
  return take(sim, entered, { ...intent, paymentMethod: newId("pm") }, attempt, { fate: outcome.fate, authenticated: false });
}

/** The session's payment that waits for the bank's confirmation. */
export function awaitingIntent(
  sim: Simulation,
  session: SessionRecord,
): (IntentRecord & { awaiting: Attempt & { fate: Fate } }) | undefined {
  const intent = sim.ledger.intents.get(session.intent ?? "");
  return intent?.awaiting == null || session.status !== "open" ? undefined : { ...intent, awaiting: intent.awaiting };
}

export function answerBank(
  sim: Simulation,
  session: SessionRecord,
  intent: IntentRecord & { awaiting: Attempt & { fate: Fate } },
  agreed: boolean,
): PayResult {
  const { awaiting } = intent;
  if (agreed) return take(sim, session, intent, awaiting, { fate: awaiting.fate, authenticated: true });
  const refused: IntentRecord = {
    ...intent,
    status: "requires_payment_method",
    awaiting: null,
    paymentMethod: null,
    refusal: {
      ...REFUSED_BY_PAYER,
      charge: null,
      paymentMethod: intent.paymentMethod ?? newId("pm"),
      card: awaiting.card,
      payer: awaiting.payer,
    },
  };
  return {
    kind: "refused",
    session,
    decline: REFUSED_BY_PAYER,
    charge: null,
    changes: [["intent", refused], recordEvent(sim, "payment_intent.payment_failed", { kind: "intent", record: refused })],
  };
}

export function newIntent(
  session: SessionRecord,
  { id = newId("pi"), created }: { readonly id?: string; readonly created: number },
): IntentRecord {
  return {
    id,
    created,
    session: session.id,
    clientSecret: `${id}_secret_${newSecret()}`,
    status: "requires_payment_method",
    amount: session.amount,
    currency: session.currency,
    data: session.intentData,
    latestCharge: null,
    paymentMethod: null,
    awaiting: null,
    refusal: null,
    canceledAt: null,
  };
}

export function newCharge(intent: IntentRecord, { card, payer }: Attempt, created: number): ChargeRecord {
  return {
    id: newId("ch"),
    created,
    intent: intent.id,
    paymentMethod: intent.paymentMethod ?? newId("pm"),
    status: "succeeded",
    amount: intent.amount,
    currency: intent.currency,
    card,
    payer,
    data: intent.data,
    authenticated: false,
    failure: null,
    refunded: 0,
    disputed: false,
    fate: "keeps",
  };
}

function take(
  sim: Simulation,
  session: SessionRecord,
  intent: IntentRecord,
  attempt: Attempt,
  how: { readonly fate: Fate; readonly authenticated: boolean },
): PayResult {
  if (intent.data.isManual) return authorise(sim, session, intent, attempt, how);
  const charge: ChargeRecord = {
    ...newCharge(intent, attempt, sim.clock.seconds()),
    ...how,
    ...feeOf(sim, intent),
    ...bankAfterPayment(sim, intent),
  };
  const paid: IntentRecord = { ...intent, status: "succeeded", latestCharge: charge.id, awaiting: null, refusal: null };
  const complete: SessionRecord = { ...session, status: "complete", payer: attempt.payer };
  const changes: Change[] = [
    ["session", complete],
    ["intent", paid],
    ["charge", charge],
    recordEvent(sim, "charge.succeeded", { kind: "charge", record: charge }),
    recordEvent(sim, "payment_intent.succeeded", { kind: "intent", record: paid }),
    recordEvent(sim, "checkout.session.completed", { kind: "session", record: complete }),
  ];
  changes.push(...afterTaking(sim, charge));
  return { kind: "paid", session: complete, changes };
}

/** The session is complete once authorised; the seller captures or cancels the payment. */
function authorise(
  sim: Simulation,
  session: SessionRecord,
  intent: IntentRecord,
  attempt: Attempt,
  how: { readonly fate: Fate; readonly authenticated: boolean },
): PayResult {
  const now = sim.clock.seconds();
  const charge: ChargeRecord = { ...newCharge(intent, attempt, now), ...how, capturedAt: null };
  const begun = { latestCharge: charge.id, awaiting: null, refusal: null };
  const authorised: IntentRecord = { ...intent, ...begun, status: "requires_capture", lapsesAt: now + LAPSES_AFTER };
  const complete: SessionRecord = { ...session, status: "complete", payer: attempt.payer, isPromised: true };
  const changes: Change[] = [
    ["session", complete],
    ["intent", authorised],
    ["charge", charge],
    recordEvent(sim, "charge.succeeded", { kind: "charge", record: charge }),
    recordEvent(sim, "payment_intent.amount_capturable_updated", { kind: "intent", record: authorised }),
    recordEvent(sim, "checkout.session.completed", { kind: "session", record: complete }),
  ];
  return { kind: "paid", session: complete, changes };
}

function refuse(sim: Simulation, session: SessionRecord, intent: IntentRecord, attempt: Attempt, decline: Decline): PayResult {
  const charge: ChargeRecord = { ...newCharge(intent, attempt, sim.clock.seconds()), status: "failed", failure: decline };
  const refused: IntentRecord = {
    ...intent,
    status: "requires_payment_method",
    latestCharge: charge.id,
    paymentMethod: null,
    awaiting: null,
    refusal: { ...decline, charge: charge.id, paymentMethod: charge.paymentMethod, ...attempt },
  };
  return {
    kind: "refused",
    session,
    decline,
    charge: charge.id,
    changes: [
      ["session", session],
      ["intent", refused],
      ["charge", charge],
      recordEvent(sim, "payment_intent.payment_failed", { kind: "intent", record: refused }),
    ],
  };
}
