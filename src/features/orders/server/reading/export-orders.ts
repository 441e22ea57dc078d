/** A player's orders, cards and tickets for the data export, in pounds and in column names. */
import type { Ctx } from "#platform/ctx.server.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { toPounds } from "#shared/money/money.ts";
import { listExportCards } from "../settlement/retained-card-store.ts";
import { listExportOrders } from "./export-store.ts";
import { listTickets } from "./list-tickets.ts";

/** Plain values for the JSON file. `taken`: paid. `on_its_way_back`: refunds that have not arrived. */
export async function exportOrders(ctx: Pick<Ctx, "db">, userId: string) {
  const [orders, cards, tickets] = await Promise.all([
    listExportOrders(ctx.db, userId),
    listExportCards(ctx.db, userId),
    listTickets(ctx, userId),
  ]);
  return {
    orders: orders.map(({ unitPrice, discount, total, captured, refunded, returning, refunds, disputes, ...order }) => ({
      ...order,
      unit_price: toPounds(unitPrice),
      discount: toPounds(discount),
      total: toPounds(total),
      taken: toPounds(captured),
      refunded: toPounds(refunded),
      on_its_way_back: toPounds(returning),
      refunds: refunds.map(({ amount, ...refund }) => ({ amount: toPounds(amount), ...refund })),
      disputes: disputes.map(({ amount, ...dispute }) => ({ amount: toPounds(amount), ...dispute })),
    })),
    cards,
    tickets: tickets.map((ticket) => ({
      number: formatTicketNumber(ticket.shortNumber, ticket.number),
      tag: ticket.tag,
      lottery_id: ticket.lotteryId,
      lottery_title: ticket.lotteryTitle.en,
      purchase_date: ticket.purchaseDate,
      transaction_id: ticket.transactionId ?? null,
      void: ticket.isVoid,
    })),
  };
}
