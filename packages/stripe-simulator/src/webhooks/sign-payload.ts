/** The `Stripe-Signature` header: HMAC-SHA256 over the time and the exact bytes of the body. Source: docs.stripe.com/webhooks/signature. */
import { createHmac } from "node:crypto";

/** `t=…,v1=…` for a body sent at `seconds` (Unix). */
export function signPayload(payload: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${payload}`).digest("hex")}`;
}
