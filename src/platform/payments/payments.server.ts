/** What the shop wants of a payment provider, in words of its own. One folder beside this file translates for each provider (docs/decisions/0056). */
import type { Brand } from "#shared/brand.ts";
import type { Locale } from "#shared/locale.ts";
import { type Pence, pence } from "#shared/money.ts";
import type { Result } from "#shared/result.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import { chooseProvider, type NewOrderRule, type Steering, steerBy } from "./new-orders.ts";
import type { PaymentBalance } from "./payment-balance.server.ts";
import type { PaymentDisputes } from "./payment-disputes.server.ts";

/** A page where a buyer pays, as asked for. Every field comes from the order's row, so that a repeated call is identical. */
export type PageRequest = {
  readonly orderId: string;
  readonly amount: Pence;
  readonly description: string;
  readonly customerEmail: string;
  readonly locale: Locale;
  /** Who is paid, in which colours, and with which word on the bank's statement; absent in what was kept before there was a choice. */
  readonly brand?: Pick<Brand, "name" | "colours" | "statementWord"> | undefined;
  /** Refuse credit cards; debit and prepaid ones still pay (docs/decisions/0014). */
  readonly blocksCredit: boolean;
  /** When the page stops taking money; 30 minutes to 24 hours ahead. */
  readonly expiresAt: Date;
  /** Where whoever has paid goes on. It has a query, to which the provider adds what names the payment to the shop. */
  readonly successUrl: string;
  readonly cancelUrl: string;
};

/** The page as the provider knows it. `paid` says that the money was taken, whatever the page's own state. */
export type PaymentPage = {
  readonly id: string;
  readonly provider: PaymentProviderName;
  readonly url: string | undefined;
  readonly state: "open" | "complete" | "expired";
  readonly paid: boolean;
  /** The bank has authorised the money and none was captured: the shop looks at the card, then captures it or voids the authorisation. */
  readonly isAuthorised?: boolean;
  readonly amount: Pence;
  readonly currency: string;
  readonly orderId: string | undefined;
  readonly paymentIntentId: string | undefined;
  /** "credit", "debit" or "prepaid", once paid. */
  readonly cardFunding: string | undefined;
};

/** What the shop has opened, for a provider that tells of a page or a payment only to whoever names it. */
export type KnownPage = { readonly sessionId: string; readonly orderId: string; readonly paymentIntentId: string | undefined };
type ListKnown = () => Promise<readonly KnownPage[]>;

/**
 * - `page`: it was paid, or has ended.
 * - `declined`: a card was refused; its buyer may try another one.
 * - `refund`, `dispute`: how one stands has changed.
 * - `fraud_warning`: a card network thinks that a payment may be fraud.
 * - `other`: nothing follows.
 */
export type PaymentEventKind = "page" | "declined" | "refund" | "dispute" | "fraud_warning" | "other";

/** Why an event that was sent to the shop is not taken. */
export type EventRefusal = "bad_signature" | "other_mode";

/** What the provider tells of its own accord, reduced to what the shop acts on. */
export type PaymentEvent = {
  /** No two events of any provider have the same. */
  readonly id: string;
  readonly provider: PaymentProviderName;
  readonly kind: PaymentEventKind;
  readonly type: string;
  readonly createdAt: Date;
  readonly sessionId: string | undefined;
  readonly paymentIntentId: string | undefined;
  readonly disputeId: string | undefined;
  /** The order that it bears; of a page only where no `sessionId` names one. */
  readonly orderId?: string | undefined;
};

/** Money on its way back. One that succeeded may still fail days later. `refundId`, `orderId`: ours, if made here. */
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

/** `failure`: of a refusal what the provider says, for the log. `isAboutBuyer`: it is their address that it does not like, which says nothing of any other order. */
export type OpenedPage = Result<PaymentPage, "too_late" | "refused"> & {
  readonly failure?: unknown;
  readonly isAboutBuyer?: boolean;
};

