/** Checkout.com's hosted payments page, or the simulator that speaks the same wire. Money is authorised on the page, looked at, then captured or let go. */
import { pence } from "#shared/money.ts";
import { err, ok } from "#shared/result.ts";
import { wholeStart } from "#shared/whole-start.ts";
import type { PageRequest, PaymentPage, PaymentProvider } from "../payments.server.ts";
import { isSandboxKey, type ProviderSettings } from "../provider-settings.ts";
import { connectDisputes } from "./checkout-disputes.server.ts";
import { lookAtEach } from "./checkout-each.server.ts";
import { readSigned } from "./checkout-events.server.ts";
import { connectRefunds, uuid } from "./checkout-refunds.server.ts";
import {
  accepted,
  actions,
  type Call,
  CheckoutRefusal,
  createCall,
  openedPage,
  type Payment,
  payment,
  payments,
  type ShownPage,
  shownPage,
} from "./checkout-wire.server.ts";

const LIVE = "https://api.checkout.com";
const SANDBOX = "https://api.sandbox.checkout.com";
const LONGEST_DESCRIPTION = 100;
const MOST_LISTED = 100;

/** Connects to Checkout.com, or to whatever speaks its wire at `baseUrl`. */
export function connectCheckout({
  secretKey,
  webhookSecret,
  channel,
  baseUrl,
  timeoutMs = 12_000,
}: ProviderSettings): PaymentProvider {
  const isSandbox = isSandboxKey(secretKey);
  const base = (baseUrl ?? (isSandbox ? SANDBOX : LIVE)).replace(/\/+$/, "");
  const isPlayed = !/(^|\.)checkout\.com$/.test(new URL(base).hostname);
  const call = createCall({ base, secretKey, timeoutMs });
  const keys = webhookSecret.split(",").map((key) => key.trim());
  const refunds = connectRefunds(call);
  const getPayment = (id: string) => call(payment, "GET", `/payments/${id}`);

  const getPage = async (sessionId: string, paymentIntentId?: string): Promise<PaymentPage> => {
    const page = await call(shownPage, "GET", `/hosted-payments/${sessionId}`);
    const paid = paymentIntentId ?? page.payment_id ?? undefined;
    return toPage(page, paid === undefined ? undefined : await getPayment(paid));
  };
  const tryToVoid = (paymentIntentId: string) => settle(call, `/payments/${paymentIntentId}/voids`, `void:${paymentIntentId}`);

  return {
    name: "checkout",
    pageOrigins: ["https://pay.checkout.com", "https://pay.sandbox.checkout.com", ...(isPlayed ? [new URL(base).origin] : [])],
    standIn: isPlayed ? base : undefined,
    signatureHeader: "Cko-Signature",
    tellsOfClosedPages: false,
    ...connectDisputes(call),
    ...refunds,
    getPage,
    voidAuthorisation: async (paymentIntentId) => void (await tryToVoid(paymentIntentId)),
    async openPage(request) {
      try {
        const page = await call(openedPage, "POST", "/hosted-payments", { body: pageParams(request, channel) });
        return ok({
          ...{ id: page.id, provider: "checkout", url: page._links.redirect.href, state: "open", paid: false },
          ...{ amount: request.amount, currency: "gbp", orderId: request.orderId },
          ...{ paymentIntentId: undefined, cardFunding: undefined },
        } satisfies PaymentPage);
      } catch (error) {
        if (error instanceof CheckoutRefusal && error.status === 422) return { ...err("refused"), failure: error };
        throw error;
      }
    },
    async findPageOf(paymentIntentId) {
      try {
        const { metadata } = await getPayment(paymentIntentId);
        return { id: undefined, orderId: uuid(metadata?.order_id) };
      } catch (error) {
        // Another channel's, which tells of itself here as well.
        if (error instanceof CheckoutRefusal && error.status === 404) return undefined;
        throw error;
      }
    },
    async expirePage(sessionId, paymentIntentId) {
      const page = await getPage(sessionId, paymentIntentId);
      if (page.paid || page.isAuthorised || page.state === "expired") return err("not_open");
      // No call ends it: what is paid on it from now on is not captured, unless there is room still. A payment that is not decided yet is not over by it.
      return ok({ ...page, state: "expired", paymentIntentId: undefined });
    },
    async capture(page) {
      const id = page.paymentIntentId ?? "";
      const isAccepted = await settle(call, `/payments/${id}/captures`, `capture:${id}`);
      const after = await getPage(page.id, id);
      if (!after.isAuthorised) return after;
      const [decided] = (await call(actions, "GET", `/payments/${id}/actions`)).filter(({ type }) => type === "Capture");
      // Refused without having been tried, it would be refused again until the authorisation lapses.
      if (decided ? decided.approved !== false : isAccepted) return after;
      if (!(await tryToVoid(id)) && !decided) throw new Error(`Checkout.com neither captures nor voids ${id}`);
      return { ...after, isAuthorised: false, state: "expired" };
    },
    async listAuthorisations(orderId) {
      const { data } = await call(payments, "GET", `/payments?reference=${referenceOf(orderId)}&limit=${MOST_LISTED}`);
      return data.filter((each) => awaitsCapture(each) || each.balances.available_to_refund > 0).map(({ id }) => id);
    },
    async *listCharges(_since, known) {
      yield* lookAtEach(await known(), async ({ paymentIntentId }) => {
        if (paymentIntentId === undefined) return undefined;
        const { id, metadata, balances } = await getPayment(paymentIntentId);
        if (balances.total_captured === 0) return undefined;
        const returning = (await refunds.listRefundsOf(id)).filter(({ state }) => state !== "failed");
        return {
          orderId: uuid(metadata?.order_id),
          paymentIntentId: id,
          captured: pence(balances.total_captured),
          refunded: pence(returning.reduce((sum, { amount }) => sum + amount, 0)),
        };
      });
    },
    async *listPages(_since, known) {
      yield* lookAtEach(await known(), ({ sessionId, paymentIntentId }) => getPage(sessionId, paymentIntentId));
    },
    /** The provider lists none: payments are looked at one by one. */
    async *listEvents() {},
    readEvent: async (rawBody, signature) => readSigned(rawBody, signature, { keys, isSandbox }),
  };
}

