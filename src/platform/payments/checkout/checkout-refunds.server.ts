/** Refunds of Checkout.com in the shop's form. */
import { pence } from "#shared/money/money.ts";
import { err, ok } from "#shared/result.ts";
import type { PaymentProvider, ProviderRefund, RefundRequest } from "../payments.server.ts";
import { readEach } from "./checkout-each.server.ts";
import { type Action, accepted, actions, type Call, CheckoutRefusal, payment, uuid } from "./checkout-wire.server.ts";

type Refunds = Pick<PaymentProvider, "refund" | "listRefundsOf" | "listRefunds">;

export function connectRefunds(call: Call): Refunds {
  const listRefundsOf = async (paymentId: string): Promise<ProviderRefund[]> => {
    const all = await call(actions, "GET", `/payments/${paymentId}/actions`);
    return all.filter(({ type }) => type === "Refund").map((action) => toRefund(action, paymentId));
  };
  const refundableAmount = async (paymentId: string) =>
    (await call(payment, "GET", `/payments/${paymentId}`)).balances.available_to_refund;
  return {
    listRefundsOf,
    async refund({ refundId, orderId, paymentIntentId, amount, refusals }) {
      // Idempotency keys expire after a day, a payment's actions never do.
      const earlier = (await listRefundsOf(paymentIntentId)).find((refund) => refund.refundId === refundId);
      if (earlier) return ok(earlier);
      const body = { amount, metadata: { order_id: orderId, refund_id: refundId } };
      const key = `refund:${refundId}:${amount}${refusals > 0 ? `:${refusals}` : ""}`;
      try {
        const { action_id: id } = await call(accepted, "POST", `/payments/${paymentIntentId}/refunds`, { body, key });
        const existing = (await listRefundsOf(paymentIntentId)).find(
          (refund) => refund.id === id || refund.refundId === refundId,
        );
        if (existing) return ok(existing);
        // Without its id it would count twice once it is listed. The next attempt finds it there.
        if (id === undefined) throw new Error(`Checkout.com takes the refund ${refundId} and does not name it`);
        return ok(pendingRefund(id, { refundId, orderId, paymentIntentId, amount }));
      } catch (error) {
        if (!(error instanceof CheckoutRefusal)) throw error;
        if (error.codes.includes("refund_amount_exceeds_balance")) return err("not_left");
        // 403 means either fully refunded or not permitted for this key. The balance distinguishes them.
        if (error.status === 403 && (await refundableAmount(paymentIntentId)) < amount) return err("not_left");
        if (error.status !== 422) throw error;
        return err(`refused: ${error.codes.join(", ")}` as const);
      }
    },
    async *listRefunds(since, known) {
      const payments = (await known()).flatMap(({ paymentIntentId }) => paymentIntentId ?? []);
      for await (const found of readEach(payments, listRefundsOf))
        for (const refund of found) if (refund.createdAt >= since) yield refund;
    },
  };
}

/** A refund that was accepted, but is not yet among the payment's actions. */
function pendingRefund(
  id: string,
  { refundId, orderId, paymentIntentId, amount }: Omit<RefundRequest, "refusals">,
): ProviderRefund {
  return { id, paymentIntentId, amount, state: "pending", failureReason: undefined, createdAt: new Date(), refundId, orderId };
}

function toRefund(
  { id, amount, approved, response_code: code, processed_on: at, metadata }: Action,
  paymentId: string,
): ProviderRefund {
  const { refund_id: refundId, order_id: orderId } = metadata ?? {};
  const decidedState = approved ? "succeeded" : "failed";
  return {
    id,
    paymentIntentId: paymentId,
    amount: pence(amount),
    state: approved == null ? "pending" : decidedState,
    failureReason: approved === false ? (code ?? undefined) : undefined,
    createdAt: new Date(at),
    refundId: uuid(refundId),
    orderId: uuid(orderId),
  };
}
