/** A buyer who came back from the payment page: the last tickets may be taken by nobody but this buyer's own hold. */
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Pence } from "#shared/money.ts";
import { findOpenOrder } from "./store.ts";

/** A page with less time left is not worth going back to. */
const LEAST_SECONDS = 60;

/** The buyer's own payment page for just that many tickets at that total, if one is still open. */
export async function findOpenCheckout(
  ctx: Pick<Ctx, "db" | "now">,
  lottery: Pick<Lottery, "id" | "pricePerTicket">,
  { buyerId, quantity, total }: { readonly buyerId: string; readonly quantity: number; readonly total: Pence },
): Promise<{ orderId: string; url: string } | undefined> {
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > 2_147_483_647) return undefined;
  const until = new Date(ctx.now().getTime() + LEAST_SECONDS * 1000);
  const wanted = { userId: buyerId, lotteryId: lottery.id, quantity, unitPrice: lottery.pricePerTicket, total, until };
  const order = await findOpenOrder(ctx.db, wanted);
  return order?.paymentUrl === undefined ? undefined : { orderId: order.id, url: order.paymentUrl };
}
