/** Stripe's events in the shop's words. */
import type Stripe from "stripe";
import { isUuid } from "#shared/ids.ts";
import type { PaymentEvent, PaymentEventKind } from "../payments.server.ts";

/** The events that the shop asks for, and what each is about. */
const KINDS: Readonly<Partial<Record<Stripe.Event.Type, PaymentEventKind>>> = {
  "checkout.session.completed": "page",
  "checkout.session.expired": "page",
  "checkout.session.async_payment_succeeded": "page",
  "refund.created": "refund",
  "refund.updated": "refund",
  "refund.failed": "refund",
  "charge.refunded": "refund",
  "charge.refund.updated": "refund",
  "charge.dispute.created": "dispute",
  "charge.dispute.updated": "dispute",
  "charge.dispute.closed": "dispute",
  "charge.dispute.funds_withdrawn": "dispute",
  "charge.dispute.funds_reinstated": "dispute",
  "radar.early_fraud_warning.created": "fraud_warning",
  "payment_intent.payment_failed": "declined",
};
export const WATCHED_EVENTS = Object.keys(KINDS) as Stripe.Event.Type[];

export function toEvent(event: Stripe.Event): PaymentEvent {
  const object = event.data.object as {
    id?: string;
    object?: string;
    payment_intent?: string | { id: string } | null;
    metadata?: { order_id?: string } | null;
  };
  const isIntent = object.object === "payment_intent";
  const about = isIntent && isUuid(object.metadata?.order_id) ? { orderId: object.metadata.order_id } : {};
  return {
    id: event.id,
    provider: "stripe",
    kind: KINDS[event.type] ?? "other",
    type: event.type,
    createdAt: new Date(event.created * 1000),
    sessionId: object.object === "checkout.session" ? object.id : undefined,
    disputeId: object.object === "dispute" ? object.id : undefined,
    paymentIntentId: isIntent ? object.id : idOf(object.payment_intent),
    ...about,
  };
}

/** Of what Stripe sends whole or as its id alone. */
export function idOf(expandable: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof expandable === "string" ? expandable : expandable?.id;
}
