/** What the simulator keeps: one plain, immutable record per thing, smaller than what the wire says of it. Times are Unix seconds, amounts minor units. */
import type { Branding } from "@concours/simulator-kit/page/bill";

export type Metadata = Readonly<Record<string, string>>;

export type Line = {
  readonly id: string;
  readonly priceId: string;
  readonly productId: string;
  readonly name: string;
  readonly description: string | null;
  readonly images: readonly string[];
  readonly unitAmount: number;
  readonly quantity: number;
  readonly taxBehavior: "exclusive" | "inclusive" | "unspecified";
  readonly metadata: Metadata;
};

export type CardBrandGroup = "american_express" | "discover_global_network" | "mastercard" | "visa";
export type Funding = "credit" | "debit" | "prepaid";

export type Restrictions = { readonly brandsBlocked: readonly CardBrandGroup[]; readonly fundingBlocked: readonly Funding[] };

export type IntentData = {
  readonly metadata: Metadata;
  readonly description: string | null;
  readonly receiptEmail: string | null;
  readonly statementDescriptor: string | null;
  readonly statementDescriptorSuffix: string | null;
  /** The bank authorises the money, and the seller captures it later; missing where it is taken at once. */
  readonly isManual?: boolean;
};

export type Payer = { readonly email: string; readonly name: string };

/** A card as a receipt shows it; the number itself is never kept. */
export type Card = {
  readonly last4: string;
  readonly brand: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "unknown";
  readonly funding: Funding;
  readonly country: string;
  readonly expMonth: number;
  readonly expYear: number;
};

export type SessionRecord = {
  readonly id: string;
  readonly created: number;
  readonly expiresAt: number;
  readonly status: "open" | "complete" | "expired";
  readonly currency: string;
  readonly amount: number;
  readonly lines: readonly Line[];
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly clientReferenceId: string | null;
  readonly customerEmail: string | null;
  readonly locale: string | null;
  readonly submitType: "auto" | "book" | "donate" | "pay" | null;
  readonly submitMessage: string | null;
  readonly metadata: Metadata;
  readonly allowedTypes: readonly "card"[] | null;
  readonly threeDSecure: "any" | "automatic" | "challenge";
  readonly restrictions: Restrictions | null;
  readonly branding: Branding;
  readonly intentData: IntentData;
  readonly intent: string | null;
  readonly payer: Payer | null;
  /** It is complete and its money was not taken; missing where it was. */
  readonly isPromised?: boolean;
};

export type Decline = { readonly code: string; readonly declineCode: string | null; readonly message: string };

export type IntentRecord = {
  readonly id: string;
  readonly created: number;
  readonly session: string;
  readonly clientSecret: string;
  readonly status: "requires_payment_method" | "requires_action" | "requires_capture" | "succeeded" | "canceled";
  readonly amount: number;
  readonly currency: string;
  readonly data: IntentData;
  readonly latestCharge: string | null;
  readonly paymentMethod: string | null;
  readonly awaiting: { readonly card: Card; readonly payer: Payer; readonly fate: Fate } | null;
  readonly refusal:
    | (Decline & { readonly charge: string | null; readonly paymentMethod: string; readonly card: Card; readonly payer: Payer })
    | null;
  readonly canceledAt: number | null;
  /** Why, where it was not because its session expired. */
  readonly cancellation?: "automatic" | "requested";
  /** When an authorisation expires that nobody has captured. */
  readonly lapsesAt?: number;
};

/** What becomes of the money after a payment has succeeded. */
export type Fate = "keeps" | "disputed" | "inquired" | "warned" | "refund_fails" | "refund_pends";

export type ChargeRecord = {
  readonly id: string;
  readonly created: number;
  readonly intent: string;
  readonly paymentMethod: string;
  readonly status: "succeeded" | "failed";
  readonly amount: number;
  readonly currency: string;
  readonly card: Card;
  readonly payer: Payer;
  readonly data: IntentData;
  readonly authenticated: boolean;
  readonly failure: Decline | null;
  readonly refunded: number;
  /** Null while the money is only authorised, or was cancelled; missing where it was taken at once. */
  readonly capturedAt?: number | null;
  /** What the provider keeps of it; missing where it keeps nothing. */
  readonly fee?: number;
  readonly disputed: boolean;
  readonly fate: Fate;
  /** What its bank will do by itself, and when; missing in ledgers from before it was kept. `amount`: null for all that can be disputed. */
  readonly bank?: { readonly at: number; readonly asks: boolean; readonly amount: number | null } | null;
};

