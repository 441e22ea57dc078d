/** One order with its history, for administrators. */
import { type Actor, mayAdminister } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type OrderStep, orderHistory } from "../rules/order-history.ts";
import type { Card } from "../rules/postal-card.ts";
import { listReceiptTickets, type ReceiptTicket } from "./history-store.ts";
import { findCard } from "./kept-card-store.ts";
import {
  findOrderDetail,
  listOrderEvents,
  listOrderRefunds,
  type OrderDetail,
  type OrderEvent,
  type OrderRefund,
} from "./order-detail-store.ts";

export type ShownOrder = {
  readonly order: OrderDetail;
  /** Ascending, void ones included. */
  readonly tickets: readonly ReceiptTicket[];
  readonly refunds: readonly OrderRefund[];
  /** What the payment provider told of it. */
  readonly events: readonly OrderEvent[];
  readonly history: readonly OrderStep[];
  /** Of a free entry, while it is kept. */
  readonly card: Card | undefined;
};

export async function showOrder(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  orderId: string | undefined,
): Promise<Result<ShownOrder, "forbidden" | "not_found">> {
  if (!(await mayAdminister(ctx, actor))) return err("forbidden");
  const order = isUuid(orderId) ? await findOrderDetail(ctx.db, orderId) : undefined;
  if (!order) return err("not_found");
  const [tickets, refunds, events, card] = await Promise.all([
    listReceiptTickets(ctx.db, order.id),
    listOrderRefunds(ctx.db, order.id),
    listOrderEvents(ctx.db, order.id),
    findCard(ctx.db, order.id),
  ]);
  return ok({ order, tickets, refunds, events, card, history: orderHistory(order, refunds) });
}
