/** Verifies Stripe's events and maps them to the shop's. */
import Stripe from "stripe";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { EventRefusal, PaymentEvent, PaymentEventKind } from "../payments.server.ts";
import { idOf } from "./stripe-wire.server.ts";

/** The kinds of the events that the shop subscribes to. */
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
/** The events that the shop subscribes to. */
export const WATCHED_EVENTS = Object.keys(KINDS) as Stripe.Event.Type[];

type Verification = {
  readonly secrets: readonly string[];
  readonly isLive: boolean;
};

/** Verifies the signature and reads the event. `secrets`: the webhook's secrets, several during a change. */
export async function readSigned(
  stripe: Stripe,
  { rawBody, signature }: { readonly rawBody: string; readonly signature: string },
  { secrets, isLive }: Verification,
): Promise<Result<PaymentEvent, EventRefusal>> {
  // The SDK throws a programming error for an empty signature.
  if (/(^|,)v1=(,|$)/.test(signature)) return err("bad_signature");
  for (const secret of secrets) {
    try {
      const event = await stripe.webhooks.constructEventAsync(rawBody, signature, secret);
      // A shop may have the secrets of both modes' endpoints. Ignore the other mode's events.
      return event.livemode === !isLive ? err("other_mode") : ok(toEvent(event));
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  }
  return err("bad_signature");
}

/** The event in the shop's form. */
export function toEvent(event: Stripe.Event): PaymentEvent {
  const object = event.data.object as {
    id?: string;
    object?: string;
    payment_intent?: string | { id: string } | null;
    metadata?: { order_id?: string } | null;
  };
  const isIntent = object.object === "payment_intent";
  const order = isIntent && isUuid(object.metadata?.order_id) ? { orderId: object.metadata.order_id } : {};
  return {
    id: event.id,
    provider: "stripe",
    kind: KINDS[event.type] ?? "other",
    type: event.type,
    createdAt: new Date(event.created * 1000),
    sessionId: object.object === "checkout.session" ? object.id : undefined,
    disputeId: object.object === "dispute" ? object.id : undefined,
    paymentIntentId: isIntent ? object.id : idOf(object.payment_intent),
    ...order,
  };
}
