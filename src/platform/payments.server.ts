/** What the shop wants of its payment provider. Stripe, and the simulator that speaks its wire, do it in `stripe.server.ts`. */
import type { Locale } from "#shared/locale.ts";
import type { Pence } from "#shared/money.ts";
import type { Result } from "#shared/result.ts";

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
  /** What was sent back in all, for `charge.refunded`. */
  readonly refunded: Pence | undefined;
};

export type Payments = {
  /** Opens a page; the same order gets the same page however often this is called. `too_late`: the time has passed at which it could have been opened; `refused`: the provider will never open it as asked. With both, no page exists. */
  openPage(request: PageRequest): Promise<Result<PaymentPage, "too_late" | "refused">>;
  getPage(sessionId: string): Promise<PaymentPage>;
  /** The page on which this payment was made, or undefined for a payment that was not made on a page. */
  findPageOf(paymentIntentId: string): Promise<PaymentPage | undefined>;
  /** Closes a page for ever. `not_open`: it was paid or had ended, so ask `getPage` which. */
  expirePage(sessionId: string): Promise<Result<PaymentPage, "not_open">>;
  /** Sends back all that is left of a payment, once: a repeated call finds the same refund. Nothing where nothing was left. */
  refund(orderId: string, paymentIntentId: string): Promise<{ refundId: string; amount: Pence } | undefined>;
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
  "charge.refunded",
  "charge.dispute.created",
] as const;
