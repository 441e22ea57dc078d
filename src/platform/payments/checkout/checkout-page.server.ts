/** Maps a payment page to and from Checkout.com's format. */
import { pence } from "#shared/money/money.ts";
import { truncate } from "#shared/text/truncate.ts";
import type { PageRequest, PaymentPage } from "../payments.server.ts";
import { type Payment, type ShownPage, uuid } from "./checkout-wire.server.ts";

const LONGEST_DESCRIPTION = 100;

/** The request that opens a page. */
export function pageParams(request: PageRequest, channel: string | undefined) {
  const description = truncate(request.description, LONGEST_DESCRIPTION);
  return {
    amount: request.amount,
    currency: "GBP",
    capture: false,
    payment_type: "Regular",
    reference: referenceOf(request.orderId),
    description,
    ...(request.brand && { display_name: request.brand.name }),
    customer: { email: request.customerEmail },
    billing: { address: { country: "GB" } },
    products: [{ name: description, quantity: 1, price: request.amount }],
    locale: request.locale === "fr" ? "fr-FR" : "en-GB",
    allow_payment_methods: ["card", "applepay", "googlepay"],
    "3ds": { enabled: true },
    metadata: { order_id: request.orderId },
    ...(channel !== undefined && { processing_channel_id: channel }),
    // It has no placeholder for the page's id.
    success_url: `${request.successUrl}&order=${request.orderId}`,
    cancel_url: request.cancelUrl,
    failure_url: request.cancelUrl,
  };
}

/** The order's id in 22 characters: American Express accepts 30, a UUID has 36. */
export function referenceOf(orderId: string): string {
  return Buffer.from(orderId.replaceAll("-", ""), "hex").toString("base64url");
}

/** Whether the money is authorised but not captured. */
export function awaitsCapture({ status, balances }: Payment): boolean {
  return status === "Authorized" && balances.total_captured === 0;
}

const ENDED = ["Voided", "Canceled", "Expired", "Declined"];

/**
 * The page in the shop's form.
 * @param paid the payment on it, if any
 */
export function toPage(page: ShownPage, paid: Payment | undefined): PaymentPage {
  const captured = paid?.balances.total_captured ?? 0;
  const isAuthorised = paid !== undefined && awaitsCapture(paid);
  const hasEnded = paid ? ENDED.includes(paid.status) : page.status === "Expired";
  const unfinishedState = captured > 0 || isAuthorised ? "complete" : "open";
  return {
    id: page.id,
    provider: "checkout",
    url: page._links?.redirect?.href,
    state: hasEnded ? "expired" : unfinishedState,
    paid: captured > 0,
    isAuthorised,
    amount: pence(captured > 0 ? captured : page.amount),
    currency: page.currency.toLowerCase(),
    orderId: uuid(page.metadata?.order_id),
    paymentIntentId: paid?.id,
    cardFunding: paid && fundingOf(paid),
  };
}

/** The kind of card. Unknown ones count as credit, which is limited. */
function fundingOf({ source }: Payment): string {
  const type = source?.card_type?.toLowerCase();
  return type === "debit" || type === "prepaid" ? type : "credit";
}
