/** Refunds of Stripe in the shop's form. */
import Stripe from "stripe";
import { isUuid } from "#shared/ids.ts";
import { pence } from "#shared/money/money.ts";
import { err, ok } from "#shared/result.ts";
import type { PaymentProvider, ProviderRefund } from "../payments.server.ts";
import { idOf, unixSeconds } from "./stripe-wire.server.ts";

type Refunds = Pick<PaymentProvider, "refund" | "listRefundsOf" | "listRefunds">;

export function connectRefunds(stripe: Stripe): Refunds {
  return {
    async refund({ refundId, orderId, paymentIntentId, amount, refusals }) {
      try {
        const refund = await stripe.refunds.create(
          { payment_intent: paymentIntentId, amount, metadata: { order_id: orderId, refund_id: refundId } },
          { idempotencyKey: `refund:${refundId}:${amount}${refusals > 0 ? `:${refusals}` : ""}` },
        );
        return ok(toRefund(refund));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        // More than is left: staff or Stripe have refunded the rest.
        if (error.code === "charge_already_refunded" || error.param === "amount") return err("not_left");
        return err(`refused: ${error.message}` as const);
      }
    },
    async listRefundsOf(paymentIntentId) {
      const refunds: ProviderRefund[] = [];
      for await (const refund of stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }))
        refunds.push(toRefund(refund));
      return refunds;
    },
    async *listRefunds(since) {
      for await (const refund of stripe.refunds.list({ created: { gte: unixSeconds(since) }, limit: 100 }))
        yield toRefund(refund);
    },
  };
}

const REFUND_STATES: Readonly<Record<string, ProviderRefund["state"]>> = {
  requires_action: "requires_action",
  succeeded: "succeeded",
  failed: "failed",
  canceled: "cancelled",
};

function toRefund(refund: Stripe.Refund): ProviderRefund {
  const { order_id: orderId, refund_id: refundId } = refund.metadata ?? {};
  return {
    id: refund.id,
    paymentIntentId: idOf(refund.payment_intent),
    amount: pence(refund.amount),
    // Unknown statuses count as unfinished.
    state: REFUND_STATES[refund.status ?? ""] ?? "pending",
    failureReason: refund.failure_reason,
    createdAt: new Date(refund.created * 1000),
    refundId: isUuid(refundId) ? refundId : undefined,
    orderId: isUuid(orderId) ? orderId : undefined,
  };
}
