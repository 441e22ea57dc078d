/** POST /api/payments/webhook: what Stripe tells; /api/payments/webhook/NAME: what another payment provider tells. */
import type { ActionFunctionArgs } from "react-router";
import { readText } from "#platform/request/body.server.ts";
import { jsonError, jsonReply } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { receiveWebhook } from "../server/receive-event.ts";

const MOST_BYTES = 512 * 1024;

export async function action({ request, context, params }: ActionFunctionArgs) {
  const ctx = ctxOf(context);
  if (request.method !== "POST") return jsonError(405, "method_not_allowed", "POST", { Allow: "POST" });
  const provider = ctx.payments.all.find(({ name }) => name === (params.provider ?? "stripe"));
  if (!provider) return jsonError(404, "not_found", "There is nothing at this address");
  const signature = request.headers.get(provider.signatureHeader);
  const rawBody = signature === null ? undefined : await readText(request, MOST_BYTES);
  if (signature === null || rawBody === undefined) return jsonError(400, "bad_signature", "The signature is missing");
  try {
    const received = await receiveWebhook(ctx, provider, { rawBody, signature });
    return received.ok ? jsonReply({ received: true }) : jsonError(400, "bad_signature", "The signature does not fit the body");
  } catch (error) {
    // Unfinished work is never answered with success: the provider sends the event again.
    ctx.log.error({ err: error }, "a payment event could not be handled");
    return jsonError(503, "unfinished", "Please send it again");
  }
}
