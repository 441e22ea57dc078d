/** A buyer who came back from the payment page: what stands in the way of a new one may be nothing but this buyer's own hold. */

import { limitAt } from "#features/accounts/rules/safer-play.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Pence } from "#shared/money.ts";
import { blocksCredit, passesLimit } from "../rules/spending.ts";
import type { Standing } from "./find-standing.ts";
import { findOpenOrder } from "./store.ts";

/** A page with less time left is not worth going back to. */
const LEAST_SECONDS = 60;

/** Whether what stands against an order of this total may be the buyer's own open page: the stock, the limit or the credit that it holds. */
export function mayBeOwnDoing(refusal: string | undefined, { limits, spending }: Standing, total: Pence, now: Date): boolean {
  if (refusal !== undefined) return refusal === "sold_out";
  return passesLimit(limitAt(limits, now), spending, total) || blocksCredit(spending, total);
}

/** The buyer's own payment page for just that many tickets at that total, if one is still open. */
export async function findOpenCheckout(
  ctx: Pick<Ctx, "db" | "now">,
  lottery: Pick<Lottery, "id" | "pricePerTicket">,
  { buyerId, quantity, total }: { readonly buyerId: string; readonly quantity: number; readonly total: Pence },
): Promise<{ orderId: string; url: string; isCreditBlocked: boolean } | undefined> {
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > 2_147_483_647) return undefined;
  const until = new Date(ctx.now().getTime() + LEAST_SECONDS * 1000);
  const wanted = { userId: buyerId, lotteryId: lottery.id, quantity, unitPrice: lottery.pricePerTicket, total, until };
  const order = await findOpenOrder(ctx.db, wanted);
  if (order?.paymentUrl === undefined) return undefined;
  return { orderId: order.id, url: order.paymentUrl, isCreditBlocked: order.creditBlocked };
}
