/** Issues, suspends and voids tickets. Each statement also updates the draw's numbers of tickets. */
import { type RawBuilder, sql } from "kysely";
import { numberFreeEntry, sellHeld, sellLeft, unsell } from "#features/lotteries/server/stock-store.ts";
import type { JobPart } from "#platform/jobs/jobs.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import type { Pence } from "#shared/money/money.ts";
import type { Card } from "../rules/postal/postal-card.ts";
import { type Held, leaveNetwork, withinPersonLimit } from "./holds/hold-store.ts";
import { finishWith } from "./settlement/event-store.ts";
import type { OrderRow } from "./store.ts";

type Locked = Pick<OrderRow, "id" | "lotteryId">;

/** The payment; `cardFunding` is "credit", "debit" and so on, if known. */
export type Money = {
  readonly paymentIntentId: string | undefined;
  readonly captured: Pence;
  readonly cardFunding: string | undefined;
};

/**
 * `from`: tickets of the order's own hold, or of what is left. `tags`: 16 random bytes each. `job` queues
 * the mail.
 */
export type Issue = {
  readonly from: "hold" | "stock";
  readonly sessionId: string | undefined;
  readonly money: Money;
  readonly tags: Buffer;
  readonly now: Date;
  readonly job: JobPart;
};
type IssuedTo = Held & Pick<OrderRow, "userId">;

/**
 * SQL: `now`, but at most a minute after the database's clock, because a draw is frozen after its last
 * purchase.
 */
export function boughtAt(now: Date): RawBuilder<Date> {
  return sql`least(${now}::timestamptz, clock_timestamp() + interval '1 minute')`;
}

