/** What the shop wants of its payment provider. Stripe, and the simulator that speaks its wire, do it in `stripe.server.ts`. */
import type { Locale } from "#shared/locale.ts";
import type { Pence } from "#shared/money.ts";
import type { Result } from "#shared/result.ts";
import type { PaymentDisputes } from "./payment-disputes.server.ts";

/** A page where a buyer pays, as asked for. Every field comes from the order's row, so that a repeated call is identical. */
export type PageRequest = {
  readonly orderId: string;
  readonly amount: Pence;
  /** One line, such as "25 tickets, Valmont GT-10". */
  readonly description: string;
  readonly customerEmail: string;
  readonly locale: Locale;
  /** Refuse credit cards; debit and prepaid ones still pay (docs/decisions/0014). */
  readonly blocksCredit: boolean;
  /** When the page stops taking money; 30 minutes to 24 hours ahead. */
  readonly expiresAt: Date;
  readonly successUrl: string;
  readonly cancelUrl: string;
};

/** The page as the provider knows it. `paid` says that the money was taken, whatever the page's own state. */
export type PaymentPage = {
  readonly id: string;
  readonly url: string | undefined;
  readonly state: "open" | "complete" | "expired";
  readonly paid: boolean;
  readonly amount: Pence;
  readonly currency: string;
  readonly orderId: string | undefined;
  readonly paymentIntentId: string | undefined;
  /** "credit", "debit" or "prepaid", once paid. */
  readonly cardFunding: string | undefined;
};

/** What the provider tells of its own accord, reduced to what the shop acts on. */
export type PaymentEvent = {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  /** The checkout session or the payment intent that it is about. */
  readonly sessionId: string | undefined;
  readonly paymentIntentId: string | undefined;
  readonly disputeId: string | undefined;
  /** Of a payment that was declined: the order that it was for. */
  readonly orderId?: string | undefined;
};

/**
 * Money on its way back, as the provider knows it. One that succeeded may still fail: the card's bank sends it back days later. `refundId` and
 * `orderId` are the shop's own names for it, missing where it was made in the provider's pages.
 */
export type ProviderRefund = {
  readonly id: string;
  readonly paymentIntentId: string | undefined;
  readonly amount: Pence;
  readonly state: "pending" | "requires_action" | "succeeded" | "failed" | "cancelled";
  /** The provider's word, such as "lost_or_stolen_card". */
  readonly failureReason: string | undefined;
  readonly createdAt: Date;
  readonly refundId: string | undefined;
  readonly orderId: string | undefined;
};

export type RefundRequest = {
  /** Names the attempt: the same one is made once, however often it is asked for. */
  readonly refundId: string;
  readonly orderId: string;
  readonly paymentIntentId: string;
  readonly amount: Pence;
  /** How often this one was refused before; the provider answers a repeated call as it did at first, also where the reason is gone. */
  readonly refusals: number;
};

/** Why the provider made no refund, in its words; another try needs another name. */
export type RefundRefusal = `refused: ${string}`;

/** A payment in the provider's ledger. `refunded` has arrived or is on its way; `orderId` is missing for what something else sold. */
export type ProviderCharge = {
  readonly orderId: string | undefined;
  readonly paymentIntentId: string | undefined;
  readonly captured: Pence;
  readonly refunded: Pence;
};

export type Payments = PaymentDisputes & {
  /** Opens a page; the same order gets the same page however often this is called. `too_late`: the time has passed at which it could have been opened; `refused`: the provider will never open it as asked. With both, no page exists. */
  openPage(request: PageRequest): Promise<Result<PaymentPage, "too_late" | "refused">>;
  getPage(sessionId: string): Promise<PaymentPage>;
  /** The page on which this payment was made, or undefined for a payment that was not made on a page. */
  findPageOf(paymentIntentId: string): Promise<PaymentPage | undefined>;
  /** Closes a page for ever. `not_open`: it was paid or had ended, so ask `getPage` which. */
  expirePage(sessionId: string): Promise<Result<PaymentPage, "not_open">>;
  /** Sends money back, once: a repeated call finds the same refund. `not_left`: so much is not left of the payment, look at its refunds. */
  refund(request: RefundRequest): Promise<Result<ProviderRefund, "not_left" | RefundRefusal>>;
  /** Every refund of a payment, whoever made it. */
  listRefundsOf(paymentIntentId: string): Promise<ProviderRefund[]>;
  /** Refunds made since, of any payment, newest first. */
  listRefunds(since: Date): AsyncIterable<ProviderRefund>;
  /** Payments that succeeded since, newest first. */
  listCharges(since: Date): AsyncIterable<ProviderCharge>;
  /** Pages of the last hours, newest first, for reconciling. */
  listPages(since: Date): AsyncIterable<PaymentPage>;
  listEvents(since: Date): AsyncIterable<PaymentEvent>;
  /** Checks the signature over the raw body. `bad_signature` for a forged or stale one. */
  readEvent(rawBody: string, signature: string): Promise<Result<PaymentEvent, "bad_signature">>;
};

/** The events that the shop asks for. */
export const WATCHED_EVENTS = [
  "checkout.session.completed",
  "checkout.session.expired",
  "checkout.session.async_payment_succeeded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.refunded",
  "charge.refund.updated",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "radar.early_fraud_warning.created",
  "payment_intent.payment_failed",
] as const;
