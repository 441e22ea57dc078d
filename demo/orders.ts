/** Fills a draw with paid orders and a few postal entries, and issues their tickets. */
import { sql } from "kysely";
import { PACKS, quote } from "#features/lotteries/rules/purchase/pricing.ts";
import { TERMS_VERSION } from "#features/orders/rules/checkout/terms.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { pence } from "#shared/money/money.ts";
import type { RandomSource } from "./random.ts";

export type Filling = {
  readonly lotteryId: string;
  readonly unitPrice: number;
  readonly sold: number;
  readonly from: Date;
  readonly until: Date;
  readonly playerIds: readonly string[];
  /** Bought by the first player, who then buys nothing else. */
  readonly own?: number;
  readonly ownCards?: number;
  readonly luck: RandomSource;
  /** Distinguishes the invented payment ids of two draws. */
  readonly prefix: string;
  /** Common sizes by default. */
  readonly quantities?: readonly number[];
};

type Made = { kind: "paid" | "free"; user_id: string; quantity: number; at: number };

const COMMON_QUANTITIES = [1, 1, 2, 3, 5, 5, 10, 15, 15, 25, 25, 50] as const;
const FREE_ENTRIES = 6;

/** Orders of common sizes that add up to `sold` tickets, spread evenly over time, oldest first. */
export async function fillDraw(tx: Tx, filling: Filling): Promise<void> {
  const { lotteryId, luck } = filling;
  const orders = spread(planOrders(filling), filling);
  const rows = orders.map((order, i) => {
    const price = quote({ pricePerTicket: pence(order.kind === "free" ? 0 : filling.unitPrice), packs: PACKS }, order.quantity);
    if (!price.ok) throw new Error(price.error);
    const paid = order.kind === "paid";
    return {
      id: uuidFrom(luck),
      kind: order.kind,
      state: order.kind,
      user_id: order.user_id,
      quantity: order.quantity,
      unit: paid ? filling.unitPrice : 0,
      discount: price.value.discount,
      total: price.value.total,
      percent: price.value.percentOff,
      pack: price.value.pack?.name ?? null,
      session: paid ? `cs_demo_${filling.prefix}_${i}` : null,
      intent: paid ? `pi_demo_${filling.prefix}_${i}` : null,
      at: new Date(order.at).toISOString(),
    };
  });
  const total = rows.reduce((sum, row) => sum + row.quantity, 0);
  const tags = luck.bytes(total * 16);
  await sql`
    WITH made AS (
      SELECT *, sum(quantity) OVER (ORDER BY at, id) - quantity AS base FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r(id uuid, kind text, state text, user_id uuid, quantity int, unit int, discount bigint, total bigint, percent int, pack text, session text, intent text, at timestamptz)
    ), inserted AS (
      INSERT INTO orders (id, kind, state, lottery_id, user_id, quantity, unit_price_pence, discount_pence, total_pence, percent_off, pack, terms_version,
        payment_session_id, payment_intent_id, captured_pence, card_funding, first_ticket_number, created_at, settled_at)
      SELECT id, kind, state, ${lotteryId}, user_id, quantity, unit, discount, total, percent, pack, ${TERMS_VERSION}, session, intent, total,
        CASE WHEN kind = 'paid' THEN 'debit' END, base + 1, at, at FROM made
    )
    INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag, purchase_date)
    SELECT ${lotteryId}, base + n, id, user_id, substring(${tags}::bytea FROM ((base + n - 1) * 16 + 1)::int FOR 16), at
    FROM made, generate_series(1, quantity) AS n`.execute(tx);
  await tx
    .updateTable("lotteries")
    .set({ tickets_sold: filling.sold, last_ticket_number: total })
    .where("id", "=", lotteryId)
    .execute();
}

function planOrders({ sold, own, ownCards = 0, playerIds, luck, quantities = COMMON_QUANTITIES }: Filling): Omit<Made, "at">[] {
  const [player] = playerIds;
  const orders: Omit<Made, "at">[] = own && player ? [{ kind: "paid", user_id: player, quantity: own }] : [];
  const others = own === undefined ? playerIds : playerIds.slice(1);
  // Each player buys at least once.
  for (let left = sold - (own ?? 0), i = 0; left > 0; i++) {
    const quantity = Math.min(left, luck.pick(quantities));
    orders.push({ kind: "paid", user_id: others[i] ?? luck.pick(others), quantity });
    left -= quantity;
  }
  for (let i = 0; i < FREE_ENTRIES; i++)
    orders.push({ kind: "free", user_id: i < ownCards && player ? player : luck.pick(others), quantity: 1 });
  return orders;
}

function spread(orders: readonly Omit<Made, "at">[], { from, until, luck }: Filling): Made[] {
  const span = until.getTime() - from.getTime();
  return orders
    .map((order) => ({ ...order, at: from.getTime() + (span * luck.between(0, 999_999)) / 1_000_000 }))
    .sort((a, b) => a.at - b.at);
}

function uuidFrom(luck: RandomSource): string {
  const hex = luck.bytes(16).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
