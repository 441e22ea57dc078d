/** What the journal lacks: new orders, changed refunds and disputes, movements and costs of prizes. */
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { Account } from "#shared/accounts.ts";
import { fromRow } from "#shared/from-row.ts";
import type { Lines, OrderMoney } from "../../rules/lines.ts";

/** At most `limit` rows; only those of `orderIds` if given. */
export type SourceFilter = { readonly limit: number; readonly orderIds?: readonly string[] | undefined };

/** A paid order without an entry, in pence; `isSold`: it has tickets. */
export type NewOrder = {
  readonly orderId: string;
  readonly lotteryId: string;
  readonly captured: number;
  readonly discount: number;
  readonly isSold: boolean;
  readonly at: Date;
};

/** Orders that were captured, or paid wholly by a code; oldest first. */
export async function listNewOrders(tx: Tx, { limit, orderIds }: SourceFilter): Promise<NewOrder[]> {
  const { rows } = await sql<NewOrder>`
    SELECT o.id AS "orderId", o.lottery_id AS "lotteryId", o.captured_pence AS captured, t.is_sold AS "isSold",
      CASE WHEN t.is_sold THEN o.discount_pence ELSE 0 END AS discount, o.settled_at AS at
    FROM orders o LEFT JOIN booked_orders b ON b.order_id = o.id
      CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM tickets WHERE order_id = o.id) AS is_sold) t
    WHERE b.order_id IS NULL AND o.kind = 'paid' AND o.settled_at IS NOT NULL
      AND (o.captured_pence > 0 OR (t.is_sold AND o.discount_pence > 0))
      ${orderIds === undefined ? sql`` : sql`AND o.id = ANY(${orderIds}::uuid[])`}
    ORDER BY o.settled_at, o.id LIMIT ${limit}`.execute(tx);
  return rows.map((row) => ({ ...row, captured: Number(row.captured), discount: Number(row.discount) }));
}

/** The amounts of a refund or dispute, in pence. */
export type Parts = Pick<OrderMoney, "refunded" | "held" | "lost" | "fees">;

/**
 * A refund or dispute that differs from the journal. `before`: its booked state; `order`: the order's booked
 * state.
 */
export type ChangedPart = {
  readonly part: string;
  readonly isRefund: boolean;
  readonly orderId: string;
  readonly lotteryId: string;
  readonly isSold: boolean;
  readonly vatCode: string | undefined;
  readonly vatPoints: number;
  readonly order: OrderMoney;
  readonly before: Parts;
  readonly now: Parts;
  readonly times: number;
  /** The number of its last entry. */
  readonly follows: number;
  readonly at: Date;
};

type PartRow = {
  [
    Key in `${"now" | "was" | "all"}_${"refunded" | "held" | "lost" | "fees"}` | "captured" | "discount" | "times" | "follows"
  ]: string;
} & {
  part: string;
  is_refund: boolean;
  order_id: string;
  lottery_id: string;
  is_sold: boolean;
  vat_code: string | null;
  vat_points: number;
  at: Date;
};

function partsOf(row: PartRow, prefix: "now" | "was" | "all"): Parts {
  return {
    refunded: Number(row[`${prefix}_refunded`]),
    held: Number(row[`${prefix}_held`]),
    lost: Number(row[`${prefix}_lost`]),
    fees: Number(row[`${prefix}_fees`]),
  };
}

/**
 * Refunds and disputes whose amounts differ from those booked; oldest first. The columns `now_…` are the
 * current amounts, `was_…` the booked ones, `all_…` the booked ones of the whole order.
 */
