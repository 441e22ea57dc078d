/** Holds of tickets by unpaid orders: taking, moving and releasing them. */
import { type RawBuilder, sql } from "kysely";
import type { PersonFingerprint } from "#features/accounts/server/person/person-fingerprint.ts";
import { packsJson } from "#features/lotteries/rules/fields/packs-fact.ts";
import { HANDFUL, largestPack } from "#features/lotteries/rules/purchase/newcomer-limit.ts";
import type { Pack, PackName } from "#features/lotteries/rules/purchase/pricing.ts";
import { holdStock, releaseStock, UNSOLD } from "#features/lotteries/server/stock-store.ts";
import type { PaymentPage } from "#platform/payments/payments.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import type { Pence } from "#shared/money/money.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import type { OrderRow, StoredPageRequest } from "../store.ts";

/** An unpaid order to insert. */
export type NewHold = {
  readonly lotteryId: string;
  readonly userId: string;
  readonly quantity: number;
  readonly unitPrice: Pence;
  readonly discount: Pence;
  readonly total: Pence;
  readonly percentOff: number;
  readonly pack: PackName | undefined;
  /** All packs of the draw, as the price was computed from them. */
  readonly packs: readonly Pack[];
  readonly promotionId: string | undefined;
  /** Fingerprints of the buyer, if the order has a code. */
  readonly keys: PersonFingerprint;
  readonly answer: string | undefined;
  readonly locale: Locale;
  readonly termsVersion: string;
  readonly requestKey: string | undefined;
  readonly isTest: boolean;
  readonly provider: PaymentProviderName;
  readonly payBy: Date;
  /** The payment page refuses credit cards. */
  readonly creditBlocked: boolean;
  readonly byNewcomer: boolean;
  readonly network: string;
  readonly pageRequest: StoredPageRequest;
};

/** The index that allows one hold per person and draw. */
export const ONE_HOLD = "orders_one_hold_idx";
/** The check that limits a network's share. */
export const NETWORK_SHARE = "network_holds_bounded";

/** SQL: the buyer's paid and held tickets of a draw. Exact if the buyer's limits are locked. */
function boughtOrHeld({ userId, lotteryId }: Pick<NewHold, "userId" | "lotteryId">): RawBuilder<unknown> {
  return sql`(SELECT coalesce(sum(o.quantity - o.tickets_refunded), 0) FROM orders o
    WHERE o.user_id = ${userId} AND o.lottery_id = ${lotteryId} AND o.kind = 'paid' AND o.state IN ('reserved', 'awaiting_payment', 'paid'))`;
}

/**
 * SQL condition on a draw's row: the buyer's tickets and those of this order are within its limit per
 * person.
 */
export function withinPersonLimit(order: Pick<OrderRow, "userId" | "lotteryId" | "quantity">): RawBuilder<unknown> {
  return sql`(max_tickets_per_person IS NULL OR ${order.quantity} + ${boughtOrHeld(order)} <= max_tickets_per_person)`;
}

/**
 * Holds stock and writes the order in one statement. `no_room`: the draw cannot sell this quantity at this
 * price to this buyer; hold-room.ts finds the reason, by the same limits.
 * Violates `ONE_HOLD` if the buyer has a hold in the draw, `NETWORK_SHARE` beyond the network's share.
 * Exact under concurrency: all conditions are on rows that it changes, the draw's first. Commits without
 * waiting for the disk, which is safe: the buyer gets the page's address after `recordPage`, which waits.
 */
export async function holdTickets(db: Db | Tx, hold: NewHold, now: Date): Promise<{ id: string } | "no_room"> {
  const { quantity } = hold;
  const largest = largestPack(hold.packs);
  const newcomerQuantity = hold.byNewcomer ? quantity : 0;
  // The most for one newcomer, then the share of all newcomers together: half of the unsold tickets.
  const newcomerLimits = hold.byNewcomer
    ? sql`AND ${quantity} <= greatest(${largest}::int, tickets_available / 10)
        AND held_by_newcomers + ${quantity} <= greatest(${HANDFUL}::int, (${UNSOLD} + 1) / 2)`
    : sql``;
  const samePriceWithinLimits = sql`price_per_ticket_pence = ${hold.unitPrice} AND packs = ${packsJson(hold.packs)}::jsonb ${newcomerLimits} AND ${withinPersonLimit(hold)}`;
  const { rows } = await sql<{ id: string }>`
    WITH held AS (${holdStock(hold, { now, also: samePriceWithinLimits })}), network AS (
      INSERT INTO network_holds AS n (lottery_id, network, held, most, held_by_newcomers, most_by_newcomers)
      SELECT id, ${hold.network}, ${quantity}, greatest(${largest}::int, (unsold + 1) / 2), ${newcomerQuantity}, greatest(${HANDFUL}::int, (unsold + 3) / 4)
      FROM held
      ON CONFLICT (lottery_id, network) DO UPDATE SET held = n.held + excluded.held, most = excluded.most,
        held_by_newcomers = n.held_by_newcomers + excluded.held_by_newcomers,
        -- A hold outside the newcomers' share must not fail because that share has become smaller.
        most_by_newcomers = CASE WHEN excluded.held_by_newcomers > 0 THEN excluded.most_by_newcomers ELSE n.most_by_newcomers END
    )
    INSERT INTO orders (kind, state, lottery_id, user_id, quantity, unit_price_pence, discount_pence, total_pence, percent_off, pack, promotion_id,
      promotion_mailbox, promotion_person, answer, locale, terms_version, request_key, provider, pay_by, credit_blocked, by_newcomer, network, page_request, is_test, created_at)
    SELECT 'paid', 'reserved', id, ${hold.userId}, ${quantity}, ${hold.unitPrice}, ${hold.discount}, ${hold.total}, ${hold.percentOff},
      ${hold.pack ?? null}, ${hold.promotionId ?? null}, ${hold.keys.mailbox ?? null}, ${hold.keys.person ?? null}, ${hold.answer ?? null}, ${hold.locale}, ${hold.termsVersion}, ${hold.requestKey ?? null}, ${hold.provider}, ${hold.payBy},
      ${hold.creditBlocked}, ${hold.byNewcomer}, ${hold.network}, ${JSON.stringify(hold.pageRequest)}::jsonb, ${hold.isTest}, ${now}
    FROM held
    RETURNING id, set_config('synchronous_commit', 'off', true)`.execute(db);
  return rows[0] ?? "no_room";
}

