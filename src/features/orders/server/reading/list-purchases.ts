/** A player's purchases, receipts and unpaid holds. The caller checks permissions. */

import { listLotteriesById } from "#features/lotteries/server/list-lotteries.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import type { Locale } from "#shared/language/locale.ts";
import { readOrderNumber } from "#shared/money/order-number.ts";
import { type PurchaseHistory, purchaseHistory } from "../../rules/purchase-history.ts";
import { hasOrderNumber } from "../players/owner-store.ts";
import {
  findReceiptRow,
  listHistoryOrders,
  listReceiptTickets,
  listValidNumbers,
  type ReceiptRow,
  type ReceiptTicket,
} from "./history-store.ts";

/** A player's purchases by draw. */
export async function listPurchases(ctx: Pick<Ctx, "db" | "now">, userId: string, locale: Locale): Promise<PurchaseHistory> {
  const [orders, numbers] = await Promise.all([listHistoryOrders(ctx.db, userId), listValidNumbers(ctx.db, userId)]);
  const lotteries = await listLotteriesById(ctx, [...new Set(orders.map((order) => order.lotteryId))]);
  return purchaseHistory({ orders, numbers, lotteries }, locale, ctx.now());
}

/** An order with its tickets. */
export type Receipt = ReceiptRow & { readonly tickets: readonly ReceiptTicket[] };

/**
 * The receipt of the player's own order; undefined for unpaid ones, and for unknown and other people's
 * alike.
 */
export async function findReceipt(
  ctx: Pick<Ctx, "db">,
  userId: string,
  orderId: string | undefined,
): Promise<Receipt | undefined> {
  const receipt = isUuid(orderId) ? await findReceiptRow(ctx.db, userId, orderId) : undefined;
  return receipt && { ...receipt, tickets: await listReceiptTickets(ctx.db, receipt.id) };
}

/**
 * Whether the player has an order with this number. Also true for malformed numbers and for signed-out
 * visitors, to whom the answer must not reveal which numbers exist.
 */
export async function isOwnOrUnknown(ctx: Pick<Ctx, "db">, userId: string | undefined, typed: string): Promise<boolean> {
  const number = readOrderNumber(typed);
  return number === undefined || userId === undefined || hasOrderNumber(ctx.db, userId, number);
}
