/** The journal: entries with lines, numbered documents, and what is booked of orders. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Day } from "#shared/dates/dates.ts";
import type { DocumentKind, EntryKind } from "#shared/states.ts";
import type { Lines } from "../../rules/lines.ts";
import type { VatRate } from "../../rules/rates.ts";

/** The last number of an entry, and of each kind of document. */
export type Numbers = { readonly entry: number } & Readonly<Record<DocumentKind, number>>;

/** Locks the journal until the transaction ends. Returns the last numbers. */
export async function lockJournal(tx: Tx): Promise<Numbers> {
  return tx
    .selectFrom("journal_numbers")
    .select(["entry", "receipt", "credit_note", "debit_note"])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The last closed month; undefined if none is. */
export async function findClosedThrough(tx: Tx): Promise<Day | undefined> {
  const row = await tx
    .selectFrom("closed_months")
    .select((eb) => eb.fn.max("month").as("month"))
    .executeTakeFirst();
  return row?.month ?? undefined;
}

/** In the order of entry. */
export async function listVatRates(tx: Db | Tx): Promise<VatRate[]> {
  const rows = await tx.selectFrom("vat_rates").select(["applies_to", "code", "rate_points", "from_day"]).orderBy("id").execute();
  return rows.map(({ applies_to, code, rate_points, from_day }) => ({
    appliesTo: applies_to,
    code,
    points: rate_points,
    from: from_day,
  }));
}

/** A receipt, credit note or debit note, in pence; `vat` is part of `amount`. */
export type NewDocument = {
  readonly kind: DocumentKind;
  readonly number: number;
  readonly amount: number;
  readonly vat: number;
  readonly vatPoints: number | undefined;
};

/**
 * `day`: booked on; `at`: when it happened. `source` identifies the event, which is booked once.
 * `corrects`: the number of the entry that it changes.
 */
export type NewEntry = {
  readonly number: number;
  readonly day: Day;
  readonly at: Date;
  readonly kind: EntryKind;
  readonly source: string;
  readonly orderId?: string | undefined;
  readonly lotteryId?: string | undefined;
  readonly provider?: string | undefined;
  readonly corrects?: number | undefined;
  readonly vatCode?: string | undefined;
  readonly lines: Lines;
  readonly document?: NewDocument | undefined;
};

/**
 * Writes entries with their lines and documents in one statement, and the last numbers. An order's open
 * difference to the provider is the balance of its clearing account.
 */
export async function insertEntries(
  tx: Tx,
  entries: readonly NewEntry[],
  { last, now }: { readonly last: Numbers; readonly now: Date },
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ lines, ...entry }) => ({ ...entry, lines: Object.keys(lines).length }));
  const lines = entries.flatMap(({ number, lines, vatCode }) =>
    Object.entries(lines).map(([account, amount]) => ({ entry: number, account, amount, code: vatCode })),
  );
  const documents = entries.flatMap(({ number, orderId, vatCode, document }) =>
    document && orderId ? [{ ...document, entry: number, orderId, code: vatCode }] : [],
  );
  const open = entries.flatMap(({ orderId, lines: { clearing } }) => (orderId && clearing ? [{ orderId, clearing }] : []));
  await sql`
    WITH entries AS (
      INSERT INTO journal_entries (number, day, happened_at, kind, source, order_id, lottery_id, provider, corrects, lines, made_at)
      SELECT number, day, at, kind, source, "orderId", "lotteryId", provider, corrects, lines, ${now}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e(number bigint, day date, at timestamptz, kind text, source text, "orderId" uuid,
        "lotteryId" uuid, provider text, corrects bigint, lines smallint)
    ), lines AS (
      INSERT INTO journal_lines (entry, account, amount_pence, vat_code)
      SELECT entry, account, amount, code
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l(entry bigint, account text, amount bigint, code text)
    ), documents AS (
      INSERT INTO documents (kind, number, entry, order_id, amount_pence, vat_pence, vat_code, vat_points)
      SELECT kind, number, entry, "orderId", amount, vat, code, "vatPoints"
      FROM jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) AS d(kind text, number bigint, entry bigint, "orderId" uuid, amount bigint,
        vat bigint, code text, "vatPoints" integer)
    ), numbers AS (
      UPDATE journal_numbers SET entry = ${last.entry}, receipt = ${last.receipt}, credit_note = ${last.credit_note}, debit_note = ${last.debit_note}
    )
    INSERT INTO open_differences (order_id, amount_pence)
    SELECT "orderId", sum(clearing) FROM jsonb_to_recordset(${JSON.stringify(open)}::jsonb) AS o("orderId" uuid, clearing bigint) GROUP BY "orderId"
    ON CONFLICT (order_id) DO UPDATE SET amount_pence = open_differences.amount_pence + excluded.amount_pence`.execute(tx);
}

/** The state in which an order is booked; `entry`: the number of its first entry. */
export type BookedOrder = {
  readonly orderId: string;
  readonly isSold: boolean;
  readonly vatCode: string | undefined;
  readonly vatPoints: number;
  readonly captured: number;
  readonly discount: number;
  readonly entry: number;
};

/** Marks orders as booked. */
export async function insertBookedOrders(tx: Tx, orders: readonly BookedOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await tx
    .insertInto("booked_orders")
    .values(
      orders.map(({ orderId, isSold, vatCode, vatPoints, captured, discount, entry }) => ({
        order_id: orderId,
        is_sold: isSold,
        vat_code: vatCode ?? null,
        vat_points: vatPoints,
        captured_pence: captured,
        discount_pence: discount,
        sale_entry: entry,
      })),
    )
    .execute();
}

/** The state in which a refund or dispute is booked, in pence; `times`: how often its state was booked. */
export type BookedPart = {
  readonly part: string;
  readonly orderId: string;
  readonly now: { readonly refunded: number; readonly held: number; readonly lost: number; readonly fees: number };
  readonly times: number;
  readonly entry: number;
};

/** Stores the booked state of a refund or dispute, and of its order. */
export async function storeBookedPart(tx: Tx, { part, orderId, now, times, entry }: BookedPart): Promise<void> {
  const booked = { refunded_pence: now.refunded, held_pence: now.held, lost_pence: now.lost, fees_pence: now.fees };
  await tx
    .insertInto("booked_parts")
    .values({ part, order_id: orderId, ...booked, times, last_entry: entry })
    .onConflict((known) => known.column("part").doUpdateSet({ ...booked, times, last_entry: entry }))
    .execute();
  await sql`
    UPDATE booked_orders SET (refunded_pence, held_pence, lost_pence, fees_pence) = (
      SELECT sum(refunded_pence), sum(held_pence), sum(lost_pence), sum(fees_pence) FROM booked_parts WHERE order_id = ${orderId})
    WHERE order_id = ${orderId}`.execute(tx);
}

/**
 * Marks movements as booked by an entry. Locks the rows by id, as the import does, so that they cannot
 * deadlock.
 */
export async function markMoves(tx: Tx, moves: readonly { provider: string; id: string; entry: number }[]): Promise<void> {
  await sql`
    WITH booked AS MATERIALIZED (
      SELECT m.provider, m.id, d.entry FROM balance_moves m
      JOIN jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) AS d(provider text, id text, entry bigint) ON m.provider = d.provider AND m.id = d.id
      ORDER BY m.provider, m.id FOR NO KEY UPDATE OF m
    )
    UPDATE balance_moves m SET entry = b.entry FROM booked b WHERE m.provider = b.provider AND m.id = b.id`.execute(tx);
}
