/** The shop's interface to payment providers; each provider has a folder (docs/decisions/0056). */
import type { Brand } from "#shared/brand/brand.ts";
import type { Locale } from "#shared/language/locale.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import type { Result } from "#shared/result.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import { chooseProvider, type NewOrderRule, type Steering, steerBy } from "./new-orders.ts";
import type { PaymentBalance } from "./payment-balance.server.ts";
import type { PaymentDisputes } from "./payment-disputes.server.ts";

/** A payment page to open. Every field is read from the order's row, so that a repeated call is identical. */
export type PageRequest = {
  readonly orderId: string;
  readonly amount: Pence;
  readonly description: string;
  readonly customerEmail: string;
  readonly locale: Locale;
  /** Name, colours and bank statement's word; absent in older stored requests. */
  readonly brand?: Pick<Brand, "name" | "colours" | "statementWord"> | undefined;
  /** Refuse credit cards; debit and prepaid ones still pay (docs/decisions/0014). */
  readonly blocksCredit: boolean;
  /** When the page stops taking money; 30 minutes to 24 hours ahead. */
  readonly expiresAt: Date;
  /** Where the buyer continues after payment. Has a query, to which the provider adds the payment's id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
};

/** A provider's payment page. `paid`: the money was taken, whatever the page's own state. */
export type PaymentPage = {
  readonly id: string;
  readonly provider: PaymentProviderName;
  readonly url: string | undefined;
  readonly state: "open" | "complete" | "expired";
  readonly paid: boolean;
  /** Authorised but not captured: the shop checks the card, then captures or voids. */
  readonly isAuthorised?: boolean;
  readonly amount: Pence;
  readonly currency: string;
  readonly orderId: string | undefined;
  readonly paymentIntentId: string | undefined;
  /** "credit", "debit" or "prepaid", once paid. */
  readonly cardFunding: string | undefined;
};

/** A page the shop knows of, for a provider that finds a page or a payment only by its id. */
export type KnownPage = { readonly sessionId: string; readonly orderId: string; readonly paymentIntentId: string | undefined };
type ListKnown = () => Promise<readonly KnownPage[]>;

/**
 * What an event is about. `page`: it was paid, or has ended. `declined`: a card was refused, and the buyer
 * may try another one. `fraud_warning`: a card network suspects fraud. `other`: ignored.
 */
export type PaymentEventKind = "page" | "declined" | "refund" | "dispute" | "fraud_warning" | "other";

/** `bad_signature`: forged or too old; `other_mode`: of test mode in a live shop, or the other way round. */
export type EventRefusal = "bad_signature" | "other_mode";

/** A provider's webhook event, reduced to what the shop acts on. */
export type PaymentEvent = {
  /** Unique over all providers. */
  readonly id: string;
  readonly provider: PaymentProviderName;
  readonly kind: PaymentEventKind;
  readonly type: string;
  readonly createdAt: Date;
  readonly sessionId: string | undefined;
  readonly paymentIntentId: string | undefined;
  readonly disputeId: string | undefined;
  /** For pages, only without a `sessionId`. */
  readonly orderId?: string | undefined;
};

/** A refund. One that succeeded may still fail days later. `refundId`, `orderId`: set if the shop made it. */
export type ProviderRefund = {
  readonly id: string;
  readonly paymentIntentId: string | undefined;
  readonly amount: Pence;
  readonly state: "pending" | "requires_action" | "succeeded" | "failed" | "cancelled";
  readonly failureReason: string | undefined;
  readonly createdAt: Date;
  readonly refundId: string | undefined;
  readonly orderId: string | undefined;
};

export type RefundRequest = {
  /** Identifies the attempt: repeated calls make one refund. */
  readonly refundId: string;
  readonly orderId: string;
  readonly paymentIntentId: string;
  readonly amount: Pence;
  /** Number of earlier refusals. It changes the idempotency key, since providers repeat their first reply. */
  readonly refusals: number;
};

/** The provider's reason; another attempt needs another id. */
export type RefundRefusal = `refused: ${string}`;

/**
 * A payment in the provider's ledger. `refunded` includes pending refunds; without `orderId`, another
 * system sold it.
 */
export type ProviderCharge = {
  readonly orderId: string | undefined;
  readonly paymentIntentId: string | undefined;
  readonly captured: Pence;
  readonly refunded: Pence;
};

/** `failure`: the provider's reason, for the log. `isAboutBuyer`: it refused only the email address. */
export type OpenedPage = Result<PaymentPage, "too_late" | "refused"> & {
  readonly failure?: unknown;
  readonly isAboutBuyer?: boolean;
};

/** What every provider can do. The contract is tested by contract.fixture.ts. */
export type PaymentProvider = PaymentDisputes & {
  readonly name: PaymentProviderName;
  readonly pageOrigins: readonly string[];
  /** The address of a simulator. */
  readonly simulatorUrl: string | undefined;
  readonly signatureHeader: string;
  /** Whether a page that is closed unpaid makes an event, so that a webhook can be provoked. */
  readonly reportsClosedPages: boolean;
  /** Absent if the provider has no API for it: the books then have no fees and payouts. */
  readonly balance?: PaymentBalance;
  /**
   * Repeated calls return the same page, or one whose address no other caller has. `too_late`: the expiry is
   * too near; `refused`: the provider will never open it. In both cases no page exists.
   */
  openPage(request: PageRequest): Promise<OpenedPage>;
  /** @param paymentIntentId which payment, if the page had several */
  getPage(sessionId: string, paymentIntentId?: string): Promise<PaymentPage>;
  /** The page of a payment, or undefined if it was made elsewhere. Without `id` only its order is known. */
  findPageOf(
    paymentIntentId: string,
  ): Promise<{ readonly id: string | undefined; readonly orderId: string | undefined } | undefined>;
  /** Closes a page for good; if the provider cannot, for the shop alone (docs/decisions/0058). */
  expirePage(sessionId: string, paymentIntentId?: string): Promise<Result<PaymentPage, "not_open">>;
  /**
   * Captures an authorised page once; expired if the bank refuses, still authorised while undecided. Throws
   * `UnresolvedAuthorisation` if it can be neither captured nor voided. Absent if pages capture themselves.
   */
  capture?(page: PaymentPage): Promise<PaymentPage>;
  /** Voids an authorisation, idempotently. False if refused, and the bank still reserves the money. */
  voidAuthorisation?(paymentIntentId: string): Promise<boolean>;
  /** An order's open authorisations, not voided or refunded. Absent if a page is paid only once. */
  listAuthorisations?(orderId: string): Promise<readonly string[]>;
  /** Refunds once: a repeated call finds the same refund. `not_left`: less is left; read its refunds. */
  refund(request: RefundRequest): Promise<Result<ProviderRefund, "not_left" | RefundRefusal>>;
  listRefundsOf(paymentIntentId: string): Promise<ProviderRefund[]>;
  listRefunds(since: Date, known: ListKnown): AsyncIterable<ProviderRefund>;
  listCharges(since: Date, known: ListKnown): AsyncIterable<ProviderCharge>;
  listPages(since: Date, known: ListKnown): AsyncIterable<PaymentPage>;
  listEvents(since: Date): AsyncIterable<PaymentEvent>;
  /** Verifies the signature. `bad_signature`: forged or stale; `other_mode`: test and live mixed. */
  readEvent(rawBody: string, signature: string): Promise<Result<PaymentEvent, EventRefusal>>;
};

/** The providers of a shop. An order stays with the provider that opened its page. */
export type Payments = {
  readonly all: readonly [PaymentProvider, ...PaymentProvider[]];
  /** Throws if it is not configured (any more): its orders cannot be processed without its keys. */
  of(name: PaymentProviderName): PaymentProvider;
  /** Providers that may take new orders, fallbacks included. */
  readonly newOrderProviders: readonly PaymentProvider[];
  /** The provider for an order of this total (default: the smallest), if any takes new orders. */
  forNewOrder(total?: Pence): PaymentProvider | undefined;
  insteadOf(failed: PaymentProviderName): readonly PaymentProvider[];
  /** Skips a provider that just failed for a minute, unless it is the only one. */
  markFailed(failed: PaymentProviderName): void;
};

type NewOrderChoice = { readonly rules?: readonly NewOrderRule[] | undefined; readonly now?: () => number };

/**
 * The providers as the shop's `payments`.
 * @param rules who takes new orders
 * @param steering replaces `rules` by ones that change while the shop runs
 */
export function paymentsOf(
  all: readonly [PaymentProvider, ...PaymentProvider[]],
  {
    rules = [{ provider: all[0].name, share: 1, from: pence(0) }],
    now,
    steering = steerBy(() => rules, now),
  }: NewOrderChoice & { readonly steering?: Steering | undefined } = {},
): Payments {
  const find = (name: PaymentProviderName | undefined) => all.find((each) => each.name === name);
  const takes = ({ name }: PaymentProvider) => steering.rules.some(({ provider }) => provider === name);
  return {
    all,
    of(name) {
      const provider = find(name);
      if (!provider) throw new Error(`The shop has no keys of the payment provider ${name}`);
      return provider;
    },
    get newOrderProviders() {
      return all.filter(takes);
    },
    forNewOrder: (total = pence(0)) =>
      find(chooseProvider(steering.rules, { total, isDown: steering.isAvoided, random: Math.random() })),
    insteadOf: (failed) => all.filter((each) => each.name !== failed && takes(each)),
    markFailed: (failed) => steering.markFailed(failed),
  };
}
