/** The `Stripe-Signature` header (HMAC-SHA256). Source: docs.stripe.com/webhooks/signature. */
import { createHmac } from "node:crypto";

/** `t=…,v1=…` for a body sent at `seconds` (Unix). */
export function signPayload(payload: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${payload}`).digest("hex")}`;
}
