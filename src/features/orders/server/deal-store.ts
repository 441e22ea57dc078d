/** SQL of tickets that are dealt: the one statement that gives a payment its numbers. */

import { sql } from "kysely";
import { canIssue, canSell } from "#features/lotteries/server/lifecycle-store.ts";
import type { Tx } from "#platform/db.server.ts";
import type { Pence } from "#shared/money.ts";
import { boughtOrHeld, type Held, leaveNetwork } from "./hold-store.ts";
import type { OrderRow } from "./store.ts";

export type Money = {
  readonly paymentIntentId: string | undefined;
  readonly captured: Pence;
  readonly cardFunding: string | undefined;
};

/** Whether an order and what its buyer holds and has bought otherwise are more than one person may buy of the draw. */
export async function passesPersonLimit(tx: Tx, order: Pick<OrderRow, "userId" | "lotteryId" | "quantity">): Promise<boolean> {
  const { rows } = await sql<{ passes: boolean | null }>`
    SELECT ${order.quantity} + ${boughtOrHeld(order)} > max_tickets_per_person AS passes FROM lotteries WHERE id = ${order.lotteryId}`.execute(
    tx,
  );
  return rows[0]?.passes === true;
}

/**
 * Turns an order, locked by the caller, into tickets with the next numbers of its draw, in one statement.
 * `from` says where the stock comes from: its own hold, or what is left. False where the draw does not allow it (any more).
 */
export async function dealTickets(
  tx: Tx,
  order: Held & Pick<OrderRow, "userId">,
  deal: { from: "hold" | "stock"; sessionId: string | undefined; money: Money; tags: Buffer; now: Date },
): Promise<boolean> {
  const { quantity } = order;
  const allowed =
    deal.from === "hold"
      ? canIssue(quantity)
      : sql`${canSell(quantity, deal.now)}
          AND (max_tickets_per_person IS NULL OR ${quantity} + ${boughtOrHeld(order)} <= max_tickets_per_person)`;
  const released = deal.from === "hold" ? quantity : 0;
  const network = deal.from === "hold" ? sql`, network AS (${leaveNetwork(order)})` : sql``;
  const { rows } = await sql<{ id: string }>`
    WITH lottery AS (
      UPDATE lotteries SET tickets_held = tickets_held - ${released}, held_by_newcomers = held_by_newcomers - ${order.byNewcomer ? released : 0}, tickets_sold = tickets_sold + ${quantity},
        last_ticket_number = last_ticket_number + ${quantity}
      WHERE id = ${order.lotteryId} AND ${allowed}
      RETURNING id, last_ticket_number - ${quantity} AS base
    )${network}, dealt AS (
      INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag, purchase_date)
      SELECT lottery.id, base + n, ${order.id}, ${order.userId}, substring(${deal.tags}::bytea FROM (n - 1) * 16 + 1 FOR 16), ${deal.now}
      FROM lottery, generate_series(1, ${quantity}::integer) AS n
    )
    UPDATE orders SET state = 'paid', payment_session_id = coalesce(payment_session_id, ${deal.sessionId ?? null}),
      payment_intent_id = ${deal.money.paymentIntentId ?? null}, captured_pence = ${deal.money.captured}, card_funding = ${deal.money.cardFunding ?? null},
      first_ticket_number = base + 1, page_request = NULL, network = NULL, settled_at = ${deal.now}
    FROM lottery WHERE orders.id = ${order.id}
    RETURNING orders.id`.execute(tx);
  return rows.length === 1;
}
