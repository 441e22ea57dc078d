/** POST /api/payments/webhook: what the payment provider tells. */
import type { ActionFunctionArgs } from "react-router";
import { readText } from "#platform/request/body.server.ts";
import { jsonError, jsonReply } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { receiveWebhook } from "../server/receive-event.ts";

const MOST_BYTES = 512 * 1024;

export async function action({ request, context }: ActionFunctionArgs) {
  const ctx = ctxOf(context);
  if (request.method !== "POST") return jsonError(405, "method_not_allowed", "POST", { Allow: "POST" });
  const signature = request.headers.get("Stripe-Signature");
  const body = signature === null ? undefined : await readText(request, MOST_BYTES);
  if (signature === null || body === undefined) return jsonError(400, "bad_signature", "The signature is missing");
  try {
    const received = await receiveWebhook(ctx, body, signature);
    return received.ok ? jsonReply({ received: true }) : jsonError(400, "bad_signature", "The signature does not fit the body");
  } catch (error) {
    // Unfinished work is never answered with success: the provider sends the event again.
    ctx.log.error({ err: error }, "a payment event could not be handled");
    return jsonError(503, "unfinished", "Please send it again");
  }
}
