/** POST /api/payments/webhook: events of Stripe; /api/payments/webhook/NAME: of another provider. */

import { z } from "zod";
import { type Call, failure, type Operation } from "#platform/request/api.server.ts";
import { readText } from "#platform/request/body.server.ts";
import { jsonError, jsonReply } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { receiveWebhook } from "../server/settlement/receive-event.ts";

/** What the reply says about a refused event. */
const REFUSAL_MESSAGES = {
  bad_signature: "The signature does not fit the body",
  other_mode: "Test payments and live ones never meet in one shop",
} as const;
const MOST_BYTES = 512 * 1024;

export const operation: Operation = {
  id: "receivePaymentEvent",
  tag: "payments",
  summary: "Receives an event of the payment provider, signed over the raw body",
  body: z.looseObject({}),
  replies: {
    200: { says: "Processed", schema: z.object({ received: z.literal(true) }) },
    400: failure("The signature does not match the body"),
  },
};

export async function post({ request, context, params }: Call<"provider">) {
  const ctx = ctxOf(context);
  const provider = ctx.payments.all.find(({ name }) => name === (params.provider ?? "stripe"));
  if (!provider) return jsonError(404, "not_found", "There is nothing at this address");
  const signature = request.headers.get(provider.signatureHeader);
  const rawBody = signature === null ? undefined : await readText(request, MOST_BYTES);
  if (signature === null || rawBody === undefined) return jsonError(400, "bad_signature", "The signature is missing");
  try {
    const received = await receiveWebhook(ctx, provider, { rawBody, signature });
    if (received.ok) return jsonReply({ received: true });
    // The provider's dashboard shows this reply to the operator who used the address in the wrong mode.
    if (received.error === "other_mode")
      ctx.log.warn({ provider: provider.name }, "a payment event of the other mode was refused");
    return jsonError(400, received.error, REFUSAL_MESSAGES[received.error]);
  } catch (error) {
    // The provider sends the event again unless the reply is a success.
    ctx.log.error({ err: error }, "a payment event could not be handled");
    return jsonError(503, "unfinished", "Please send it again");
  }
}
