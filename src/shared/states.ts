/** What is stored about how far draws, orders, refunds and disputes are, and why money goes back: each list once. Types, SQL, the checks of the tables and the texts follow it. */

export const LOTTERY_STATUSES = ["draft", "active", "completed", "cancelled"] as const;
export type LotteryStatus = (typeof LOTTERY_STATUSES)[number];

/** open → closing (draining payment pages) → closed (entries frozen) → drawn, or cancelled. */
export const SALES_STATES = ["open", "closing", "closed", "drawn", "cancelled"] as const;
export type SalesState = (typeof SALES_STATES)[number];

/** Why a draw is cancelled before it is drawn. That few tickets were sold is none: the code of practice for prize draws, clause 2.5. */
export const CANCEL_REASONS = ["prize_lost", "legal_order", "terms_error", "fairness_broken", "force_majeure"] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** Who takes the money of an order; it stays so for the order’s life. */
export const PAYMENT_PROVIDERS = ["stripe", "checkout"] as const;
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number];
export const PROVIDER_NAMES: Readonly<Record<PaymentProviderName, string>> = { stripe: "Stripe", checkout: "Checkout.com" };

/** A provider that opened no payment page counts as in trouble for so long; a later failure counts from one again. */
export const TROUBLE_LASTS_MINUTES = 60;

/** The order keeps stock from others. */
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
 * - `due`: owed, and not known to have been sent.
 * - `pending`, `requires_action`: the provider has taken it over; the latter waits for somebody to do something there.
 * - `succeeded`: it has gone through. The card's bank may still send it back, then it has failed.
 * - `failed`, `cancelled`: the money is at the shop's again.
 */
export const REFUND_STATES = ["due", "pending", "requires_action", "succeeded", "failed", "cancelled"] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/**
 * Why a buyer's money goes back, and by whose doing.
 *
 * - `at_once`: it came and could buy nothing, so the order was never a paid one. No tickets left, sales over, another sum than asked for, more
 *   by credit card in a month than is taken, a code that had gone into another order, more than one person may buy.
 * - `shop`: by our doing. The draw is cancelled, staff decided so, the account is closed, a bank gave it back too late for the draw.
 * - `elsewhere`: in the provider's own pages, or by the buyer's bank.
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
/** Of a payment that was for a draw when it came: it could buy nothing, or the draw was cancelled meanwhile. */
export type RefundReason = CauseBy<"at_once"> | "cancelled";
/** Of tickets that were bought and leave by our doing. */
export type ShopCause = CauseBy<"shop">;

/**
 * - `inquiry`: a bank asks; no money moves and nothing changes.
 * - `open`: the bank has the money and decides.
 * - `won`, `lost`: decided for the shop, or for the buyer.
 * - `closed`: an inquiry that came to nothing, or a dispute that was prevented.
 */
export const DISPUTE_STANDINGS = ["inquiry", "open", "won", "lost", "closed"] as const;
export type DisputeStanding = (typeof DISPUTE_STANDINGS)[number];

/** How a complaint ended. `withdrawn`: by whoever made it, or it was none. */
export const COMPLAINT_OUTCOMES = ["upheld", "partly_upheld", "not_upheld", "withdrawn"] as const;
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number];

/** What moved the shop's balance at its provider. `other`: what the shop knows no reason for. */
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

/** What an entry of the journal is about: first what the shop knows itself, then what its provider tells. */
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

/** Receipts of sales, credit notes of what went back, and debit notes where that came back. */
export const DOCUMENT_KINDS = ["receipt", "credit_note", "debit_note"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** What has a VAT code of its own. */
export const VAT_GROUPS = ["sales", "fees", "prizes"] as const;
export type VatGroup = (typeof VAT_GROUPS)[number];
