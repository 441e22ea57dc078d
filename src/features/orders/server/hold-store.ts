/** SQL of holds: the stock that is kept for a payer, and how it goes back. */
import { sql } from "kysely";
import type { PackName } from "#features/lotteries/rules/pricing.ts";
import type { Db, Tx } from "#platform/db.server.ts";
import type { Locale } from "#shared/locale.ts";
import type { Pence } from "#shared/money.ts";
import type { KeptRequest, OrderRow } from "./store.ts";

export type NewHold = {
  readonly lotteryId: string;
  readonly userId: string;
  readonly quantity: number;
  readonly unitPrice: Pence;
  readonly discount: Pence;
  readonly total: Pence;
  readonly percentOff: number;
  readonly pack: PackName | undefined;
  /** The code that the discount comes from, where it is better than the pack. */
  readonly promotionId: string | undefined;
  readonly answer: string | undefined;
  readonly locale: Locale;
  readonly termsVersion: string;
  readonly requestKey: string | undefined;
  readonly payBy: Date;
  /** Whether the page refuses credit cards. */
  readonly creditBlocked: boolean;
  readonly pageRequest: KeptRequest;
};

/**
 * Holds stock and writes the order in one statement. Undefined where the draw does not sell that many at that price at `now`.
 *
 * The statement commits without waiting for the disk, so that a hot draw's row is not locked for that long. Nothing is lost by it:
 * the buyer gets the page's address only after `recordPage`, whose commit waits for the disk and carries this one with it.
 */
export async function holdTickets(db: Db | Tx, hold: NewHold, now: Date): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    WITH held AS (
      UPDATE lotteries SET tickets_held = tickets_held + ${hold.quantity}
      WHERE id = ${hold.lotteryId} AND status = 'active' AND sales_state = 'open' AND opens_at <= ${now} AND closes_at > ${now}
        AND price_per_ticket_pence = ${hold.unitPrice} AND tickets_sold + tickets_held + ${hold.quantity} <= tickets_available
      RETURNING id
    )
    INSERT INTO orders (kind, state, lottery_id, user_id, quantity, unit_price_pence, discount_pence, total_pence, percent_off, pack, promotion_id,
      answer, locale, terms_version, request_key, pay_by, credit_blocked, page_request, created_at)
    SELECT 'paid', 'reserved', id, ${hold.userId}, ${hold.quantity}, ${hold.unitPrice}, ${hold.discount}, ${hold.total}, ${hold.percentOff},
      ${hold.pack ?? null}, ${hold.promotionId ?? null}, ${hold.answer ?? null}, ${hold.locale}, ${hold.termsVersion}, ${hold.requestKey ?? null}, ${hold.payBy},
      ${hold.creditBlocked}, ${JSON.stringify(hold.pageRequest)}::jsonb, ${now}
    FROM held
    RETURNING id, set_config('synchronous_commit', 'off', true)`.execute(db);
  return rows[0];
}

/** Records the page of a reserved order. False where the hold was released meanwhile. */
export async function recordPage(db: Db, orderId: string, page: { id: string; url: string | undefined }): Promise<boolean> {
  const result = await db
    .updateTable("orders")
    .set({ state: "awaiting_payment", payment_session_id: page.id, payment_url: page.url ?? null, page_request: null })
    .where("id", "=", orderId)
    .where("state", "=", "reserved")
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Gives the stock of an order, locked by the caller, back to the draw. The draw comes first, as it does in a hold: a new hold with the same
 * code would wait for this order while it keeps the draw for which this one waits.
 */
export async function releaseHold(tx: Tx, order: Pick<OrderRow, "id" | "lotteryId" | "quantity">, now: Date): Promise<void> {
  await giveBackHold(tx, order);
  await tx
    .updateTable("orders")
    .set({ state: "expired", page_request: null, request_key: null, ended_at: now })
    .where("id", "=", order.id)
    .execute();
}

export async function giveBackHold(tx: Tx, order: Pick<OrderRow, "lotteryId" | "quantity">): Promise<void> {
  await tx
    .updateTable("lotteries")
    .set((eb) => ({ tickets_held: eb("tickets_held", "-", order.quantity) }))
    .where("id", "=", order.lotteryId)
    .execute();
}
