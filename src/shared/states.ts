/** All lists of stored states and reasons. Types, SQL, the tables' checks and the texts derive from them. */

/** `active`: public and, between its dates, on sale. `completed`: drawn. */
export const LOTTERY_STATUSES = ["draft", "active", "completed", "cancelled"] as const;
export type LotteryStatus = (typeof LOTTERY_STATUSES)[number];

/**
 * `open`: on sale. `closing`: no new payments, running ones may finish. `closed`: entries are frozen.
 * `drawn` or `cancelled`: final.
 */
export const SALES_STATES = ["open", "closing", "closed", "drawn", "cancelled"] as const;
export type SalesState = (typeof SALES_STATES)[number];

/** Why a draw is cancelled. Few sold tickets are no reason: code of practice for prize draws, clause 2.5. */
export const CANCEL_REASONS = ["prize_lost", "legal_order", "terms_error", "fairness_broken", "force_majeure"] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** The payment providers. An order keeps its provider for life. */
export const PAYMENT_PROVIDERS = ["stripe", "checkout"] as const;
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number];
export const PROVIDER_NAMES: Readonly<Record<PaymentProviderName, string>> = { stripe: "Stripe", checkout: "Checkout.com" };

/**
 * For so long after a provider failed to open a payment page, its trouble is shown and other providers are
 * preferred.
 */
export const TROUBLE_LASTS_MINUTES = 60;

/** Orders that reserve tickets without having paid. */
export const HOLDING_STATES = ["reserved", "awaiting_payment"] as const;
/** Orders for which money was taken. */
export const BOUGHT_STATES = ["paid", "refund_due", "refunded", "charged_back"] as const;
export type BoughtState = (typeof BOUGHT_STATES)[number];
export const PAID_ORDER_STATES = [...HOLDING_STATES, "expired", ...BOUGHT_STATES] as const;
export type PaidOrderState = (typeof PAID_ORDER_STATES)[number];
/** Free entries are `free`, or `void` if staff excluded them. */
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
 * `part`: staff refunded some tickets or an amount, and the order stays paid. `elsewhere`: in the provider's
 * own pages, or by the buyer's bank.
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
  partial: "part",
  at_provider: "elsewhere",
  dispute: "elsewhere",
} as const;
export type RefundCause = keyof typeof REFUND_CAUSES;
type CauseBy<By extends string> = {
  [Cause in RefundCause]: (typeof REFUND_CAUSES)[Cause] extends By ? Cause : never;
}[RefundCause];
/** Reasons of refunds of payments that could buy nothing, or whose draw was cancelled. */
export type RefundReason = CauseBy<"at_once"> | "cancelled";
/** Reasons of refunds by which the shop takes bought tickets back. */
export type ShopCause = CauseBy<"shop">;

/**
 * States of a dispute at the buyer's bank. `inquiry`: the bank inquires and no money moves. `open`: the
 * bank has the money and decides. `won`: for the shop. `lost`: for the buyer. `closed`: an inquiry without
 * result, or a prevented dispute.
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

/** Payouts of the provider to the shop's bank account. */
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
  "charity",
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

/** Groups of journal entries that each have their own VAT code in accounting exports. */
export const VAT_GROUPS = ["sales", "fees", "prizes"] as const;
export type VatGroup = (typeof VAT_GROUPS)[number];
