/** Verifies events of Checkout.com's webhooks and maps them to the shop's. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { err, ok, type Result } from "#shared/result.ts";
import type { EventRefusal, PaymentEvent, PaymentEventKind } from "../payments.server.ts";
import { uuid } from "./checkout-wire.server.ts";

/** The kinds of events. Pages have no events of their own, only the payments on them. */
const KINDS: Readonly<Record<string, PaymentEventKind>> = {
  payment_approved: "page",
  payment_captured: "page",
  payment_capture_declined: "page",
  payment_voided: "page",
  payment_expired: "page",
  payment_canceled: "page",
  payment_declined: "declined",
  payment_authentication_failed: "declined",
  payment_refunded: "refund",
  payment_refund_pending: "refund",
  payment_refund_declined: "refund",
  payment_returned: "refund",
};

const optionalText = z.string().optional().catch(undefined);
const links = z.record(z.string(), z.object({ href: optionalText }).loose().nullish());

/** Requires only the type: refused events are resent for days, and the rest is read from the provider. */
const eventSchema = z.object({
  id: optionalText,
  type: z.string(),
  created_on: optionalText,
  timestamp: optionalText,
  data: z
    .object({
      id: optionalText,
      payment_id: optionalText,
      metadata: z.record(z.string(), z.unknown()).optional().catch(undefined),
    })
    .default({})
    .catch({}),
  _links: links.optional().catch(undefined),
});

/** `keys`: the webhook's keys, several during a change. */
type Verification = {
  readonly keys: readonly string[];
  readonly isSandbox: boolean;
};

/** Verifies the signature and reads the event. */
export function readSigned(
  rawBody: string,
  signature: string,
  { keys, isSandbox }: Verification,
): Result<PaymentEvent, EventRefusal> {
  if (!keys.some((key) => hasSignature(rawBody, signature, key))) return err("bad_signature");
  const event = eventSchema.parse(JSON.parse(rawBody));
  if (isFromSandbox(event) === !isSandbox) return err("other_mode");
  const { id, type, data } = event;
  const isDispute = type.startsWith("dispute_");
  return ok({
    // The prefix keeps ids distinct from Stripe's. Events without an id are identified by their hash.
    id: `checkout:${id ?? createHash("sha256").update(rawBody).digest("hex")}`,
    provider: "checkout",
    kind: isDispute ? "dispute" : (KINDS[type] ?? "other"),
    type,
    createdAt: timeOf(event.created_on ?? event.timestamp),
    sessionId: undefined,
    paymentIntentId: isDispute ? data.payment_id : data.id,
    disputeId: isDispute ? data.id : undefined,
    orderId: uuid(data.metadata?.order_id),
  });
}

function hasSignature(rawBody: string, signature: string, key: string): boolean {
  const expected = Buffer.from(createHmac("sha256", key).update(rawBody).digest("hex"));
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/** By the hosts of the event's links. Undefined if none is Checkout.com's own. */
function isFromSandbox({ _links: links = {} }: z.infer<typeof eventSchema>): boolean | undefined {
  const hosts = Object.values(links).flatMap((link) =>
    link?.href !== undefined && URL.canParse(link.href) ? [new URL(link.href).hostname] : [],
  );
  const ownHost = hosts.find((host) => /(^|\.)checkout\.com$/.test(host));
  return ownHost === undefined ? undefined : ownHost.endsWith(".sandbox.checkout.com");
}

function timeOf(text: string | undefined): Date {
  const time = new Date(text ?? "");
  return Number.isNaN(time.getTime()) ? new Date() : time;
}