export type RefundRecord = {
  readonly id: string;
  readonly created: number;
  readonly charge: string;
  readonly intent: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: "duplicate" | "fraudulent" | "requested_by_customer" | null;
  readonly status: RefundStatus;
  readonly metadata: Metadata;
  /** Why it failed; missing in ledgers from before it was kept. */
  readonly failure?: string | null;
  /** When the money left and when it came back; missing where that was at once, or before it was kept. */
  readonly leftAt?: number;
  readonly failedAt?: number;
  /** What it turns into, and when, for cards and knobs that play this. */
  readonly turn: { readonly at: number; readonly to: RefundStatus } | null;
};

export type RefundStatus = "pending" | "requires_action" | "succeeded" | "failed" | "canceled";

/** Those that begin with `warning` are inquiries: a bank asks, and moves no money. */
export type DisputeStatus =
  | "warning_needs_response"
  | "warning_under_review"
  | "warning_closed"
  | "needs_response"
  | "under_review"
  | "won"
  | "lost";

export type DisputeRecord = {
  readonly id: string;
  readonly created: number;
  readonly charge: string;
  readonly intent: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  readonly card: Card;
  readonly status: DisputeStatus;
  /** What the bank took (negative) and gave back, and the fee of it, oldest first. */
  readonly moves: readonly { readonly id: string; readonly created: number; readonly amount: number; readonly fee: number }[];
  /** What it turns into, and when, where knobs play this; missing in ledgers from before it was kept. */
  readonly turn?: { readonly at: number; readonly to: DisputeStatus } | null;
};

export type WarningRecord = {
  readonly id: string;
  readonly created: number;
  readonly charge: string;
  readonly intent: string;
  readonly fraudType: string;
  /** Neither disputed nor refunded yet, when it came. */
  readonly actionable: boolean;
};

/** Money on its way to the seller's bank: of which movements it is made. */
export type PayoutRecord = {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly move: string;
  /** The movements of the balance that it pays out. */
  readonly moves: readonly string[];
};

/** A thing exactly as it was at one moment. */
export type Snapshot =
  | { readonly kind: "session"; readonly record: SessionRecord }
  | { readonly kind: "intent"; readonly record: IntentRecord }
  | { readonly kind: "charge"; readonly record: ChargeRecord }
  | { readonly kind: "refund"; readonly record: RefundRecord }
  | { readonly kind: "dispute"; readonly record: DisputeRecord }
  | { readonly kind: "warning"; readonly record: WarningRecord };

export type EventType =
  | "checkout.session.completed"
  | "checkout.session.expired"
  | "payment_intent.amount_capturable_updated"
  | "payment_intent.canceled"
  | "payment_intent.succeeded"
  | "payment_intent.payment_failed"
  | "charge.captured"
  | "charge.succeeded"
  | "charge.refunded"
  | "charge.dispute.created"
  | "charge.dispute.updated"
  | "charge.dispute.closed"
  | "charge.dispute.funds_withdrawn"
  | "charge.dispute.funds_reinstated"
  | "radar.early_fraud_warning.created"
  | "refund.created"
  | "refund.updated"
  | "refund.failed";

export type EventRecord = {
  readonly id: string;
  readonly created: number;
  readonly type: EventType;
  readonly snapshot: Snapshot;
  readonly previous: Readonly<Record<string, unknown>> | null;
  readonly request: { readonly id: string; readonly idempotencyKey: string | null } | null;
};

export type KeyRecord = {
  readonly id: string;
  readonly created: number;
  readonly requestId: string;
  readonly call: string;
  readonly body: string;
  readonly answer:
    | { readonly snapshot: Snapshot; readonly expand: readonly string[] }
    | { readonly status: number; readonly error: Readonly<Record<string, unknown>> };
};