export async function listChangedParts(tx: Tx, { limit, orderIds }: SourceFilter): Promise<ChangedPart[]> {
  const onlyOrders = orderIds === undefined ? sql`` : sql`AND order_id = ANY(${orderIds}::uuid[])`;
  const { rows } = await sql<PartRow>`
    WITH parts AS (
      SELECT id AS part, true AS is_refund, order_id, CASE WHEN state = 'succeeded' THEN amount_pence ELSE 0 END AS refunded,
        0::bigint AS held, 0::bigint AS lost, 0::bigint AS fees, CASE WHEN state = 'succeeded' THEN done_at ELSE coalesce(failed_at, done_at) END AS at,
        NULL::timestamptz AS received_at
      FROM refunds WHERE done_at IS NOT NULL ${onlyOrders}
      UNION ALL
      SELECT id, false, order_id, 0, CASE WHEN standing = 'open' THEN withdrawn_pence ELSE 0 END,
        CASE WHEN standing = 'lost' THEN withdrawn_pence ELSE 0 END, fee_pence, coalesce(closed_at, opened_at), checked_at
      FROM disputes WHERE true ${onlyOrders}
    )
    SELECT p.part, p.is_refund, p.order_id, o.lottery_id, b.is_sold, b.vat_code, b.vat_points, b.captured_pence AS captured, b.discount_pence AS discount,
      p.refunded AS now_refunded, p.held AS now_held, p.lost AS now_lost, p.fees AS now_fees,
      coalesce(k.refunded_pence, 0) AS was_refunded, coalesce(k.held_pence, 0) AS was_held, coalesce(k.lost_pence, 0) AS was_lost,
      coalesce(k.fees_pence, 0) AS was_fees, b.refunded_pence AS all_refunded, b.held_pence AS all_held, b.lost_pence AS all_lost,
      b.fees_pence AS all_fees, coalesce(k.times, 0) AS times, coalesce(k.last_entry, b.sale_entry) AS follows,
      -- Other changes of a dispute have the time at which the shop received them.
      CASE WHEN p.received_at IS NULL OR k.part IS NULL OR p.at > e.made_at THEN p.at ELSE p.received_at END AS at
    FROM parts p JOIN booked_orders b ON b.order_id = p.order_id JOIN orders o ON o.id = p.order_id LEFT JOIN booked_parts k ON k.part = p.part
      LEFT JOIN journal_entries e ON e.number = k.last_entry
    WHERE (p.refunded, p.held, p.lost, p.fees)
      IS DISTINCT FROM (coalesce(k.refunded_pence, 0), coalesce(k.held_pence, 0), coalesce(k.lost_pence, 0), coalesce(k.fees_pence, 0))
    ORDER BY at, p.part LIMIT ${limit}`.execute(tx);
  return rows.map((row) => ({
    part: row.part,
    isRefund: row.is_refund,
    orderId: row.order_id,
    lotteryId: row.lottery_id,
    isSold: row.is_sold,
    vatCode: row.vat_code ?? undefined,
    vatPoints: row.vat_points,
    order: { captured: Number(row.captured), discount: Number(row.discount), ...partsOf(row, "all") },
    before: partsOf(row, "was"),
    now: partsOf(row, "now"),
    times: Number(row.times),
    follows: Number(row.follows),
    at: row.at,
  }));
}

/** An order with wrong VAT in the journal. `booked`: the sums of its entries; `follows`: the last of them. */
export type MisstatedOrder = {
  readonly orderId: string;
  readonly lotteryId: string;
  readonly vatCode: string | undefined;
  readonly vatPoints: number;
  readonly order: OrderMoney;
  readonly booked: Lines;
  readonly follows: number;
};

