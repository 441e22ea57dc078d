/** Stored states and reasons, each list once. Types, SQL, the tables' checks and the texts derive from it. */

export const LOTTERY_STATUSES = ["draft", "active", "completed", "cancelled"] as const;
export type LotteryStatus = (typeof LOTTERY_STATUSES)[number];

/** open → closing (draining payment pages) → closed (entries frozen) → drawn, or cancelled. */
export const SALES_STATES = ["open", "closing", "closed", "drawn", "cancelled"] as const;
export type SalesState = (typeof SALES_STATES)[number];

/** Why a draw is cancelled. Few sold tickets are no reason: code of practice for prize draws, clause 2.5. */
export const CANCEL_REASONS = ["prize_lost", "legal_order", "terms_error", "fairness_broken", "force_majeure"] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** An order keeps its provider for life. */
export const PAYMENT_PROVIDERS = ["stripe", "checkout"] as const;
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number];
export const PROVIDER_NAMES: Readonly<Record<PaymentProviderName, string>> = { stripe: "Stripe", checkout: "Checkout.com" };

/** How long a provider counts as in trouble after it opened no payment page. */
export const TROUBLE_LASTS_MINUTES = 60;

/** The order reserves stock. */
export const HOLDING_STATES = ["reserved", "awaiting_payment"] as const;
/** Money was taken for it. */
export const BOUGHT_STATES = ["paid", "refund_due", "refunded", "charged_back"] as const;
export type BoughtState = (typeof BOUGHT_STATES)[number];
export const PAID_ORDER_STATES = [...HOLDING_STATES, "expired", ...BOUGHT_STATES] as const;
export type PaidOrderState = (typeof PAID_ORDER_STATES)[number];
/** Free entries are `free` until they are `void`. */
export const FREE_ORDER_STATES = ["free", "void"] as const;
export const ORDER_STATES = [...PAID_ORDER_STATES, ...FREE_ORDER_STATES] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * `due`: owed, not known to have been sent. `requires_action`: accepted, but needs action at the provider.
 * `succeeded`: paid out; if a bank returns it, `failed`. `failed`, `cancelled`: the shop has the money.
 */
export const REFUND_STATES = ["due", "pending", "requires_action", "succeeded", "failed", "cancelled"] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/**
 * Reasons of refunds, by origin. `at_once`: the payment could buy nothing.
 * `shop`: the draw is cancelled, staff decided, the account is closed, or a bank returned the money too late.
 * `elsewhere`: in the provider's own pages, or by the buyer's bank.
 */
export const REFUND_CAUSES = {
  sold_out: "at_once",
  closed: "at_once",
  wrong_amount: "at_once",
  credit_limit: "at_once",
  code_used: "at_once",
  person_limit: "at_once",
  cancelled: "shop",
  staff: "shop",
  erasure: "shop",
  left_out: "shop",
  at_provider: "elsewhere",
  dispute: "elsewhere",
} as const;
export type RefundCause = keyof typeof REFUND_CAUSES;
type CauseBy<By extends string> = {
  [Cause in RefundCause]: (typeof REFUND_CAUSES)[Cause] extends By ? Cause : never;
}[RefundCause];
/** For a payment that could buy nothing, or whose draw was cancelled. */
export type RefundReason = CauseBy<"at_once"> | "cancelled";
/** For bought tickets that the shop takes back. */
export type ShopCause = CauseBy<"shop">;

/**
 * `inquiry`: a bank asks; no money moves. `open`: the bank has the money and decides.
 * `won`: for the shop. `lost`: for the buyer. `closed`: an inquiry without result, or a prevented dispute.
 */
export const DISPUTE_STANDINGS = ["inquiry", "open", "won", "lost", "closed"] as const;
export type DisputeStanding = (typeof DISPUTE_STANDINGS)[number];

/** How a complaint ended. `withdrawn`: by the complainant, or it was none. */
export const COMPLAINT_OUTCOMES = ["upheld", "partly_upheld", "not_upheld", "withdrawn"] as const;
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number];

/** Movements of the shop's balance at its provider. `other`: unknown to the shop. */
export const MOVE_KINDS = [
  "charge",
  "refund",
  "refund_failure",
  "dispute",
  "dispute_reversal",
  "fee",
  "payout",
  "payout_reversal",
  "other",
] as const;
export type MoveKind = (typeof MOVE_KINDS)[number];

export const PAYOUT_STATES = ["on_its_way", "paid", "failed", "cancelled"] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** Subjects of journal entries: the shop's own, then the provider's. */
export const ENTRY_KINDS = [
  "sale",
  "money_back",
  "refund",
  "refund_returned",
  "dispute",
  "dispute_changed",
  "prize_cost",
  "charge",
  "provider_refund",
  "provider_dispute",
  "provider_fee",
  "payout",
  "provider_other",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Receipts of sales, credit notes of refunds, and debit notes of returned refunds. */
export const DOCUMENT_KINDS = ["receipt", "credit_note", "debit_note"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Groups with their own VAT code. */
export const VAT_GROUPS = ["sales", "fees", "prizes"] as const;
export type VatGroup = (typeof VAT_GROUPS)[number];
