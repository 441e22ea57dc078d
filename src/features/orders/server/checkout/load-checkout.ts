/** Loads what a checkout needs before it holds tickets, in one statement: draw, buyer and rate limits. */
import { consumeRateLimit, consumeRateLimitWithin, peekWithin } from "#features/access/server/consume-rate-limit.ts";
import { londonMonth } from "#features/accounts/rules/person/safer-play.ts";
import { toLimits } from "#features/accounts/server/person/find-player-limits.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { selectWithAnswer, toLotteryWithAnswer } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { toBuyer } from "./buyer-store.ts";
import { findCheckoutRow } from "./checkout-store.ts";
import type { BuyerEligibility } from "./find-eligibility.ts";

/** `rightOption`: of the question, undefined if any is right; `mayAnswer`: attempts to answer are left. */
export type CheckoutContext = {
  readonly lottery: Lottery;
  readonly rightOption: string | undefined;
  readonly buyer: BuyerEligibility;
  readonly mayAnswer: boolean;
};

/** The rate limit of wrong answers, and its key. */
export function answerLimit({ userId, lotteryId }: { readonly userId: string; readonly lotteryId: string }) {
  return ["quizAnswerByUserAndDraw", `${userId}:${lotteryId}`] as const;
}

/**
 * Loads the checkout, and takes one of the buyer's attempts if `isRateLimited`.
 * @returns the seconds to wait if no attempt is left; undefined for an unknown draw
 */
export async function loadCheckout(
  ctx: Ctx,
  request: { readonly userId: string; readonly lotteryId: string; readonly isRateLimited: boolean },
): Promise<CheckoutContext | { readonly wait: number } | undefined> {
  const { userId, lotteryId, isRateLimited } = request;
  if (!isUuid(lotteryId)) {
    const wait = isRateLimited ? await consumeRateLimit(ctx, "checkoutByUser", userId) : 0;
    return wait > 0 ? { wait } : undefined;
  }
  const attempt = consumeRateLimitWithin(ctx, isRateLimited ? "checkoutByUser" : undefined, userId);
  const answers = peekWithin(ctx, ...answerLimit(request));
  const lottery = selectWithAnswer(ctx.db, { id: lotteryId });
  const row = await findCheckoutRow(ctx.db, request, { attempt, answers, lottery, month: londonMonth(ctx.now()) });
  const wait = attempt.waitOf(row);
  if (wait > 0) return { wait };
  if (row.id === null) return undefined;
  return {
    ...toLotteryWithAnswer(row),
    buyer: { limits: toLimits(row), ...toBuyer(row) },
    mayAnswer: answers.hasRoom({ previous: row.tries_previous, current: row.tries_current }),
  };
}
