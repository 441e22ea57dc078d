/** What a bank has authorised on Stripe's page: captured, or voided. Source: docs.stripe.com/payments/place-a-hold-on-a-payment-method. */
import Stripe from "stripe";
import { AuthorisationKept } from "#shared/authorisation-kept.ts";
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
  const voidAuthorisation = async (paymentIntentId: string): Promise<boolean> => {
    try {
      await stripe.paymentIntents.cancel(paymentIntentId, {}, { idempotencyKey: `void:${paymentIntentId}` });
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Voided, captured or expired before, or not the key's to void.
      return (await stripe.paymentIntents.retrieve(paymentIntentId)).status !== "requires_capture";
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
      if (!(await voidAuthorisation(id))) throw new AuthorisationKept("Stripe", id);
      return { ...after, isAuthorised: false, state: "expired" };
    },
  };
}

const { StripeInvalidRequestError, StripeCardError, StripePermissionError } = Stripe.errors;

/** Understood, and refused, also because the key may not. */
function isRefusal(error: unknown): boolean {
  return [StripeInvalidRequestError, StripeCardError, StripePermissionError].some((refusal) => error instanceof refusal);
}
