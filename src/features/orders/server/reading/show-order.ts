/** An order in the back office. */
import { type Actor, may } from "#features/access/server/actor.ts";
import { withShownPhone } from "#features/accounts/server/profile/phone.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type OrderStep, orderHistory } from "../../rules/order-history.ts";
import type { Card } from "../../rules/postal/postal-card.ts";
import { partsOwed } from "../../rules/refund-state.ts";
import { type ListedDispute, listDisputesOf } from "../disputes/dispute-reading-store.ts";
import { findCard } from "../settlement/retained-card-store.ts";
import {
  findOrderDetail,
  listOrderEvents,
  listOrderRefunds,
  listOrderTickets,
  type OrderDetail,
  type OrderEvent,
  type OrderRefund,
  type OrderTicket,
} from "./order-detail-store.ts";

/** All that the page shows; `card` is set for entries by post while it is stored. */
export type ShownOrder = {
  readonly order: OrderDetail;
  readonly tickets: readonly OrderTicket[];
  readonly refunds: readonly OrderRefund[];
  /** Money to refund that is not being sent, because a refund failed. */
  readonly owed: Pence;
  readonly events: readonly OrderEvent[];
  readonly history: readonly OrderStep[];
  readonly disputes: readonly ListedDispute[];
  readonly card: Card | undefined;
};

function owedOf({ state, shownState }: OrderDetail, refunds: readonly OrderRefund[], left: Pence): Pence {
  if (shownState !== "refund_failed") return pence(0);
  // A failed partial refund ends no order.
  return state === "paid" ? partsOwed(refunds, left) : left;
}

/** Requires the right `orders.read`. */
export async function showOrder(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  orderId: string | undefined,
): Promise<Result<ShownOrder, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "orders.read"))) return err("forbidden");
  const order = isUuid(orderId) ? await findOrderDetail(ctx.db, orderId) : undefined;
  if (!order) return err("not_found");
  const [tickets, refunds, events, card, disputes] = await Promise.all([
    listOrderTickets(ctx.db, order.id),
    listOrderRefunds(ctx.db, order.id),
    listOrderEvents(ctx.db, order.id),
    findCard(ctx.db, order.id),
    listDisputesOf(ctx.db, order.id),
  ]);
  const left = pence(order.captured - order.refunded - order.returning - order.chargedBack);
  const owed = owedOf(order, refunds, left);
  return ok({
    order,
    tickets,
    refunds,
    owed,
    events,
    card: card && withShownPhone(card),
    disputes,
    history: orderHistory(order, refunds, disputes),
  });
}