/** What has been done, cannot be done any more, or is not the key's to ask for. */
const REFUSED = [403, 422];

/** Asks for a capture or a void, once. False where it is refused: whoever asks looks how it stands. */
async function settle(call: Call, path: string, key: string): Promise<boolean> {
  try {
    await call(accepted, "POST", path, { body: {}, key });
    return true;
  } catch (error) {
    if (!(error instanceof CheckoutRefusal && REFUSED.includes(error.status))) throw error;
    return false;
  }
}

function pageParams(request: PageRequest, channel: string | undefined) {
  const description = wholeStart(request.description, LONGEST_DESCRIPTION);
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
    // It has no placeholder for the page's name.
    success_url: `${request.successUrl}&order=${request.orderId}`,
    cancel_url: request.cancelUrl,
    failure_url: request.cancelUrl,
  };
}

/** American Express takes 30 characters, a UUID has 36. */
function referenceOf(orderId: string): string {
  return Buffer.from(orderId.replaceAll("-", ""), "hex").toString("base64url");
}

function awaitsCapture({ status, balances }: Payment): boolean {
  return status === "Authorized" && balances.total_captured === 0;
}

/** An authorisation that was voided, has expired or never was. */
const OVER = ["Voided", "Canceled", "Expired", "Declined"];

function toPage(page: ShownPage, paid: Payment | undefined): PaymentPage {
  const captured = paid?.balances.total_captured ?? 0;
  const isAuthorised = paid !== undefined && awaitsCapture(paid);
  const isOver = paid ? OVER.includes(paid.status) : page.status === "Expired";
  return {
    id: page.id,
    provider: "checkout",
    url: page._links?.redirect?.href,
    state: isOver ? "expired" : captured > 0 || isAuthorised ? "complete" : "open",
    paid: captured > 0,
    isAuthorised,
    amount: pence(captured > 0 ? captured : page.amount),
    currency: page.currency.toLowerCase(),
    orderId: uuid(page.metadata?.order_id),
    paymentIntentId: paid?.id,
    cardFunding: paid && fundingOf(paid),
  };
}

/** Whatever is not known to be the buyer's own money counts as credit. */
function fundingOf({ source }: Payment): string {
  const type = source?.card_type?.toLowerCase();
  return type === "debit" || type === "prepaid" ? type : "credit";
}