/** Orders whose VAT an older version booked wrongly after several refunds. */
export async function listMisstatedVat(tx: Tx, limit: number): Promise<MisstatedOrder[]> {
  const vat = (gross: RawBuilder<number>) => sql`round((${gross})::numeric * b.vat_points / (10000 + b.vat_points))`;
  const { rows } = await sql<
    Record<keyof OrderMoney | "follows", string> & {
      order_id: string;
      lottery_id: string;
      vat_code: string | null;
      vat_points: number;
      booked: Lines;
    }
  >`
    WITH twice AS MATERIALIZED (
      SELECT * FROM booked_orders WHERE is_sold AND vat_points > 0
        AND order_id IN (SELECT order_id FROM booked_parts GROUP BY order_id HAVING count(*) > 1)
    )
    SELECT b.order_id, o.lottery_id, b.vat_code, b.vat_points, b.captured_pence AS captured, b.discount_pence AS discount,
      b.refunded_pence AS refunded, b.held_pence AS held, b.lost_pence AS lost, b.fees_pence AS fees, j.booked, j.follows
    FROM twice b JOIN orders o ON o.id = b.order_id
      CROSS JOIN LATERAL (
        SELECT jsonb_object_agg(account, amount) AS booked, max(last) AS follows FROM (
          SELECT l.account, sum(l.amount_pence) AS amount, max(e.number) AS last FROM journal_entries e JOIN journal_lines l ON l.entry = e.number
          WHERE e.order_id = b.order_id AND e.source NOT LIKE 'move:%' GROUP BY l.account) own) j
    WHERE coalesce((j.booked->>'vat')::bigint, 0)
        <> ${vat(sql`least(b.refunded_pence + b.lost_pence, b.captured_pence)`)} - ${vat(sql`b.captured_pence`)}
    ORDER BY j.follows LIMIT ${limit}`.execute(tx);
  return rows.map(({ order_id, lottery_id, vat_code, vat_points, booked, follows, ...money }) => ({
    orderId: order_id,
    lotteryId: lottery_id,
    vatCode: vat_code ?? undefined,
    vatPoints: vat_points,
    order: {
      captured: Number(money.captured),
      discount: Number(money.discount),
      refunded: Number(money.refunded),
      held: Number(money.held),
      lost: Number(money.lost),
      fees: Number(money.fees),
    },
    booked,
    follows: Number(follows),
  }));
}

/** Movements without an entry, oldest first. */
export async function listNewMoves(tx: Tx, limit: number) {
  const rows = await tx
    .selectFrom("balance_moves as m")
    .leftJoin("orders as o", "o.id", "m.order_id")
    .select(["m.provider", "m.id", "m.kind", "m.amount_pence", "m.fee_pence", "m.at", "m.order_id", "o.lottery_id"])
    .where("m.entry", "is", null)
    .orderBy("m.at")
    .orderBy("m.provider")
    .orderBy("m.id")
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** Costs of prizes without an entry, oldest first. */
export async function listNewPrizeCosts(tx: Tx, limit: number) {
  const rows = await tx
    .selectFrom("prize_costs as c")
    .select(["c.id", "c.lottery_id", "c.amount_pence", "c.day", "c.is_cash"])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("journal_entries as e")
            .select("e.number")
            .where("e.source", "=", sql<string>`'prize:' || c.id`),
        ),
      ),
    )
    .orderBy("c.day")
    .orderBy("c.entered_at")
    .orderBy("c.id")
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

export async function listNewCharityPayments(tx: Tx, limit: number) {
  const rows = await tx
    .selectFrom("charity_payments as c")
    .select(["c.id", "c.lottery_id", "c.amount_pence", "c.paid_on"])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("journal_entries as e")
            .select("e.number")
            .where("e.source", "=", sql<string>`'charity:' || c.id`),
        ),
      ),
    )
    .orderBy("c.paid_on")
    .orderBy("c.entered_at")
    .orderBy("c.id")
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** The entry of a cost; `amount` in pence. */
export type BookedCost = {
  readonly entry: number;
  readonly vatCode: string | undefined;
  readonly lines: readonly { readonly account: Account; readonly amount: number }[];
};

/** The last booked cost of this amount (pence) of a draw that was not reversed. */
export async function findCostOf(tx: Tx, lotteryId: string, amount: number): Promise<BookedCost | undefined> {
  const { rows } = await sql<{ entry: string; vat_code: string | null; lines: BookedCost["lines"] }>`
    SELECT e.number AS entry, max(l.vat_code) AS vat_code, jsonb_agg(jsonb_build_object('account', l.account, 'amount', l.amount_pence)) AS lines
    FROM journal_entries e JOIN journal_lines l ON l.entry = e.number
    WHERE e.lottery_id = ${lotteryId} AND e.kind = 'prize_cost'
      AND NOT EXISTS (SELECT FROM journal_entries c WHERE c.lottery_id = e.lottery_id AND c.corrects = e.number)
    GROUP BY e.number HAVING bool_or(l.account = 'owed_for_prizes' AND l.amount_pence = ${-amount})
    ORDER BY e.number DESC LIMIT 1`.execute(tx);
  const [row] = rows;
  return row && { entry: Number(row.entry), vatCode: row.vat_code ?? undefined, lines: row.lines };
}
