/**
 * Captures and voids authorisations at Stripe. Source:
 * docs.stripe.com/payments/place-a-hold-on-a-payment-method.
 */
import Stripe from "stripe";
import { UnresolvedAuthorisation } from "#shared/unresolved-authorisation.ts";
import type { PaymentPage, PaymentProvider } from "../payments.server.ts";

type Authorisations = Pick<PaymentProvider, "capture" | "voidAuthorisation">;

/** Idempotent for each payment: a repeated call has the same result. */
export function connectAuthorisations(stripe: Stripe, getPage: (sessionId: string) => Promise<PaymentPage>): Authorisations {
  /** The captured payment; undefined if it is too late, the bank refuses, or it was captured before. */
  const tryCapture = async (paymentIntentId: string): Promise<Stripe.PaymentIntent | undefined> => {
    try {
      return await stripe.paymentIntents.capture(paymentIntentId, {}, { idempotencyKey: `capture:${paymentIntentId}` });
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  };
  const voidAuthorisation = async (paymentIntentId: string): Promise<boolean> => {
    try {
      await stripe.paymentIntents.cancel(paymentIntentId, {}, { idempotencyKey: `void:${paymentIntentId}` });
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Voided, captured or expired before, or not permitted for this key.
      return (await stripe.paymentIntents.retrieve(paymentIntentId)).status !== "requires_capture";
    }
  };
  return {
    voidAuthorisation,
    async capture(page) {
      const id = page.paymentIntentId ?? "";
      const captured = await tryCapture(id);
      // The full amount in the page's currency: nothing else needs to be read.
      if (captured?.status === "succeeded" && captured.amount_received === page.amount && captured.currency === page.currency)
        return { ...page, paid: true, isAuthorised: false };
      const after = await getPage(page.id);
      if (captured || !after.isAuthorised) return after;
      if (!(await voidAuthorisation(id))) throw new UnresolvedAuthorisation("Stripe", id);
      return { ...after, isAuthorised: false, state: "expired" };
    },
  };
}

const { StripeInvalidRequestError, StripeCardError, StripePermissionError } = Stripe.errors;

/** Whether Stripe understood and refused a call, perhaps for lack of permission. */
function isRefusal(error: unknown): boolean {
  return [StripeInvalidRequestError, StripeCardError, StripePermissionError].some((refusal) => error instanceof refusal);
}