/** Whether an order and the buyer's other holds and purchases exceed the draw's limit per person. */
export async function exceedsPersonLimit(tx: Tx, order: Pick<OrderRow, "userId" | "lotteryId" | "quantity">): Promise<boolean> {
  const { rows } = await sql<{ exceeds: boolean }>`
    SELECT NOT ${withinPersonLimit(order)} AS exceeds FROM lotteries WHERE id = ${order.lotteryId}`.execute(tx);
  return rows[0]?.exceeds === true;
}

/**
 * Records the opened page of an order.
 * @param options.unlessLimitedAt not if the buyer has a spending limit, break or exclusion at this time
 * @returns false if the hold is gone, or the buyer limited
 */
export async function recordPage(
  db: Db,
  orderId: string,
  page: Pick<PaymentPage, "id" | "url" | "provider">,
  { unlessLimitedAt }: { readonly unlessLimitedAt?: Date | undefined } = {},
): Promise<boolean> {
  let update = db
    .updateTable("orders")
    .set({ state: "awaiting_payment", payment_session_id: page.id, payment_url: page.url ?? null, page_request: null })
    .where("id", "=", orderId)
    .where("provider", "=", page.provider)
    .where("state", "=", "reserved");
  if (unlessLimitedAt)
    update = update.where(
      sql<boolean>`NOT EXISTS (SELECT FROM player_limits l WHERE l.user_id = orders.user_id
        AND (coalesce(l.monthly_limit_pence, l.next_limit_pence) IS NOT NULL OR greatest(l.paused_until, l.excluded_until, l.matched_until) > ${unlessLimitedAt}))`,
    );
  const result = await update.executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Moves an order without a page to another provider. @returns false if it has a page, has ended or was moved
 * before
 */
export async function moveOrder(
  db: Db,
  orderId: string,
  { from, to }: { readonly from: PaymentProviderName; readonly to: PaymentProviderName },
): Promise<boolean> {
  const result = await db
    .updateTable("orders")
    .set({ provider: to })
    .where("id", "=", orderId)
    .where("provider", "=", from)
    .where("state", "=", "reserved")
    .where("payment_session_id", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** What is needed to release a hold. */
export type Held = Pick<OrderRow, "id" | "lotteryId" | "quantity" | "byNewcomer" | "network">;

/**
 * SQL that subtracts the order from its network's holds, in a statement with a CTE `lottery` that has the
 * draw's `id`.
 */
export function leaveNetwork({ quantity, byNewcomer, network }: Held): RawBuilder<unknown> {
  return sql`UPDATE network_holds n SET held = n.held - ${quantity}, held_by_newcomers = n.held_by_newcomers - ${byNewcomer ? quantity : 0}
    FROM lottery WHERE n.lottery_id = lottery.id AND n.network = ${network ?? null}`;
}

/** Releases the stock in one statement with `changes` of the order. */
async function releaseWith(tx: Tx, order: Held, changes: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH lottery AS (${releaseStock(order)}), network AS (${leaveNetwork(order)})
    UPDATE orders SET ${changes} network = NULL FROM lottery WHERE orders.id = ${order.id}`.execute(tx);
}

/** Expires a locked, unpaid order and releases its stock. Locks the draw first, as a hold does. */
export async function releaseHold(tx: Tx, order: Held, now: Date): Promise<void> {
  await releaseWith(tx, order, sql`state = 'expired', page_request = NULL, request_key = NULL, ended_at = ${now},`);
}

/** Releases the stock of a locked order without ending it, for a payment that buys nothing. */
export async function returnHold(tx: Tx, order: Held): Promise<void> {
  await releaseWith(tx, order, sql``);
}

/** Deletes networks without holds: a network's hash is stored only while it counts. */
export async function forgetNetworks(db: Db): Promise<void> {
  await db.deleteFrom("network_holds").where("held", "=", 0).execute();
}
