/** Captures and voids authorisations of Checkout.com's page. */
import { UnresolvedAuthorisation } from "#shared/unresolved-authorisation.ts";
import type { PaymentPage, PaymentProvider } from "../payments.server.ts";
import { awaitsCapture, referenceOf } from "./checkout-page.server.ts";
import { accepted, actions, type Call, CheckoutRefusal, payment, payments } from "./checkout-wire.server.ts";

type Authorisations = Pick<PaymentProvider, "capture" | "voidAuthorisation" | "listAuthorisations">;

const MOST_LISTED = 100;

/** Idempotent for each payment: a repeated call has the same result. */
export function connectAuthorisations(
  call: Call,
  getPage: (sessionId: string, paymentIntentId: string) => Promise<PaymentPage>,
): Authorisations {
  // Also refused if it was voided, captured or expired before.
  const voidAuthorisation = async (id: string) =>
    (await settle(call, `/payments/${id}/voids`, `void:${id}`)) || !awaitsCapture(await call(payment, "GET", `/payments/${id}`));
  return {
    voidAuthorisation,
    async capture(page) {
      const id = page.paymentIntentId ?? "";
      const isAccepted = await settle(call, `/payments/${id}/captures`, `capture:${id}`);
      const after = await getPage(page.id, id);
      if (!after.isAuthorised) return after;
      const [captureAction] = (await call(actions, "GET", `/payments/${id}/actions`)).filter(({ type }) => type === "Capture");
      // A rejected void would be rejected again until the authorisation expires.
      if (captureAction ? captureAction.approved !== false : isAccepted) return after;
      const isVoided = await voidAuthorisation(id);
      if (!isVoided && !captureAction) throw new UnresolvedAuthorisation("Checkout.com", id);
      return { ...after, isAuthorised: !isVoided, state: "expired" };
    },
    async listAuthorisations(orderId) {
      const { data } = await call(payments, "GET", `/payments?reference=${referenceOf(orderId)}&limit=${MOST_LISTED}`);
      return data.filter((each) => awaitsCapture(each) || each.balances.available_to_refund > 0).map(({ id }) => id);
    },
  };
}

/** Already done, no longer possible, or not permitted for this key. */
const REFUSED_STATUSES = [403, 422];

/** Requests a capture or a void, idempotently. False if refused: the caller reads the payment's state. */
async function settle(call: Call, path: string, key: string): Promise<boolean> {
  try {
    await call(accepted, "POST", path, { body: {}, key });
    return true;
  } catch (error) {
    if (!(error instanceof CheckoutRefusal && REFUSED_STATUSES.includes(error.status))) throw error;
    return false;
  }
}
