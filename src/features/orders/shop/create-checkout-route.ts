/** POST /functions/create-checkout-session-lottery: opens a payment page for a signed-in buyer. */

import { z } from "zod";
import { deviceOf, visitorOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { type Call, failure, type Operation, REQUEST_KEY, UNREAD } from "#platform/request/api.server.ts";
import { jsonError, jsonReply, readJson } from "#platform/request/json.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { isBusy } from "#shared/database-errors.ts";
import { formatDate } from "#shared/dates/dates.ts";
import { formatMoney, fromPounds } from "#shared/money/money.ts";
import { err } from "#shared/result.ts";
import { refusalSentence } from "../rules/checkout/hold-room.ts";
import { openCheckout } from "../server/checkout/open-checkout.ts";
import { findRefusalFacts } from "../server/holds/find-hold-room.ts";
import { holdNetwork } from "../server/holds/hold-network.ts";
import { CHECKOUT_STATUS } from "./checkout-status.ts";

/** The specification's body. `answer`: an option's id; `unitPrice`: pounds; `quantity`: 1 by default. */
const body = z.object({
  lotteryId: z.string(),
  userId: z.string().optional(),
  lottoName: z.string().optional(),
  tickets: z.object({ quantity: z.unknown().optional(), unitPrice: z.unknown().optional() }).optional(),
  answer: z.string().optional(),
  promoCode: z.string().max(100).optional(),
  requestKey: REQUEST_KEY.optional(),
});

const pounds = z.number().min(0).describe("Pounds, with two decimals");

export const operation: Operation = {
  id: "createCheckoutSession",
  tag: "orders",
  summary: "Reserves tickets and opens a payment page for the signed-in player",
  token: "needed",
  body: body.extend({
    userId: z.string().optional().describe("The bearer's own id; another one is refused"),
    tickets: z.object({ quantity: z.number().optional(), unitPrice: pounds.optional() }).optional(),
    answer: z.string().optional().describe("An option's id"),
  }),
  replies: {
    200: {
      says: "The payment page",
      schema: z.object({
        orderId: z.uuid(),
        url: z.string().describe("Where the buyer pays, or the result of an order of 0"),
      }),
    },
    ...UNREAD,
    401: failure("No active session"),
    403: failure("For another user, during a break or exclusion, or above the player's own limit"),
    404: failure("Draw not found"),
    409: failure("Sold out, closed, cancelled, not open yet, price changed, or code expired or used"),
    422: failure("Invalid quantity, wrong answer or unknown code"),
    502: failure("The payment provider did not answer"),
  },
};

/** Refusals whose sentence states an amount, a number or a date. */
const REFUSALS_WITH_FACTS: readonly string[] = ["paused", "excluded", "over_limit", "person_limit", "newcomer_limit", "busy"];

/** A price in pounds; `wrong` for an unreadable one, which counts as changed. */
function unitPriceOf(value: unknown) {
  if (value === undefined) return undefined;
  return (typeof value === "number" ? fromPounds(value) : undefined) ?? "wrong";
}

export async function post({ request, context }: Call) {
  const ctx = ctxOf(context);
  const { t } = ctx.messages[localeOf(context)];
  const visitor = await visitorOf(context, request);
  if (!visitor) return jsonError(401, "signed_out", t("quiz:noSession"));

  const read = await readJson(request, body);
  if (!read.ok) return jsonError(read.error === "too_large" ? 413 : 400, read.error, t("quiz:errors.bad_request"));
  const { lotteryId, userId, tickets, answer, promoCode, requestKey } = read.value;
  if (userId !== undefined && userId !== visitor.id) return jsonError(403, "other_user", t("quiz:errors.other_user"));
  const quantity = tickets?.quantity === undefined ? 1 : tickets.quantity;
  if (typeof quantity !== "number") return jsonError(422, "bad_quantity", t("quiz:errors.bad_quantity"));
  const expectedUnitPrice = unitPriceOf(tickets?.unitPrice);
  if (expectedUnitPrice === "wrong") return jsonError(409, "price_changed", t("quiz:errors.price_changed"));

  const network = holdNetwork(ctx, deviceOf(context, request).address);
  const opened = await openCheckout(ctx, {
    lotteryId,
    buyer: visitor,
    network,
    quantity,
    isRateLimited: true,
    locale: localeOf(context),
    ...(answer !== undefined && { answer }),
    ...(promoCode !== undefined && { promoCode }),
    ...(expectedUnitPrice !== undefined && { expectedUnitPrice }),
    ...(requestKey !== undefined && { requestKey }),
  }).catch((error: unknown) => {
    // Too many requests for one draw: the client retries, and no provider is down.
    if (isBusy(error)) throw error;
    ctx.log.error({ err: error, lotteryId }, "a payment page could not be opened");
    return err("payment_failed");
  });
  if (opened.ok) return jsonReply(opened.value);
  if (opened.error === "too_many")
    return jsonError(429, "too_many", t("quiz:errors.too_many"), { "Retry-After": String(opened.wait) });
  if (!REFUSALS_WITH_FACTS.includes(opened.error))
    return jsonError(CHECKOUT_STATUS[opened.error], opened.error, t(`quiz:errors.${opened.error}`));
  const { left, until, most, cap } = await findRefusalFacts(ctx, { lotteryId, network, buyer: visitor });
  const locale = localeOf(context);
  const facts = { most, cap, left: formatMoney(left, locale), until: until ? formatDate(until, locale) : "" };
  return jsonError(CHECKOUT_STATUS[opened.error], opened.error, t(`quiz:errors.${refusalSentence(opened.error, most)}`, facts));
}
