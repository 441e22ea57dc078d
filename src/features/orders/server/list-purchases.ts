/** A player's tickets and purchases, whole. For the player, and for administrators; who asks is the caller's to check. */
import { listLotteriesById } from "#features/lotteries/server/list-lotteries.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Locale } from "#shared/locale.ts";
import { type PurchaseHistory, purchaseHistory } from "../rules/purchase-history.ts";
import { listHistoryOrders, listValidNumbers } from "./history-store.ts";

/** Three queries, however many tickets there are. */
export async function listPurchases(ctx: Pick<Ctx, "db" | "now">, userId: string, locale: Locale): Promise<PurchaseHistory> {
  const [orders, numbers] = await Promise.all([listHistoryOrders(ctx.db, userId), listValidNumbers(ctx.db, userId)]);
  const lotteries = await listLotteriesById(ctx, [...new Set(orders.map((order) => order.lotteryId))]);
  return purchaseHistory({ orders, numbers, lotteries }, locale, ctx.now());
}
