/** What a bank has authorised on Stripe's page: captured, or voided. Source: docs.stripe.com/payments/place-a-hold-on-a-payment-method. */
import Stripe from "stripe";
import type { PaymentPage, PaymentProvider } from "../payments.server.ts";

type Authorisations = Pick<PaymentProvider, "capture" | "voidAuthorisation">;

/** Each is asked for once, however often it is called. */
export function connectAuthorisations(stripe: Stripe, getPage: (sessionId: string) => Promise<PaymentPage>): Authorisations {
  /** How it stands then; undefined where nothing was taken by it: it is too late, the bank refuses, or it was done before. */
  const take = async (paymentIntentId: string): Promise<Stripe.PaymentIntent | undefined> => {
    try {
      return await stripe.paymentIntents.capture(paymentIntentId, {}, { idempotencyKey: `capture:${paymentIntentId}` });
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  };
  const voidAuthorisation = async (paymentIntentId: string): Promise<void> => {
    try {
      await stripe.paymentIntents.cancel(paymentIntentId, {}, { idempotencyKey: `void:${paymentIntentId}` });
    } catch (error) {
      // Voided, captured or expired before: whoever asks looks which.
      if (!isRefusal(error)) throw error;
    }
  };
  return {
    voidAuthorisation,
    async capture(page) {
      const id = page.paymentIntentId ?? "";
      const taken = await take(id);
      // All of it, of the page's own currency: there is nothing else to ask.
      if (taken?.status === "succeeded" && taken.amount_received === page.amount && taken.currency === page.currency)
        return { ...page, paid: true, isAuthorised: false };
      const after = await getPage(page.id);
      if (taken || !after.isAuthorised) return after;
      await voidAuthorisation(id);
      return { ...after, isAuthorised: false, state: "expired" };
    },
  };
}

/** Understood, and refused. */
function isRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
}
