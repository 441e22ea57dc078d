/** The stored records: plain and immutable. Times are Unix seconds, amounts minor units. */
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
  /** The seller captures the authorised payment later. */
  readonly isManual?: boolean;
};

export type Payer = { readonly email: string; readonly name: string };

/** A card without its number, which is never stored. */
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
  /** Complete without a captured payment. */
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
  /** Absent if the session expired. */
  readonly cancellation?: "automatic" | "requested";
  /** When an uncaptured authorisation expires. */
  readonly lapsesAt?: number;
};

/** The course of a successful payment. */
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
  /** Null while only authorised, or cancelled; absent if taken at once. */
  readonly capturedAt?: number | null;
  /** The provider's fee; absent if zero. */
  readonly fee?: number;
  readonly disputed: boolean;
  readonly fate: Fate;
  /** The bank's planned dispute. Absent in older ledgers. `amount`: null for the whole disputable amount. */
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
  /** The reason; absent in older ledgers. */
  readonly failure?: string | null;
  /** When the money left and came back; absent if at once, or in older ledgers. */
  readonly leftAt?: number;
  readonly failedAt?: number;
  /** The planned next status. */
  readonly turn: { readonly at: number; readonly to: RefundStatus } | null;
};

export type RefundStatus = "pending" | "requires_action" | "succeeded" | "failed" | "canceled";

/** Those that begin with `warning` are inquiries, which move no money. */
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
  /** Withdrawals (negative) and reversals with their fees, oldest first. */
  readonly moves: readonly { readonly id: string; readonly created: number; readonly amount: number; readonly fee: number }[];
  /** The planned next status; absent in older ledgers. */
  readonly turn?: { readonly at: number; readonly to: DisputeStatus } | null;
  /** Staged or submitted, by Stripe's field; absent if there is none. */
  readonly evidence?: Readonly<Record<string, string>>;
  /** How often evidence was submitted; absent for never. */
  readonly submissions?: number;
};

/** An uploaded file, without its content. `digest`: SHA-256 in base64url. */
export type FileRecord = {
  readonly id: string;
  readonly created: number;
  readonly name: string;
  readonly purpose: "dispute_evidence";
  readonly type: "pdf" | "jpg" | "png";
  readonly size: number;
  readonly digest: string;
};

export type WarningRecord = {
  readonly id: string;
  readonly created: number;
  readonly charge: string;
  readonly intent: string;
  readonly fraudType: string;
  /** Whether it was neither disputed nor refunded at the warning. */
  readonly actionable: boolean;
};

/** A payout and its balance transactions. */
export type PayoutRecord = {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly move: string;
  readonly moves: readonly string[];
};

/** The state of an object at one moment. */
export type Snapshot =
  | { readonly kind: "session"; readonly record: SessionRecord }
  | { readonly kind: "intent"; readonly record: IntentRecord }
  | { readonly kind: "charge"; readonly record: ChargeRecord }
  | { readonly kind: "refund"; readonly record: RefundRecord }
  | { readonly kind: "dispute"; readonly record: DisputeRecord }
  | { readonly kind: "warning"; readonly record: WarningRecord }
  | { readonly kind: "file"; readonly record: FileRecord };

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