export type PaymentProvider = PaymentDisputes & {
  readonly name: PaymentProviderName;
  readonly pageOrigins: readonly string[];
  /** Where the provider's wire is spoken in its place: a simulator's address. */
  readonly standIn: string | undefined;
  readonly signatureHeader: string;
  /** Whether a page that is closed unpaid makes an event, so that a webhook can be provoked. */
  readonly tellsOfClosedPages: boolean;
  /** Absent where the provider tells programs nothing of it: then the books know of no fees and payouts there. */
  readonly balance?: PaymentBalance;
  /** Opens a page; the same order gets the same page however often this is called, or one of which nobody else has the address. `too_late`: the time has passed at which it could have been opened; `refused`: the provider will never open it as asked. With both, no page exists. */
  openPage(request: PageRequest): Promise<OpenedPage>;
  /** @param paymentIntentId which payment is meant, of a page that several may be made on */
  getPage(sessionId: string, paymentIntentId?: string): Promise<PaymentPage>;
  /** The page on which this payment was made, or undefined for a payment that was not made on a page. Without `id` only its order is known over there. */
  findPageOf(
    paymentIntentId: string,
  ): Promise<{ readonly id: string | undefined; readonly orderId: string | undefined } | undefined>;
  /** Closes a page for ever; where the provider cannot, for the shop alone (docs/decisions/0058). `not_open`: it was paid or had ended, so ask `getPage` which. */
  expirePage(sessionId: string, paymentIntentId?: string): Promise<Result<PaymentPage, "not_open">>;
  /**
   * Takes the money of an authorised page, once, and tells how the page stands then: paid; expired, where the bank refuses, and authorised still where it cannot be
   * voided then; authorised still, while it is being decided. Throws `AuthorisationKept` where it may be neither taken nor voided. Absent where a page takes money itself.
   */
  capture?(page: PaymentPage): Promise<PaymentPage>;
  /** Voids what a bank has authorised, however often it is called. False where the provider refuses to, such as to this key, and the bank reserves the money still. */
  voidAuthorisation?(paymentIntentId: string): Promise<boolean>;
  /** Payments of an order that a bank has authorised, and of which nobody has voided or paid back all. Absent where a page is paid once only. */
  listAuthorisations?(orderId: string): Promise<readonly string[]>;
  /** Sends money back, once: a repeated call finds the same refund. `not_left`: so much is not left of the payment, look at its refunds. */
  refund(request: RefundRequest): Promise<Result<ProviderRefund, "not_left" | RefundRefusal>>;
  listRefundsOf(paymentIntentId: string): Promise<ProviderRefund[]>;
  listRefunds(since: Date, known: ListKnown): AsyncIterable<ProviderRefund>;
  listCharges(since: Date, known: ListKnown): AsyncIterable<ProviderCharge>;
  listPages(since: Date, known: ListKnown): AsyncIterable<PaymentPage>;
  listEvents(since: Date): AsyncIterable<PaymentEvent>;
  /** Checks the signature over the raw body. `bad_signature` for a forged or stale one; `other_mode` for one that is genuine and of test payments where the keys are live, or the other way round. */
  readEvent(rawBody: string, signature: string): Promise<Result<PaymentEvent, EventRefusal>>;
};

/** The providers of one shop. An order is settled, paid back and disputed where it was opened, for life. */
export type Payments = {
  readonly all: readonly [PaymentProvider, ...PaymentProvider[]];
  /** Throws where the settings do not name it (any more): what was opened there cannot be gone on with without its keys. */
  of(name: PaymentProviderName): PaymentProvider;
  /** Whoever may take new orders now, if only where another fails. */
  readonly takers: readonly PaymentProvider[];
  /** Where the next order of this sum is paid; without one, the smallest. Undefined where nobody takes new orders. */
  forNewOrder(total?: Pence): PaymentProvider | undefined;
  /** Who may open a page in the place of one that has just failed to. */
  insteadOf(failed: PaymentProviderName): readonly PaymentProvider[];
  /** Whoever has just failed gets no new orders for a minute, unless nobody else takes any. */
  leaveAlone(failed: PaymentProviderName): void;
};

type Choosing = { readonly rules?: readonly NewOrderRule[] | undefined; readonly now?: () => number };

/** `choosing.rules`: who takes new orders; `choosing.steering`: what changes them as the shop runs. */
export function paymentsOf(
  all: readonly [PaymentProvider, ...PaymentProvider[]],
  {
    rules = [{ provider: all[0].name, share: 1, from: pence(0) }],
    now,
    steering = steerBy(() => rules, now),
  }: Choosing & { readonly steering?: Steering | undefined } = {},
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
    get takers() {
      return all.filter(takes);
    },
    forNewOrder: (total = pence(0)) =>
      find(chooseProvider(steering.rules, { total, isDown: steering.isLeftAlone, roll: Math.random() })),
    insteadOf: (failed) => all.filter((each) => each.name !== failed && takes(each)),
    leaveAlone: (failed) => steering.leaveAlone(failed),
  };
}
