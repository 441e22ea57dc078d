/** What a bank has authorised on Stripe's page: captured, or voided. Source: docs.stripe.com/payments/place-a-hold-on-a-payment-method. */
import Stripe from "stripe";

/** Each is asked for once, however often it is called. */
export function connectAuthorisations(stripe: Stripe) {
  return {
    /** How it stands then; undefined where nothing was taken by it: it is too late, the bank refuses, or it was done before. */
    async capture(paymentIntentId: string): Promise<Stripe.PaymentIntent | undefined> {
      try {
        return await stripe.paymentIntents.capture(paymentIntentId, {}, { idempotencyKey: `capture:${paymentIntentId}` });
      } catch (error) {
        if (isRefusal(error)) return undefined;
        throw error;
      }
    },
    async voidAuthorisation(paymentIntentId: string): Promise<void> {
      try {
        await stripe.paymentIntents.cancel(paymentIntentId, {}, { idempotencyKey: `void:${paymentIntentId}` });
      } catch (error) {
        // Voided, captured or expired before: whoever asks looks which.
        if (!isRefusal(error)) throw error;
      }
    },
  };
}

/** Understood, and refused. */
function isRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
}
