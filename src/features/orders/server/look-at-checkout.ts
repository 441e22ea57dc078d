/** Loads what a checkout needs before it holds tickets, in one statement: draw, buyer and rate limits. */
import { londonMonth } from "#features/accounts/rules/safer-play.ts";
import { consumeRateLimit, consumeRateLimitWithin, peekWithin } from "#features/accounts/server/consume-rate-limit.ts";
import { toLimits } from "#features/accounts/server/find-player-limits.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { selectWithAnswer, toLotteryWithAnswer } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { toBuyer } from "./buyer-store.ts";
import { findCheckoutRow } from "./checkout-store.ts";
import type { BuyerEligibility } from "./find-eligibility.ts";

export type CheckoutLook = {
  readonly lottery: Lottery;
  readonly rightOption: string | undefined;
  readonly buyer: BuyerEligibility;
  /** The question may be answered once more. */
  readonly mayAnswer: boolean;
};

/** The rate limit of quiz answers. */
export function triesOf({ userId, lotteryId }: { readonly userId: string; readonly lotteryId: string }) {
  return ["quizAnswerByUserAndDraw", `${userId}:${lotteryId}`] as const;
}

/** @returns the seconds to wait if no attempt is left; undefined for an unknown draw */
export async function lookAtCheckout(
  ctx: Ctx,
  of: { readonly userId: string; readonly lotteryId: string; readonly isCounted: boolean },
): Promise<CheckoutLook | { readonly wait: number } | undefined> {
  const { userId, lotteryId, isCounted } = of;
  if (!isUuid(lotteryId)) {
    const wait = isCounted ? await consumeRateLimit(ctx, "checkoutByUser", userId) : 0;
    return wait > 0 ? { wait } : undefined;
  }
  const turn = consumeRateLimitWithin(ctx, isCounted ? "checkoutByUser" : undefined, userId);
  const tries = peekWithin(ctx, ...triesOf(of));
  const lottery = selectWithAnswer(ctx.db, { id: lotteryId });
  const row = await findCheckoutRow(ctx.db, of, { turn, tries, lottery, month: londonMonth(ctx.now()) });
  const wait = turn.waitOf(row);
  if (wait > 0) return { wait };
  if (row.id === null) return undefined;
  return {
    ...toLotteryWithAnswer(row),
    buyer: { limits: toLimits(row), ...toBuyer(row) },
    mayAnswer: tries.hasRoom({ previous: row.tries_previous, current: row.tries_current }),
  };
}
