/** Imports payments made before this ledger began, without events, so that they can be found and refunded. */
import type { Change } from "../ledger/ledger.ts";
import { newId } from "../ledger/new-id.ts";
import type {
  Card,
  ChargeRecord,
  DisputeRecord,
  IntentData,
  Metadata,
  Payer,
  RefundRecord,
  SessionRecord,
} from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { DISPUTE_FEE } from "./dispute-charge.ts";
import { newCharge, newIntent } from "./pay-session.ts";

/** `failure`: why the bank returned it at `failedAt`. Without them it succeeded. */
export type PastRefund = Pick<RefundRecord, "id" | "created" | "amount"> & {
  readonly metadata: Metadata;
  readonly failure?: string;
  readonly failedAt?: number;
};
/** Opened, and waiting for evidence. */
export type PastDispute = Pick<DisputeRecord, "id" | "created" | "amount" | "reason">;

/** A session of one line, paid in full. Times are in Unix seconds, amounts in minor units. */
export type PastPayment = {
  readonly session: string;
  readonly intent: string;
  readonly created: number;
  readonly amount: number;
  readonly fee: number;
  readonly refunds: readonly PastRefund[];
  readonly dispute: PastDispute | undefined;
  readonly currency: string;
  readonly description: string;
  readonly payer: Payer;
  readonly successUrl: string;
  readonly metadata: Metadata;
};

/** Skips known sessions and payments, so the import can be repeated. */
export function enterPastPayments(
  { ledger }: Simulation,
  payments: readonly PastPayment[],
): { readonly entered: number; readonly changes: readonly Change[] } {
  const seen = new Set<string>();
  const fresh = payments.filter(({ session, intent }) => {
    const known = seen.has(session) || seen.has(intent) || ledger.sessions.get(session) || ledger.intents.get(intent);
    seen.add(session).add(intent);
    return !known;
  });
  return { entered: fresh.length, changes: fresh.flatMap(recordsOf) };
}

function recordsOf(payment: PastPayment): readonly Change[] {
  const { created, payer } = payment;
  const session = sessionOf(payment);
  const begun = newIntent(session, { id: payment.intent, created });
  const intent = { ...begun, status: "succeeded" as const, paymentMethod: newId("pm") };
  const taken = newCharge(intent, { card: cardAt(created), payer }, created);
  const refunds = payment.refunds.map((refund) => refundOf(taken, refund));
  const kept = refunds.filter(({ status }) => status === "succeeded");
  const charge: ChargeRecord = {
    ...taken,
    ...(payment.fee > 0 && { fee: payment.fee }),
    refunded: kept.reduce((sum, { amount }) => sum + amount, 0),
    disputed: payment.dispute !== undefined,
  };
  return [
    ["session", session],
    ["intent", { ...intent, latestCharge: charge.id }],
    ["charge", charge],
    ...refunds.map((refund): Change => ["refund", refund]),
    ...(payment.dispute ? [["dispute", disputeOf(charge, payment.dispute)] satisfies Change] : []),
  ];
}

function refundOf({ id: charge, intent, currency }: ChargeRecord, refund: PastRefund): RefundRecord {
  const { failure, failedAt, ...made } = refund;
  const course = failure === undefined ? { status: "succeeded" as const } : { status: "failed" as const, failure };
  return { ...made, charge, intent, currency, reason: null, turn: null, ...course, ...(failedAt !== undefined && { failedAt }) };
}

function disputeOf({ id: charge, intent, currency, card }: ChargeRecord, dispute: PastDispute): DisputeRecord {
  const withdrawal = { id: newId("txn"), created: dispute.created, amount: -dispute.amount, fee: DISPUTE_FEE };
  return { ...dispute, charge, intent, currency, card, status: "needs_response", moves: [withdrawal], turn: null };
}

function sessionOf({ metadata, payer, ...payment }: PastPayment): SessionRecord {
  const data: IntentData = {
    metadata,
    description: null,
    receiptEmail: null,
    statementDescriptor: null,
    statementDescriptorSuffix: null,
  };
  return {
    id: payment.session,
    created: payment.created,
    expiresAt: payment.created + 86_400,
    status: "complete",
    currency: payment.currency,
    amount: payment.amount,
    lines: [
      {
        id: newId("li"),
        priceId: newId("price"),
        productId: newId("prod"),
        name: payment.description,
        description: null,
        images: [],
        unitAmount: payment.amount,
        quantity: 1,
        taxBehavior: "unspecified",
        metadata: {},
      },
    ],
    successUrl: payment.successUrl,
    cancelUrl: null,
    clientReferenceId: null,
    customerEmail: payer.email,
    locale: null,
    submitType: null,
    submitMessage: null,
    metadata,
    allowedTypes: ["card"],
    threeDSecure: "automatic",
    restrictions: null,
    branding: { displayName: null, backgroundColor: null, buttonColor: null, borderStyle: null },
    intentData: data,
    intent: payment.intent,
    payer,
  };
}

/** The best-known test card. */
function cardAt(created: number): Card {
  const expYear = new Date(created * 1000).getUTCFullYear() + 3;
  return { last4: "4242", brand: "visa", funding: "debit", country: "US", expMonth: 12, expYear };
}
