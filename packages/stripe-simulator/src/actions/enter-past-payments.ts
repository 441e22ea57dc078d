/** Imports payments made before this ledger began, without events, so that they can be found and refunded. */
import type { Change } from "../ledger/ledger.ts";
import { newId } from "../ledger/new-id.ts";
import type { Card, IntentData, Metadata, Payer, SessionRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { newCharge, newIntent } from "./pay-session.ts";

/** A session of one line, paid in full. `created` is in Unix seconds, the amount in minor units. */
export type PastPayment = {
  readonly session: string;
  readonly intent: string;
  readonly created: number;
  readonly amount: number;
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
  const charge = newCharge(intent, { card: cardAt(created), payer }, created);
  return [
    ["session", session],
    ["intent", { ...intent, latestCharge: charge.id }],
    ["charge", charge],
  ];
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
