/** The stored records: plain and immutable. Times are Unix seconds, amounts minor units. */

export type Metadata = Readonly<Record<string, string>>;

export type PageRecord = {
  readonly id: string;
  readonly created: number;
  readonly expiresAt: number;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly description: string | null;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly country: string;
  readonly products: readonly { readonly name: string; readonly quantity: number; readonly price: number }[];
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly failureUrl: string;
  readonly locale: string | null;
  /** Captures with the authorisation. */
  readonly captures: boolean;
  readonly metadata: Metadata;
  readonly payment: string | null;
};

export type Fate = "keeps" | "capture_fails" | "refund_fails" | "disputed";

/** A card without its number, which is never stored. */
export type Card = {
  readonly last4: string;
  readonly bin: string;
  readonly scheme: string;
  readonly type: "CREDIT" | "DEBIT" | "PREPAID";
  readonly expiryMonth: number;
  readonly expiryYear: number;
};

export type PaymentRecord = {
  readonly id: string;
  readonly created: number;
  /** The session id in the success URL, valid for 15 minutes. */
  readonly session: string;
  readonly page: string;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly metadata: Metadata;
  readonly email: string;
  readonly card: Card;
  readonly fate: Fate;
  readonly expiresAt: number;
  /** `asked`: the bank waits for the cardholder. */
  readonly state: "asked" | "authorised" | "declined";
  readonly code: string;
  readonly voided: number;
  readonly captured: number;
  readonly refunded: number;
};

export type ActionType = "Authorization" | "Capture" | "Void" | "Refund";
export type ActionRecord = {
  readonly id: string;
  readonly created: number;
  readonly payment: string;
  readonly type: ActionType;
  readonly amount: number;
  readonly approved: boolean | null;
  readonly code: string;
  readonly reference: string | null;
  readonly metadata: Metadata;
  readonly dueAt: number | null;
};

export const DISPUTE_STATUSES = [
  "received",
  "evidence_required",
  "evidence_under_review",
  "accepted",
  "won",
  "lost",
  "arbitration_under_review",
  "arbitration_won",
  "arbitration_lost",
  "expired",
  "canceled",
  "resolved",
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
export type DisputeRecord = {
  readonly id: string;
  readonly created: number;
  readonly payment: string;
  readonly amount: number;
  readonly status: DisputeStatus;
  /** Provided, by the provider's field; absent if there is none. */
  readonly evidence?: Readonly<Record<string, string>>;
};

/** An uploaded file, without its content. `digest`: SHA-256 in base64url. */
export type FileRecord = {
  readonly id: string;
  readonly created: number;
  readonly name: string;
  readonly size: number;
  readonly digest: string;
};

export type EventRecord = {
  readonly id: string;
  readonly created: number;
  readonly type: string;
  readonly payment: string | null;
  readonly data: Readonly<Record<string, unknown>>;
};

export type KeyRecord = { readonly id: string; readonly created: number; readonly status: number; readonly body: unknown };

export type Kinds = {
  page: PageRecord;
  payment: PaymentRecord;
  action: ActionRecord;
  dispute: DisputeRecord;
  file: FileRecord;
  event: EventRecord;
  key: KeyRecord;
};