/** The statement: `parts` give the CTE `lottery` with `id` and `base`, the number before the first. */
async function runIssue(db: Db | Tx, order: IssuedTo, issue: Issue, parts: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    WITH ${parts}, issued AS (
      INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag, purchase_date)
      SELECT lottery.id, base + n, ${order.id}, ${order.userId}, substring(${issue.tags}::bytea FROM (n - 1) * 16 + 1 FOR 16), ${boughtAt(issue.now)}
      FROM lottery, generate_series(1, ${order.quantity}::integer) AS n
    ), job AS (${issue.job(sql`EXISTS (SELECT FROM lottery)`)})
    UPDATE orders SET state = 'paid', payment_session_id = coalesce(payment_session_id, ${issue.sessionId ?? null}),
      payment_intent_id = ${issue.money.paymentIntentId ?? null}, captured_pence = ${issue.money.captured}, card_funding = ${issue.money.cardFunding ?? null},
      first_ticket_number = base + 1, page_request = NULL, network = NULL, settled_at = ${boughtAt(issue.now)}
    FROM lottery WHERE orders.id = ${order.id}
    RETURNING orders.id`.execute(db);
  return rows.length === 1;
}

/**
 * Issues the next numbers to a locked order in one statement. @returns false if the draw does not allow it
 */
export async function issueTickets(tx: Tx, order: IssuedTo, issue: Issue): Promise<boolean> {
  const isHeld = issue.from === "hold";
  const stock = isHeld ? sellHeld(order) : sellLeft(order, { now: issue.now, also: withinPersonLimit(order) });
  const network = isHeld ? sql`, network AS (${leaveNetwork(order)})` : sql``;
  return runIssue(tx, order, issue, sql`lottery AS (${stock})${network}`);
}

/**
 * Issues the held tickets of an order that is not locked, if `only` is true.
 * @returns false, with nothing changed, if `decideSettlement` would decide otherwise
 */
export async function issueHeld(
  db: Db | Tx,
  order: IssuedTo & Pick<OrderRow, "total">,
  issue: Issue & {
    readonly sessionId: string;
    readonly eventId: string | undefined;
    readonly only?: RawBuilder<unknown> | undefined;
  },
): Promise<boolean> {
  const { eventId, sessionId, now, only = sql`true` } = issue;
  const isOwn = sql`EXISTS (SELECT FROM own) AND status <> 'cancelled' AND ${only}`;
  const event = eventId === undefined ? sql`` : sql`, event AS (${finishWith(eventId, order.id, now)})`;
  const parts = sql`own AS MATERIALIZED (
      SELECT id FROM orders WHERE id = ${order.id} AND state IN ('reserved', 'awaiting_payment') AND total_pence = ${order.total}
        AND (payment_session_id IS NULL OR payment_session_id = ${sessionId}) FOR NO KEY UPDATE
    ), lottery AS (${sellHeld(order, isOwn)}), network AS (${leaveNetwork(order)})${event}`;
  return runIssue(db, order, issue, parts);
}

/** An issued entry by post. */
export type FreeEntry = {
  readonly orderId: string;
  /** The first ticket. */
  readonly number: number;
  readonly quantity: number;
  readonly shortNumber: number;
  readonly userId: string;
};

/** Issues the next numbers of a locked draw for a card: order, tickets and card in one statement. */
export async function issueFreeTickets(
  tx: Tx,
  entry: {
    lotteryId: string;
    userId: string;
    locale: Locale;
    card: Card;
    quantity: number;
    requestKey: string;
    keyedBy: string | undefined;
    isTest: boolean;
  },
  { tags, now }: { tags: Buffer; now: Date },
): Promise<FreeEntry> {
  const { card, quantity } = entry;
  const { rows } = await sql<{ id: string; number: number; short_number: number }>`
    WITH lottery AS (${numberFreeEntry(entry.lotteryId, quantity)}), made AS (
      INSERT INTO orders (kind, state, lottery_id, user_id, quantity, unit_price_pence, total_pence, locale, first_ticket_number, is_test, created_at, settled_at)
      SELECT 'free', 'free', id, ${entry.userId}, ${quantity}, 0, 0, ${entry.locale}, number, ${entry.isTest}, ${now}, ${boughtAt(now)} FROM lottery
      RETURNING id
    ), issued AS (
      INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag, purchase_date)
      SELECT lottery.id, number + n - 1, made.id, ${entry.userId}, substring(${tags}::bytea FROM (n - 1) * 16 + 1 FOR 16), ${boughtAt(now)}
      FROM lottery, made, generate_series(1, ${quantity}::integer) AS n
    ), stored_card AS (
      INSERT INTO postal_cards (order_id, request_key, first_name, last_name, birth_date, address, county, email, phone, received_on, posted_on, keyed_by, keyed_at)
      SELECT id, ${entry.requestKey}, ${card.firstName}, ${card.lastName}, ${card.birthDate}::date, ${card.address}, ${card.county},
        ${card.email ?? null}, ${card.phone ?? null}, ${card.receivedOn}::date, ${card.postedOn ?? null}::date, ${entry.keyedBy ?? null}::uuid, ${now}
      FROM made
    )
    SELECT made.id, number, short_number FROM lottery, made`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`no draw ${entry.lotteryId} to issue free tickets of`);
  return { orderId: row.id, number: row.number, quantity, shortNumber: row.short_number, userId: entry.userId };
}

/**
 * Voids a locked order's tickets; their numbers stay used. Disputes use `markTickets`. @returns how many
 * were valid
 */
export async function voidTickets(tx: Tx, order: Locked, now: Date): Promise<number> {
  const { rows } = await sql<{ gone: string }>`
    WITH gone AS (
      UPDATE tickets SET void_at = ${now}, suspended_at = NULL WHERE order_id = ${order.id} AND void_at IS NULL RETURNING 1
    ), sold AS (${unsell(order.lotteryId, sql`SELECT count(*) FROM gone`)})
    SELECT count(*) AS gone FROM gone`.execute(tx);
  return Number(rows[0]?.gone ?? 0);
}

/** Voids these tickets of a locked order; their numbers stay used. @returns how many were valid */
export async function voidNumbers(tx: Tx, order: Locked, numbers: readonly number[], now: Date): Promise<number> {
  const { rows } = await sql<{ gone: string }>`
    WITH gone AS (
      UPDATE tickets SET void_at = ${now} WHERE order_id = ${order.id} AND ticket_number = ANY(${numbers}::integer[])
        AND void_at IS NULL AND suspended_at IS NULL RETURNING 1
    ), sold AS (${unsell(order.lotteryId, sql`SELECT count(*) FROM gone`)})
    SELECT count(*) AS gone FROM gone`.execute(tx);
  return Number(rows[0]?.gone ?? 0);
}

/** Voids a locked free entry, which was never part of the stock. */
export async function voidFreeEntry(tx: Tx, orderId: string, now: Date): Promise<void> {
  await tx.updateTable("tickets").set({ void_at: now }).where("order_id", "=", orderId).where("void_at", "is", null).execute();
  await tx.updateTable("orders").set({ state: "void", ended_at: now }).where("id", "=", orderId).execute();
}

/** Voids the tickets of locked orders and ends the free ones; free tickets never counted as sold. */
export async function voidEntries(tx: Tx, lotteryId: string, orderIds: readonly string[], now: Date): Promise<void> {
  await sql`
    WITH gone AS (
      UPDATE tickets SET void_at = ${now} WHERE order_id = ANY(${orderIds}::uuid[]) AND void_at IS NULL RETURNING order_id
    ), ended AS (
      UPDATE orders SET state = 'void', ended_at = ${now} WHERE id = ANY(${orderIds}::uuid[]) AND kind = 'free'
    )
    ${unsell(lotteryId, sql`SELECT count(*) FROM gone JOIN orders o ON o.id = gone.order_id AND o.kind = 'paid'`)}`.execute(tx);
}

/** Voids the suspended tickets of a draw at the freeze (docs/decisions/0029). @returns how many */
export async function voidSuspended(tx: Tx, lotteryId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ gone: string }>`
    WITH gone AS (
      UPDATE tickets SET void_at = ${now} WHERE lottery_id = ${lotteryId} AND suspended_at IS NOT NULL AND void_at IS NULL RETURNING 1
    ), sold AS (
      ${unsell(lotteryId, sql`SELECT count(*) FROM gone`)}
    )
    SELECT count(*) AS gone FROM gone`.execute(tx);
  return Number(rows[0]?.gone ?? 0);
}

/**
 * Numbers of tickets of an order. `playing`: valid and not suspended; `voided`: by this call; `voidBefore`:
 * void without a dispute.
 */
export type Marked = {
  readonly playing: number;
  readonly valid: number;
  readonly voided: number;
  readonly voidBefore: number;
};

/**
 * Of the order's last tickets, suspends some and voids some; restores the others. Requires the locks on
 * order and draw.
 */
export async function markTickets(
  tx: Tx,
  order: Locked,
  { suspended, toVoid, now }: { suspended: number; toVoid: number; now: Date },
): Promise<Marked> {
  const { rows } = await sql<Record<keyof Marked, string>>`
    WITH ranked AS (
      SELECT lottery_id, ticket_number, row_number() OVER (ORDER BY (void_at IS NULL), ticket_number DESC) AS place
      FROM tickets WHERE order_id = ${order.id}
    ), marked AS (
      UPDATE tickets t SET
        suspended_at = CASE WHEN r.place <= ${suspended} THEN coalesce(t.suspended_at, ${now}::timestamptz) END,
        void_at = CASE WHEN r.place <= ${toVoid} THEN ${now}::timestamptz END
      FROM ranked r WHERE t.lottery_id = r.lottery_id AND t.ticket_number = r.ticket_number AND t.void_at IS NULL
      RETURNING t.suspended_at, t.void_at
    ), sold AS (
      ${unsell(order.lotteryId, sql`SELECT count(*) FROM marked WHERE void_at IS NOT NULL`)}
    )
    SELECT count(*) FILTER (WHERE void_at IS NULL AND suspended_at IS NULL) AS playing, count(*) FILTER (WHERE void_at IS NULL) AS valid,
      count(*) FILTER (WHERE void_at IS NOT NULL) AS voided,
      (SELECT count(*) FROM tickets WHERE order_id = ${order.id} AND void_at IS NOT NULL AND suspended_at IS NULL) AS "voidBefore"
    FROM marked`.execute(tx);
  const count = (name: keyof Marked) => Number(rows[0]?.[name] ?? 0);
  return { playing: count("playing"), valid: count("valid"), voided: count("voided"), voidBefore: count("voidBefore") };
}
